"""Guesses of hidden hands, consistent with play and passing.

A player who did not follow suit has none of it, and cards that the viewer passed are where they went. Inferences from
choices are left out.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from math import factorial, prod
from typing import TypeAlias

from pbmserv.games.chance import Chance
from pbmserv.games.hearts.cards import PACK, UNKNOWN, Card, in_order, is_penalty, of_suit, strength, suit_of
from pbmserv.games.hearts.game import Hearts
from pbmserv.games.hearts.rules import SEATS, TO_PASS, Position, lowest_of

Kind: TypeAlias = tuple[int, ...]
"""The seats that may hold a card."""
Rooms: TypeAlias = tuple[int, ...]
"""Numbers of cards by seat."""
Groups: TypeAlias = tuple[tuple[Kind, tuple[Card, ...]], ...]
"""Hidden cards by possible holders."""


def guess(game: Hearts, seen: Position, seat: int, chance: Chance) -> Position:
    if UNKNOWN not in {card for hand in seen.hands for card in hand}:
        return seen
    hands = {each: hand for each, hand in enumerate(seen.hands) if UNKNOWN not in hand}
    rooms = tuple(0 if each in hands else len(hand) for each, hand in enumerate(seen.hands))
    found = dealt(_groups(seen, seat), rooms, chance)
    # While cards are passed, hands are in the order in which they were dealt.
    arranged = chance.shuffled if seen.is_passing else in_order
    hands |= {each: arranged(found[each]) for each in range(SEATS) if each not in hands}
    whole = replace(seen, hands=tuple(hands[each] for each in range(SEATS)))
    return replace(whole, passed=tuple(_passed(whole, each, chance) for each in range(SEATS)))


def dealt(groups: Groups, rooms: Rooms, chance: Chance) -> Sequence[list[Card]]:
    """The hidden cards of each seat, given their numbers."""
    hands: list[list[Card]] = [[] for _ in rooms]
    sizes = tuple((kind, len(cards)) for kind, cards in groups)
    for number, (_, cards) in enumerate(groups):
        shares, up_to = _shares(sizes[number:], rooms)
        share = shares[bisect(up_to, chance.below(up_to[-1]))]
        left = chance.shuffled(cards)
        for seat, count in enumerate(share):
            hands[seat] += left[:count]
            left = left[count:]
        rooms = _less(rooms, share)
    return hands


@lru_cache(maxsize=4096)
def _shares(sizes: tuple[tuple[Kind, int], ...], rooms: Rooms) -> tuple[Sequence[Rooms], Sequence[int]]:
    """The possible shares of the first kind of cards among seats, with cumulated numbers of deals.

    Cards and room are equal in number.
    """
    (kind, size), *rest = sizes
    shares = [*_divided(size, [room if seat in kind else 0 for seat, room in enumerate(rooms)])]
    return shares, [*accumulate(_orders(share) * _deals(tuple(rest), _less(rooms, share)) for share in shares)]


def _deals(sizes: tuple[tuple[Kind, int], ...], rooms: Rooms) -> int:
    if not sizes:
        return 1
    _, up_to = _shares(sizes, rooms)
    return up_to[-1] if up_to else 0


def _divided(size: int, rooms: Sequence[int]) -> Iterator[Rooms]:
    if len(rooms) == 1:
        if size <= rooms[0]:
            yield (size,)
        return
    for count in range(min(size, rooms[0]) + 1):
        for others in _divided(size - count, rooms[1:]):
            yield count, *others


def _orders(share: Rooms) -> int:
    return factorial(sum(share)) // prod(map(factorial, share))


def _less(rooms: Rooms, share: Rooms) -> Rooms:
    return tuple(room - count for room, count in zip(rooms, share, strict=True))


@lru_cache(maxsize=8)
def _groups(seen: Position, seat: int) -> Groups:
    visible = {*seen.played, *seen.trick}.union(*seen.hands)
    given = {*seen.passed[seat]} if not seen.is_passing else set()
    lacking = _lacking(seen)
    groups: dict[Kind, list[Card]] = {}
    for card in PACK:
        if card not in visible:
            if card in given:
                kind: Kind = ((seat + seen.pass_by) % SEATS,)
            else:
                kind = tuple(each for each in range(SEATS) if each != seat and card not in lacking[each])
            groups.setdefault(kind, []).append(card)
    return tuple((kind, tuple(cards)) for kind, cards in groups.items())


def _lacking(seen: Position) -> Mapping[int, set[Card]]:
    lacking: dict[int, set[Card]] = {seat: set() for seat in range(SEATS)}
    is_broken = False
    for number, (led, trick) in enumerate(tricks_of(seen)):
        suit = suit_of(trick[0])
        if suit == "H" and not is_broken:
            lacking[led] |= {card for card in PACK if suit_of(card) != "H"}
        for place, card in enumerate(trick[1:], 1):
            if suit_of(card) != suit:
                seat = (led + place) % SEATS
                lacking[seat] |= {*of_suit(PACK, suit)}
                if number == 0 and is_penalty(card):
                    lacking[seat] |= {each for each in PACK if not is_penalty(each)}
        is_broken |= any(suit_of(card) == "H" for card in trick)
    return lacking


def tricks_of(seen: Position) -> Sequence[tuple[int, tuple[Card, ...]]]:
    found = [(seen.led, seen.trick)] if seen.trick else []
    taker = seen.led
    for end in range(len(seen.played), 0, -SEATS):
        trick = seen.played[end - SEATS : end]
        best = max(of_suit(trick, suit_of(trick[0])), key=strength)
        taker = (taker - trick.index(best)) % SEATS
        found.insert(0, (taker, trick))
    return found


def _passed(whole: Position, seat: int, chance: Chance) -> tuple[Card, ...]:
    """The cards that a seat passed: any three that its neighbour had afterwards."""
    passed = whole.passed[seat]
    if UNKNOWN not in passed:
        return passed
    if not whole.is_passing:
        holder = (seat + whole.pass_by) % SEATS
        had = [*whole.hands[holder]]
        for led, trick in tricks_of(whole):
            had += [card for place, card in enumerate(trick) if (led + place) % SEATS == holder]
    elif seat in whole.left:
        had = [*lowest_of(whole.hands[seat], TO_PASS)]
    else:
        had = [*whole.hands[seat]]
    return in_order(chance.shuffled(had)[:TO_PASS])
