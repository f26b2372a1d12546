"""Havannah, by Christian Freeling (1979)."""

from __future__ import annotations

from pbmserv.games.base import Option
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import Honeycomb
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.laying import Decided, LayingGame
from pbmserv.games.message import Message

ALONG_A_SIDE = 2
"""The number of neighbours missing along a side; a corner lacks more and belongs to no side."""
SMALLEST_RING = 6


class Havannah(LayingGame):
    """A ring, a bridge between two corners, or a fork of three sides."""

    name = "Havannah"
    summary = "Close a ring, or join two corners or three sides"
    themes = ("connection",)
    options = (Option("size", 8, "cells along each side of the board", low=4, high=10, often=(5, 8, 10)),)
    no_passing = "Nobody passes in Havannah."
    playout_by = "pbmserv.games.playouts.havannah:playout"
    full = "The board is full, and nobody has a ring, a bridge or a fork."

    def decided(self, position: GridPosition, place: int) -> Decided | None:
        board, winner = self.honeycomb(position), 1 - position.next_seat
        group = board.group_of(place, position.cells)
        edges = {board.beyond[each] for each in group if board.beyond[each]}
        corners = sum(len(beyond) > ALONG_A_SIDE for beyond in edges)
        name = self.seat_names[winner]
        if is_ring(board, group):
            return Decided(
                winner, Message("{player} has closed a ring.", player=name), "The group with the ring", group
            )
        if corners > 1:
            return Decided(
                winner, Message("{player} has a bridge: two corners are joined.", player=name), "The bridge", group
            )
        if len(edges) - corners > 2:
            return Decided(
                winner, Message("{player} has a fork: three sides are joined.", player=name), "The fork", group
            )
        return None


def is_ring(board: Honeycomb, group: list[int]) -> bool:
    """Whether a group surrounds at least one cell, whatever is there."""
    if len(group) < SMALLEST_RING:
        return False
    members = {*group}
    if any(len(board.around[each]) == len(members.intersection(board.around[each])) == 6 for each in group):
        return True
    around = "".join("#" if place in members else EMPTY for place in board.places)
    from_edges = [place for place in board.places if board.beyond[place] and place not in members]
    return len(board.joined(from_edges, around, EMPTY)) + len(group) < len(board.places)
