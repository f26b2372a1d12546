"""The rules of Trichet: tiles, automatic moves, surrounded regions.

Trichet tiles and rules are by Cameron Browne, © Cyberite Ltd 2008; the source is the original server's help page. A
tile's arc separates one corner, so it suffices to colour *vertices*: a tile's corners are never all of one colour,
and neighbours match if they agree on shared vertices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import NamedTuple, TypeAlias

from pbmserv.games.triangles.lattice import Cell, Vertex, cells_around

Colour: TypeAlias = str
"""A vertex's colour, `OH` or `DOT`, which belongs to the seat with its index in `COLOURS`."""

OH: Colour = "o"
DOT: Colour = "."
COLOURS = (OH, DOT)
BLANK = " "

ROTATIONS = {"a": "o..", "b": ".o.", "c": "..o", "d": ".oo", "e": "o.o", "f": "oo."}
"""The rotations, with corner colours clockwise from the apex."""


class Tile(NamedTuple):
    """A placed tile: cell and rotation."""

    cell: Cell
    rotation: str


START = (Tile(Cell(0, 0), "a"), Tile(Cell(1, 0), "a"))
"""Oh's first turn: an up and a down tile base to base, both apexes o."""


class Place(NamedTuple):
    cell: Cell
    rotations: str


# Most games are played on the same few hundred cells.
_place = lru_cache(maxsize=16384)(Place)


@dataclass(frozen=True)
class Region:
    """Connected vertices of one colour surrounded by tiles on `cells`; `size` is their number."""

    colour: Colour
    size: int
    cells: frozenset[Cell] = field(default=frozenset(), compare=False)


def rotations_that_fit(corners: str) -> str:
    """The rotations that agree with corners coloured so far, like `"o ."`, clockwise from the apex."""
    return "".join(
        letter
        for letter, colours in ROTATIONS.items()
        if all(there in (BLANK, colour) for there, colour in zip(corners, colours, strict=True))
    )


_FITTING = {corners: rotations_that_fit(corners) for corners in map("".join, product(BLANK + OH + DOT, repeat=3))}
"""The same for all patterns."""


@dataclass
class Group:
    """The tiles as a map: covered cells, vertex colours, and what fits around.

    `fitting` has every free cell that touches a tile with its rotations (none for a hole). A tile changes it only
    where it colours a vertex first.
    """

    tiles: dict[Cell, str] = field(default_factory=dict)
    colours: dict[Vertex, Colour] = field(default_factory=dict)
    fitting: dict[Cell, str] = field(default_factory=dict)

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Group:
        laid = dict(tiles)
        corners = chain.from_iterable(map(Cell.corners, laid))
        colours = chain.from_iterable(map(ROTATIONS.__getitem__, laid.values()))
        group = cls(laid, dict(zip(corners, colours, strict=True)))
        group._look_around(group.colours)
        return group

    def copy(self) -> Group:
        return Group(self.tiles.copy(), self.colours.copy(), self.fitting.copy())

    def lay(self, tile: Tile) -> None:
        cell, rotation = tile
        self.tiles[cell] = rotation
        self.fitting.pop(cell, None)
        blank = [corner for corner in cell.corners() if corner not in self.colours]
        if blank:
            self.colours.update(zip(cell.corners(), ROTATIONS[rotation], strict=True))
            self._look_around(blank)

    def corners(self, cell: Cell) -> str:
        """A cell's corner colours clockwise from the apex, `BLANK` if uncoloured."""
        apex, following, last = cell.corners()
        colour = self.colours.get
        return colour(apex, BLANK) + colour(following, BLANK) + colour(last, BLANK)

    def rotations(self, cell: Cell) -> str:
        return self.fitting.get(cell, "")

    @property
    def is_settled(self) -> bool:
        """Whether no cell takes a tile in exactly one rotation."""
        return all(len(rotations) != 1 for rotations in self.fitting.values())

    def places(self) -> tuple[Place, ...]:
        """The cells that touch the group and take a tile, in reading order."""
        cells = sorted([cell for cell, rotations in self.fitting.items() if rotations])
        return tuple(map(_place, cells, map(self.fitting.__getitem__, cells)))

    def lay_forced(self, tile: Tile, tiles_left: int) -> tuple[Tile, ...]:
        """Make the automatic moves after `tile`, and return them.

        In rounds: forced cells (with exactly one rotation) are listed in reading order, then each is filled if still
        forced. The order matters if two share a blank vertex and want different colours: the first prevails, the
        other remains a hole.
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
        """The distinct surrounded regions, or only those through `vertices`."""
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
        """Grow a covered vertex's region until complete, or until it reaches an uncovered vertex.

        If it reaches one examined before, it is not surrounded. All neighbours of a covered vertex are coloured, and
        each edge from it borders a tile.
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
        return set().union(*map(Cell.corners, self.fitting))

    def _look_around(self, vertices: Iterable[Vertex]) -> None:
        colour = self.colours.get
        fitting = self.fitting
        for cell in cells_around(vertices).difference(self.tiles):
            apex, following, last = cell.corners()
            fitting[cell] = _FITTING[colour(apex, BLANK) + colour(following, BLANK) + colour(last, BLANK)]


Sizes: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Sizes of each colour's surrounded regions in tiles, largest first."""


class Known(NamedTuple):
    """What a move has computed about the tiles after it."""

    group: Group
    last_turn: tuple[Tile, ...]


@dataclass(frozen=True)
class Position:
    """A position: tiles in order, and the next seat.

    After the end `next_seat` still tells who moved last. `known` and `sizes` are derived from the tiles, and cached.
    `is_numbered_before` says that places are shown by their numbers before the last turn, as in its preview.
    """

    tiles: tuple[Tile, ...]
    next_seat: int
    num_tiles: int
    win_size: int
    known: Known | None = field(default=None, compare=False, repr=False)
    sizes: Sizes | None = field(default=None, compare=False, repr=False)
    is_numbered_before: bool = False

    @property
    def tiles_left(self) -> int:
        return self.num_tiles - len(self.tiles)

    @property
    def last_mover(self) -> int:
        """The seat that moved last: Oh's at the start, whose first turn is automatic."""
        return 1 - self.next_seat

    @cached_property
    def group(self) -> Group:
        """The tiles as a map; do not modify."""
        return self.known.group if self.known else Group.of(self.tiles)

    @cached_property
    def last_turn(self) -> tuple[Tile, ...]:
        """The last player's tile, then automatic moves; none at the start.

        They follow from the order of tiles: players move when no cell is forced.
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
        """The sizes of each colour's surrounded regions."""
        return _sizes(self.group.surrounded_regions()) if self.sizes is None else self.sizes

    @cached_property
    def closers(self) -> tuple[int, ...]:
        """The seats with a surrounded region large enough to win."""
        return tuple(seat for seat, sizes in enumerate(self.surrounded) if sizes and sizes[0] >= self.win_size)

    @cached_property
    def is_over(self) -> bool:
        return self.tiles_left == 0 or bool(self.closers)

    @property
    def winner(self) -> int | None:
        """The winner, if any: the sole closer, or the seat that did not move if both closed."""
        match self.closers:
            case ():
                return None
            case (seat,):
                return seat
            case _:
                return self.next_seat

    @cached_property
    def winning_cells(self) -> frozenset[Cell]:
        if self.winner is None:
            return frozenset()
        colour = COLOURS[self.winner]
        regions = self.group.surrounded_regions()
        won = (each.cells for each in regions if each.colour == colour and each.size >= self.win_size)
        return frozenset().union(*won)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where a tile may be placed, position 1 first; empty after the end.

        While tiles are left there is always a place above the topmost vertex.
        """
        return () if self.is_over else self.group.places()

    @cached_property
    def numbers_before(self) -> Mapping[Cell, int]:
        """The numbers that places had before the last turn."""
        tiles = self.tiles[: len(self.tiles) - len(self.last_turn)]
        return {place.cell: number for number, place in enumerate(Group.of(tiles).places(), 1)}

    @cached_property
    def moves(self) -> tuple[str, ...]:
        rotations = [place.rotations for place in self.places]
        return tuple(chain.from_iterable(map(_words, rotations, range(1, len(rotations) + 1))))


@lru_cache(maxsize=4096)
def _words(rotations: str, number: int) -> tuple[str, ...]:
    return tuple([f"{rotation}{number}" for rotation in rotations])


def start(num_tiles: int, win_size: int) -> Position:
    """The position before Dot's first move."""
    return Position(START, next_seat=COLOURS.index(DOT), num_tiles=num_tiles, win_size=win_size)


def after(position: Position, tile: Tile) -> Position:
    """The position after a fitting tile and its automatic moves."""
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
    oh, dot = map(list, earlier)
    for region in regions:
        (oh if region.colour == OH else dot).append(region.size)
    return tuple(sorted(oh, reverse=True)), tuple(sorted(dot, reverse=True))
