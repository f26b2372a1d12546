"""Y, by Claude Shannon (about 1950), and again by Craige Schensted and Charles Titus (1953)."""

from __future__ import annotations

from pbmserv.games.base import Option
from pbmserv.games.boards.honeycomb import TriangleOfCells
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.laying import Decided, LayingGame
from pbmserv.games.message import Message

DIRECTIONS = 6


class Y(LayingGame):
    """Join all three sides of a triangle."""

    name = "Y"
    summary = "Join all three sides of a triangle with a chain of stones"
    themes = ("connection",)
    options = (Option("size", 13, "cells along each side of the board", low=4, high=19, often=(9, 13)),)
    no_passing = "Nobody passes in Y."
    board_class = TriangleOfCells
    playout_by = "pbmserv.games.playouts.filling:of_y"
    full = "The board is full."

    def decided(self, position: GridPosition, place: int) -> Decided | None:
        board, winner = self.honeycomb(position), 1 - position.next_seat
        group = board.group_of(place, position.cells)
        # Beyond each side of the triangle lie two of the six directions, and a corner belongs to both of its sides.
        if len(frozenset[int]().union(*(board.beyond[each] for each in group))) < DIRECTIONS:
            return None
        why = Message("{player} has joined all three sides.", player=self.seat_names[winner])
        return Decided(winner, why, "The winning chain", group)
