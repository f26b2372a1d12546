"""MacMahon's hexagon for the server."""

from __future__ import annotations

from pbmserv.games.base import Option, Options
from pbmserv.games.macmahon.board import TILES, empty_hexagon
from pbmserv.games.triangles.filling import MOVES, FillingGame
from pbmserv.games.triangles.layout import Layout
from pbmserv.games.triangles.tiles import TileSet


class MacMahon(FillingGame):
    """Percy MacMahon's puzzle of 1921: 24 triangles of four colours in a hexagon with a border of one."""

    name = "MacMahon"
    summary = "Fit 24 triangles of four colours into a hexagon, alone"
    options = (Option("border", 1, "the colour of the border", low=1, high=4), MOVES)
    move_form = "<tile>@<position>, for example 123@7; take 7; or hint"
    reading = (
        "The figures on the edges are the colours; tiles that touch have one colour at\n"
        "their edge. The numbers in the cells are the positions; they never change. A\n"
        "star stands where a tile lies."
    )
    reading_picture = (
        "The figures on the edges are the colours; tiles that touch have one colour at\n"
        "their edge. The numbers in the cells are the positions; they never change."
    )

    def empty_board(self, options: Options) -> Layout:
        return empty_hexagon(str(options["border"]))

    def tiles(self, options: Options) -> TileSet:
        return TILES
