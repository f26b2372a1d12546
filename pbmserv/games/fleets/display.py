"""Fleets in characters, pictures and words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from pbmserv.games.boards.figures import FAINT, Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.page import NARROWEST, Row, Thing, moved, title
from pbmserv.games.boards.squares import SquaresFromAbove
from pbmserv.games.fleets.rules import Position
from pbmserv.games.message import SEAT_LETTERS, Listed, Message, in_a_row, player
from pbmserv.games.picture import Circle, Point, Shape

SHIP, HIT, SUNK, MISS = "ox#-"
FIGURES = {
    figure.mark: figure
    for figure in (
        Figure(SHIP, None, "ship", "light"),
        Figure(HIT, None, "hit", "light", "cross"),
        Figure(SUNK, None, "sunk", "dark", "cross"),
        Figure(MISS, None, "miss", "light", FAINT),
    )
}
BETWEEN = 4
"""Columns between the two seas in characters."""
A_DOT = 0.4
"""The radius of a miss, as a part of that of a ship."""
SMALLER = 0.75
"""The scale of a sea that is not shot at, in pictures."""


class Sea(SquaresFromAbove):
    """Squares that are water or ship: of which, nobody knows before they are shot at."""

    def words_of(self, place: int, contents: BoardContents) -> Listed:
        there = contents.cells[place]
        words = Message("no shot yet") if there == EMPTY else Message(FIGURES[there].name)
        return in_a_row(self.names[place], words, *([Message("last shot")] if place in contents.last else []))


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
    """The sea to be shot at, and below it a smaller one; while ships are placed, a player's own sea alone."""
    if viewer is not None and seen.is_placing:
        yield from _sea(seen, viewer, "Your sea", 1, is_touched=True)
        return
    target = 1 if viewer is None else 1 - viewer
    other = f"The sea of {SEAT_LETTERS[target]}"
    yield from _sea(seen, target, other, 1 if viewer is not None else SMALLER, is_touched=viewer is not None)
    own = "Your sea" if viewer is not None else f"The sea of {SEAT_LETTERS[1 - target]}"
    yield from _sea(seen, 1 - target, own, SMALLER, is_touched=False)


def _sea(seen: Position, seat: int, words: str, times: float, is_touched: bool) -> Iterator[Row]:
    picture = sea_of(seen.width).picture(contents_of(seen, seat), "")
    times *= min(1.0, NARROWEST / picture.width)
    shapes = [_smaller_if_missed(moved(shape, Point(0, 0), times)) for shape in picture.shapes]
    if not is_touched:
        # The same squares of both seas have the same names.
        shapes = [
            replace(each, target="", words=each.words and f"{words[0].lower()}{words[1:]}, {each.words}")
            for each in shapes
        ]
    yield [title(words)]
    yield [Thing(tuple(shapes), picture.width * times, picture.height * times)]


def _smaller_if_missed(shape: Shape) -> Shape:
    """A miss as a dot, so that ships and hits are seen at once."""
    if isinstance(shape.form, Circle) and shape.role.startswith("dead"):
        return replace(shape, form=replace(shape.form, radius=shape.form.radius * A_DOT))
    return shape


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
