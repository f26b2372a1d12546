"""The two boards of Even-Odd, as drawn in the files of `boards/`.

The source gives the numbers of their cells, 73 and 52, and says that the first tile lies in the centre. A hexagon of
73 cells with a cell in its centre has sides of 3 and 4 in turn. Without the row along each of its short sides it has
sides of 4 and 2, and 52 cells: these rows must be the ones that advanced players do without.
"""

from __future__ import annotations

from importlib.resources import files

from pbmserv.games.triangles.printed_board import PrintedBoard, read_board

START = "START"
"""The mark of the cell in the centre."""


def _read(name: str) -> PrintedBoard:
    return read_board((files(__package__) / "boards" / f"{name}.txt").read_text(encoding="utf-8"))


BOARDS = {name: _read(name) for name in ("73", "52")}
"""The boards by their numbers of cells, as players type them; read once, when the game is imported."""
