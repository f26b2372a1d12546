"""In how many ways MacMahon's hexagon can be filled: `python -m benchmarks.macmahon`.

The 24 tiles marked with four colours at their edges, all touching edges equal, the whole border of one given colour:
the published count is 11,853,792. It is every filling, also those that are turned, mirrored or recoloured ones of
others. The suite cannot wait for that; this counts it by the search that gives the players their hints.

The four triples are laid first, in all ways, and each of these beginnings is counted by itself. Two symmetries save
most of the work. A filling that is turned by a sixth is another one, with 111 on another cell: so 111 is laid on the
cells of one sixth alone, and what comes of it counts six times. And a filling with new names for the three colours
that are not on the border is another one: so the three other triples are laid in the order of their names alone, and
what comes of it counts six times again.

`results/macmahon.json` is what `python -m benchmarks.macmahon --json benchmarks/results/macmahon.json` has found.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Iterator
from itertools import combinations
from multiprocessing import Pool
from pathlib import Path

import click
from rich.progress import track

from pbmserv.games.macmahon.board import TILES, empty_hexagon
from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.solver import count_fillings

PUBLISHED = 11_853_792
BORDER = "1"
MIDDLE = Vertex(2, 2)
"""The middle of the hexagon."""
TURNS = 6
"""A sixth of a turn and its repetitions."""
RECOLOURINGS = 6
"""Orders of the three colours that are not on the border."""


def beginnings() -> Iterator[Layout]:
    """The ways to lay the four triples: 111 in one sixth of the hexagon, the others in the order of their names."""
    empty = empty_hexagon(BORDER)
    board = sorted(empty.board or ())
    for cell in one_of_each_six(board):
        first = Placement(cell, "111")
        for cells in combinations(board, 3):
            rest = [Placement(cell, marks) for cell, marks in zip(cells, ("222", "333", "444"), strict=True)]
            layout = _laid(empty, [first, *rest])
            if layout is not None:
                yield layout


def one_of_each_six(board: list[Cell]) -> list[Cell]:
    """Cells from which all the others come by turning the hexagon by sixths."""
    chosen: list[Cell] = []
    covered: set[Cell] = set()
    for cell in board:
        if cell not in covered:
            chosen.append(cell)
            for _ in range(TURNS):
                covered.add(cell)
                cell = turned(cell)
    return chosen


def turned(cell: Cell) -> Cell:
    """The cell to which one comes when the hexagon is turned by a sixth."""
    corners = {_turned(corner) for corner in cell.corners()}
    return next(other for corner in corners for other in corner.cells() if corners == {*other.corners()})


def _turned(vertex: Vertex) -> Vertex:
    x, y = vertex.x - MIDDLE.x, vertex.y - MIDDLE.y
    return Vertex(MIDDLE.x + (x - 3 * y) // 2, MIDDLE.y + (x + y) // 2)


def _laid(layout: Layout, placements: list[Placement]) -> Layout | None:
    """The layout with these tiles; None where one does not fit."""
    for cell, marks in placements:
        if not (layout.is_free(cell) and layout.takes(cell, [marks])):
            return None
        layout = layout.with_tile(Placement(cell, marks))
    return layout


def count_from(layout: Layout) -> int:
    """How many fillings there are that begin so."""
    return count_fillings(layout, TILES).found


@click.command()
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, help="How many count at once.")
@click.option("--tiny", is_flag=True, help="A few of the beginnings: only to see that it works.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the result to this file, too.")
def main(processes: int, tiny: bool, json_file: Path | None) -> None:
    """Count the fillings of MacMahon's hexagon, and compare them with the published count."""
    layouts = list(beginnings())[: 4 if tiny else None]
    start = time.perf_counter()
    with Pool(processes) as pool:
        counts = pool.imap_unordered(count_from, layouts)
        found = sum(track(counts, "Counting", total=len(layouts))) * TURNS * RECOLOURINGS
    seconds = time.perf_counter() - start
    whole = "a few beginnings only" if tiny else "as published" if found == PUBLISHED else f"not {PUBLISHED:,}"
    click.echo(f"{found:,} fillings ({whole}), {len(layouts)} beginnings, {seconds:.0f} seconds.")
    if json_file:
        machine = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"
        result = {
            "fillings": found,
            "published": PUBLISHED,
            "beginnings": len(layouts),
            "processes": processes,
            "seconds": round(seconds),
            "machine": machine,
        }
        json_file.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
