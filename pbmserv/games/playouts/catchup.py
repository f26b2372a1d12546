"""Catchup at random, with incremental group sizes."""

from __future__ import annotations

from typing import cast

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import HexagonOfCells
from pbmserv.games.catchup import CATCHING_UP, STONES, USUAL, Catchup, Position
from pbmserv.games.chance import Chance
from pbmserv.games.playouts.joining import Groups


def playout(game: Catchup, position: Position, chance: Chance) -> tuple[float, float]:
    """Values of a random game; each stone, and `done`, is equally likely."""
    groups = Groups(cast(HexagonOfCells, game.board(position)).around, position.cells, STONES)
    largest = [game.score(position, seat) for seat in (0, 1)]
    free = [*chance.shuffled(position.places_of(EMPTY))]
    seat, most, laid, before = position.next_seat, position.most, position.laid, position.before
    while free:
        if not laid or chance.below(len(free) + 1):
            place = free.pop()
            groups.lay(place, seat)
            largest[seat] = max(largest[seat], groups.sizes[place])
            laid += 1
            if laid < most and free:
                continue
        own, others = largest[seat], largest[1 - seat]
        most = CATCHING_UP if own > before and own >= others else USUAL
        seat, laid, before = 1 - seat, 0, others
    black_wins = float(groups.sizes_of(0) > groups.sizes_of(1))
    return black_wins, 1 - black_wins
