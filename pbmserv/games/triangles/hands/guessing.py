"""Which tiles could lie in the hands and the bank that a player does not see.

What is known of others, besides how many tiles they hold: whoever is to move holds a tile that fits, and if it was
drawn in this turn none of the others did; and who has been unable to place a tile since the last one was laid holds
none that fits.
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
    """All deals that fit are equally likely."""
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
    """Deal to those who have no `hands` yet; what is left over. Whoever is to move gets a tile that fits."""
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
    """The tiles that lie where they cannot be seen: those that could be placed now, and the others."""
    tiles = seen.tiles
    visible = {tiles.name_of(marks) for _, marks in seen.placements}.union(*seen.hands, seen.bank)
    unseen = [tile for tile in tiles.names if tile not in visible]
    fitting = {tile for tile in unseen if any(seen.layout.takes(cell, [tiles.marks(tile)]) for cell in seen.places)}
    return tuple(tile for tile in unseen if tile in fitting), tuple(tile for tile in unseen if tile not in fitting)
