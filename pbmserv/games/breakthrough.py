"""Breakthrough, by Dan Troyka (2000)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, Standing, Way

AHEAD = ((NORTH_WEST, NORTH, NORTH_EAST), (SOUTH_EAST, SOUTH, SOUTH_WEST))
"""Where each seat's men go: forward and left, straight ahead, forward and right."""


class Breakthrough(GridGame[Standing]):
    """Be the first to reach the other side."""

    name = "Breakthrough"
    summary = "Be the first to bring a man to the other side of the board"
    themes = ("race", "armies")
    options = (Option("size", 8, "squares along each side of the board", low=5, high=10),)
    move_form = "the squares from which and to which a man goes, for example b2-b3, or b2f, b2l or b2r"
    seat_names = ("White", "Black")
    board_class = Chequered
    playout_by = "pbmserv.games.playouts.breakthrough:playout"
    candidates_by = "pbmserv.games.playouts.breakthrough:candidates"
    figures = (Figure("o", 0, "man", "light"), Figure("x", 1, "man", "dark"))

    def start(self, options: Options, seats: int, chance: Chance) -> Standing:
        size = int(options["size"])
        return Standing(size, "x" * 2 * size + EMPTY * size * (size - 4) + "o" * 2 * size)

    def ways(self, position: Standing) -> Iterator[Way]:
        rays, standing, own = self.board(position).rays, position.standing, self.own(position)
        for place in position.places_of(own):
            for direction in AHEAD[position.next_seat]:
                for target in rays[place][direction][:1]:
                    if standing[target] == EMPTY or (direction not in (NORTH, SOUTH) and standing[target] != own):
                        yield place, target

    def outcome(self, position: Standing) -> Result | None:
        mover = 1 - position.next_seat
        far_side = position.standing[: position.width], position.standing[-position.width :]
        if self.others(position) in far_side[mover]:
            return Result(mover, f"{self.seat_names[mover]} has reached the other side.")
        if self.own(position) not in position.standing:
            return Result(mover, f"{self.seat_names[1 - mover]} has no man left.")
        return None

    def won(self, position: Standing) -> Sequence[int]:
        return position.last[-1:] if self.outcome(position) else ()

    def typed(self, position: Standing, text: str) -> str:
        """`b2f` is the man on b2 going forward, `b2l` and `b2r` to the left and right as its player sees it."""
        match = re.fullmatch(r"([a-z][0-9]{1,2})[- ]?([lfr])", text.strip().lower())
        board = self.board(position)
        if match is None or match[1] not in board.place_of:
            return text
        ahead = board.rays[board.place_of[match[1]]][AHEAD[position.next_seat]["lfr".index(match[2])]]
        return f"{match[1]}-{board.names[ahead[0]]}" if ahead else match[1]

    def why_not(self, position: Standing, way: Way) -> str:
        board = self.board(position)
        if len(way) != 2 or position[way[0]] != self.own(position) or position[way[1]] != self.others(position):
            return ""
        if way[1] in board.rays[way[0]][AHEAD[position.next_seat][1]][:1]:
            piece, end = self.called(position[way[1]]), board.names[way[1]]
            return f"Men take diagonally, never straight ahead: {piece} on {end} is in the way."
        return ""
