"""Abalone: rows that go forward, push and go aside; compared with a second reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pbmserv.games.abalone import BOARD, Abalone, pushed_off
from pbmserv.games.repetition import Remembering
from tests.games.grids import drawn, move_read, nodes, played, refusal, started

ABALONE = Abalone()


SPARE = {"x": "g3 g4 g5 g6 g7 g8 g9 h8 h9", "o": "i5 i6 i7 i8 i9 h4 h5 h6 h7"}
"""Marbles that are far away, so that the game is still on."""


def arranged(black: str, white: str) -> Remembering:
    """A position with these marbles, and those that are far away."""
    names = {"x": f"{black} {SPARE['x']}", "o": f"{white} {SPARE['o']}"}
    lying = {BOARD.place_of[name]: marble for marble, given in names.items() for name in given.split()}
    return Remembering(BOARD.width, "".join(lying.get(place, ".") for place in BOARD.places))


def after(position: Remembering, move: str) -> Remembering:
    """The position after a move."""
    return ABALONE.apply(position, ABALONE.read(position, move))


def marbles(position: Remembering, marble: str) -> str:
    """Where the marbles of one colour lie that are not far away, by name."""
    names = {BOARD.names[place] for place in position.places_of(marble)}
    return " ".join(sorted(names.difference(SPARE[marble].split())))


def test_the_board_is_named_by_rows_from_below_and_numbers_at_its_lower_right() -> None:
    assert drawn(ABALONE, played(ABALONE, "a1-b2 i5-h5")) == [
        "    i  . o o o o",
        "   h  o(o)o o o o",
        "  g  . .(o)o o . .",
        " f  . . .(o). . . .",
        "e  . . . . . . . . .",
        " d  . . . x . . . . \\",
        "  c  . . x x x . . \\ 9",
        "   b  x x x x x x \\ 8",
        "    a  . x x x x \\ 7",
        "        \\ \\ \\ \\ \\ 6",
        "         1 2 3 4 5",
    ]


@pytest.mark.parametrize(
    ("black", "white", "move", "black_then", "white_then"),
    [
        ("e1 e2", "e3", "e1-e2", "e2 e3", "e4"),
        ("e1 e2 e3", "e4 e5", "e1-e2", "e2 e3 e4", "e5 e6"),
        ("e7 e8", "e9", "e7-e8", "e8 e9", ""),
        ("a1 b2 c3", "d4", "a1-b2", "b2 c3 d4", "e5"),
        ("e5 e6", "", "e5-e6", "e6 e7", ""),
        ("e5 e6", "", "e5-f6", "e6 f6", ""),
        ("e4 e5 e6", "", "e4-e6-f5", "f5 f6 f7", ""),
        ("c3 d4", "", "c3-d4-c4", "c4 d5", ""),
    ],
)
def test_marbles_go_forward_push_and_go_aside(
    black: str, white: str, move: str, black_then: str, white_then: str
) -> None:
    position = after(arranged(black, white), move)

    assert marbles(position, "x") == black_then
    assert marbles(position, "o") == white_then


@pytest.mark.parametrize(
    ("black", "white", "move", "words"),
    [
        ("e1 e2", "e3 e4", "e1-e2", "A row pushes only what it outnumbers: 2 marbles cannot push 2."),
        ("e1", "e2", "e1-e2", "A row pushes only what it outnumbers: 1 marble cannot push 1."),
        ("e1 e2 e3 e4", "e5", "e1-e2", "That would move 4 marbles, and no more than three move together."),
        ("e8 e9", "", "e8-e9", "You cannot push your own marble off the board."),
        ("e1 e2 e4", "e3", "e1-e2", "A marble of your own lies behind what you would push."),
        ("e1", "", "e1-e3", "Marbles move by one cell, and e3 does not touch e1."),
        ("e1 e2", "f2", "e1-e2-f2", "A row goes aside only where there is a free cell for each of its marbles."),
        ("e1 e3", "", "e1-e3-f2", "From e1 to e3 there is no row of two or three of your marbles."),
        ("e1 e2 e3 e4", "", "e1-e4-f2", "From e1 to e4 there is no row of two or three of your marbles."),
        ("e1", "e5", "e5-e6", "White's marble lies on e5, and it is Black's turn."),
        ("e1", "e5", "a9", "The cell a9 is not on the board: its cells in that row are a1 to a5."),
    ],
)
def test_what_is_against_the_rules_is_told(black: str, white: str, move: str, words: str) -> None:
    assert refusal(ABALONE, arranged(black, white), move).words.startswith(words)


def test_a_row_that_goes_aside_may_be_named_from_either_end() -> None:
    position = started(ABALONE)

    assert move_read(ABALONE, position, "c5-c3-d5") == "c3-c5-d3"
    assert move_read(ABALONE, position, "C3C5D3") == "c3-c5-d3"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a1-c3,b2", "a1-b2"),
        ("a1-c3,d4", "a1-b2"),
        ("c3-a1,d4", "a1-b2"),
        ("c3-c5,c6", "c3-c4"),
        ("c3-c5,c2", "c5-c4"),
        ("c3-c5,d4", "c3-c5-d4"),
        ("c3-c5,d6", "c3-c5-d4"),
        ("c5-c3,d3", "c3-c5-d3"),
        ("b2-c3,c2", "c3-b2-d3"),
        ("b2,c2", "b2-c2"),
    ],
)
def test_a_row_may_be_named_by_both_ends_and_where_either_goes(typed: str, meant: str) -> None:
    assert move_read(ABALONE, started(ABALONE), typed) == meant


@pytest.mark.parametrize("typed", ["a1-b2,c3", "a1-b2,b2", "c3-c4,c5"])
def test_a_part_of_a_row_does_not_go_where_the_rest_lies(typed: str) -> None:
    words = "Along its line a row goes with all marbles ahead of it: name its last one and the next cell."
    assert refusal(ABALONE, started(ABALONE), typed).words == words


def test_the_sixth_marble_pushed_off_wins_and_each_is_told() -> None:
    position = arranged("e7 e8 a1 a2 a3", "e9")
    position = position.with_changes({BOARD.place_of["i5"]: "."}, 0, ())
    then = after(position, "e7-e8")
    result = ABALONE.result(then)

    assert ABALONE.result(position) is None
    assert pushed_off(then) == (6, 0)
    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has pushed 6 marbles off the board.")
    assert [*ABALONE.notes(position, "e7-e8", then)] == ["Black has pushed a marble off the board, number 6."]


def test_the_third_time_and_two_hundred_idle_moves_are_a_tie() -> None:
    shuffled = played(ABALONE, "c3-d3 g7-f7 d3-c3 f7-g7 " * 2)
    assert ABALONE.result(shuffled) is not None
    assert ABALONE.status(shuffled, None) == ("Marbles pushed off: by Black 0, by White 0; 6 win.",)

    idle = Remembering(BOARD.width, started(ABALONE).cells, 0, earlier=tuple(map(str, range(199))))
    assert ABALONE.result(idle) is None
    result = ABALONE.result(after(idle, "c3-d3"))
    assert result is not None
    assert (result.winner, result.reason) == (None, "No marble was pushed off in 200 moves.")


def test_a_row_is_touched_at_both_ends_and_then_where_it_goes() -> None:
    position = started(ABALONE)

    assert ABALONE.steps(position, 0, "a1-b2") == ("a1", "c3", "d4")
    assert ABALONE.steps(position, 0, "c3-c5-d3") == ("c3", "c5", "d3")
    assert ABALONE.steps(position, 0, "c3-d3") == ("c3", "d3")


AROUND = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Rows up and numbers up to each of the six neighbours, by the names of cells."""


def second_reading(board: dict[tuple[int, int], str], own: str) -> Iterator[dict[tuple[int, int], str]]:
    """The boards that a seat can make, found by trying all groups of marbles in a line in all directions."""
    mine = {cell for cell, marble in board.items() if marble == own}
    groups = {frozenset([cell]) for cell in mine}
    for row, number in mine:
        for up, along in AROUND[:3]:
            line = [(row + step * up, number + step * along) for step in range(3)]
            groups |= {frozenset(line[:length]) for length in (2, 3) if mine.issuperset(line[:length])}
    for group in groups:
        for up, along in AROUND:
            new = {(row + up, number + along) for row, number in group}
            [*fronts] = new - group
            if not new <= board.keys():
                continue
            if all(board[cell] == "." for cell in fronts):
                yield {**board, **dict.fromkeys(group, "."), **dict.fromkeys(new, own)}
            elif len(fronts) == 1 and len(group) > 1 and board[fronts[0]] != own:
                pushed, (row, number) = 0, fronts[0]
                while board.get((row, number), ".") not in (".", own):
                    pushed, row, number = pushed + 1, row + up, number + along
                if pushed < len(group) and board.get((row, number), ".") == ".":
                    made = {**board, **dict.fromkeys(group, "."), **dict.fromkeys(new, own)}
                    if (row, number) in board:
                        made[row, number] = "x" if own == "o" else "o"
                    yield made


def compared(seed: int, most: int, start: str) -> int:
    """Play a random game, compare all positions that could come next, and say how many moves it had."""
    choices, position, plies = Random(seed), started(ABALONE, start=start), 0  # noqa: S311 - it has to be the same
    cells = [("abcdefghi".index(name[0]), int(name[1:])) for name in BOARD.names]
    while not ABALONE.result(position) and plies < most:
        ours = {move: ABALONE.apply(position, way) for move, way in ABALONE.known_paths(position).items()}
        board, own = dict(zip(cells, position.cells, strict=True)), ABALONE.own(position)
        theirs = sorted("".join(made[cell] for cell in cells) for made in second_reading(board, own))
        assert sorted(each.cells for each in ours.values()) == theirs
        position, plies = ours[choices.choice(sorted(ours))], plies + 1
    return plies


@pytest.mark.parametrize("start", ["standard", "belgian", "german"])
def test_a_second_reading_sees_the_same_moves(start: str) -> None:
    assert compared(1, 25, start) == 25


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_a_second_reading_sees_the_same_moves_in_whole_games(seed: int) -> None:
    assert compared(seed, 1000, "belgian") > 40


def test_the_first_two_moves_can_be_made_in_so_many_ways() -> None:
    assert [nodes(ABALONE, started(ABALONE), depth) for depth in (1, 2)] == [44, 1936]


@pytest.mark.parametrize("place", ["a1", "e5", "i5"])
def test_one_place_alone_is_no_move(place: str) -> None:
    words = refusal(ABALONE, started(ABALONE), place).words
    assert place in words
    assert words.endswith(".")
