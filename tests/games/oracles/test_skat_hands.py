"""Hands of Skat are what OpenSpiel's are, as far as it has them, and what a second reading says of all else."""

from __future__ import annotations

import pytest

from tests.games.oracles.skat import LADDER, Compared, _first_bids, compare, compare_cards


def cards_compared(hands: int) -> int:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    return compare_cards(hands)


def test_the_values_that_can_be_bid_are_those_of_the_published_table() -> None:
    assert _first_bids() == [*map(str, LADDER), "pass"]


def test_the_cards_of_a_few_random_hands_are_alike() -> None:
    assert cards_compared(hands=15) > 15 * 15


def test_a_few_random_hands_are_what_the_second_reading_says() -> None:
    assert compare(hands=25).moves > 25 * 15


@pytest.mark.long
def test_the_cards_of_many_random_hands_are_alike() -> None:
    assert cards_compared(hands=500) > 500 * 15


@pytest.mark.long
def test_many_random_hands_are_what_the_second_reading_says() -> None:
    found: Compared = compare(hands=1000)

    assert found.moves > 1000 * 15
    assert min(found.won, found.overbid, found.by_hand) > 50
