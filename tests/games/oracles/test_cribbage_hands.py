"""OpenSpiel's cribbage has the same legal discards and cards as ours, and the same points after each of them."""

from __future__ import annotations

import pytest

from tests.games.oracles.cribbage import Compared, compare


def compared(hands: int) -> Compared:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    return compare(hands)


def test_a_few_random_hands_are_alike() -> None:
    assert compared(hands=25).moves > 25 * 7


@pytest.mark.long
def test_many_random_hands_are_alike_but_for_flushes_in_the_crib() -> None:
    found = compared(hands=3000)

    assert found.moves > 3000 * 7
    assert found.flushes > 5
