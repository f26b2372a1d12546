"""Who of those who seek a game is to play with whom. Pure: seekers come in, groups of them go out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbmserv.play.board import Player


@dataclass(frozen=True)
class Seeker:
    """Somebody who seeks a game, with their rating in it, and since when they seek it or were matched last."""

    player: Player
    rating: int
    since: datetime


def groups(
    seekers: Sequence[Seeker], size: int, apart: Collection[frozenset[Player]]
) -> Iterator[tuple[Player, ...]]:
    """Groups of that size: whoever has sought longest with whoever is nearest by rating, and so on.

    Nobody is in two of them, and no two players in one who are to be kept `apart`. The work grows with the square of
    how many there are: whoever calls this limits that.
    """
    left = sorted(seekers, key=lambda each: (each.since, each.player.id))
    while len(left) >= size:
        first = left.pop(0)
        nearest = sorted(left, key=lambda each: (abs(each.rating - first.rating), each.since, each.player.id))
        group = [first]
        for each in nearest:
            if len(group) == size:
                break
            if not any(frozenset((each.player, other.player)) in apart for other in group):
                group.append(each)
        if len(group) == size:
            left = [each for each in left if each not in group]
            yield tuple(each.player for each in group)
