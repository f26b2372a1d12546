"""Breakthrough, by Dan Troyka (2000)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition, Path
from pbmserv.games.message import BLACK, WHITE, Message

AHEAD = ((NORTH_WEST, NORTH, NORTH_EAST), (SOUTH_EAST, SOUTH, SOUTH_WEST))
"""Each seat's directions: forward left, straight, forward right."""


class Breakthrough(GridGame[GridPosition]):
    """Be the first to reach the other side."""

    name = "Breakthrough"
    has_full_moves = True
    summary = "Be the first to bring a man to the other side of the board"
    themes = ("race", "armies")
    options = (Option("size", 8, "squares along each side of the board", low=5, high=10, often=(6, 8)),)
    touching = "Touch a man, then the square where it goes, or drag it there."
    move_form = "the squares from which and to which a man goes, for example b2-b3, or b2f, b2l or b2r"
    seat_names = (WHITE, BLACK)
    board_class = Chequered
    playout_by = "pbmserv.games.playouts.breakthrough:playout"
    candidates_by = "pbmserv.games.playouts.breakthrough:candidates"
    figures = (Figure("o", 0, "man", "light"), Figure("x", 1, "man", "dark"))

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        size = int(options["size"])
        return GridPosition(size, "x" * 2 * size + EMPTY * size * (size - 4) + "o" * 2 * size)

    def legal_paths(self, position: GridPosition) -> Iterator[Path]:
        rays, cells, own = self.board(position).rays, position.cells, self.own(position)
        for place in position.places_of(own):
            for direction in AHEAD[position.next_seat]:
                for target in rays[place][direction][:1]:
                    if cells[target] == EMPTY or (direction not in (NORTH, SOUTH) and cells[target] != own):
                        yield place, target

    def outcome(self, position: GridPosition) -> Result | None:
        mover = 1 - position.next_seat
        far_side = position.cells[: position.width], position.cells[-position.width :]
        if self.others(position) in far_side[mover]:
            return Result(mover, Message("{player} has reached the other side.", player=self.seat_names[mover]))
        if self.own(position) not in position.cells:
            return Result(mover, Message("{player} has no man left.", player=self.seat_names[1 - mover]))
        return None

    def captured_by(self, position: GridPosition) -> tuple[int, int]:
        men = 2 * position.width
        return men - self.count_of(position, 1), men - self.count_of(position, 0)

    def winning_cells(self, position: GridPosition) -> Sequence[int]:
        return position.last[-1:] if self.outcome(position) else ()

    def normalise(self, position: GridPosition, text: str) -> str:
        """`b2f` is the man on b2 going forward, `b2l` and `b2r` diagonally to its player's left and right."""
        match = re.fullmatch(r"([a-z][0-9]{1,2})[- ]?([lfr])", text.strip().lower())
        board = self.board(position)
        if match is None or match[1] not in board.place_of:
            return text
        ahead = board.rays[board.place_of[match[1]]][AHEAD[position.next_seat]["lfr".index(match[2])]]
        return f"{match[1]}-{board.names[ahead[0]]}" if ahead else match[1]

    def explain_illegal(self, position: GridPosition, path: Path) -> str:
        board = self.board(position)
        if len(path) != 2 or position[path[0]] != self.own(position) or position[path[1]] != self.others(position):
            return ""
        if path[1] in board.rays[path[0]][AHEAD[position.next_seat][1]][:1]:
            piece, end = self.called(position[path[1]]), board.names[path[1]]
            return Message(
                "Men take diagonally, never straight ahead: {piece} on {end} is in the way.", piece=piece, end=end
            )
        return ""
