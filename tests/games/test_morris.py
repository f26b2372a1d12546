"""Morris: placing, moving and flying; mills and whom they take; the three boards; ends and refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.morris import BOARDS, Morris, Position
from tests.games.grids import CHANCE, drawn, move_read, played, refusal, started
from tests.games.oracles.morris import compare

MORRIS = Morris()


def arranged(white: str, black: str, seat: int = 0, *, men: int = 9, placed: bool = True) -> Position:
    """A position with men on these points, all placed, or with two of each still to place."""
    board = BOARDS[men]
    lying = {board.place_of[name]: man for man, names in (("o", white), ("x", black)) for name in names.split()}
    cells = "".join(lying.get(place, ".") for place in board.places)
    return Position(board.width, cells, seat, in_hand=(0, 0) if placed else (2, 2), men=men, flying=men > 6)


def moves_from(position: Position, start: str) -> list[str]:
    """Where a man may go."""
    return sorted(move for move in MORRIS.moves(position) if move.startswith(f"{start}-"))


def test_the_board_of_nine_is_three_squares() -> None:
    assert drawn(MORRIS, played(MORRIS, "d6 a1 d5 c4")) == [
        "   a   b   c   d   e   f   g",
        "7  .-----------.-----------. 7",
        "   |           |           |",
        "6  |   .-------o-------.   | 6",
        "   |   |       |       |   |",
        "5  |   |   .---o---.   |   | 5",
        "   |   |   |       |   |   |",
        "4  .---.--(x)      .---.---. 4",
        "   |   |   |       |   |   |",
        "3  |   |   .---.---.   |   | 3",
        "   |   |       |       |   |",
        "2  |   .-------.-------.   | 2",
        "   |           |           |",
        "1  x-----------.-----------. 1",
        "   a   b   c   d   e   f   g",
    ]


def test_that_of_six_is_two_squares_and_that_of_twelve_has_diagonals() -> None:
    assert drawn(MORRIS, started(MORRIS, men="6"))[1:6] == [
        "5  .-------.-------. 5",
        "   |       |       |",
        "4  |   .---.---.   | 4",
        "   |   |       |   |",
        "3  .---.       .---. 3",
    ]
    assert drawn(MORRIS, started(MORRIS, men="12"))[1:6] == [
        "7  .-----------.-----------. 7",
        "   | \\         |         / |",
        "6  |   .-------.-------.   | 6",
        "   |   | \\     |     / |   |",
        "5  |   |   .---.---.   |   | 5",
    ]


@pytest.mark.parametrize(("men", "points", "rows"), [(6, 16, 8), (9, 24, 16), (12, 24, 20)])
def test_so_many_lines_can_be_mills(men: int, points: int, rows: int) -> None:
    assert (len(BOARDS[men].names), len(BOARDS[men].rows_of_three)) == (points, rows)


def test_a_mill_takes_a_man_of_the_opponents_while_men_are_placed() -> None:
    position = played(MORRIS, "d6 a1 d5 a4")

    taken = MORRIS.play(position, 0, "d7xa1", CHANCE)

    assert [move for move in MORRIS.moves(position) if move.startswith("d7")] == ["d7xa4", "d7xa1"]
    assert taken.position[BOARDS[9].place_of["a1"]] == "."
    assert taken.position.in_hand == (6, 7)
    assert [note.text for note in taken.notes] == ["White has closed a mill and taken a man."]


def test_men_in_mills_are_safe_unless_all_are_in_mills() -> None:
    some = arranged("a7 d7 g4 b6", "a1 d1 g1 e3", men=9)
    everybody = arranged("a7 d7 g4 b6", "a1 d1 g1", men=9)

    assert moves_from(some, "g4") == ["g4-f4", "g4-g7xe3"]
    assert moves_from(everybody, "g4") == ["g4-f4", "g4-g7xa1", "g4-g7xd1", "g4-g7xg1"]


def test_a_mill_that_is_opened_and_closed_again_takes_again() -> None:
    position = arranged("a7 d7 g7 b2", "a1 d1 f4 c3")

    opened = MORRIS.play(position, 0, "d7-d6", CHANCE).position
    answered = MORRIS.play(opened, 1, "d1-d2", CHANCE).position

    assert move_read(MORRIS, answered, "d6 d7 f4") == "d6-d7xf4"


def test_two_mills_at_once_take_one_man() -> None:
    position = arranged("a7 d7 g4 g1", "b2 b4 c5 e3", placed=False)

    assert {move for move in MORRIS.moves(position) if move.startswith("g7")} == {"g7xb2", "g7xb4", "g7xc5", "g7xe3"}


def test_men_go_along_lines_to_the_next_point_and_three_fly() -> None:
    four, three = arranged("a1 d5 f2 g7", "b4 c4 e4 f4"), arranged("a1 d5 g7", "b4 c4 e4 f4")
    walking = MORRIS.start({"men": "9", "flying": False}, 2, CHANCE)

    assert moves_from(four, "d5") == ["d5-c5", "d5-d6", "d5-e5"]
    assert len(moves_from(three, "d5")) == 24 - 7
    assert not MORRIS.flies(walking)


def test_with_six_nobody_flies_and_with_twelve_men_go_along_diagonals() -> None:
    assert moves_from(arranged("a1 c4 e5", "b2 b3 e1", men=6), "c4") == ["c4-b4", "c4-c5", "c4-d4"]
    assert moves_from(arranged("b6 a1 g1 g4", "d7 d6 d5 d1", men=12), "b6") == ["b6-a7", "b6-b4", "b6-c5"]


@pytest.mark.parametrize(
    ("white", "black", "winner", "reason"),
    [
        ("a7 d7 g4", "a1 b2", 0, "Black has only 2 men left."),
        ("a4 d1 b4 d2 a7", "a1 g1 g4 d3", None, ""),
        ("a4 d1 g4 d7 b4 d2 f4 d6", "a1 g1 g7 a7", 0, "Black cannot move any more."),
    ],
)
def test_who_has_two_men_or_cannot_move_has_lost(white: str, black: str, winner: int | None, reason: str) -> None:
    result = MORRIS.result(arranged(white, black, seat=1))

    assert (result and result.winner, result.reason if result else "") == (winner, reason)


def test_a_full_board_is_a_tie() -> None:
    full = Position(7, "ox" * 12, in_hand=(0, 0), men=12)

    result = MORRIS.result(full)

    assert result is not None
    assert (result.winner, result.reason) == (None, "The board is full, and nobody can move.")


def test_the_third_time_and_a_hundred_moves_without_a_capture_are_ties() -> None:
    position = arranged("a7 d6 g1 b2", "a1 d1 f4 c3")
    for move in ["d6-d7", "d1-d2", "d7-d6", "d2-d1"] * 2:
        position = MORRIS.play(position, position.next_seat, move, CHANCE).position
    idle = Position(7, position.cells, earlier=tuple(map(str, range(99))), in_hand=(0, 0))

    third, hundred = MORRIS.result(position), MORRIS.result(MORRIS.apply(idle, MORRIS.read(idle, "d6-d7")))

    assert third is not None
    assert third.reason == "The same position has come for the third time."
    assert MORRIS.status(idle, None) == ("Moves since a man was taken: 99; 100 are a tie.",)
    assert hundred is not None
    assert (hundred.winner, hundred.reason) == (None, "No man was taken in 100 moves.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("d7", "That closes a mill: write an x and the man that you take as well. You may take a4, b2."),
        ("d7xd1", "The man on d1 is in a mill, and there are others. You may take a4, b2."),
        ("d7xd6", "None of your opponent's men is on d6. You may take a4, b2."),
        (
            "f4xa4",
            "No mill is closed on f4, so nobody is taken: write f4 alone. Men move when all have been placed.",
        ),
        ("f4-g4", "No mill is closed on f4, so nobody is taken: write f4 alone. Men move when all"),
        ("d7xa4xb2", "One man is taken for a mill, or for two that are closed at once."),
        ("d6-d7", "You still have 2 men to place: name a free point."),
        ("b2", "The point b2 is taken: Black's man is there."),
        ("b1", "The point b1 is not on the board: its points are a1, a4, a7, b2"),
        ("7", 'A move is expected, not "7"'),
    ],
)
def test_what_is_wrong_with_placing_a_man_is_told(text: str, words: str) -> None:
    position = arranged("d5 d6 g7", "a1 d1 g1 a4 b2", placed=False)

    assert refusal(MORRIS, position, text).words.startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("d6-a7", "A man moves along a line to the next point: from d6 that is d7, b6, f6, d5."),
        ("c4", "All your men have been placed: name the one that moves, too."),
        ("d6-d5", "The point d5 is taken: White's man is there."),
        ("d6-d7xa1", "No mill is closed on d7, so nobody is taken: write d6-d7 alone."),
        ("g1-g4", "Black's man lies on g1, and it is White's turn."),
        ("pass", "Nobody passes in Morris: whoever cannot move has lost."),
    ],
)
def test_what_is_wrong_with_moving_a_man_is_told(text: str, words: str) -> None:
    assert refusal(MORRIS, arranged("d5 d6 g7 b2", "a1 d1 g1 a4"), text).words.startswith(words)


def test_openspiel_plays_a_few_random_games_alike() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")

    plies, taken, _ = compare(games=2)

    assert plies > 60
    assert taken > 10


@pytest.mark.long
def test_openspiel_plays_many_random_games_alike() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")

    assert compare(games=40)[0] > 2000
