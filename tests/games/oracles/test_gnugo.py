"""GNU Go, where it is installed, allows the same moves in go as we do, and counts the same."""

from __future__ import annotations

import pytest

from tests.games.oracles.gnugo import compare_moves, compare_scores

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("size", "games", "most"), [(9, 8, 243), (19, 1, 500)])
def test_the_same_moves_are_legal_at_every_ply(size: int, games: int, most: int) -> None:
    alike = compare_moves(size, games, most)

    assert alike.plies > 100 * games
    assert alike.captures > 5


@pytest.mark.parametrize(("size", "games"), [(9, 8), (19, 2)])
def test_games_are_counted_alike_when_only_eyes_are_left(size: int, games: int) -> None:
    assert compare_scores(size, games) > 80 * games
