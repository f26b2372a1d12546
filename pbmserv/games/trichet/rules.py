"""The rules of Trichet: tiles, positions, auto moves, surrounded regions. Words and pictures are left to others.

Trichet tiles and rules are by Cameron Browne, © Cyberite Ltd 2008; the source is the help page of the original
server. A tile's arc cuts one corner off from the two others, so colouring the *vertices* says all: the three corners
of a tile are never all of one colour, and neighbouring tiles match exactly where they agree on the vertices that
they share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple, TypeAlias

from pbmserv.games.triangles.lattice import Cell, Vertex, cells_around

Colour: TypeAlias = str
"""Of a vertex: `OH` or `DOT`; each belongs to the seat of that number in `COLOURS`."""

OH: Colour = "o"
DOT: Colour = "."
COLOURS = (OH, DOT)
BLANK = " "

ROTATIONS = {"a": "o..", "b": ".o.", "c": "..o", "d": ".oo", "e": "o.o", "f": "oo."}
"""The ways to lay a tile, each with the colours of its corners clockwise from the apex."""


class Tile(NamedTuple):
    """A tile on the table: its cell and the letter of its rotation."""

    cell: Cell
    rotation: str


START = (Tile(Cell(0, 0), "a"), Tile(Cell(1, 0), "a"))
"""Oh's first turn: an up and a down tile base to base, both apexes o."""


class Place(NamedTuple):
    """A free cell in which the player to move may lay a tile, and the letters of the rotations that fit there."""

    cell: Cell
    rotations: str


@dataclass(frozen=True)
class Region:
    """Vertices of one colour with tiles in all cells around them; `size` is the number of those tiles."""

    colour: Colour
    size: int


@cache
def rotations_that_fit(corners: str) -> str:
    """The letters of the rotations that agree with corners coloured so far, like `"o ."`, clockwise from the apex."""
    return "".join(
        letter
        for letter, colours in ROTATIONS.items()
        if all(there in (BLANK, colour) for there, colour in zip(corners, colours, strict=True))
    )


@dataclass
class Group:
    """The tiles on the table as a map: which cells they cover, and the colours of their corners."""

    tiles: dict[Cell, str] = field(default_factory=dict)
    colours: dict[Vertex, Colour] = field(default_factory=dict)

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Group:
        """The group of tiles that are known to match."""
        group = cls()
        for tile in tiles:
            group.lay(tile)
        return group

    def copy(self) -> Group:
        """A group that can grow by itself."""
        return Group(dict(self.tiles), dict(self.colours))

    def lay(self, tile: Tile) -> None:
        """Lay a tile that fits."""
        self.tiles[tile.cell] = tile.rotation
        self.colours.update(zip(tile.cell.corners(), ROTATIONS[tile.rotation], strict=True))

    def corners(self, cell: Cell) -> str:
        """The colours of a cell's corners, clockwise from the apex, `BLANK` where no tile has coloured one yet."""
        apex, following, last = cell.corners()
        colour = self.colours.get
        return colour(apex, BLANK) + colour(following, BLANK) + colour(last, BLANK)

    def rotations(self, cell: Cell) -> str:
        """The letters of the rotations in which a tile can be laid on a cell that touches the group."""
        return "" if cell in self.tiles else rotations_that_fit(self.corners(cell))

    def places(self) -> tuple[Place, ...]:
        """The cells that touch the group and take a tile, in reading order."""
        around = ((cell, self.rotations(cell)) for cell in sorted(cells_around(self.colours)))
        return tuple(Place(cell, rotations) for cell, rotations in around if rotations)

    def lay_forced(self, tile: Tile, tiles_left: int) -> tuple[Tile, ...]:
        """Make the auto moves that follow from `tile`, the last one laid, and tell which they were.

        They go in rounds: the forced cells (those that take a tile in one rotation only) are listed in reading order,
        then each that is still forced when its turn comes is laid. The order matters where two of them share a blank
        vertex and want it in different colours: the first has its way, and the other stays a hole.
        """
        laid: list[Tile] = []
        fresh = [tile]
        while fresh:
            # Only cells at a fresh tile can have become forced: all others were looked at before.
            touched = cells_around(vertex for each in fresh for vertex in each.cell.corners())
            forced = sorted(cell for cell in touched if len(self.rotations(cell)) == 1)
            fresh = []
            for cell in forced:
                rotation = self.rotations(cell)
                if rotation and len(laid) < tiles_left:
                    self.lay(Tile(cell, rotation))
                    laid.append(Tile(cell, rotation))
                    fresh.append(Tile(cell, rotation))
        return tuple(laid)

    def surrounded_regions(self) -> Iterator[Region]:
        """The regions that tiles lie all around of, each once."""
        is_covered = set(self.tiles).issuperset
        left = {vertex for vertex in self.colours if is_covered(vertex.cells())}
        while left:
            vertex = left.pop()
            region, goes_on = self._taken_from(left, vertex)
            if not goes_on:
                yield Region(self.colours[vertex], len(cells_around(region)))

    def _taken_from(self, closed: set[Vertex], vertex: Vertex) -> tuple[set[Vertex], bool]:
        """The vertices of its colour that hang together with `vertex`, taken out of those that have tiles all around.

        Also tells whether the colour goes on to a vertex that has not. An edge without a tile on either side joins
        nothing by the rules. It is followed all the same: at both of its ends there is a cell without a tile.
        """
        colour = self.colours[vertex]
        region = {vertex}
        ahead = [vertex]
        goes_on = False
        while ahead:
            for neighbour in ahead.pop().neighbours():
                if neighbour in closed and self.colours[neighbour] == colour:
                    closed.remove(neighbour)
                    region.add(neighbour)
                    ahead.append(neighbour)
                elif neighbour not in region and self.colours.get(neighbour) == colour:
                    goes_on = True
        return region, goes_on


@dataclass(frozen=True)
class Position:
    """A position: the tiles in the order in which they were laid, and the seat whose turn comes next.

    When the game is over nobody is to move; `next_seat` then still tells who moved last.
    """

    tiles: tuple[Tile, ...]
    next_seat: int
    num_tiles: int
    win_size: int

    @property
    def tiles_left(self) -> int:
        """How many tiles are in the pool."""
        return self.num_tiles - len(self.tiles)

    @property
    def last_mover(self) -> int:
        """The seat that moved last: at the start Oh's, whose first turn the server made."""
        return 1 - self.next_seat

    @cached_property
    def group(self) -> Group:
        """The tiles as a map; not to be changed."""
        return Group.of(self.tiles)

    @cached_property
    def surrounded(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The sizes of the surrounded regions of each seat's colour, in tiles, largest first."""
        regions = tuple(self.group.surrounded_regions())
        oh, dot = (
            sorted((each.size for each in regions if each.colour == colour), reverse=True) for colour in COLOURS
        )
        return tuple(oh), tuple(dot)

    @cached_property
    def closers(self) -> tuple[int, ...]:
        """The seats that have a surrounded region large enough to win."""
        return tuple(seat for seat, sizes in enumerate(self.surrounded) if sizes and sizes[0] >= self.win_size)

    @property
    def is_over(self) -> bool:
        """Whether a region decides the game or the tiles have run out."""
        return self.tiles_left == 0 or bool(self.closers)

    @property
    def winner(self) -> int | None:
        """The seat that has won, if any: the sole closer, or who did not move when both colours were closed."""
        match self.closers:
            case ():
                return None
            case (seat,):
                return seat
            case _:
                return self.next_seat

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where a tile may be laid, position 1 first; nowhere when the game is over.

        While tiles are left there always is a place, for above the topmost vertex all is blank.
        """
        return () if self.is_over else self.group.places()


def start(num_tiles: int, win_size: int) -> Position:
    """The position in which Dot makes the first move of a player."""
    return Position(START, next_seat=COLOURS.index(DOT), num_tiles=num_tiles, win_size=win_size)


def after(position: Position, tile: Tile) -> Position:
    """The position after laying a tile that fits, and the auto moves that follow from it."""
    group = position.group.copy()
    group.lay(tile)
    forced = group.lay_forced(tile, position.tiles_left - 1)
    following = Position((*position.tiles, tile, *forced), position.last_mover, position.num_tiles, position.win_size)
    # What it would find out by laying all of its tiles again.
    vars(following)["group"] = group
    return following
