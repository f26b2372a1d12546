"""ConHex: points filled at random; on a full board one of both has joined their sides."""

from __future__ import annotations

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.conhex import BOARD, STONES, ConHex, Position, joined

TIMES = 4
"""The number of fillings averaged."""


def playout(game: ConHex, position: Position, chance: Chance) -> tuple[float, float]:
    black = sum(_filled(position, chance) for _ in range(TIMES)) / TIMES
    return black, 1 - black


def _filled(position: Position, chance: Chance) -> bool:
    """Whether Black has joined top and bottom in the end."""
    left = [
        [space.needed - sum(position.cells[place] == stone for place in space.places) for space in BOARD.spaces]
        for stone in STONES
    ]
    owners = [*position.owners]
    seat = position.next_seat
    for place in chance.shuffled(position.places_of(EMPTY)):
        own, stone = left[seat], STONES[seat]
        for number in BOARD.spaces_at[place]:
            own[number] -= 1
            if not own[number] and owners[number] == EMPTY:
                owners[number] = stone
        seat = 1 - seat
    first, last = BOARD.sides[0]
    return bool(joined(first, owners, STONES[0]) & last)
