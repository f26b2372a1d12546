"""Guesses of hidden hands and of the bank.

Besides numbers of tiles this is known: the seat to move holds a fitting tile, and if it drew it this turn, none of
its others fit; a seat that could not place since the last tile holds none that fits.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.game import HandsGame
from pbmserv.games.triangles.hands.rules import UNKNOWN, HandsPosition

P = TypeVar("P", bound=HandsPosition)
"""A game's position."""


def guess(game: HandsGame[P], seen: P, seat: int, chance: Chance) -> P:
    fitting, others = (chance.shuffled(tiles) for tiles in _unseen(seen))
    hands = {each: list(hand) for each, hand in enumerate(seen.hands) if UNKNOWN not in hand}
    mover = seen.next_seat
    drew = mover not in hands and not seen.is_over and seen.has_drawn
    drawn, fitting = fitting[:drew], fitting[drew:]
    for stuck in [each for each in seen.known_stuck if each not in hands] + [mover] * drew:
        kept = len(seen.hands[stuck]) - (stuck == mover and drew)
        hands[stuck], others = list(others[:kept]), others[kept:]
    if drew:
        hands[mover] += drawn
    rest = _dealt(seen, hands, [*fitting, *others], fitting, chance)
    dealt = tuple(tuple(sorted(hands[each])) for each in range(len(seen.hands)))
    return replace(seen, hands=dealt, bank=tuple(rest[: len(seen.bank)]))


def _dealt(
    seen: HandsPosition,
    hands: dict[int, list[str]],
    tiles: Sequence[str],
    fitting: Collection[str],
    chance: Chance,
) -> Sequence[str]:
    """Deal to seats without `hands`, a fitting tile to the one to move; return the rest."""
    to_deal = [each for each in range(len(seen.hands)) if each not in hands]
    mover = seen.next_seat if seen.next_seat in to_deal and not seen.is_over else None
    while True:
        left = chance.shuffled(tiles)
        for each in sorted(to_deal, key=lambda each: each != mover):
            count = len(seen.hands[each])
            hands[each], left = list(left[:count]), left[count:]
            if each == mover and fitting and not any(tile in fitting for tile in hands[each]):
                break
        else:
            return left


@lru_cache(maxsize=8)
def _unseen(seen: HandsPosition) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The hidden tiles: those that could be placed now, and the others."""
    tiles = seen.tiles
    visible = {tiles.name_of(marks) for _, marks in seen.placements}.union(*seen.hands, seen.bank)
    unseen = [tile for tile in tiles.names if tile not in visible]
    fitting = {tile for tile in unseen if any(seen.layout.takes(cell, [tiles.marks(tile)]) for cell in seen.places)}
    return tuple(tile for tile in unseen if tile in fitting), tuple(tile for tile in unseen if tile not in fitting)
