"""Promotion between divisions: first by rating, then by the last season's tables."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

P = TypeVar("P", bound=Hashable)

MOST_IN_DIVISION = 10
RISE = 2
"""How many players rise from a division, and fall from the one above."""
FEWEST = 3
"""The minimum number of players for a season."""


def divisions(last: Sequence[Sequence[P]], entered: Mapping[P, int]) -> list[list[P]]:
    """Return the next season's divisions, each with the strongest first.

    `last` are the last season's final tables, `entered` all who play next with their ratings. Of the players who go
    on, the best two of each division swap with the last two of the one above. Newcomers go to the end of the highest
    division whose average rating they reach. All are then divided in that order into as few divisions of at most ten
    as possible, which differ by at most one player, the larger ones above.
    """
    staying = [[player for player in each if player in entered] for each in last]
    ladder = _after_changing([each for each in staying if each])
    known = {player for division in ladder for player in division}
    newcomers = sorted((player for player in entered if player not in known), key=lambda each: -entered[each])
    averages = [sum(entered[player] for player in each) / len(each) for each in ladder]
    ladder = ladder or [[]]
    for player in newcomers:
        reached = (number for number, average in enumerate(averages) if entered[player] >= average)
        ladder[next(reached, len(ladder) - 1)].append(player)
    return _parted([player for division in ladder for player in division])


def _after_changing(tables: Sequence[Sequence[P]]) -> list[list[P]]:
    changing = [min(RISE, len(upper) // 2, len(lower) // 2) for upper, lower in pairwise(tables)]
    found = []
    for number, players in enumerate(tables):
        rising = changing[number - 1] if number else 0
        falling = changing[number] if number < len(changing) else 0
        from_above = tables[number - 1][len(tables[number - 1]) - rising :] if rising else []
        from_below = tables[number + 1][:falling] if falling else []
        found.append([*from_above, *players[rising : len(players) - falling], *from_below])
    return found


def _parted(players: Sequence[P]) -> list[list[P]]:
    count = -(-len(players) // MOST_IN_DIVISION)
    found, start = [], 0
    for number in range(count):
        size = len(players) // count + (number < len(players) % count)
        found.append(list(players[start : start + size]))
        start += size
    return found
