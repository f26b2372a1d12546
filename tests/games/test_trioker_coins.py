"""Coins: what they are worth, paying in as few as possible, and how the bank changes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.games.trioker.coins import Coin, Purse, purse_of

PURSES = st.builds(Purse, red=st.integers(0, 12), black=st.integers(0, 12), small=st.integers(0, 1))


def test_red_coins_are_worth_5_and_black_ones_2() -> None:
    assert Purse(red=5, black=5).points == 35
    assert Purse(red=4, black=5).points == 30
    assert Purse(red=0, black=1, small=1).points == 3


@pytest.mark.parametrize(
    ("points", "purse"),
    [
        (0, Purse(0, 0)),
        (1, Purse(0, 0, 1)),
        (2, Purse(0, 1)),
        (3, Purse(0, 1, 1)),
        (4, Purse(0, 2)),
        (6, Purse(0, 3)),
        (8, Purse(0, 4)),
        (11, Purse(1, 3)),
        (35, Purse(7, 0)),
    ],
)
def test_the_bank_gives_as_many_red_coins_as_it_can(points: int, purse: Purse) -> None:
    assert purse_of(points) == purse


@pytest.mark.parametrize(
    ("before", "points", "after"),
    [
        (Purse(5, 5), 2, Purse(5, 4)),
        (Purse(5, 5), 5, Purse(4, 5)),
        (Purse(5, 5), 10, Purse(3, 5)),
        (Purse(5, 5), 7, Purse(4, 4)),
        (Purse(1, 5), 10, Purse(1, 0)),
        (Purse(2, 0), 2, Purse(0, 4)),
        (Purse(0, 4), 5, Purse(0, 1, 1)),
        (Purse(0, 5), 5, Purse(1, 0)),
        (Purse(1, 0), 2, Purse(0, 1, 1)),
        (Purse(1, 1, 1), 5, Purse(0, 1, 1)),
        (Purse(1, 2, 1), 10, Purse(0, 0)),
    ],
)
def test_coins_are_paid_if_they_make_the_sum_and_else_changed(before: Purse, points: int, after: Purse) -> None:
    assert before.minus(points) == after


def test_receiving_adds_coins_and_two_small_ones_become_black() -> None:
    assert Purse(5, 4).plus(2) == Purse(5, 5)
    assert Purse(5, 4).plus(5) == Purse(6, 4)
    assert Purse(0, 1, 1).plus(1) == Purse(0, 2, 0)
    assert Purse(0, 1, 1).plus(3) == Purse(0, 3, 0)


def test_any_coin_to_give_is_black_else_red_else_what_there_is() -> None:
    assert Purse(5, 5, 1).coin_to_give is Coin.BLACK
    assert Purse(5, 0, 1).coin_to_give is Coin.RED
    assert Purse(0, 0, 1).coin_to_give is Coin.SMALL
    assert Purse().coin_to_give is None


@pytest.mark.parametrize("coin", Coin)
def test_a_coin_that_is_given_is_gone(coin: Coin) -> None:
    assert Purse(2, 2, 1).points - Purse(2, 2, 1).without(coin).points == coin.value


@given(PURSES, st.data())
def test_paying_and_receiving_change_what_a_purse_is_worth_by_just_that(purse: Purse, data: st.DataObject) -> None:
    due = data.draw(st.integers(0, purse.points))

    less, more = purse.minus(due), purse.plus(due)

    assert less.points == purse.points - due
    assert more.points == purse.points + due
    assert min(less.red, less.black, less.small) >= 0
    assert less.small <= 1
    assert more.small <= 1
