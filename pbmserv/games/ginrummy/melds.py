"""Melds: sets of three or four of a rank, and runs of three or more of a suit. What is in none is deadwood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from pbmserv.games.cards_for_two import PACK, by_rank, number_of, value_of
from pbmserv.games.tricks.cards import Card

SHORTEST = 3
_CARDS = {(number_of(card), card[1]): card for card in PACK}

Meld: TypeAlias = tuple[Card, ...]


class Arrangement(NamedTuple):
    """A way to lay out a hand: melds that have no card in common, and the deadwood."""

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]

    @property
    def deadwood(self) -> int:
        return deadwood_of(self.left)


def deadwood_of(cards: Sequence[Card]) -> int:
    return sum([value_of(card) for card in cards])


def melds_in(hand: Sequence[Card]) -> Iterator[Meld]:
    """All melds that a hand can lay out."""
    cards = by_rank(hand)
    for number in range(1, 14):
        alike = [card for card in cards if number_of(card) == number]
        for size in range(SHORTEST, len(alike) + 1):
            yield from combinations(alike, size)
    for suit in "CDHS":
        held = [card for card in cards if card[1] == suit]
        for start in range(len(held)):
            end = start + 1
            while end < len(held) and number_of(held[end]) == number_of(held[end - 1]) + 1:
                end += 1
                if end - start >= SHORTEST:
                    yield tuple(held[start:end])


@lru_cache(maxsize=512)
def arrangements(hand: tuple[Card, ...]) -> tuple[Arrangement, ...]:
    """All ways to lay out a hand, that without any meld included."""
    masks = {card: 1 << place for place, card in enumerate(hand)}
    melds = [(sum(masks[card] for card in meld), meld) for meld in melds_in(hand)]
    found: list[Arrangement] = []

    def lay(start: int, used: int, laid: tuple[Meld, ...]) -> None:
        found.append(Arrangement(laid, tuple([card for card in hand if not masks[card] & used])))
        for place in range(start, len(melds)):
            mask, meld = melds[place]
            if not mask & used:
                lay(place + 1, used | mask, (*laid, meld))

    lay(0, 0, ())
    return tuple(found)


def least_deadwood(hand: tuple[Card, ...]) -> int:
    return min([deadwood_of(each.left) for each in arrangements(hand)])


@lru_cache(maxsize=512)
def deadwood_without(hand: tuple[Card, ...]) -> dict[Card, int]:
    """For each card of a hand, the least deadwood that is left when it is discarded."""
    found: dict[Card, int] = {}
    for each in arrangements(hand):
        whole = deadwood_of(each.left)
        for card in each.left:
            left = whole - value_of(card)
            if left < found.get(card, left + 1):
                found[card] = left
    return found


class LaidOff(NamedTuple):
    """How the other one lays out a hand: cards laid off on melds of the one who knocks, own melds, deadwood."""

    off: tuple[Card, ...]
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]


def laid_off(hand: tuple[Card, ...], melds: Sequence[Meld]) -> LaidOff:
    """The layout with the least deadwood, of several the one with fewest cards laid off."""
    layouts = [_with_layoffs(each, melds) for each in arrangements(hand)]
    return min(layouts, key=lambda layout: (deadwood_of(layout.left), len(layout.off)))


def _with_layoffs(own: Arrangement, melds: Sequence[Meld]) -> LaidOff:
    """All that can be laid off; on a run first, which may take more then."""
    left, off = {*own.left}, list[Card]()
    for meld in melds:
        if meld[0][0] == meld[1][0]:
            continue
        suit, numbers = meld[0][1], [number_of(card) for card in meld]
        for step, end in ((-1, numbers[0]), (1, numbers[-1])):
            number = end + step
            while (card := _CARDS.get((number, suit), "")) in left:
                left.remove(card)
                off.append(card)
                number += step
    ranks = {meld[0][0] for meld in melds if meld[0][0] == meld[1][0]}
    fourth = [card for card in left if card[0] in ranks]
    return LaidOff(by_rank([*off, *fourth]), own.melds, by_rank(left.difference(fourth)))


class Show(NamedTuple):
    """What is laid out when somebody knocks."""

    own: Arrangement
    other: LaidOff

    @property
    def lead(self) -> int:
        """By how much less deadwood the one who knocks has."""
        return deadwood_of(self.other.left) - self.own.deadwood


def best_show(knocker: tuple[Card, ...], other: tuple[Card, ...], most: int) -> Show:
    """The best layout for the one who knocks with so much deadwood at most, against the other's best one.

    Nothing is laid off on a gin.
    """
    layouts = [own for own in arrangements(knocker) if own.deadwood <= most]
    shows = [Show(own, laid_off(other, own.melds if own.left else ())) for own in layouts]
    gins = [show for show in shows if not show.own.left]
    return max(gins or shows, key=lambda show: show.lead)
