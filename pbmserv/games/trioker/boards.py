"""The boards of Trioker, in files of `boards/`.

The sources describe their outlines (ten sides, a hexagon with two indented corners; seven sides, a truncated
triangle) and list the marked spaces without their locations: the drawings are reconstructions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.printed_board import PrintedBoard, read_board
from pbmserv.games.trioker.spaces import ORIGINAL, RAPID, SACKSON, START, Space


@dataclass(frozen=True)
class Board:
    printed: PrintedBoard
    spaces: tuple[Space, ...]

    @property
    def start(self) -> Cell:
        """The space of the first tile."""
        return self.printed.cell_of(START)

    def space_at(self, cell: Cell) -> Space | None:
        return self._space_of_mark.get(self.printed.spaces.get(cell, ""))

    @cached_property
    def _space_of_mark(self) -> dict[str, Space]:
        return {space.mark: space for space in self.spaces}


def _read(name: str) -> PrintedBoard:
    return read_board((files(__package__) / "boards" / f"{name}.txt").read_text(encoding="utf-8"))


def _with_only(spaces: tuple[Space, ...], printed: PrintedBoard) -> Board:
    marks = {START, *(space.mark for space in spaces)}
    kept = {cell: mark for cell, mark in printed.spaces.items() if mark in marks}
    return Board(replace(printed, spaces=kept), spaces)


BOARDS = {
    "rapid": Board(_read("rapid"), RAPID),
    "1970": Board(_read("1970"), ORIGINAL),
    "sackson": _with_only(SACKSON, _read("1970")),
}
"""The boards as typed."""
