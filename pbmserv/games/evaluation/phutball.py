"""Phutball: where the ball is, and where its jumps lead."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation import shares
from pbmserv.games.phutball import BOTTOM, TOP, Phutball, Position, jumps

A_ROW, REACHED, BY_MOVER = 0.22, 0.08, 0.2
"""What a row counts that the ball has come nearer, that it could come by jumps, and that the mover could bring it."""
MOST_JUMPS = 60
"""The jumps that are looked at from one position."""
NEAR = 2
"""How far from the ball men are worth a thought."""


def reach(game: Phutball, position: Position) -> tuple[int, int]:
    """The highest and the lowest row to which jumps lead, counted from above; beyond the board if they leave it."""
    board = game.board(position)
    best = worst = position.ball // position.width
    seen, to_do = {position.cells}, [position]
    while to_do and len(seen) < MOST_JUMPS:
        at = to_do.pop()
        for end, over in jumps(board, at).items():
            row = -1 if end == TOP else position.height if end == BOTTOM else end // position.width
            best, worst = min(best, row), max(worst, row)
            if end < 0:
                continue
            cells = [*at.cells]
            for place in (at.ball, *over):
                cells[place] = EMPTY
            cells[end] = "o"
            after = Position(at.width, "".join(cells))
            if after.cells not in seen:
                seen.add(after.cells)
                to_do.append(after)
    return best, worst


def evaluate(game: Phutball, position: Position) -> tuple[float, float] | None:
    if position.ball < 0 or game.result(position):
        return None
    best, worst = reach(game, position)
    row, last = position.ball // position.width, position.height - 1
    mover = position.next_seat
    if (mover == 0 and best <= 0) or (mover == 1 and worst >= last):
        return shares(4.0 if mover == 0 else -4.0)
    lead = A_ROW * (last / 2 - row) + REACHED * ((row - best) - (worst - row))
    lead += BY_MOVER * (row - best) if mover == 0 else -BY_MOVER * (worst - row)
    return shares(lead)


def candidates(game: Phutball, position: Position) -> Sequence[str]:
    """Jumps, and men near the ball or where one of its jumps would land."""
    paths = game.known_paths(position)
    board, width = game.board(position), position.width
    row, column = divmod(position.ball, width)
    ends = jumps(board, position)
    near = {end for end in ends if end >= 0}
    near |= {
        down * width + across
        for down in range(row - NEAR, row + NEAR + 1)
        for across in range(column - NEAR, column + NEAR + 1)
        if 0 <= across < width and 0 <= down < position.height
    }
    for end in [each for each in near if each in ends]:
        near |= {*board.around[end]}
    told = [move for move, path in paths.items() if len(path) > 1 or path[0] < 0 or path[0] in near]
    return told or [*paths]
