"""The two boards of Even-Odd, in files of `boards/`.

The source gives 73 and 52 cells with the first tile in the centre. A hexagon of 73 cells with a central cell has
sides of 3 and 4 in turn; without the rows along its short sides it has sides of 4 and 2, and 52 cells. So these rows
must be those that advanced players leave out.
"""

from __future__ import annotations

from importlib.resources import files

from pbmserv.games.triangles.printed_board import PrintedBoard, read_board

START = "START"
"""The mark of the central cell."""


def _read(name: str) -> PrintedBoard:
    return read_board((files(__package__) / "boards" / f"{name}.txt").read_text(encoding="utf-8"))


BOARDS = {name: _read(name) for name in ("73", "52")}
"""The boards by number of cells, as typed."""
