"""TwixT: how many pegs each seat needs to join its sides, and in how many ways.

Holes are bits, so that knight steps are shifts and all equally distant holes are found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import log2
from typing import NamedTuple, TypeAlias

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.pegs import KNIGHT, Link, Pegs
from pbmserv.games.evaluation import shares
from pbmserv.games.twixt import PAPER, PEGS, Position, Twixt

Bits: TypeAlias = int
"""A set of holes as bits."""
Ways: TypeAlias = tuple[Bits, ...]
"""For each knight step, the holes from which it is possible."""

A_PEG = 0.8
"""The value of needing one peg less."""
A_CHOICE = 0.6
"""The value of twice as many choices for each peg."""
CUT_OFF = 3.0
"""The value of cutting the opponent off."""
A_TURN = 0.4
MOST = 14
"""The number of candidate holes; fewer let the search look deeper."""

WAYS = (*KNIGHT, *((-across, -down) for across, down in KNIGHT))


class Path(NamedTuple):
    """The number of pegs needed, and the possible holes for each, from one side to the other; none if cut off."""

    pegs: int
    holes: tuple[Bits, ...]

    @property
    def choices(self) -> float:
        return sum(log2(each.bit_count()) for each in self.holes) / max(len(self.holes), 1)


def evaluate(game: Twixt, position: Position) -> tuple[float, float]:
    upright, level = paths(game.pegs(position), position)
    if not upright.holes or not level.holes:
        return shares(CUT_OFF * (bool(upright.holes) - bool(level.holes)))
    lead = A_PEG * (level.pegs - upright.pegs) + A_CHOICE * (upright.choices - level.choices)
    return shares(lead, position.next_seat, A_TURN)


def candidates(game: Twixt, position: Position) -> Sequence[str] | None:
    """Holes on both seats' shortest paths, narrowest first."""
    board = game.pegs(position)
    worth: dict[int, float] = {}
    forbidden = _bits(board.others_borders[position.next_seat])
    for path in paths(board, position):
        for holes in path.holes:
            for place in _places(holes & ~forbidden):
                worth[place] = worth.get(place, 0.0) + 1 / holes.bit_count()
    middle = (board.width - 1) / 2

    def order(place: int) -> tuple[float, float]:
        return -worth[place], abs(place % board.width - middle) + abs(place // board.width - middle)

    best = sorted(worth, key=order)[:MOST]
    if not position.last:
        # The other may take this peg over: somewhere on the way to a corner there is one that is as good for both.
        diagonal = range(board.width + 1, len(position.cells) // 2, board.width + 1)
        best += (place for place in diagonal if not forbidden >> place & 1)
    return [board.names[place] for place in dict.fromkeys(best)] or None


@lru_cache(maxsize=4)
def paths(board: Pegs, position: Position) -> tuple[Path, Path]:
    upright, level = (_field(board, position, seat).path(*map(_bits, board.borders[seat])) for seat in (0, 1))
    return upright, level


class _Field(NamedTuple):
    """A seat's possible holes, pegs, unbarred steps and links."""

    width: int
    free: Bits
    own: Bits
    steps: Ways
    joined: Ways

    def path(self, first: Bits, last: Bits) -> Path:
        there = self._layers(first, last)
        if not there:
            return Path(0, ())
        back = reversed(self._layers(last, first))
        return Path(len(there), tuple(one & other for one, other in zip(there, back, strict=True)))

    def _layers(self, first: Bits, last: Bits) -> list[Bits]:
        """The holes for the first peg, the second, and so on; none if cut off."""
        pegs = self._with_linked(self.own & first)
        holes = (self.free & first) | (self._from(pegs, self.steps) & self.free)
        seen = holes
        layers: list[Bits] = []
        while holes:
            layers.append(holes)
            met = self._with_linked(self._from(holes, self.steps) & self.own & ~pegs)
            pegs |= met
            if (holes | met) & last:
                return layers
            holes = self._from(holes | met, self.steps) & self.free & ~seen
            seen |= holes
        return []

    def _with_linked(self, pegs: Bits) -> Bits:
        edge = pegs
        while edge:
            edge = self._from(edge, self.joined) & ~pegs
            pegs |= edge
        return pegs

    def _from(self, holes: Bits, ways: Ways) -> Bits:
        reached = 0
        for (across, down), may_go in zip(WAYS, ways, strict=True):
            by = across + down * self.width
            going = holes & may_go
            if going:
                reached |= going << by if by > 0 else going >> -by
        return reached


def _field(board: Pegs, position: Position, seat: int) -> _Field:
    cells, peg = position.cells, PEGS[seat]
    steps, joined = [*_steps(board)], [0] * len(WAYS)
    for link in position.links:
        is_own = cells[link[0]] == peg
        if is_own:
            for way, hole in _ends(board.width, link):
                joined[way] |= hole
        if not is_own or position.rule != PAPER:
            steps = [may_go & ~bars for may_go, bars in zip(steps, _bars(board, link), strict=True)]
    free = _bits(place for place, there in enumerate(cells) if there == EMPTY)
    free &= ~_bits(board.others_borders[seat])
    return _Field(board.width, free, _bits(position.places_of(peg)), tuple(steps), tuple(joined))


@cache
def _steps(board: Pegs) -> Ways:
    steps = [0] * len(WAYS)
    for place, others in enumerate(board.knights):
        for other in others:
            steps[_way(board.width, place, other)] |= 1 << place
    return tuple(steps)


@lru_cache(maxsize=1 << 13)
def _bars(board: Pegs, link: Link) -> Ways:
    bars = [0] * len(WAYS)
    for crossing in board.crossing(link):
        for way, hole in _ends(board.width, crossing):
            bars[way] |= hole
    return tuple(bars)


def _ends(width: int, link: Link) -> Iterator[tuple[int, Bits]]:
    for place, other in (link, link[::-1]):
        yield _way(width, place, other), 1 << place


def _way(width: int, place: int, other: int) -> int:
    return WAYS.index((other % width - place % width, other // width - place // width))


def _bits(places: Iterable[int]) -> Bits:
    return sum(1 << place for place in places)


def _places(holes: Bits) -> Iterator[int]:
    while holes:
        lowest = holes & -holes
        yield lowest.bit_length() - 1
        holes ^= lowest
