"""Breakthrough by players who see one move ahead and stop winning men."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.breakthrough import AHEAD, Breakthrough
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition

TIMES = 4
"""The number of games averaged."""
MOST_PLIES = 400
MEN = "ox"


def playout(game: Breakthrough, position: GridPosition, chance: Chance) -> tuple[float, float]:
    board = game.board(position)
    share = sum(_played_out(board, position, chance) for _ in range(TIMES)) / TIMES
    return share, 1 - share


def candidates(game: Breakthrough, position: GridPosition) -> Sequence[str] | None:
    """A winning move, or captures of a man about to win; otherwise None for all moves."""
    board, cells, seat = game.board(position), position.cells, position.next_seat
    through = [path for path in game.legal_paths(position) if _to_go(board, seat, path[1]) == 0]
    if through:
        return [game.words_of_path(position, through[0])]
    near = {
        place for place, there in enumerate(cells) if there == MEN[1 - seat] and _to_go(board, 1 - seat, place) == 1
    }
    taking = [path for path in game.legal_paths(position) if path[1] in near]
    return [game.words_of_path(position, path) for path in taking] or None


def _played_out(board: Grid, position: GridPosition, chance: Chance) -> float:
    """The first seat's value after a game in which men about to win are captured."""
    cells, seat = [*position.cells], position.next_seat
    men = (position.places_of(MEN[0]), position.places_of(MEN[1]))
    if any(_to_go(board, seat, place) == 1 for place in men[seat]):
        return float(seat == 0)
    near = [place for place in men[1 - seat] if _to_go(board, 1 - seat, place) == 1]
    if len(near) > 1:
        return float(seat == 1)
    steps, real = _steps(board), chance.below
    threat = near[0] if near else -1
    for _ in range(MOST_PLIES):
        own, other = men[seat], MEN[1 - seat]
        if threat >= 0:
            # A man steps diagonally as he takes: who could step back from there to him is beside the one to be taken.
            takers = [place for place in steps[1 - seat][threat][1:] if place >= 0 and cells[place] == MEN[seat]]
            if not takers:
                return float(seat == 1)
            start, end = takers[real(len(takers))], threat
        else:
            while True:
                start = own[real(len(own))]
                way = real(3)
                end = steps[seat][start][way]
                if end >= 0 and (cells[end] == EMPTY or (way and cells[end] == other)):
                    break
        if cells[end] == other:
            men[1 - seat].remove(end)
            if not men[1 - seat]:
                return float(seat == 0)
        cells[start], cells[end] = EMPTY, MEN[seat]
        own[own.index(start)] = end
        threat = end if _to_go(board, seat, end) == 1 else -1
        seat = 1 - seat
    return 0.5


def _to_go(board: Grid, seat: int, place: int) -> int:
    row = place // board.width
    return row if seat == 0 else board.height - 1 - row


@cache
def _steps(board: Grid) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each seat and place the targets ahead, left and right; -1 off the board."""

    def step(place: int, direction: int) -> int:
        return board.rays[place][direction][0] if board.rays[place][direction] else -1

    return tuple(
        tuple((step(place, ahead), step(place, left), step(place, right)) for place in board.places)
        for left, ahead, right in AHEAD
    )
