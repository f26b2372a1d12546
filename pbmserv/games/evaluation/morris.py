"""Morris: men, mills, open mills, mobility."""

from __future__ import annotations

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation import shares
from pbmserv.games.morris import BOARDS, Morris, Position

MILL, OPEN, MOVES = 0.25, 0.3, 0.08
"""Values in men: a mill, two men with an empty third point, an empty point beside a man."""


def evaluate(game: Morris, position: Position) -> tuple[float, float]:
    board, cells = BOARDS[position.men], position.cells
    lead = float(cells.count("o") + position.in_hand[0] - cells.count("x") - position.in_hand[1])
    for row in board.rows_of_three:
        there = "".join([cells[place] for place in row])
        free = EMPTY in there
        for man, worth in (("o", 1), ("x", -1)):
            count = there.count(man)
            lead += worth * (MILL * (count == 3) + OPEN * (count == 2 and free))
    for place, near in enumerate(board.joined):
        if cells[place] != EMPTY:
            free_beside = sum(cells[each] == EMPTY for each in near)
            lead += MOVES * (free_beside if cells[place] == "o" else -free_beside)
    return shares(lead / 1.2, position.next_seat, 0.22)
