"""OpenSpiel's hearts has the same legal moves at every card as ours, and the same points at the end of a hand."""

from __future__ import annotations

import pytest

from tests.games.oracles.hearts import compare


def compared(hands: int) -> tuple[int, int]:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    return compare(hands)


def test_a_few_random_hands_are_alike() -> None:
    cards, _ = compared(hands=8)

    assert cards == 8 * 47


@pytest.mark.long
def test_many_random_hands_are_alike() -> None:
    cards, moons = compared(hands=400)

    assert cards == 400 * 47
    assert moons > 0
