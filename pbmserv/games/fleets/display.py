"""Fleets in characters, pictures and words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from pbmserv.games.boards.figures import EMBLEMS, Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.page import (
    BARE,
    LABELLED,
    LETTERS,
    NARROWEST,
    Row,
    Thing,
    height_for,
    moved,
    room,
    rounded,
    title,
)
from pbmserv.games.boards.pieces import lit
from pbmserv.games.boards.squares import SIDE, SquaresFromAbove
from pbmserv.games.fleets.rules import Position, Ship
from pbmserv.games.message import SEAT_LETTERS, Listed, Message, in_a_row, letter, player
from pbmserv.games.picture import Circle, Path, Picture, Point, Polygon, Shape, Text
from pbmserv.games.picture_words import said

SHIP, HIT, SUNK, MISS = "ox#-"
FIGURES = {
    figure.mark: figure
    for figure in (
        Figure(SHIP, None, "ship"),
        Figure(HIT, None, "hit"),
        Figure(SUNK, None, "sunk"),
        Figure(MISS, None, "miss"),
    )
}
_NO_SHOT = Message("no shot yet")
BETWEEN = 4
"""Columns between the two seas in characters."""
_WATCHED, _OWN = 0.49, 0.32
"""The widths of both seas for those who watch, and of a player's own, in pictures: of the width of a page. The
narrower the own sea, the wider is on a phone the one that is shot at: both stand above the button that confirms.
"""
_LETTERS = 19.5
"""The height of coordinates in pictures, and of what is written beside them: on a phone that lies on its side, a unit
is half a pixel.
"""
_CLOSER = 6.0
"""Units that a title leaves to the sea below it."""
_IN_FLEET = 0.5
"""The scale of hulls beside a sea, which tell what is left of a fleet."""
_IN_COLUMN = 5
"""How many of them stand below each other."""
_MISS, _HIT, _TURRET = 5.0, 14.0, 3.5
"""Radii in units of a square's 44."""
_BEAM, _CLEAR, _BOW = 14.0, 3.0, 24.0
"""Half the width of a hull, what it leaves free of the squares at its ends, and the length of its bow."""


class Sea(SquaresFromAbove):
    """Squares that are water or ship: of which, nobody knows before they are shot at."""

    def words_of(self, place: int, contents: BoardContents) -> Listed:
        there = contents.cells[place]
        words = _NO_SHOT if there == EMPTY else Message(FIGURES[there].name)
        return in_a_row(self.names[place], words, *([Message("last shot")] if place in contents.last else []))

    def _role(self, place: int) -> str:
        return "cell.water"

    def with_ships(self, contents: BoardContents, ships: Iterable[Ship], sunk: Collection[Ship]) -> Picture:
        """The sea with the hulls of ships that are seen, and the shots above them."""
        shapes = [
            _larger(each)
            for each in self.picture(replace(contents, cells=EMPTY * len(contents.cells), last=()), "").shapes
        ]
        squares = [
            replace(shape, words=self.words_of(place, contents))
            for place, shape in enumerate(shapes[: len(self.names)])
        ]
        shapes = [*squares, *shapes[len(squares) :], *lit(squares, contents.last)]
        for ship in ships:
            shapes += hull(self.centre(ship[0]), self.centre(ship[-1]), ship in sunk)
        for place, there in enumerate(contents.cells):
            if there == MISS:
                shapes.append(Shape(Circle(self.centre(place), _MISS), "piece.light"))
            elif there == HIT:
                shapes += [Shape(Circle(self.centre(place), _HIT), "hit"), self._cross(place, "figure")]
            elif there == SUNK:
                shapes.append(self._cross(place, "sign.dark"))
        size = self.width * SIDE + LABELLED + BARE
        return Picture(size, size, tuple(shapes))

    def centre(self, place: int) -> Point:
        return self._centre(place)

    def _cross(self, place: int, role: str) -> Shape:
        return Shape(Path(EMBLEMS["cross"].path, self.centre(place), _HIT * 0.12), role)


def hull(first: Point, last: Point, is_sunk: bool) -> Iterator[Shape]:
    """A ship from above, by the middles of its end squares: its bow points left, or up."""
    is_across, half = last.y == first.y, SIDE / 2 - _CLEAR
    length = max(last.x - first.x, last.y - first.y)
    far = length + 2 * half
    # How wide half the hull is, so far from its bow.
    along = [(_BOW * (1 - part), _BEAM * (1 - part * part)) for part in (1.0, 0.8, 0.6, 0.4, 0.2)]
    along += [(_BOW, _BEAM), (far - 5, _BEAM), (far - 1.5, _BEAM - 2), (far, _BEAM - 6)]
    sides = [*along, *((at, -wide) for at, wide in reversed(along[1:]))]
    corners = (
        Point(first.x - half + at, first.y + wide) if is_across else Point(first.x + wide, first.y - half + at)
        for at, wide in sides
    )
    yield Shape(Polygon(tuple(corners)), "hull.sunk" if is_sunk else "hull")
    for number in range(0 if is_sunk else round(length / SIDE) + 1):
        by = number * SIDE
        turret = Point(first.x + by, first.y) if is_across else Point(first.x, first.y + by)
        yield Shape(Circle(turret, _TURRET), "sign.dark")


@lru_cache(maxsize=16)
def sea_of(width: int) -> Sea:
    return Sea(width, width)


def cells_of(seen: Position, seat: int) -> str:
    """A seat's sea, as far as its ships are seen."""
    cells = [EMPTY] * (seen.width * seen.width)
    for ship in seen.ships[seat]:
        for place in ship:
            if place >= 0:
                cells[place] = SHIP
    for place in seen.shots[1 - seat]:
        cells[place] = MISS
    for place in seen.hits[1 - seat]:
        cells[place] = HIT
    for ship in seen.sunk[seat]:
        for place in ship:
            cells[place] = SUNK
    return "".join(cells)


def contents_of(seen: Position, seat: int) -> BoardContents:
    last = seen.shots[seen.last_seat][-1:] if seen.last_seat == 1 - seat else ()
    return BoardContents(cells_of(seen, seat), FIGURES, SEAT_LETTERS, last)


def drawing(seen: Position) -> str:
    """Both seas beside each other."""
    sea = sea_of(seen.width)
    first, second = (sea.characters(contents_of(seen, seat)).split("\n") for seat in (0, 1))
    width = max(map(len, first)) + BETWEEN
    lines = [f"{'   A':{width}}   B", *(f"{one:{width}}{other}" for one, other in zip(first, second, strict=True))]
    return "\n".join(line.rstrip() for line in lines)


def rows_of(seen: Position, viewer: int | None) -> Iterator[Row]:
    """The sea to be shot at, and below it a smaller one; while ships are placed, the other way round. So the page
    keeps its shape.
    """
    if viewer is None:
        whose = [Message("{player}'s sea", player=letter(seat)) for seat in (0, 1)]
        yield [_half(title(words)) for words in whose]
        yield [_half(_sea(seen, seat, _WATCHED, words)) for seat, words in enumerate(whose)]
    elif seen.is_placing:
        placed = len(seen.ships[viewer]) - (seen.begun(viewer) is not None)
        size = seen.sizes[placed] if placed < len(seen.sizes) else 0
        asked = Message("Your sea: touch both ends of a ship of {size}", size=size)
        yield [_titled(asked if size else Message("Your sea"))]
        yield [_sea(seen, viewer, 1)]
        yield [room(8)]
        other = _sea(replace(seen, ships=((), ())), 1 - viewer, _OWN, Message("Your opponent's sea"))
        # Of a sea that nobody has shot at, nothing is told.
        other = replace(other, shapes=tuple(replace(each, words="") for each in other.shapes))
        yield [_beside(seen), other, _fleet(seen, viewer, other.height)]
    else:
        yield [_titled(Message("Your opponent's sea"))]
        yield [_sea(seen, 1 - viewer, 1)]
        yield [room(8)]
        own = _sea(seen, viewer, _OWN, Message("your sea"))
        yield [_beside(seen), own, _fleet(seen, 1 - viewer, own.height)]


def _beside(seen: Position) -> Thing:
    """What makes the squares of both seas begin on one line."""
    return Thing((), LABELLED * NARROWEST / (sea_of(seen.width).width * SIDE + LABELLED + BARE), 0)


def _titled(text: str) -> Thing:
    """A title close to the edge of the page."""
    thing = title(text)
    shapes = tuple(moved(_larger(each), Point(0, -_CLOSER)) for each in thing.shapes)
    return replace(thing, shapes=shapes, height=thing.height - _CLOSER)


def _larger(shape: Shape) -> Shape:
    """The same in larger letters, as far as the line has room."""
    if not isinstance(shape.form, Text):
        return shape
    times = _LETTERS / LETTERS
    return replace(shape, form=replace(shape.form, height=height_for(shape.form.text, NARROWEST / times) * times))


def _half(thing: Thing) -> Thing:
    return replace(thing, width=NARROWEST / 2)


def _sea(seen: Position, seat: int, times: float, whose: str = "") -> Thing:
    """A sea, so wide a part of the page. If it is said `whose` it is, it has no coordinates, and is not touched."""
    sea, ships = sea_of(seen.width), [ship for ship in seen.ships[seat] if min(ship) >= 0]
    picture = sea.with_ships(contents_of(seen, seat), ships, seen.sunk[seat])
    shapes, beside = list(picture.shapes), 0.0
    if seen.is_placing:
        # Nobody has shot: who cannot see is told what is free.
        shapes = [replace(each, words=_before_shots(each.words)) for each in shapes]
        ends = () if whose else seen.ends_from(seat)
        shapes += [Shape(Circle(sea.centre(place), _MISS * 2), "choice") for place in ends]
    if whose:
        # The same squares of both seas have the same names.
        shapes = [
            replace(each, target="", words=each.words and in_a_row(whose, each.words))
            for each in shapes
            if not isinstance(each.form, Text)
        ]
        beside = LABELLED
    times *= NARROWEST / (picture.width - beside)
    smaller = tuple(moved(shape, Point(-beside * times, 0), times) for shape in shapes)
    return Thing(smaller, (picture.width - beside) * times, (picture.height - beside) * times)


def _before_shots(words: str) -> str:
    """The words of a square while ships are placed."""
    if not isinstance(words, Listed):
        return words
    return in_a_row(*(Message("free") if each is _NO_SHOT else each for each in words.items))


def _fleet(seen: Position, seat: int, height: float) -> Thing:
    """The ships of a fleet beside the smaller sea, those that have sunk or been placed in black."""
    sizes = [len(ship) for ship in (seen.ships if seen.is_placing else seen.sunk)[seat]]
    if seen.is_placing and seen.begun(seat) is not None:
        sizes.pop()
    told = (
        (Message("Your opponent's sea"), Message("To be placed:"))
        if seen.is_placing
        else (Message("Your sea"), Message("To be sunk:"))
    )
    shapes = [
        Shape(Text(said(words), Point(16, LETTERS / 2 + y), LETTERS, from_left=True), "label")
        for words, y in zip(told, (2, 30), strict=True)
    ]
    columns = -(-len(seen.sizes) // _IN_COLUMN)
    shapes.append(Shape(rounded(Point(8, 50), columns * 132 + 10, height - 51, 8), "cell.water"))
    step = (height - 57) / _IN_COLUMN
    for number, size in enumerate(seen.sizes):
        column, row = divmod(number, _IN_COLUMN)
        is_sunk = size in sizes
        if is_sunk:
            sizes.remove(size)
        at = Point(16 + column * 132, 52 + (row + 0.5) * step)
        first = Point(SIDE / 2, 0)
        drawn = hull(first, Point(first.x + (size - 1) * SIDE, 0), is_sunk)
        shapes += (moved(shape, at, _IN_FLEET) for shape in drawn)
    return Thing(tuple(map(_larger, shapes)), 240, height)


def status_of(seen: Position, viewer: int | None) -> Iterator[str]:
    for seat in (0, 1):
        if not seen.is_placing:
            sizes = seen.sizes_left(seat)
            if sizes:
                yield Message("{player} has ships of {sizes} left.", player=player(seat), sizes=lengths(sizes))
        elif seen.has_placed(seat):
            yield Message("{player} has placed all ships.", player=player(seat))
        elif seat == viewer:
            yield Message("Place your ships, which are {sizes} squares long.", sizes=lengths(seen.sizes))
        else:
            yield Message("{player} has yet to place ships.", player=player(seat))


def lengths(sizes: tuple[int, ...]) -> str:
    return Listed(sizes, ", ", " and ")


def legend_of(seen: Position) -> Iterator[str]:
    if seen.is_placing:
        yield Message("Name both ends of each ship, such as a1-d1, or write random.")
        if seen.is_apart:
            yield Message("No ship may touch another, not even at a corner.")
        return
    yield Message("o is a ship, x a hit, # a ship that has sunk, - a miss, the last shot in brackets.")
    yield Message("A move is a square of the other's sea, for example e5.")
    if seen.goes_again:
        yield Message("Whoever hits shoots again.")
