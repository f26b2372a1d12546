"""The random numbers of machine players: repeatable, even, and apart for each purpose."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from pbmserv.bots.luck import Luck


def test_the_same_seed_gives_the_same_luck_and_another_purpose_another() -> None:
    drawn = [[Luck(b"seed", label).below(1000) for _ in range(3)] for label in ("search", "search", "moves")]

    assert drawn[0] == drawn[1] != drawn[2]


def test_all_orders_and_numbers_are_about_equally_likely() -> None:
    luck = Luck(b"seed", "even")

    orders = Counter(luck.shuffled("abc") for _ in range(6000))
    numbers = Counter(luck.below(6) for _ in range(6000))

    assert {*orders} == {*permutations("abc")}
    assert {*numbers} == {*range(6)}
    assert all(850 < count < 1150 for count in (*orders.values(), *numbers.values()))
