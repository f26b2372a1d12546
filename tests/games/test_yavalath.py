"""Yavalath: four win, three lose; compared with a second reading of the rules, which looks at the whole board."""

from __future__ import annotations

from itertools import groupby

import pytest

from pbmserv.games.testing import play_random_game, replay
from pbmserv.games.yavalath import Yavalath
from tests.games.grids import drawn, played

YAVALATH = Yavalath()


@pytest.mark.parametrize(
    ("moves", "winner", "why", "row"),
    [
        ("e5 c3 f5 d5 h5 c5 g5", 0, "Black has four in a row.", "e5 f5 g5 h5"),
        ("e3 c1 e4 c3 e6 d3 e5", 0, "Black has four in a row.", "e3 e4 e5 e6"),
        ("c3 c1 d4 c2 f6 b3 e5", 0, "Black has four in a row.", "c3 d4 e5 f6"),
        ("e5 c3 f6 d5 g7", 1, "Black has three in a row, and not four.", "e5 f6 g7"),
        ("a1 e5 i9 f6 c1 g7", 0, "White has three in a row, and not four.", "e5 f6 g7"),
        ("e5 a1 f5 c1 h5 a4 g6 e1 g7 i6 g5", 0, "Black has four in a row.", "e5 f5 g5 h5"),
        ("d5 a1 e5 c1 g5 a3 h5 e1 f5", 0, "Black has four in a row.", "d5 e5 f5 g5 h5"),
    ],
)
def test_four_win_and_three_lose(moves: str, winner: int, why: str, row: str) -> None:
    position = played(YAVALATH, moves)
    result = YAVALATH.result(position)

    assert result is not None
    assert (result.winner, result.reason) == (winner, why)
    assert YAVALATH.status(position, None)[0].endswith(f"in capitals: {row}.")


def test_three_that_are_not_in_one_line_decide_nothing() -> None:
    position = played(YAVALATH, "e5 a1 f5 c1 f6")

    assert YAVALATH.result(position) is None
    assert drawn(YAVALATH, position)[6] == "5  . . . . x x . . ."


def rows_on(board: list[str]) -> set[tuple[str, int]]:
    """The rows of three and more on a board as it is drawn, each by its stone and length."""
    at = {
        (line, column): character.lower()
        for line, text in enumerate(board[2:])
        for column, character in enumerate(text[:24])
        if character.lower() in "xo." and column > 2
    }
    found: set[tuple[str, int]] = set()
    for down, across in ((0, 2), (1, 1), (1, -1)):
        for line, column in at:
            if (line - down, column - across) in at:
                continue
            ray = []
            while (line, column) in at:
                ray.append(at[line, column])
                line, column = line + down, column + across
            runs = [(stone, len([*run])) for stone, run in groupby(ray)]
            found.update((stone, length) for stone, length in runs if stone != "." and length > 2)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_second_reading_sees_the_same_end(seed: int) -> None:
    record = play_random_game(YAVALATH, {}, 2, seed.to_bytes(16, "big"))
    for position in replay(YAVALATH, record).positions:
        rows, result = rows_on(drawn(YAVALATH, position)), YAVALATH.result(position)
        assert (result is not None) == bool(rows)
        if result:
            [stone] = {stone for stone, _ in rows}
            wins = max(length for _, length in rows) > 3
            assert result.winner == ("xo".index(stone) if wins else 1 - "xo".index(stone))
