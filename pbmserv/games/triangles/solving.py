"""Solutions of puzzles for bots: the search of hints with a larger budget."""

from __future__ import annotations

from pbmserv.games.base import Game
from pbmserv.games.triangles.filling import Position, next_of, tiles_to_keep
from pbmserv.games.triangles.solver import OutOfBudget, first_filling

BUDGET = 600_000
"""Steps of the search, some seconds."""


def solution(game: Game[Position], position: Position, seat: int) -> str | None:
    """The next tile of a filling, or what to remove if there is none."""
    laid = position.layout.placements
    try:
        filling = first_filling(position.layout, position.tiles, BUDGET)
    except OutOfBudget:
        # What is not found in time counts as lost: with a tile less there are more ways to go on.
        filling = None
        if not laid:
            return None
    if filling is not None:
        return position.text_of(next_of(position, filling))
    wrong = laid[min(tiles_to_keep(position), len(laid) - 1) :]
    return f"take {position.number_of(wrong[-1].cell)}"
