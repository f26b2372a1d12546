"""Trioker's puzzles for the server."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.games.base import Illegal, Option, Options
from pbmserv.games.triangles.filling import MOVES, FillingGame
from pbmserv.games.triangles.layout import Layout
from pbmserv.games.triangles.tiles import TileSet
from pbmserv.games.trioker.tiles import FIGURE_TILES, TILES, TRADEMARK
from pbmserv.games.trioker_puzzle.shapes import SHAPES, WITH_JOKER, cells_of

_WITHOUT_JOKER = replace(
    FIGURE_TILES,
    without_joker=(
        "There is no tile {tile}: the joker 12W takes part where the challenge says -joker, and this one does not."
    ),
)


class TriokerPuzzle(FillingGame):
    """Marc Odier's tiles for one player: fill a shape with them so that touching corners match."""

    name = "Trioker-Puzzle"
    summary = "Fill a shape with Trioker tiles so that all corners match, alone"
    trademark = TRADEMARK
    options = (
        Option("shape", "parallelogram", "the shape to fill", choices=SHAPES),
        Option("joker", False, "whether the joker 12W may be used, too"),
        MOVES,
    )
    move_form = "<tile>@<position>, for example 123@7; take 7; or hint"
    reading = (
        "The figures in the corners are those of the tiles; corners that meet show one\n"
        "figure. The numbers in the middle are the positions; they never change."
    )

    def check_options(self, options: Options, seats: int) -> None:
        shape = str(options["shape"])
        if shape in WITH_JOKER and not options["joker"]:
            raise Illegal("The {shape} cannot be filled by the 24 tiles alone: add -joker.", shape=shape)

    def empty_board(self, options: Options) -> Layout:
        return Layout(board=cells_of(str(options["shape"])))

    def tiles(self, options: Options) -> TileSet:
        return TILES if options["joker"] else _WITHOUT_JOKER
