"""OpenSpiel's bridge has the same legal calls and cards as ours, the same declarers, and the same scores."""

from __future__ import annotations

import pytest

from tests.games.oracles.bridge import Compared, compare


def compared(deals: int) -> Compared:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    return compare(deals)


def test_a_few_random_deals_are_alike() -> None:
    assert compared(deals=16).moves == 647


@pytest.mark.long
def test_many_random_deals_are_alike() -> None:
    found = compared(deals=320)

    assert found.doubled > 100
    assert found.passed_out > 20
    assert len(found.points) > 80
