"""OpenSpiel's oware and mancala have the same seeds in the same places as Wari and Kalah, at every ply."""

from __future__ import annotations

import pytest

from tests.games.oracles.sowing import ORACLES, Oracle, compare


def compared(oracle: Oracle, games: int) -> tuple[int, int]:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    return compare(oracle, games)


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.word)
def test_a_few_random_games_are_alike(oracle: Oracle) -> None:
    plies, captures = compared(oracle, games=3)

    assert plies > 60
    assert captures > 6


@pytest.mark.long
@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.word)
def test_many_random_games_are_alike(oracle: Oracle) -> None:
    plies, captures = compared(oracle, games=1000)

    assert plies > 30_000
    assert captures > 4_000
