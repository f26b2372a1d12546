"""Filling a board with tiles so that all marks agree: a search for all ways to do so, or for some.

Each free cell takes one tile, each tile of the set is used at most once, and each site bears one mark. This is an
exact cover with colours (Donald Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1). The search takes
the cell with the most marks around it (of several, the one that the fewest tiles fit) and tries all tiles on it.

Every filling counts, even if it differs only by a turn of the whole board, a reflection or a renaming of the marks. A
search has a budget of steps, one for each position that it looks at, so that no board can keep a server busy. It
takes about a hundred thousand steps a second, and always the same number for the same board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import NamedTuple, TypeAlias

from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.tiles import BLANK, WILD, TileSet


class OutOfBudget(Exception):
    """A search has used up its budget before it was finished: there may be more fillings than it has found."""


class Count(NamedTuple):
    """How many fillings were found; `is_exact` means that there are no others."""

    found: int
    is_exact: bool


def fillings(layout: Layout, tiles: TileSet, budget: int | None = None) -> Iterator[Layout]:
    """The ways to fill the free cells of a layout's board with those tiles of the set that are not on it yet.

    The same arguments give the same fillings in the same order. Raises `OutOfBudget` after `budget` steps, and
    `ValueError` if the layout has no board.
    """
    search = _Search(layout, tiles, budget)
    for _ in search.run():
        yield replace(layout, placements=(*layout.placements, *search.laid))


def first_filling(layout: Layout, tiles: TileSet, budget: int) -> Layout | None:
    """One way to fill the board; None if there is none.

    A search that begins badly may be lost for very long, although another order of the tiles would find a way at
    once. So half of the budget goes to short attempts in different orders, and the other half to a long one at the
    end. Raises `OutOfBudget` if that was not enough, and `ValueError` as `fillings` does.
    """
    for attempt in range(_ATTEMPTS):
        first = attempt * _STRIDE % len(tiles.names)
        turned = replace(tiles, names=tiles.names[first:] + tiles.names[:first])
        with suppress(OutOfBudget):
            return next(fillings(layout, turned, budget // 2 // _ATTEMPTS), None)
    return next(fillings(layout, tiles, budget // 2), None)


def count_fillings(layout: Layout, tiles: TileSet, most: int | None = None, budget: int | None = None) -> Count:
    """How many ways there are to fill the board, counted up to `most`, or as far as the budget goes.

    Raises `ValueError` if the layout has no board.
    """
    found = 0
    try:
        for _ in islice(_Search(layout, tiles, budget).run(), most):
            found += 1
    except OutOfBudget:
        return Count(found, is_exact=False)
    return Count(found, is_exact=found != most)


_ATTEMPTS = 10
_STRIDE = 7
"""How many tiles further on in the set each attempt begins."""

_Sites: TypeAlias = tuple[int, int, int]
"""A cell of the search: the numbers of its sites, in the order of a tile's marks."""
_LANE = 16
"""Bits of an int that count cells, so that the counts of several marks can be added at once."""
_ONE_LANE = (1 << _LANE) - 1
_MANY = 1_000_000
"""More than any number of tiles."""


class _Search:
    """The board and the tiles by numbers, as the search has filled them so far; sets of tiles are bits of an int."""

    def __init__(self, layout: Layout, tiles: TileSet, budget: int | None) -> None:
        if layout.board is None:
            raise ValueError("a table without a board cannot be filled")
        self._budget = budget
        cells = {cell: layout.marking.sites(cell) for cell in sorted(layout.board)}
        sites = dict.fromkeys(site for around in cells.values() for site in around)
        numbers = {site: number for number, site in enumerate(sites)}
        numbered = {cell: (numbers[one], numbers[two], numbers[three]) for cell, (one, two, three) in cells.items()}
        self._cells = {around: cell for cell, around in numbered.items()}
        self._free = [around for cell, around in numbered.items() if layout.is_free(cell)]
        held = {tiles.name_of(marks) for marks in layout.tiles.values()}
        self._unused = sum(1 << number for number, name in enumerate(tiles.names) if name not in held)
        self._spare = self._unused.bit_count() - len(self._free)
        self._fits = _Fits(tiles)
        self._laid: list[tuple[_Sites, str]] = []
        self._marks = [BLANK] * len(numbers)
        # All cells around its site want a mark, and all tiles together bear only so many of it; a wild mark
        # may stand for any.
        self._wanted = Counter(number for around in numbered.values() for number in around)
        have = Counter("".join(tiles.names))
        self._left = Counter({mark: have[mark] + have[WILD] for mark in have})
        for site, mark in layout.sites.items():
            if site in numbers:
                self._mark(numbers[site], mark)
        # The order of equally good cells: those with more marks come first, then those that share more with others.
        self._free.sort(key=lambda cell: (self._pattern(cell).count(BLANK), -sum(self._wanted[n] for n in cell)))

    @property
    def laid(self) -> tuple[Placement, ...]:
        """The tiles that the search has laid, in reading order."""
        return tuple(sorted(Placement(self._cells[sites], marks) for sites, marks in self._laid))

    def run(self) -> Iterator[None]:
        """Stop at each filling, so that `laid` can be looked at."""
        if self._spare >= 0 and min(self._left.values()) >= 0:
            yield from self._fill(self._free, self._unused)

    def _fill(self, free: list[_Sites], unused: int) -> Iterator[None]:
        self._spend()
        if not free:
            yield
            return
        cell = self._next_cell(free, unused)
        if cell is None:
            return
        rest = free.copy()
        rest.remove(cell)
        for tile, turn in self._fits[self._pattern(cell)].turns:
            if tile & unused:
                blanks = self._lay(cell, turn)
                if min(self._left.values()) >= 0:
                    yield from self._fill(rest, unused ^ tile)
                self._take_off(blanks)

    def _spend(self) -> None:
        if self._budget is not None:
            if self._budget <= 0:
                raise OutOfBudget
            self._budget -= 1

    def _next_cell(self, free: list[_Sites], unused: int) -> _Sites | None:
        """Where to lay a tile; None if it is plain that there is no filling from here on.

        That is so if some cell takes no tile, if too many tiles have no cell, or if more cells want a mark than there
        are tiles that bear it.
        """
        marks, fits = self._marks, self._fits
        best, least, useful, wanting = None, _MANY, 0, 0
        for cell in free:
            one, two, three = cell
            tiles, order, wanted, _ = fits[marks[one] + marks[two] + marks[three]]
            tiles &= unused
            if not tiles:
                return None
            useful |= tiles
            wanting += wanted
            count = order + tiles.bit_count()
            if count < least:
                best, least = cell, count
        if (unused & ~useful).bit_count() > self._spare:
            return None
        for bearing in fits.bearing:
            if wanting & _ONE_LANE > (unused & bearing).bit_count():
                return None
            wanting >>= _LANE
        return best

    def _pattern(self, cell: _Sites) -> str:
        return "".join([self._marks[number] for number in cell])

    def _lay(self, cell: _Sites, turn: str) -> list[int]:
        """Lay a tile; gives the sites that it was the first to mark."""
        self._laid.append((cell, turn))
        return [number for number, mark in zip(cell, turn, strict=True) if self._mark(number, mark)]

    def _mark(self, number: int, mark: str) -> bool:
        """Mark a site that has no mark yet; gives whether that was so. A wild mark leaves it as it was."""
        if mark == WILD or self._marks[number] != BLANK:
            return False
        self._marks[number] = mark
        self._left[mark] -= self._wanted[number]
        return True

    def _take_off(self, blanks: list[int]) -> None:
        """Take the last tile off, and with it the marks of the sites that it was the first to mark."""
        self._laid.pop()
        for number in blanks:
            self._left[self._marks[number]] += self._wanted[number]
            self._marks[number] = BLANK


class _Fit(NamedTuple):
    """What fits a pattern: the set of tiles; when the pattern's turn comes in the search (more marks come earlier); a
    one in the lane of each of its marks; and each tile with each of its turns."""

    tiles: int
    order: int
    wanted: int
    turns: tuple[tuple[int, str], ...]


class _Fits(dict[str, _Fit]):
    """What fits each pattern, worked out when it is first asked for.

    `bearing` holds the sets of tiles that bear each mark, in the order of the lanes; a wild mark counts as any.
    """

    def __init__(self, tiles: TileSet) -> None:
        super().__init__()
        self._tiles = tiles
        self._figures = sorted({mark for name in tiles.names for mark in name} - {WILD})
        self.bearing = [
            self._set_of(name for name in tiles.names if {mark, WILD} & {*name}) for mark in self._figures
        ]

    def __missing__(self, pattern: str) -> _Fit:
        turns = tuple(
            (1 << number, turn)
            for number, name in enumerate(self._tiles.names)
            for turn in self._tiles.turns_that_fit(name, pattern)
        )
        self[pattern] = _Fit(
            tiles=sum({tile for tile, _ in turns}),
            order=pattern.count(BLANK) * len(self._tiles.names),
            wanted=sum(1 << lane * _LANE for lane, mark in enumerate(self._figures) if mark in pattern),
            turns=turns,
        )
        return self[pattern]

    def _set_of(self, names: Iterable[str]) -> int:
        return sum(1 << self._tiles.names.index(name) for name in names)
