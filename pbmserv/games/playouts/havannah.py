"""Havannah at random, with incremental contacts; rings are searched only where possible."""

from __future__ import annotations

from functools import cache

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import Honeycomb
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.havannah import SMALLEST_RING, Havannah, is_ring
from pbmserv.games.playouts.joining import Groups

STONES = "xo"
CORNERS, SIDES = 0b111111, 0b111111000000
"""A group's contacts, a bit each."""


def playout(game: Havannah, position: GridPosition, chance: Chance) -> tuple[float, float]:
    board = game.honeycomb(position)
    groups, touching = Groups(board.around, position.cells, STONES), [*_touching(board)]
    for place, seat in enumerate(groups.seats):
        if seat >= 0 and (first := groups.first_of(place)) != place:
            touching[first] |= touching[place]
    seat = position.next_seat
    for place in chance.shuffled(position.places_of(EMPTY)):
        for joined in groups.lay(place, seat):
            touching[place] |= touching[joined]
        touched = touching[place]
        has_won = (touched & CORNERS).bit_count() > 1 or (touched & SIDES).bit_count() > 2
        if has_won or (groups.sizes[place] >= SMALLEST_RING and _is_ring(board, groups, place)):
            return float(seat == 0), float(seat == 1)
        seat = 1 - seat
    return 0.5, 0.5


def _is_ring(board: Honeycomb, groups: Groups, place: int) -> bool:
    """Whether the last stone closed a ring.

    Then some stones around it are not adjacent to each other, or three in a row may enclose a stone.
    """
    own = groups.seats[place]
    beside = [bool(ray) and groups.seats[ray[0]] == own for ray in board.rays[place]]
    runs = sum(there and not before for there, before in zip(beside, [beside[-1], *beside], strict=False))
    if runs < 2 and sum(beside) < 3:
        return False
    first = groups.first_of(place)
    group = [each for each, seat in enumerate(groups.seats) if seat == own and groups.first_of(each) == first]
    return is_ring(board, group)


@cache
def _touching(board: Honeycomb) -> tuple[int, ...]:
    # A corner lacks more neighbours than a side: the six of them come first.
    edges = sorted({beyond for beyond in board.beyond if beyond}, key=lambda beyond: (-len(beyond), sorted(beyond)))
    return tuple(1 << edges.index(beyond) if beyond else 0 for beyond in board.beyond)
