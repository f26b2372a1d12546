"""Trichet: a few random turns, then how near each seat is to closing a region.

Random games mostly end without tiles and tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbmserv.games.chance import Chance
from pbmserv.games.evaluation import shares
from pbmserv.games.triangles.lattice import Vertex, cells_around
from pbmserv.games.trichet.game import Trichet
from pbmserv.games.trichet.rules import COLOURS, ROTATIONS, Colour, Group, Position, Tile

TURNS = 3
"""The number of random turns."""
A_CLOSED_REGION, LESS_FOR_EACH_TILE = 4.0, 0.6
"""A region's value, and the factor for each tile it lacks."""
A_TURN = 0.3


def playout(game: Trichet, position: Position, chance: Chance) -> tuple[float, float]:
    """Values after some random turns; each placement is equally likely."""
    group, left, seat = position.group.copy(), position.tiles_left, position.next_seat
    for _ in range(TURNS):
        if not left:
            break
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
    if not left:
        return 0.5, 0.5
    oh, dot = nearness(group, left, position.win_size)
    return shares(A_CLOSED_REGION * (oh - dot), seat, A_TURN)


def nearness(group: Group, left: int, win_size: int) -> tuple[float, float]:
    """How near each seat is to closing winning regions, with so many tiles left."""
    near = [0.0, 0.0]
    for colour, region in _regions(group):
        cells = cells_around(region)
        missing = [cell for cell in cells if cell not in group.tiles]
        # What has been closed without winning stays as it is, and a cell in which no tile fits stays a hole.
        if missing and len(missing) <= left and all(map(group.fitting.__getitem__, missing)):
            lacking = len(missing) + max(0, win_size - len(cells))
            near[COLOURS.index(colour)] += LESS_FOR_EACH_TILE**lacking
    return near[0], near[1]


def _regions(group: Group) -> Iterator[tuple[Colour, set[Vertex]]]:
    colours = group.colours
    seen: set[Vertex] = set()
    for start, colour in colours.items():
        if start not in seen:
            region, ahead = {start}, [start]
            while ahead:
                for near in ahead.pop().neighbours():
                    if near not in region and colours.get(near) == colour:
                        region.add(near)
                        ahead.append(near)
            seen |= region
            yield colour, region


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
