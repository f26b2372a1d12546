"""OpenSpiel's rules and ours give the same legal moves at every ply of random games, and the same winners."""

from __future__ import annotations

import pytest

from tests.games.oracles.openspiel import ORACLES, Oracle, compare

pytestmark = pytest.mark.long


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.name)
def test_random_games_are_alike(oracle: Oracle) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")

    compared = compare(oracle, games=30)

    assert compared.games == 30
    assert compared.plies > 300
