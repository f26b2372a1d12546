"""Trichet at random, on one table: no position is kept between the moves, and none of them is put into words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Vertex, cells_around
from pbmserv.games.trichet.game import Trichet
from pbmserv.games.trichet.rules import COLOURS, ROTATIONS, Group, Position, Tile


def playout(game: Trichet, position: Position, chance: Chance) -> tuple[float, float]:
    """What both seats have at the end of a random game: each way to lay a tile is as likely as the others."""
    group, left, seat = position.group.copy(), position.tiles_left, position.next_seat
    while left:
        tile = _any_tile(group, chance)
        group.lay(tile)
        laid = (tile, *group.lay_forced(tile, left - 1))
        left -= len(laid)
        seat = 1 - seat
        closers = {*_closers(group, laid, position.win_size)}
        if closers:
            # Who closes regions of both seats gives the game to the other.
            winner = seat if len(closers) > 1 else closers.pop()
            return float(winner == 0), float(winner == 1)
    return 0.5, 0.5


def _any_tile(group: Group, chance: Chance) -> Tile:
    cells = [*group.fitting]
    while True:
        cell = cells[chance.below(len(cells))]
        # Cells that take more rotations come so much more often.
        number = chance.below(len(ROTATIONS))
        rotations = group.fitting[cell]
        if number < len(rotations):
            return Tile(cell, rotations[number])


def _closers(group: Group, laid: Iterable[Tile], win_size: int) -> Iterator[int]:
    """The seats that have a region surrounded by these tiles, the last ones, and large enough to win."""
    tiles, colours = group.tiles, group.colours
    known: set[Vertex] = set()

    def is_covered(vertex: Vertex) -> bool:
        return all(cell in tiles for cell in vertex.cells())

    def is_surrounded(region: set[Vertex]) -> bool:
        ahead = [*region]
        colour = colours[ahead[0]]
        while ahead:
            for near in ahead.pop().neighbours():
                if near not in region and colours[near] == colour:
                    if not is_covered(near):
                        return False
                    region.add(near)
                    ahead.append(near)
        return True

    for vertex in {corner for tile in laid for corner in tile.cell.corners()}:
        if vertex not in known and is_covered(vertex):
            region = {vertex}
            if is_surrounded(region) and len(cells_around(region)) >= win_size:
                yield COLOURS.index(colours[vertex])
            known |= region
