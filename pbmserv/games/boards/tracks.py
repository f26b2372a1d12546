"""Backgammon boards: twenty-four points and a bar.

Each player counts points from their own home: one's point 24 is the other's point 1. The viewer's home is at the
lower right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbmserv.games.boards.page import rectangle, rounded
from pbmserv.games.boards.pieces import marked
from pbmserv.games.message import Drawn, Message, Say, counted, in_a_row, in_context, listed
from pbmserv.games.picture import ASIDE, Circle, Picture, Point, Polygon, Shape, Text

OFF, POINTS, BAR = 0, 24, 25
"""Places as a player counts them: off, the highest point, the bar."""
CHECKERS = 15
"""Checkers of each seat."""

SEAT_NAMES = (Message("Black"), Message("White"))
MARKS = ("X", "O")
_SHADES = ("dark", "light")

_QUARTERS = (range(13, 19), range(19, 25)), (range(12, 6, -1), range(6, 0, -1))
"""The upper points from the left, then the lower ones: left and right of the bar."""
_MOST_SEEN = 5
"""The number of checkers drawn on a point; if there are more, the last shows the count."""

_WIDE, _DEEP, _BETWEEN = 40.0, 196.0, 54.0
"""Units: a point's width, the depth of half a board, the gap between halves."""
_RADIUS = 18.0
_SIDE, _BAR_WIDE, _TRAY = 56.0, 48.0, 56.0
"""Units: left of the points, the bar's width, the tray on the right."""
_TOP = 28.0
_EDGE = 6.0
_FRAME = 2.0
"""Units: how far the frame stands off the points, which would cover half of it."""
_DIE = 36.0
"""Units: the side of a die."""
SPENT = "spent"
"""The name of the piece that covers a die which has been used up."""


def name_of_die(number: int) -> str:
    """What touches call a die: the first, or the second one."""
    return f"die-{number}"


def spent_die() -> tuple[Shape, ...]:
    """What covers a die that has been used up."""
    corner = Point(-_DIE / 2, -_DIE / 2)
    return Shape(rounded(corner, _DIE, _DIE), "cell"), *marked(rounded(corner, _DIE, _DIE), "grid")


@dataclass(frozen=True)
class Track:
    """The contents: each seat's `checkers` off, on points 1 to 24, and on the bar, as each counts.

    `seat` is at the bottom. `dice` were rolled by `roller`. `cube` is the cube's value, 0 without one, `cube_owner` a
    seat or -1. `moved` are the places of `mover` with checkers moved last, including those borne off.
    """

    checkers: tuple[Sequence[int], Sequence[int]]
    seat: int = 0
    dice: Sequence[int] = ()
    roller: int = 0
    cube: int = 0
    cube_owner: int = -1
    moved: Sequence[int] = ()
    mover: int = 0

    def lying(self, point: int) -> tuple[int, int]:
        """The number of checkers on a point, as the bottom seat counts it, and their seat."""
        own = self.checkers[self.seat][point]
        return (own, self.seat) if own else (self.checkers[1 - self.seat][POINTS + 1 - point], 1 - self.seat)

    def is_last(self, point: int) -> bool:
        place = point if self.mover == self.seat else POINTS + 1 - point
        return place in self.moved and self.checkers[self.mover][place] > 0

    def characters(self) -> Drawn:
        """The board as the bottom seat counts it."""
        return Drawn.by(self._drawn)

    def _drawn(self, say: Say) -> str:
        above, below = _QUARTERS
        rule = f"+-{'-' * 18}-+---+-{'-' * 18}-+"
        lines = [
            _numbers(above),
            rule,
            *self._half(above, 1 - self.seat, say),
            self._middle(say),
            *reversed(self._half(below, self.seat, say)),
            rule,
            _numbers(below),
        ]
        return "\n".join(map(str.rstrip, lines))

    def _half(self, quarters: tuple[range, range], seat: int, say: Say) -> list[str]:
        """The lines of half a board, from the edge to the middle."""
        left, right = (map("".join, zip(*map(self._column, quarter), strict=True)) for quarter in quarters)
        # Who has been hit enters in the other's home.
        bar = _stacked(self.checkers[1 - seat][BAR], MARKS[1 - seat])
        beside = [f"  {MARKS[seat]} {self.checkers[seat][OFF]} off", *[""] * (_MOST_SEEN - 1)]
        if self.cube and self.cube_owner == seat:
            beside[1] = f"  {say(in_context('cube {number}', 'backgammon', number=self.cube))}"
        return [
            f"| {points} |{waiting}| {others} |{told}"
            for points, waiting, others, told in zip(left, bar, right, beside, strict=True)
        ]

    def _column(self, point: int) -> list[str]:
        """What is drawn on a point, from the edge to the middle."""
        count, seat = self.lying(point)
        if not count:
            return [" . ", *["   "] * (_MOST_SEEN - 1)]
        stack = _stacked(count, MARKS[seat])
        if self.is_last(point):
            top = min(count, _MOST_SEEN) - 1
            stack[top] = f"({stack[top].strip()})"[-3:]
        return stack

    def _middle(self, say: Say) -> str:
        dice = "-".join(map(str, self.dice))
        left, right = ("", dice) if self.roller == self.seat else (dice, "")
        cube = (
            f"  {say(in_context('cube {number}', 'backgammon', number=self.cube))}"
            if self.cube and self.cube_owner < 0
            else ""
        )
        return f"| {left:^18} |bar| {right:^18} |{cube}"

    def picture(self, words: str) -> Picture:
        """The board; points, bar and off can be touched by the bottom seat's names."""
        width = self._left + 12 * _WIDE + _BAR_WIDE + _TRAY + 2 * _EDGE
        height = 2 * _TOP + 2 * _DEEP + _BETWEEN
        corner = Point(self._left - _FRAME, _TOP - _FRAME)
        frame = rectangle(corner, 12 * _WIDE + _BAR_WIDE + 2 * _FRAME, 2 * _DEEP + _BETWEEN + 2 * _FRAME)
        shapes = [Shape(frame, "board"), *self._empty_board()]
        for point in range(1, POINTS + 1):
            shapes += self._point(point)
        shapes += self._bar()
        for seat in (1 - self.seat, self.seat):
            shapes += self._tray(seat)
        shapes += self._dice()
        if self.cube:
            shapes += self._cube()
        return Picture(width, height, tuple(shapes), words)

    @property
    def _left(self) -> float:
        """The left end of the points, with room for a cube."""
        return _SIDE if self.cube else _EDGE

    def _left_of(self, point: int) -> float:
        column = point - 13 if point > 12 else 12 - point
        return self._left + column * _WIDE + (_BAR_WIDE if column > 5 else 0)

    def _empty_board(self) -> Iterator[Shape]:
        """What is the same below all checkers: points, bar and trays."""
        for point in range(1, POINTS + 1):
            x, base, inwards = self._left_of(point), _base(point > 12), _inwards(point)
            tip = Point(x + _WIDE / 2, base + inwards * (_DEEP - 8))
            corners = (Point(x, base), Point(x + _WIDE, base), tip)
            yield Shape(Polygon(corners), "cell.dark" if point % 2 else "cell", str(point))
            yield Shape(Text(str(point), Point(x + _WIDE / 2, base - inwards * _TOP / 2), 15), "label")
        yield Shape(self._area_of_bar(), "cell.dark", "bar")
        for seat in (1 - self.seat, self.seat):
            yield Shape(rounded(self._corner_of_tray(seat), _TRAY, _DEEP), "cell", "" if seat != self.seat else "off")

    def _area_of_bar(self) -> Polygon:
        return rectangle(Point(self._left + 6 * _WIDE, _TOP), _BAR_WIDE, 2 * _DEEP + _BETWEEN)

    def _corner_of_tray(self, seat: int) -> Point:
        x = self._left + 12 * _WIDE + _BAR_WIDE + _EDGE
        return Point(x, _TOP if seat != self.seat else _TOP + _DEEP + _BETWEEN)

    def _point(self, point: int) -> Iterator[Shape]:
        is_above, target = point > 12, str(point)
        x, base, inwards = self._left_of(point), _base(is_above), _inwards(point)
        count, seat = self.lying(point)
        told = [Message("point {number}", number=point), _checkers(count, seat) if count else Message("empty")]
        told += [Message("moved last")] * self.is_last(point)
        yield from _stack(Point(x + _WIDE / 2, base), inwards, count, seat, target)
        if self.is_last(point):
            y = base + inwards * _RADIUS * (2 * min(count, _MOST_SEEN) - 1)
            yield Shape(Circle(Point(x + _WIDE / 2, y), _RADIUS * 0.72), f"last.{_SHADES[seat]}", target)
        corner = Point(x, base if is_above else base - _DEEP)
        yield Shape(rectangle(corner, _WIDE, _DEEP), "touch", target, in_a_row(*told))

    def _bar(self) -> Iterator[Shape]:
        x = self._left + 6 * _WIDE
        counts = [self.checkers[seat][BAR] for seat in (0, 1)]
        held = [_checkers(counts[seat], seat) for seat in (0, 1) if counts[seat]]
        words = in_a_row(Message("bar"), *(held or [Message("empty")]))
        for seat in (1 - self.seat, self.seat):
            is_above = seat == self.seat
            at = Point(x + _BAR_WIDE / 2, _base(is_above))
            yield from _stack(at, 1 if is_above else -1, counts[seat], seat, "bar")
        yield Shape(self._area_of_bar(), "touch", "bar", words)

    def _tray(self, seat: int) -> Iterator[Shape]:
        is_above, count = seat != self.seat, self.checkers[seat][OFF]
        is_last = seat == self.mover and OFF in self.moved
        target = "" if is_above else "off"
        x, top = self._corner_of_tray(seat)
        if count == CHECKERS:
            yield from marked(rounded(Point(x + 2, top + 2), _TRAY - 4, _DEEP - 4), "win", target)
        for number in range(count):
            y = top + 6 + number * 12.3 if is_above else top + _DEEP - 6 - 10 - number * 12.3
            bar = rounded(Point(x + 6, y), _TRAY - 12, 10, 3)
            yield Shape(bar, f"piece.{_SHADES[seat]}", target)
            if number == count - 1 and is_last:
                yield from marked(bar, "last", target)
        y = top + _DEEP + 14 if is_above else top - 14
        yield Shape(Text(f"{count} off", Point(x + _TRAY / 2, y), 15), "label")
        told = [Message("off"), _checkers(count, seat)]
        told += [Message("moved last")] * is_last + [Message("all of them")] * (count == CHECKERS)
        yield Shape(rectangle(Point(x, top), _TRAY, _DEEP), "touch", target, in_a_row(*told))

    def _dice(self) -> Iterator[Shape]:
        is_right = self.roller == self.seat
        middle = Point(
            self._left + 3 * _WIDE + (6 * _WIDE + _BAR_WIDE if is_right else 0), _TOP + _DEEP + _BETWEEN / 2
        )
        shade, size = _SHADES[self.roller], _DIE
        for number, die in enumerate(self.dice):
            corner = Point(middle.x + (number - 1) * (size + 10) + 5, middle.y - size / 2)
            words = Message("dice of {player}, {dice}", player=SEAT_NAMES[self.roller], dice=listed(self.dice))
            yield Shape(rounded(corner, size, size), f"piece.{shade}")
            for x, y in _pips(die):
                at = Point(corner.x + size / 2 + x * 10, corner.y + size / 2 + y * 10)
                yield Shape(Circle(at, 3.6), f"sign.{shade}")
            told = Message("die {number}", number=die) if number else words
            yield Shape(rounded(corner, size, size), ASIDE, name_of_die(number), told)

    def _cube(self) -> Iterator[Shape]:
        size = _SIDE - 14
        y = _TOP + _DEEP + _BETWEEN / 2 - size / 2
        if self.cube_owner >= 0:
            y = _TOP + 2 * _DEEP + _BETWEEN - size if self.cube_owner == self.seat else _TOP
        owner = Message("in the middle")
        if self.cube_owner >= 0:
            owner = Message("{player}'s", player=SEAT_NAMES[self.cube_owner])
        words = in_a_row(Message("doubling cube"), self.cube, owner)
        yield Shape(rounded(Point(5, y), size, size), "tile", words=words)
        yield Shape(Text(str(self.cube), Point(5 + size / 2, y + size / 2), 22), "sign.word")


def _numbers(quarters: tuple[range, range]) -> str:
    left, right = ("".join(f"{point:>2} " for point in quarter) for quarter in quarters)
    return f"  {left}       {right}"


def _stacked(count: int, mark: str) -> list[str]:
    """A stack of checkers from the edge on, the last of which shows the count if there are more than are seen."""
    stack = [f" {mark} "] * count + ["   "] * (_MOST_SEEN - count)
    return stack if count <= _MOST_SEEN else [*stack[: _MOST_SEEN - 1], f"{count:2} "]


def _stack(base: Point, inwards: int, count: int, seat: int, target: str) -> Iterator[Shape]:
    shade = _SHADES[seat]
    for number in range(min(count, _MOST_SEEN)):
        at = Point(base.x, base.y + inwards * _RADIUS * (2 * number + 1))
        yield Shape(Circle(at, _RADIUS - 1), f"piece.{shade}", target)
        if number == _MOST_SEEN - 1 and count > _MOST_SEEN:
            yield Shape(Text(str(count), at, 18), f"sign.{shade}", target)


def _inwards(point: int) -> int:
    """The way from the edge of the board to its middle."""
    return 1 if point > 12 else -1


def _base(is_above: bool) -> float:
    return _TOP if is_above else _TOP + 2 * _DEEP + _BETWEEN


def _pips(die: int) -> Iterator[tuple[int, int]]:
    if die % 2:
        yield 0, 0
    if die > 1:
        yield from ((-1, -1), (1, 1))
    if die > 3:
        yield from ((-1, 1), (1, -1))
    if die == 6:
        yield from ((-1, 0), (1, 0))


def _checkers(count: int, seat: int) -> Message:
    return counted("{count} {player} checker", "{count} {player} checkers", count, player=Message(SEAT_NAMES[seat]))
