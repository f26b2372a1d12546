"""OpenSpiel's spades has the same legal bids and cards as ours, and the same points at the end of a hand."""

from __future__ import annotations

import pytest

from tests.games.oracles.spades import Compared, compare


def compared(hands: int) -> Compared:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    return compare(hands)


def test_a_few_random_hands_are_alike() -> None:
    assert compared(hands=8).moves == 8 * (4 + 48)


@pytest.mark.long
def test_many_random_hands_are_alike() -> None:
    found = compared(hands=400)

    assert found.moves == 400 * (4 + 48)
    assert found.only_ours > 0
    assert 0 < found.below_zero < 100
