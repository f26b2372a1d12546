"""A search for fillings of a board.

Each free cell takes a tile, each tile is used at most once, each site has one mark: an exact cover with colours
(Donald Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1). The search tries all tiles on the cell
with most marks, of several the one that fewest tiles fit.

Fillings that differ by symmetry or renaming all count. The budget is in steps, one for each position, about a hundred
thousand a second; the same board always takes the same number.
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
    """The budget was used up; there may be further fillings."""


class Count(NamedTuple):
    found: int
    is_exact: bool


def fillings(layout: Layout, tiles: TileSet, budget: int | None = None) -> Iterator[Layout]:
    """Yield the fillings of a layout's free cells by unused tiles of the set.

    Deterministic. Raises `OutOfBudget` after `budget` steps, `ValueError` if the layout has no board.
    """
    search = _Search(layout, tiles, budget)
    for _ in search.run():
        yield replace(layout, placements=(*layout.placements, *search.laid))


def first_filling(layout: Layout, tiles: TileSet, budget: int) -> Layout | None:
    """A filling, or None if there is none.

    A bad start may be lost for long while another order succeeds at once, so half of the budget goes to short
    attempts in different orders. Raises `OutOfBudget`, and `ValueError` as `fillings`.
    """
    for attempt in range(_ATTEMPTS):
        first = attempt * _STRIDE % len(tiles.names)
        turned = replace(tiles, names=tiles.names[first:] + tiles.names[:first])
        with suppress(OutOfBudget):
            return next(fillings(layout, turned, budget // 2 // _ATTEMPTS), None)
    return next(fillings(layout, tiles, budget // 2), None)


def count_fillings(layout: Layout, tiles: TileSet, most: int | None = None, budget: int | None = None) -> Count:
    """Count fillings up to `most`, or within the budget.

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
"""The offset of the first tile between attempts."""

_Sites: TypeAlias = tuple[int, int, int]
"""The numbers of a cell's sites in the order of marks."""
_LANE = 16
"""Bits of an int for one counter, so that several marks are counted at once."""
_ONE_LANE = (1 << _LANE) - 1
_MANY = 1_000_000
"""More than any number of tiles."""


class _Search:
    """Board and tiles by numbers; sets of tiles are bits."""

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
        return tuple(sorted(Placement(self._cells[sites], marks) for sites, marks in self._laid))

    def run(self) -> Iterator[None]:
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
        """The next cell; None if there is clearly no filling: a cell takes no tile, too many tiles have no cell, or
        more cells want a mark than tiles have it.
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
        self._laid.append((cell, turn))
        return [number for number, mark in zip(cell, turn, strict=True) if self._mark(number, mark)]

    def _mark(self, number: int, mark: str) -> bool:
        """Mark an unmarked site; return whether it was. A wild mark changes nothing."""
        if mark == WILD or self._marks[number] != BLANK:
            return False
        self._marks[number] = mark
        self._left[mark] -= self._wanted[number]
        return True

    def _take_off(self, blanks: list[int]) -> None:
        self._laid.pop()
        for number in blanks:
            self._left[self._marks[number]] += self._wanted[number]
            self._marks[number] = BLANK


class _Fit(NamedTuple):
    """What fits a pattern: the set of tiles, its priority, a one in the lane of each mark, and each tile with
    turns.
    """

    tiles: int
    order: int
    wanted: int
    turns: tuple[tuple[int, str], ...]


class _Fits(dict[str, _Fit]):
    """Cached fits by pattern.

    `bearing` are the tiles with each mark, in lane order; a wild mark counts as any.
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
