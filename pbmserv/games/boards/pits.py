"""Mancala boards: two rows of pits with seeds, and a store at each end.

Houses are numbered counter-clockwise, as seeds are sown: South's, the lower row, from the left, then North's from the
right. South's have capital letters, North's small ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import cos, pi, sin, sqrt
from string import ascii_lowercase

from pbmserv.games.boards.page import height_for, rounded
from pbmserv.games.boards.pieces import marked
from pbmserv.games.message import Drawn, Message, Say, counted, in_a_row
from pbmserv.games.picture import Circle, Picture, Point, Shape, Text
from pbmserv.games.picture_words import said

SEAT_NAMES = (Message("South"), Message("North"))

_STEP = 74.0
"""The distance of houses in units."""
_HOUSE, _SEED = 32.0, 6.0
"""Units: a house's radius, and a seed's maximum radius."""
_STORE = 62.0
"""The width of a store in units."""
_EDGE, _LABELS = 14.0, 34.0
"""Units around the board, and above and below it for names of houses."""
_BESIDE = _STEP / 2 + _EDGE + 15
"""Units from a house to its name beside the board."""
_LETTERS, _LARGER, _LARGER_BESIDE = 17.0, 1.35, 1.15
"""Units: the height of letters, and by how much they may be larger on a long board, for houses and stores."""
_SEED_ROLE = "tint.4"
"""Seeds have no seat's colour."""
_WITH_ONE_INSIDE, _MOST_IN_A_RING = 6, 8
_GOLDEN = pi * (3 - sqrt(5))
"""The golden angle, by which seeds fill a circle evenly."""


@dataclass(frozen=True)
class Seeds:
    """Seeds by place, the house sown last or -1, and the houses captured from."""

    houses: Sequence[int]
    stores: Sequence[int]
    sown: int = -1
    emptied: Sequence[int] = ()


@dataclass(frozen=True)
class Pits:
    """A board with this many houses on each side."""

    length: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The houses counter-clockwise: A to F and a to f."""
        letters = ascii_lowercase[: self.length]
        return (*letters.upper(), *letters)

    def characters(self, seeds: Seeds) -> Drawn:
        """The board with stores; the house sown last is in brackets, captured ones have a star."""
        return Drawn.by(partial(self._drawn, seeds))

    def _drawn(self, seeds: Seeds, say: Say) -> str:
        south, north = self._rows
        room = max(2, *(len(str(count)) for count in (*seeds.houses, *seeds.stores)))
        wide = room + 3
        rule = "+".join(("", *("-" * wide for _ in south), ""))
        left = f"{say(SEAT_NAMES[1])} {seeds.stores[1]:>{room}} "
        blank = " " * len(left)
        lines = (
            blank + "".join(f" {self.names[house]:^{wide}}" for house in north),
            blank + rule,
            blank + self._row(seeds, north, room),
            f"{left}{rule} {seeds.stores[0]} {say(SEAT_NAMES[0])}",
            blank + self._row(seeds, south, room),
            blank + rule,
            blank + "".join(f" {self.names[house]:^{wide}}" for house in south),
        )
        return "\n".join(line.rstrip() for line in lines)

    def picture(self, seeds: Seeds, words: str) -> Picture:
        """The board as a picture; each house can be touched by its name."""
        across = self.length * _STEP + 2 * _STORE + 4 * _EDGE
        deep = 2 * _STEP + 2 * _EDGE
        shapes = [Shape(rounded(Point(_EDGE, _LABELS), across - 2 * _EDGE, deep, 34), "board")]
        for house in range(2 * self.length):
            shapes += self._house(seeds, house)
        for seat in (0, 1):
            shapes += self._store(seeds.stores[seat], seat)
        return Picture(across, deep + 2 * _LABELS, tuple(shapes), words)

    @property
    def _rows(self) -> tuple[range, range]:
        return range(self.length), range(2 * self.length - 1, self.length - 1, -1)

    def _row(self, seeds: Seeds, row: range, room: int) -> str:
        cells = []
        for house in row:
            opens, closes = "()" if house == seeds.sown else "  "
            star = "*" if house in seeds.emptied else " "
            cells.append(f"{opens}{seeds.houses[house] or '.':>{room}}{star}{closes}")
        return f"|{'|'.join(cell[: room + 3] for cell in cells)}|"

    def _house(self, seeds: Seeds, house: int) -> Iterator[Shape]:
        name, count, centre = self.names[house], seeds.houses[house], self._centre(house)
        told = [Message("house {house}", house=name), counted("{count} seed", "{count} seeds", count)]
        told += [Message("sown last")] * (house == seeds.sown)
        told += [Message("seeds were taken here")] * (house in seeds.emptied)
        yield Shape(Circle(centre, _HOUSE), "cell", name, in_a_row(*told))
        yield from _in_a_round(count, centre, name)
        if house in seeds.emptied:
            yield from marked(Circle(centre, _HOUSE - 3), "win", name)
        if house == seeds.sown:
            yield from marked(Circle(centre, _HOUSE), "last", name)
        below = house < self.length
        y = centre.y + (_BESIDE if below else -_BESIDE)
        height = _LETTERS * self._larger
        yield Shape(Text(name, Point(centre.x - 11 * self._larger, y), height), "label")
        yield Shape(Text(str(count), Point(centre.x + 10 * self._larger, y), height), "word")

    def _store(self, count: int, seat: int) -> Iterator[Shape]:
        x = 2 * _EDGE if seat else 2 * _EDGE + _STORE + self.length * _STEP
        top, high = _LABELS + 2 * _EDGE, 2 * _STEP - 2 * _EDGE
        store = Message("{player}'s store", player=SEAT_NAMES[seat])
        words = in_a_row(store, counted("{count} seed", "{count} seeds", count))
        yield Shape(rounded(Point(x + 2, top), _STORE - 4, high, 26), "cell", words=words)
        middle = Point(x + _STORE / 2, top + high / 2)
        yield from _heap(count, middle, _STORE / 2 - 8, high / 2 - 10)
        y = middle.y + (-1 if seat else 1) * (_STEP / 2 + _BESIDE)
        larger = min(self._larger, _LARGER_BESIDE)
        name = said(SEAT_NAMES[seat])
        yield Shape(Text(name, Point(middle.x - 10 * larger, y), min(15, height_for(name, _STORE - 14))), "label")
        yield Shape(Text(str(count), Point(middle.x + 26 * larger, y), _LETTERS * larger), "word")

    @property
    def _larger(self) -> float:
        return min(max(1.0, self.length / 6), _LARGER)

    def _centre(self, house: int) -> Point:
        south, north = self._rows
        row, y = (south, _LABELS + _EDGE + 1.5 * _STEP) if house in south else (north, _LABELS + _EDGE + 0.5 * _STEP)
        return Point(2 * _EDGE + _STORE + (row.index(house) + 0.5) * _STEP, y)


def _in_a_round(count: int, centre: Point, target: str) -> Iterator[Shape]:
    """Seeds in a house: a few in a ring, more in a sunflower pattern, smaller if needed."""
    if count > _MOST_IN_A_RING:
        apart = min(7.2, (_HOUSE - 8) / sqrt(count))
        places = [(apart * sqrt(number + 0.5), number * _GOLDEN) for number in range(count)]
        size = min(_SEED, apart * 0.8)
    else:
        in_ring = count if count < _WITH_ONE_INSIDE else count - 1
        reach = _SEED * 1.15 / sin(pi / in_ring) if in_ring > 1 else 0.0
        places = [(reach, 2 * pi * number / in_ring - pi / 2) for number in range(in_ring)]
        places += [(0.0, 0.0)] * (count - in_ring)
        size = _SEED
    for reach, angle in places:
        at = Point(centre.x + reach * cos(angle), centre.y + reach * sin(angle))
        yield Shape(Circle(at, size), _SEED_ROLE, target)


def _heap(count: int, middle: Point, across: float, down: float) -> Iterator[Shape]:
    size = _SEED
    while count > (columns := int(across / size / 1.15)) * int(down / size / 1.15):
        size *= 0.94
    for number in range(count):
        row, column = divmod(number, columns)
        at = Point(middle.x + (column - (columns - 1) / 2) * size * 2.25, middle.y + down - size - row * size * 2.25)
        yield Shape(Circle(at, size), _SEED_ROLE)
