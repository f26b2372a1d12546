"""Guesses of hidden hands, consistent with play.

A player who did not follow suit has none of it, and one who led the suit that was not broken had nothing else. A game
may know more. Inferences from choices are left out.
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
from pbmserv.games.tricks.cards import UNKNOWN, Card
from pbmserv.games.tricks.game import P, TrickGame
from pbmserv.games.tricks.rules import TrickPosition

Kind: TypeAlias = tuple[int, ...]
"""The seats that may hold a card, and their number if it may lie aside."""
Rooms: TypeAlias = tuple[int, ...]
"""Numbers of cards by seat."""
Groups: TypeAlias = tuple[tuple[Kind, tuple[Card, ...]], ...]
"""Hidden cards by possible holders."""


def guess(game: TrickGame[P], seen: P, seat: int, chance: Chance) -> P:
    if UNKNOWN not in {card for hand in seen.hands for card in hand}:
        return seen
    hands = {each: hand for each, hand in enumerate(seen.hands) if UNKNOWN not in hand}
    rooms = tuple(0 if each in hands else len(hand) for each, hand in enumerate(seen.hands))
    found = dealt(_groups(game, seen, seat), (*rooms, seen.aside.count(UNKNOWN)), chance)
    hands |= {each: game.arranged(seen, found[each], chance) for each in range(seen.SEATS) if each not in hands}
    whole = replace(seen, hands=tuple(hands[each] for each in range(seen.SEATS)))
    if seen.aside:
        whole = whole.with_aside(found[seen.SEATS])
    return game.with_hands_guessed(whole, seat, chance)


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
def _groups(game: TrickGame[P], seen: P, seat: int) -> Groups:
    visible = {*seen.played, *seen.trick, *seen.aside}.union(*seen.hands)
    given, lacking = game.known_of_cards(seen, seat)
    for each, cards in _lacking(seen).items():
        lacking.setdefault(each, set()).update(cards)
    groups: dict[Kind, list[Card]] = {}
    places = range(seen.SEATS + (UNKNOWN in seen.aside))
    for card in seen.PACK:
        if card not in visible:
            may = given.get(card, places)
            kind = tuple(each for each in may if each != seat and card not in lacking.get(each, ()))
            groups.setdefault(kind, []).append(card)
    return tuple((kind, tuple(cards)) for kind, cards in groups.items())


def _lacking(seen: TrickPosition) -> Mapping[int, set[Card]]:
    lacking: dict[int, set[Card]] = {seat: set() for seat in range(seen.SEATS)}
    is_broken = False
    for led, trick in seen.tricks:
        suit = seen.suit_of(trick[0])
        if suit == seen.BREAKS and not is_broken:
            lacking[led] |= {card for card in seen.PACK if seen.suit_of(card) != suit}
        for place, card in enumerate(trick[1:], 1):
            if seen.suit_of(card) != suit:
                lacking[seen.seat_at(led, place)] |= {*seen.of_suit(seen.PACK, suit)}
        is_broken |= any(seen.suit_of(card) == seen.BREAKS for card in trick)
    return lacking
