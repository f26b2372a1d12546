"""What cards count in Cribbage: in the play, and when hands are shown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb, prod
from typing import TypeAlias

from pbmserv.games.cards_for_two import RANKS, number_of, value_of
from pbmserv.games.message import Message
from pbmserv.games.tricks.cards import Card

FIFTEEN, MOST = 15, 31
"""The counts in the play that bring two points each; none goes beyond the second."""
SHORTEST_RUN = 3

Points: TypeAlias = tuple[tuple[str, int], ...]
"""What is counted, in words, with its points."""


def count_of(cards: Sequence[Card]) -> int:
    return sum([value_of(card) for card in cards])


def points_in_play(cards: Sequence[Card]) -> Points:
    """What the last of the cards brings that were played since the count began."""
    found: list[tuple[str, int]] = []
    if count_of(cards) in (FIFTEEN, MOST):
        found.append((Message("fifteen" if count_of(cards) == FIFTEEN else "thirty-one"), 2))
    numbers = [number_of(card) for card in cards]
    alike = next((place for place, number in enumerate(reversed(numbers)) if number != numbers[-1]), len(numbers))
    if alike > 1:
        found.append((_alike(alike), 2 * comb(alike, 2)))
    for length in range(len(numbers), SHORTEST_RUN - 1, -1):
        last = sorted(numbers[-length:])
        if last == [*range(last[0], last[0] + length)]:
            found.append((Message("a run of {length}", length=length), length))
            break
    return tuple(found)


def _alike(count: int) -> str:
    return Message({2: "a pair", 3: "three alike", 4: "four alike"}[count])


def points_in_show(hand: Sequence[Card], starter: Card, is_crib: bool = False) -> Points:
    """What four cards and the starter count."""
    five = (*hand, starter)
    values = [value_of(card) for card in five]
    fifteens = sum(sum(some) == FIFTEEN for size in range(2, 6) for some in combinations(values, size))
    times = [0] * (len(RANKS) + 2)
    for card in five:
        times[number_of(card)] += 1
    pairs = sum(2 * comb(count, 2) for count in times)
    found = [(Message("fifteens"), 2 * fifteens), (Message("pairs"), pairs), *_runs(times)]
    suits = [card[1] for card in hand]
    if len({*suits}) == 1:
        is_whole = starter[1] == suits[0]
        found.append((Message("a flush"), 5 if is_whole else 0 if is_crib else 4))
    found.append((Message("the jack of the suit"), int("J" + starter[1] in hand)))
    return tuple((words, points) for words, points in found if points)


def _runs(times: Sequence[int]) -> list[tuple[Message, int]]:
    """Runs, of which there are as many as ways to choose their cards."""
    start = 1
    while start < len(times):
        end = start
        while times[end]:
            end += 1
        if end - start >= SHORTEST_RUN:
            return [(Message("runs"), (end - start) * prod(times[start:end]))]
        start = end + 1
    return []


def total(points: Points) -> int:
    return sum(each for _, each in points)
