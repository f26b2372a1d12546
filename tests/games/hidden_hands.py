"""Hidden tiles dealt anew, behind what a viewer sees."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.chance import Chance


def redealt(
    hands: Sequence[tuple[str, ...]], stock: Sequence[str], viewer: int | None, chance: Chance
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Hands and stock, with all tiles that the viewer cannot see in other places."""
    others = [seat for seat in range(len(hands)) if seat != viewer]
    unseen = [tile for seat in others for tile in hands[seat]] + list(stock)
    tiles = chance.shuffled(unseen)
    dealt = list(hands)
    for seat in others:
        count = len(dealt[seat])
        dealt[seat], tiles = tuple(sorted(tiles[:count])), tiles[count:]
    return tuple(dealt), tiles
