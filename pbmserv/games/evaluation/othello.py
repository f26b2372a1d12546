"""Othello: squares and mobility; discs count on a full board."""

from __future__ import annotations

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation import shares
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.othello import BOARD, Othello

_QUARTER = ((100, -20, 10, 5), (-20, -50, -2, -2), (10, -2, 1, 1), (5, -2, 1, 1))
WORTH = tuple(
    _QUARTER[min(place // 8, 7 - place // 8)][min(place % 8, 7 - place % 8)] for place in range(len(BOARD.names))
)
"""Each square's value, by the usual table."""
A_MOVE, WINS = 10, 80


def evaluate(game: Othello, position: GridPosition) -> tuple[float, float]:
    cells = position.cells
    lead = sum((there == "x") * worth - (there == "o") * worth for there, worth in zip(cells, WORTH, strict=True))
    # To count moves exactly would cost more than it tells: whoever has more free squares beside the other has more.
    open_to = [0, 0]
    for place, there in enumerate(cells):
        if there == EMPTY:
            near = {cells[each] for each in BOARD.around[place]}
            open_to[0] += "o" in near
            open_to[1] += "x" in near
    return shares((lead + A_MOVE * (open_to[0] - open_to[1])) / WINS, position.next_seat, -0.12)
