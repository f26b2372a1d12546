"""The rules of Trichet: tiles, positions, auto moves and surrounded regions, without words or pictures.

Trichet tiles and rules are by Cameron Browne, © Cyberite Ltd 2008; the source is the help page of the original
server. A tile's arc cuts one corner off from the two others, so it is enough to colour the *vertices*: the three
corners of a tile are never all of one colour, and neighbouring tiles match if they agree on the vertices that they
share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, product
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


# Most games are played on the same few hundred cells.
_place = lru_cache(maxsize=16384)(Place)


@dataclass(frozen=True)
class Region:
    """Vertices of one colour with tiles in all `cells` around them; `size` is the number of those tiles."""

    colour: Colour
    size: int
    cells: frozenset[Cell] = field(default=frozenset(), compare=False)


def rotations_that_fit(corners: str) -> str:
    """The letters of the rotations that agree with corners coloured so far, like `"o ."`, clockwise from the apex."""
    return "".join(
        letter
        for letter, colours in ROTATIONS.items()
        if all(there in (BLANK, colour) for there, colour in zip(corners, colours, strict=True))
    )


_FITTING = {corners: rotations_that_fit(corners) for corners in map("".join, product(BLANK + OH + DOT, repeat=3))}
"""The same, for every possible three corners."""


@dataclass
class Group:
    """The tiles on the table as a map: which cells they cover, the colours of their corners, and what fits around.

    `fitting` has every free cell that touches a tile, with the letters of the rotations that fit there (none if the
    cell stays a hole). A tile changes it only where it is the first to colour a vertex.
    """

    tiles: dict[Cell, str] = field(default_factory=dict)
    colours: dict[Vertex, Colour] = field(default_factory=dict)
    fitting: dict[Cell, str] = field(default_factory=dict)

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Group:
        """The group of tiles that are known to match."""
        laid = dict(tiles)
        corners = chain.from_iterable(map(Cell.corners, laid))
        colours = chain.from_iterable(map(ROTATIONS.__getitem__, laid.values()))
        group = cls(laid, dict(zip(corners, colours, strict=True)))
        group._look_around(group.colours)
        return group

    def copy(self) -> Group:
        """A group that can grow by itself."""
        return Group(self.tiles.copy(), self.colours.copy(), self.fitting.copy())

    def lay(self, tile: Tile) -> None:
        """Lay a tile that fits."""
        cell, rotation = tile
        self.tiles[cell] = rotation
        self.fitting.pop(cell, None)
        blank = [corner for corner in cell.corners() if corner not in self.colours]
        if blank:
            self.colours.update(zip(cell.corners(), ROTATIONS[rotation], strict=True))
            self._look_around(blank)

    def corners(self, cell: Cell) -> str:
        """The colours of a cell's corners, clockwise from the apex, `BLANK` where no tile has coloured one yet."""
        apex, following, last = cell.corners()
        colour = self.colours.get
        return colour(apex, BLANK) + colour(following, BLANK) + colour(last, BLANK)

    def rotations(self, cell: Cell) -> str:
        """The letters of the rotations in which a tile can be laid on a cell that touches the group."""
        return self.fitting.get(cell, "")

    @property
    def is_settled(self) -> bool:
        """Whether no cell is left that takes a tile in one rotation only."""
        return all(len(rotations) != 1 for rotations in self.fitting.values())

    def places(self) -> tuple[Place, ...]:
        """The cells that touch the group and take a tile, in reading order."""
        cells = sorted([cell for cell, rotations in self.fitting.items() if rotations])
        return tuple(map(_place, cells, map(self.fitting.__getitem__, cells)))

    def lay_forced(self, tile: Tile, tiles_left: int) -> tuple[Tile, ...]:
        """Make the auto moves that follow from `tile`, the last one laid, and say which they were.

        They go in rounds: the forced cells (those that take a tile in one rotation only) are listed in reading order,
        then each that is still forced when its turn comes is laid. The order matters if two of them share a blank
        vertex and want different colours for it: the first has its way, and the other stays a hole.
        """
        laid: list[Tile] = []
        fresh = [tile]
        while fresh:
            # Only cells next to a fresh tile can have become forced: all others were looked at before.
            touched = cells_around(vertex for each in fresh for vertex in each.cell.corners())
            forced = sorted([cell for cell in touched if len(self.fitting.get(cell, "")) == 1])
            earlier = len(laid)
            for cell in forced:
                rotation = self.fitting[cell]
                if rotation and len(laid) < tiles_left:
                    laid.append(Tile(cell, rotation))
                    self.lay(laid[-1])
            fresh = laid[earlier:]
        return tuple(laid)

    def surrounded_regions(self, vertices: Iterable[Vertex] | None = None) -> Iterator[Region]:
        """The surrounded regions, each once; if `vertices` are given, only those that go through them."""
        uncovered = self._uncovered()
        looked_at: set[Vertex] = set()
        for vertex in (self.colours.keys() if vertices is None else set(vertices)) - uncovered:
            if vertex not in looked_at:
                region = {vertex}
                if self._is_surrounded(region, uncovered, looked_at):
                    cells = frozenset(cells_around(region))
                    yield Region(self.colours[vertex], len(cells), cells)
                looked_at |= region

    def _is_surrounded(self, region: set[Vertex], uncovered: set[Vertex], looked_at: set[Vertex]) -> bool:
        """Grow the region of a covered vertex until it is whole, or goes on to a vertex that is not covered.

        If it goes on to one that was looked at, it is part of a region that is not surrounded. All neighbours of a
        covered vertex have a colour, and every edge from it borders a tile.
        """
        ahead = list(region)
        colour = self.colours[ahead[0]]
        while ahead:
            for neighbour in ahead.pop().neighbours():
                if self.colours[neighbour] == colour and neighbour not in region:
                    if neighbour in looked_at or neighbour in uncovered:
                        return False
                    region.add(neighbour)
                    ahead.append(neighbour)
        return True

    def _uncovered(self) -> set[Vertex]:
        """The vertices that do not have tiles on all six cells around them."""
        return set().union(*map(Cell.corners, self.fitting))

    def _look_around(self, vertices: Iterable[Vertex]) -> None:
        """Note what fits on the free cells around vertices that have just been coloured."""
        colour = self.colours.get
        fitting = self.fitting
        for cell in cells_around(vertices).difference(self.tiles):
            apex, following, last = cell.corners()
            fitting[cell] = _FITTING[colour(apex, BLANK) + colour(following, BLANK) + colour(last, BLANK)]


Sizes: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Of the surrounded regions of each seat's colour, in tiles, largest first."""


class Known(NamedTuple):
    """What the making of a move has found out about the tiles on the table after it."""

    group: Group
    last_turn: tuple[Tile, ...]


@dataclass(frozen=True)
class Position:
    """A position: the tiles in the order in which they were laid, and the seat whose turn comes next.

    When the game is over nobody is to move; `next_seat` then still tells who moved last. `known` and `sizes` follow
    from the tiles: with them, they need not all be laid or looked at again to find it out.
    """

    tiles: tuple[Tile, ...]
    next_seat: int
    num_tiles: int
    win_size: int
    known: Known | None = field(default=None, compare=False, repr=False)
    sizes: Sizes | None = field(default=None, compare=False, repr=False)

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
        return self.known.group if self.known else Group.of(self.tiles)

    @cached_property
    def last_turn(self) -> tuple[Tile, ...]:
        """The tile that the last player laid, and then the auto moves that followed; none at the start.

        The order of the tiles shows which these are: players lay tiles when no cell is forced any more.
        """
        if self.known:
            return self.known.last_turn
        if self.tiles == START:
            return ()
        group, begins = Group(), 0
        for number, tile in enumerate(self.tiles):
            if group.is_settled:
                begins = number
            group.lay(tile)
        return self.tiles[begins:]

    @cached_property
    def surrounded(self) -> Sizes:
        """The sizes of the surrounded regions of each seat's colour."""
        return _sizes(self.group.surrounded_regions()) if self.sizes is None else self.sizes

    @cached_property
    def closers(self) -> tuple[int, ...]:
        """The seats that have a surrounded region large enough to win."""
        return tuple(seat for seat, sizes in enumerate(self.surrounded) if sizes and sizes[0] >= self.win_size)

    @cached_property
    def is_over(self) -> bool:
        """Whether a region has decided the game, or the tiles have run out."""
        return self.tiles_left == 0 or bool(self.closers)

    @property
    def winner(self) -> int | None:
        """The seat that has won, if any: the sole closer, or the one that did not move if both closed."""
        match self.closers:
            case ():
                return None
            case (seat,):
                return seat
            case _:
                return self.next_seat

    @cached_property
    def winning_cells(self) -> frozenset[Cell]:
        """The cells of the regions that have won, empty while nobody has."""
        if self.winner is None:
            return frozenset()
        colour = COLOURS[self.winner]
        regions = self.group.surrounded_regions()
        won = (each.cells for each in regions if each.colour == colour and each.size >= self.win_size)
        return frozenset().union(*won)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where a tile may be laid, position 1 first; nowhere when the game is over.

        While tiles are left there is always a place, because everything above the topmost vertex is blank.
        """
        return () if self.is_over else self.group.places()

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """All ways to lay a tile, each as the letter of a rotation and the number of a place."""
        rotations = [place.rotations for place in self.places]
        return tuple(chain.from_iterable(map(_words, rotations, range(1, len(rotations) + 1))))


@lru_cache(maxsize=4096)
def _words(rotations: str, number: int) -> tuple[str, ...]:
    """The moves in one place."""
    return tuple([f"{rotation}{number}" for rotation in rotations])


def start(num_tiles: int, win_size: int) -> Position:
    """The position in which Dot makes the first move of a player."""
    return Position(START, next_seat=COLOURS.index(DOT), num_tiles=num_tiles, win_size=win_size)


def after(position: Position, tile: Tile) -> Position:
    """The position after laying a tile that fits, and the auto moves that follow from it."""
    group = position.group.copy()
    group.lay(tile)
    forced = group.lay_forced(tile, position.tiles_left - 1)
    laid = (tile, *forced)
    # Regions that were surrounded stay as they are; of the vertices of a new one, the last to be covered is a corner
    # of a tile of this turn.
    corners = chain.from_iterable(each.cell.corners() for each in laid)
    sizes = _sizes(group.surrounded_regions(corners), position.surrounded)
    tiles = (*position.tiles, *laid)
    return Position(tiles, position.last_mover, position.num_tiles, position.win_size, Known(group, laid), sizes)


def _sizes(regions: Iterable[Region], earlier: Sizes = ((), ())) -> Sizes:
    """The sizes of regions, together with earlier ones."""
    oh, dot = map(list, earlier)
    for region in regions:
        (oh if region.colour == OH else dot).append(region.size)
    return tuple(sorted(oh, reverse=True)), tuple(sorted(dot, reverse=True))
