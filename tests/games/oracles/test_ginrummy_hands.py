"""OpenSpiel's gin rummy has the same draws, discards and knocks as ours, and the same points at the end of a hand."""

from __future__ import annotations

import pytest

from tests.games.oracles.ginrummy import Compared, compare


def compared(hands: int) -> Compared:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    return compare(hands)


def test_a_few_random_hands_are_alike() -> None:
    assert compared(hands=5).moves > 50


@pytest.mark.long
def test_many_random_hands_are_alike() -> None:
    found = compared(hands=200)

    assert found.moves > 200 * 10
    assert min(found.knocks, found.gins, found.undercuts) > 0
