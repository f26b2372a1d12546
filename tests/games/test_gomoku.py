"""Gomoku: rows in every direction, rows that are too long, swapping sides."""

from __future__ import annotations

import pytest

from pbmserv.games.gomoku import Gomoku, Position
from tests.games.grids import CHANCE, drawn, move_read, played, refusal, started

GOMOKU = Gomoku()
AWAY = "a15 c15 e15 g15 a13 c13 e13 g13"
"""Where White lays stones that are in no row."""


def with_white_away(black: str) -> str:
    """A game in which Black lays these stones, and White lays some that do not matter."""
    moves = [move for pair in zip(black.split(), AWAY.split(), strict=False) for move in pair]
    return " ".join(moves[: 2 * len(black.split()) - 1])


@pytest.mark.parametrize(
    "row",
    ["d4 e4 f4 g4 h4", "d4 d5 d6 d7 d8", "d4 e5 f6 g7 h8", "d8 e7 f6 g5 h4", "d4 h4 e4 g4 f4"],
)
def test_five_in_a_row_win_in_every_direction(row: str) -> None:
    position = played(GOMOKU, with_white_away(row))
    result = GOMOKU.result(position)

    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has five in a row.")
    [line] = GOMOKU.status(position, None)
    assert sorted(line.removeprefix("The row, in capitals: ").rstrip(".").split()) == sorted(row.split())


def test_the_row_is_in_capitals() -> None:
    board = drawn(GOMOKU, played(GOMOKU, with_white_away("d4 e4 f4 g4 h4")))

    assert board[12] == " 4 . . . X X X X(X). . . . . . . 4"


@pytest.mark.parametrize("row", ["d4 e4 f4 g4", "d4 e4 f4 g4 j4", "n4 o4 p4 a5 b5"])
def test_four_are_not_enough_and_neither_are_five_with_a_gap_or_around_an_edge(row: str) -> None:
    assert GOMOKU.result(played(GOMOKU, with_white_away(row))) is None


def test_six_in_a_row_win_unless_exactly_five_are_asked_for() -> None:
    six = with_white_away("d4 e4 f4 h4 j4 g4")

    assert GOMOKU.result(played(GOMOKU, six)) is not None
    assert GOMOKU.result(played(GOMOKU, six, exact=True)) is None
    assert GOMOKU.result(played(GOMOKU, with_white_away("d4 e4 f4 g4 h4"), exact=True)) is not None


@pytest.mark.parametrize(
    ("row", "word"),
    [
        ("d4 e4 f4 g4 h4", "five"),
        ("d4 e4 f4 h4 j4 g4", "six"),
        ("d4 e4 f4 h4 j4 k4 g4", "seven"),
        ("d4 e4 f4 g4 j4 k4 l4 h4", "eight"),
        ("d4 e4 f4 g4 j4 k4 l4 m4 h4", "nine"),
        ("d4 e4 f4 g4 h5 h6 h7 h8 h9 h4", "six"),
    ],
)
def test_a_row_is_announced_as_long_as_it_is(row: str, word: str) -> None:
    stones = row.split()
    # As many white stones lie where they are in no row.
    white = [f"{column}{row}" for row in (15, 13) for column in "acegj"][: len(stones) - 1]
    empty = Position(15, "." * 225)
    places = GOMOKU.board(empty).place_of
    lying = dict.fromkeys(stones[:-1], "x") | dict.fromkeys(white, "o")
    position = empty.with_changes({places[name]: stone for name, stone in lying.items()}, 0, ())

    position = GOMOKU.play(position, 0, stones[-1], CHANCE).position
    result = GOMOKU.result(position)

    assert result is not None
    assert result.reason == f"Black has {word} in a row."
    # Records from before it was so say five, and are still true.
    older = GOMOKU.rules_of(1).result(position)
    assert older is not None
    assert (older.winner, older.reason) == (0, "Black has five in a row.")
    assert GOMOKU.rules_of(1).version == 1
    assert GOMOKU.rules_of(1).rules_of(1) is GOMOKU.rules_of(1)
    assert GOMOKU.rules_of(2) is GOMOKU


def test_sides_may_be_swapped_when_three_stones_lie_there() -> None:
    options = {option.name: option.default for option in GOMOKU.options}

    assert GOMOKU.swap_at(options) == 4
    assert GOMOKU.swap_at({**options, "opening": "free"}) is None


def test_no_column_is_called_i() -> None:
    assert drawn(GOMOKU, started(GOMOKU))[0] == "   a b c d e f g h j k l m n o p"
    assert refusal(GOMOKU, started(GOMOKU), "i5").words == (
        "The point i5 is not on the board: its points are a1 to p15."
    )


def test_a_point_that_is_taken_is_refused() -> None:
    assert refusal(GOMOKU, played(GOMOKU, "h8"), "h8").words == "The point h8 is taken: Black's stone lies there."


@pytest.mark.parametrize("typed", ["h8", "H8", " h8 "])
def test_points_are_read_in_either_case(typed: str) -> None:
    assert move_read(GOMOKU, started(GOMOKU), typed) == "h8"


OPENED = "e5 e6 f5"
"""The three stones with which swap2 begins."""
CHOOSE = "Choose first: black (play Black) or white (play White, and lay the next stone)"


def names(position: Position) -> list[str]:
    """What the seats are called."""
    return [GOMOKU.seat_name(position, seat) for seat in (0, 1)]


def test_in_swap2_the_first_player_lays_three_stones_black_white_black() -> None:
    position = played(GOMOKU, "e5,e6,f5", size=9, opening="swap2")

    assert position == played(GOMOKU, OPENED, size=9, opening="swap2")
    assert drawn(GOMOKU, position)[4:6] == ["6 . . . .(o). . . . 6", "5 . . . .(x|x). . . 5"]
    assert position.next_seat == 1
    assert GOMOKU.moves(position) == ["black", "white", "more"]
    assert {"black", "white", "more"} <= set(GOMOKU.picture(position, 1).targets)


@pytest.mark.parametrize(
    ("moves", "seats", "next_seat", "stone"),
    [
        ("black", ["White", "Black"], 0, "o"),
        ("white", ["Black", "White"], 1, "o"),
        ("more,a1,b1 black", ["Black", "White"], 1, "o"),
        ("more,a1,b1 white", ["White", "Black"], 0, "o"),
        ("black j9", ["White", "Black"], 1, "x"),
    ],
)
def test_in_swap2_colours_are_chosen_and_white_goes_on(
    moves: str, seats: list[str], next_seat: int, stone: str
) -> None:
    position = played(GOMOKU, f"{OPENED} {moves}", size=9, opening="swap2")

    assert (names(position), position.next_seat) == (seats, next_seat)
    assert GOMOKU.play(position, next_seat, "h8", CHANCE).position[position.width + 7] == stone


def test_the_two_more_stones_of_swap2_are_white_and_black() -> None:
    position = played(GOMOKU, f"{OPENED} more,a1,b1", size=9, opening="swap2")

    assert drawn(GOMOKU, position)[9] == "1(o|x). . . . . . . 1"
    assert (position.next_seat, GOMOKU.moves(position)) == (0, ["black", "white"])
    assert names(position) == ["", ""]


@pytest.mark.parametrize(("chosen", "winner"), [("white", 0), ("black", 1)])
def test_in_swap2_who_has_taken_black_wins_with_black_stones(chosen: str, winner: int) -> None:
    position = played(GOMOKU, f"{OPENED} {chosen} a9 g5 c9 h5 e9 j5", size=9, opening="swap2")
    result = GOMOKU.result(position)

    assert result is not None
    assert (result.winner, result.reason) == (winner, "Black has five in a row.")


@pytest.mark.parametrize(
    ("moves", "text", "words"),
    [
        (
            OPENED,
            "h8",
            f"{CHOOSE} or more (lay two more stones).",
        ),
        (
            f"{OPENED} more,a1,b1",
            "more",
            f"{CHOOSE}.",
        ),
        ("", "e5,e6,f5,g5", "After e5, e6, f5 your turn is over: leave out g5."),
        ("e5", "white", "There is nothing to choose now: name a point."),
    ],
)
def test_what_is_out_of_time_in_swap2_is_refused(moves: str, text: str, words: str) -> None:
    assert refusal(GOMOKU, played(GOMOKU, moves, size=9, opening="swap2"), text).words == words


def test_nobody_swaps_by_the_table_in_swap2() -> None:
    assert GOMOKU.swap_at({"size": 15, "exact": False, "opening": "swap2"}) is None


def test_the_point_in_the_first_corner_is_named_as_any_other() -> None:
    start = started(GOMOKU, size=9, opening="free")

    assert GOMOKU.moves(start)[0] == "a9"
    assert {"b9", "j1"} < {*GOMOKU.moves(start)}
