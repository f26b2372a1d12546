"""Yavalath, by Cameron Browne's program Ludi (2007)."""

from __future__ import annotations

from pbmserv.games.base import Option
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.laying import Decided, LayingGame
from pbmserv.games.message import Message

WINS, LOSES = 4, 3


class Yavalath(LayingGame):
    """Four in a row win, but three in a row lose."""

    name = "Yavalath"
    summary = "Get four stones in a row, but never three"
    themes = ("row",)
    options = (Option("size", 5, "cells along each side of the board", low=4, high=8),)
    no_passing = "Nobody passes in Yavalath."
    playout_by = "pbmserv.games.playouts.yavalath:playout"
    candidates_by = "pbmserv.games.playouts.yavalath:candidates"
    full = "The board is full, and nobody has four or three in a row."

    def decided(self, position: GridPosition, place: int) -> Decided | None:
        mover, rows = 1 - position.next_seat, self.board(position).lines_through(position.cells, place)
        name = self.seat_names[mover]
        # A stone that makes four in one row and three in another wins.
        if places := {each for row in rows if len(row) >= WINS for each in row}:
            return Decided(mover, Message("{player} has four in a row.", player=name), "The row", sorted(places))
        if places := {each for row in rows if len(row) == LOSES for each in row}:
            return Decided(
                1 - mover,
                Message("{player} has three in a row, and not four.", player=name),
                "Three in a row",
                sorted(places),
            )
        return None
