"""Pente: pairs that are captured and those that are not, the tournament rule, both ways to win.

There is no oracle for it, so the captures are compared with a second reading of the rules, which looks at the board
as rows of text and knows nothing of rays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pbmserv.games.base import Illegal
from pbmserv.games.chance import Chance
from pbmserv.games.pente import Pente, Position
from tests.games.grids import CHANCE, move_read, played, refusal, started

PENTE = Pente()


def test_a_pair_between_two_stones_is_captured_and_the_letter_says_so() -> None:
    before = played(PENTE, "e5 f5 e2 a1 d5", size=9)
    after = PENTE.play(before, 1, "c5", CHANCE)

    assert (after.position.cells.count("x"), after.position.pairs) == (1, (0, 1))
    assert [note.text for note in after.notes] == ["White has captured 1 pair."]
    assert PENTE.status(after.position, None) == ("Pairs captured: Black 0, White 1; 5 win.",)


def test_one_stone_captures_several_pairs() -> None:
    """The picture of the old server's rules: a stone at the corner of two pairs takes both."""
    before = played(PENTE, "d3 f3 e3 f6 d4 a9 e5 b9 j1", opening="free", size=9)
    after = PENTE.play(before, 1, "c3", CHANCE)

    assert after.position.pairs == (0, 2)
    assert [note.text for note in after.notes] == ["White has captured 2 pairs."]


def test_a_pair_laid_between_two_stones_stays() -> None:
    assert played(PENTE, "e5 c7 a9 f7 d7 a1 e7", opening="free", size=9).pairs == (0, 0)


@pytest.mark.parametrize("moves", ["e5 d5 a9 g5 b9 c5", "e5 d5 f5 a1 g5 a2 a9 h5"])
def test_one_stone_or_three_are_not_captured(moves: str) -> None:
    assert played(PENTE, moves, opening="free", size=9).pairs == (0, 0)


def test_five_pairs_win() -> None:
    position = Position(9, "xoo" + "." * 78, pairs=(4, 0), laid=20)
    result = PENTE.result(PENTE.play(position, 0, "d9", CHANCE).position)

    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has captured 5 pairs.")


def test_five_in_a_row_win_and_so_do_six() -> None:
    five = played(PENTE, "e5 a9 e2 a7 e3 c9 e4 c7 e6", size=9)
    result = PENTE.result(five)

    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has five in a row.")

    result = PENTE.result(played(PENTE, "e5 a9 e2 a7 e3 c9 e4 c7 e7 g9 e6", size=9))

    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has six in a row.")


def test_by_the_tournament_rule_the_first_stone_goes_to_the_middle() -> None:
    assert PENTE.moves(started(PENTE)) == ["k10"]
    assert refusal(PENTE, started(PENTE), "a1").words == (
        "By the tournament rule Black's first stone goes to the middle, k10."
    )


def test_by_the_tournament_rule_the_second_black_stone_is_not_near_the_first() -> None:
    position = played(PENTE, "k10 k11")

    assert len(PENTE.moves(position)) == 361 - 25
    assert move_read(PENTE, position, "n10") == "n10"
    assert refusal(PENTE, position, "m12").words == (
        "By the tournament rule Black's second stone lies at least three points from k10."
    )
    assert refusal(PENTE, position, "k11").words == "The point k11 is taken: White's stone lies there."
    assert len(PENTE.moves(played(PENTE, "k10 k11 n10"))) == 361 - 3


def test_without_it_stones_lie_anywhere() -> None:
    assert len(PENTE.moves(started(PENTE, opening="free"))) == 361


def test_a_board_without_a_middle_is_refused() -> None:
    with pytest.raises(Illegal, match=r"no point in its middle: choose an odd number, as in -size=13\."):
        PENTE.check_options({"size": 12, "opening": "free"}, 2)


def lines_through(size: int, place: int) -> Iterator[list[int]]:
    """The four lines through a place."""
    row, column = divmod(place, size)
    cells = [divmod(each, size) for each in range(size * size)]
    for down, across in ((1, 0), (0, 1), (1, -1), (1, 1)):
        yield [r * size + c for r, c in cells if r * down + c * across == row * down + column * across]


def taken_by_the_second_reading(before: str, size: int, place: int, own: str, other: str) -> set[int]:
    board = before[:place] + own.upper() + before[place + 1 :]
    taken = set()
    for line in lines_through(size, place):
        text = "".join(board[each] for each in line)
        for pattern in (f"{own.upper()}{other}{other}{own}", f"{own}{other}{other}{own.upper()}"):
            for found in re.finditer(f"(?={pattern})", text):
                taken |= {*line[found.start() + 1 : found.start() + 3]}
    return taken


def test_captures_are_those_of_a_second_reading_of_the_rules() -> None:
    captures = 0
    for seed in range(12):
        position, chance = started(PENTE, size=9), Chance(seed.to_bytes(16, "big"), "captures")
        while not PENTE.result(position):
            move = chance.choice(PENTE.moves(position))
            after = PENTE.play(position, position.next_seat, move, CHANCE).position
            [place] = PENTE.read(position, move)
            own, other = "xo"[position.next_seat], "ox"[position.next_seat]

            gone = {each for each in range(81) if position[each] == other and after[each] == "."}
            assert gone == taken_by_the_second_reading(position.cells, 9, place, own, other)
            assert sum(after.pairs) - sum(position.pairs) == len(gone) // 2
            captures += len(gone) // 2
            position = after
    assert captures >= 20


def test_the_second_reading_sees_pairs_in_all_directions() -> None:
    assert taken_by_the_second_reading("xoo." + "." * 12, 4, 3, "x", "o") == {1, 2}
    assert taken_by_the_second_reading("x..." + ".o.." + "..o." + "....", 4, 15, "x", "o") == {5, 10}
