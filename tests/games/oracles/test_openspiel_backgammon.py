"""OpenSpiel's backgammon leads to the same positions as ours, roll by roll."""

from __future__ import annotations

import pytest

from tests.games.oracles.backgammon import Compared, compare


def compared(games: int) -> Compared:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    return compare(games)


@pytest.mark.long
def test_random_games_are_alike() -> None:
    alike = compared(games=30)

    assert alike.games == 30
    assert alike.plies > 2000
    assert alike.plays > 40_000
    assert alike.gammons > 2
