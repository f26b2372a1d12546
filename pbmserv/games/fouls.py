"""Where Black may not play in Renju, by the rules of the Renju International Federation.

A four can become five with one more stone. A three can become a straight four with one more: four in an unbroken row
which can become five at both ends. Black's five is of exactly five stones. Black may not make

* an overline, which is a row of six or more,
* two fours or more with one stone,
* two threes or more with one stone, each of which can become a straight four by a stone that is no foul itself.

A stone that makes five is no foul, whatever else it makes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Literal, NamedTuple

SIZE = 15
BLACK, EMPTY = "x", "."
_OUTSIDE = "#"
_FAR = 5
"""How many points on each side tell what a stone makes in a line."""
_ROW = 5
_AXES = ((1, 0), (0, 1), (1, 1), (1, -1))

Foul = Literal["", "overline", "fours", "threes"]


class Made(NamedTuple):
    """What a black stone makes in one line.

    `fours` is their number. `straight` are the points, counted from the stone, where another one makes a straight
    four.
    """

    is_five: bool = False
    is_overline: bool = False
    fours: int = 0
    straight: tuple[int, ...] = ()


NOTHING = Made()


class Line(NamedTuple):
    """The places of a line of the board, and the slice of its characters."""

    places: tuple[int, ...]
    part: slice


def fouls_in(cells: str) -> tuple[int, ...]:
    """The free points where Black may not play."""
    return _fouls_in(cells.translate(_AS_FREE))


_AS_FREE = {ord("*"): EMPTY}
"""Stones that are only offered do not lie there."""


@lru_cache(maxsize=256)
def _fouls_in(cells: str) -> tuple[int, ...]:
    made: defaultdict[int, list[Made]] = defaultdict(list)
    for line in _lines():
        stones = cells[line.part]
        if stones.count(BLACK) > 1:
            for at, each in _made_in(stones):
                made[line.places[at]].append(each)
    return tuple(sorted(place for place, each in made.items() if _may_be_foul(each) and foul_at(cells, place)))


@lru_cache(maxsize=1 << 10)
def foul_at(cells: str, place: int) -> Foul:
    """The foul that Black would make at this free point; empty if Black may play there.

    Remembered, since threes that hang together ask for the same points again and again.
    """
    made = _made_at(cells, place)
    if not _may_be_foul(made):
        return ""
    if any(each.is_overline for each in made):
        return "overline"
    if sum(each.fours for each in made) > 1:
        return "fours"
    after = f"{cells[:place]}{BLACK}{cells[place + 1 :]}"
    threes = 0
    for (across, down), each in zip(_AXES, made, strict=True):
        ends = (place + step * (across + SIZE * down) for step in each.straight)
        threes += any(_can_be_played(after, end) for end in ends)
    return "threes" if threes > 1 else ""


def _may_be_foul(made: Sequence[Made]) -> bool:
    """Whether a stone may be a foul, if all that looks like a three is one."""
    if any(each.is_five for each in made):
        return False
    return (
        any(each.is_overline for each in made)
        or sum(each.fours for each in made) > 1
        or sum(bool(each.straight) for each in made) > 1
    )


def _can_be_played(cells: str, place: int) -> bool:
    """Whether a stone that makes a straight four is no foul, and makes no five in another line."""
    return not any(each.is_five for each in _made_at(cells, place)) and not foul_at(cells, place)


def _made_at(cells: str, place: int) -> list[Made]:
    """What a black stone makes at a point, in each direction."""
    wide = f"{cells}{_OUTSIDE}"
    return [_made("".join(around(wide))) for around in _around(place)]


@cache
def _around(place: int) -> tuple[Callable[[str], tuple[str, ...]], ...]:
    """What reads the points around one in each direction; those beyond the edge are behind the last point."""
    column, row = place % SIZE, place // SIZE
    return tuple(
        itemgetter(
            *(
                place + step * (across + SIZE * down)
                if 0 <= column + step * across < SIZE and 0 <= row + step * down < SIZE
                else SIZE * SIZE
                for step in range(-_FAR, _FAR + 1)
            )
        )
        for across, down in _AXES
    )


@lru_cache(maxsize=1 << 12)
def _made_in(stones: str) -> tuple[tuple[int, Made], ...]:
    """What stones at the free points of a line would make, where they would make anything."""
    wide = f"{_OUTSIDE * _FAR}{stones}{_OUTSIDE * _FAR}"
    found = ((at, _made(wide[at : at + 2 * _FAR + 1])) for at, there in enumerate(stones) if there == EMPTY)
    return tuple((at, made) for at, made in found if made != NOTHING)


@lru_cache(maxsize=1 << 15)
def _made(around: str) -> Made:
    """What a black stone makes in the middle of these points."""
    laid = _with(around, _FAR)
    begin, end = _run(laid, _FAR)
    if end - begin >= _ROW:
        return Made(is_five=end - begin == _ROW, is_overline=end - begin > _ROW)
    straight = []
    for at in range(_FAR - 3, _FAR + 4):
        if laid[at] == EMPTY:
            longer = _with(laid, at)
            begin, end = _run(longer, _FAR)
            if begin <= at < end and end - begin == _ROW - 1 and _becomes_five(longer, begin, end):
                straight.append(at - _FAR)
    return Made(fours=len({*_fours(laid)}), straight=tuple(straight))


def _fours(laid: str) -> Iterator[tuple[int, ...]]:
    """The fours through the middle, as the places of their stones: a straight one comes twice."""
    for start in range(1, _FAR + 1):
        five = laid[start : start + _ROW]
        is_closed = BLACK in (laid[start - 1], laid[start + _ROW])
        if five.count(BLACK) == _ROW - 1 and EMPTY in five and not is_closed:
            yield tuple(start + number for number, there in enumerate(five) if there == BLACK)


def _becomes_five(laid: str, begin: int, end: int) -> bool:
    """Whether an unbroken four can become exactly five at both ends."""
    return laid[begin - 1] == laid[end] == EMPTY and BLACK not in (laid[begin - 2], laid[end + 1])


def _run(laid: str, at: int) -> tuple[int, int]:
    """Where the unbroken row of black stones through a point begins and ends."""
    begin, end = at, at + 1
    while begin and laid[begin - 1] == BLACK:
        begin -= 1
    while end < len(laid) and laid[end] == BLACK:
        end += 1
    return begin, end


def _with(points: str, at: int) -> str:
    return f"{points[:at]}{BLACK}{points[at + 1 :]}"


@cache
def _lines() -> tuple[Line, ...]:
    """All lines of five points and more."""
    lines = []
    for across, down in _AXES:
        step = across + SIZE * down
        for place in range(SIZE * SIZE):
            column, row = place % SIZE, place // SIZE
            before = (column - across, row - down)
            if all(0 <= number < SIZE for number in before):
                continue
            places = [place]
            while 0 <= column + across < SIZE and 0 <= row + down < SIZE:
                column, row = column + across, row + down
                places.append(places[-1] + step)
            if len(places) >= _ROW:
                end = places[-1] + step
                lines.append(Line(tuple(places), slice(place, end if end >= 0 else None, step)))
    return tuple(lines)
