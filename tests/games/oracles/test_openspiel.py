"""OpenSpiel's rules and ours give the same legal moves at every ply of random games, and the same winners."""

from __future__ import annotations

import os

import pytest

from tests.games.oracles.openspiel import ORACLES, Oracle, compare

pytestmark = pytest.mark.long
GAMES = int(os.environ.get("TESTS_GAMES", "30"))


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.name)
def test_random_games_are_alike(oracle: Oracle) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")

    compared = compare(oracle, games=GAMES)

    assert compared.games == GAMES
    assert compared.plies > 300
