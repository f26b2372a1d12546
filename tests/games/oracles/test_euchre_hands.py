"""OpenSpiel's euchre has the same legal bids, discards and cards as ours, and the same points after a hand."""

from __future__ import annotations

import pytest

from tests.games.oracles.euchre import Compared, compare


def compared(hands: int) -> Compared:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    return compare(hands)


def test_a_few_random_hands_are_alike() -> None:
    assert compared(hands=20).moves > 20 * 13


@pytest.mark.long
def test_many_random_hands_are_alike_also_if_a_maker_plays_alone() -> None:
    found = compared(hands=1000)

    assert found.moves > 1000 * 13
    assert found.alone > 250
    assert found.dealers_out > 30
