"""Matching of players who seek a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbmserv.play.board import Player


@dataclass(frozen=True)
class Seeker:
    """A player who seeks a game: their rating, and since when they have sought, or were matched last."""

    player: Player
    rating: int
    since: datetime


def groups(
    seekers: Sequence[Seeker], size: int, apart: Collection[frozenset[Player]]
) -> Iterator[tuple[Player, ...]]:
    """Yield groups of `size`: the longest-waiting player with the closest by rating, and so on.

    Nobody is in two groups, and no group has two players to be kept `apart`. The cost is quadratic; the caller bounds
    the number of seekers.
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
