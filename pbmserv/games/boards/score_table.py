"""Score tables: a line for each score, a column for each seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pbmserv.games.boards.page import LETTERS, NARROWEST, Row, Thing, height_for, rounded
from pbmserv.games.boards.pieces import marked
from pbmserv.games.message import Message, Say, in_a_row, with_each
from pbmserv.games.picture import Point, Shape, Text
from pbmserv.games.picture_words import said, with_minus

OPEN = "."
"""Not scored yet."""

_FEWEST = 6
"""The minimum width of a column in characters."""
_TITLE, _NARROWEST, _LINE = 172.0, 44.0, 30.0
"""Units: the minimum width of titles, the minimum width of a column, the height of a line."""


@dataclass(frozen=True)
class Line:
    """A line: each seat's score, None if open, and who scored last.

    `sign` precedes the title. `offer` is the score possible now, or None, chosen by its `target`. A `sum` cannot be
    chosen; the `best` are highlighted at the end.
    """

    title: str
    scores: Sequence[int | None]
    sign: str = ""
    last: int | None = None
    offer: int | None = None
    target: str = ""
    is_sum: bool = False
    best: Collection[int] = ()


def line_of_hand(number: int, scores: Sequence[int | None]) -> Line:
    """The line of a hand of cards that is over."""
    return Line(Message("Hand {number}", number=number), scores)


@dataclass(frozen=True)
class ScoreTable:
    seats: Sequence[str]
    lines: Sequence[Line]
    offer: str = Message("now")

    def characters(self, say: Say = str) -> str:
        """The table in characters. The last score has a star."""
        has_offers = any(line.offer is not None for line in self.lines)
        titles = [f"{line.sign:2}{say(line.title)}" for line in self.lines]
        width = max(map(len, titles))
        seats = [say(seat) for seat in self.seats]
        column = max(_FEWEST, *(len(seat) + 1 for seat in seats))
        heading = f"{'':{width}}" + "".join(f"{seat:>{column}}" for seat in seats)
        rows = [heading + (f"   {say(self.offer)}" if has_offers else "")]
        for title, line in zip(titles, self.lines, strict=True):
            scores = [OPEN if score is None else str(score) for score in line.scores]
            marks = ["*" if seat == line.last else " " for seat in range(len(scores))]
            cells = "".join([score.rjust(column - 1) + mark for score, mark in zip(scores, marks, strict=True)])
            offer = "" if line.offer is None else f"  {f'({line.offer})':>5}"
            rows.append(f"{title:{width}} {cells}{offer}".rstrip())
        return "\n".join(rows)

    def rows(self, can_choose: bool, shown: Callable[[Any], Any] = with_minus) -> Iterator[Row]:
        """The table as rows of a picture; with `can_choose`, lines with an offer can be touched.

        `shown` is how texts in titles that are in no language stand in a picture.
        """
        has_offers = any(line.offer is not None for line in self.lines)
        heading = [
            Shape(Text(said(seat), Point(self._middle(number), _LINE / 2), LETTERS), "label")
            for number, seat in enumerate((*self.seats, *([self.offer] if has_offers else [])))
        ]
        yield [Thing(tuple(heading), self._width, _LINE)]
        for line in self.lines:
            yield [Thing(tuple(self._line(line, can_choose, shown)), self._width, _LINE)]

    @property
    def _width(self) -> float:
        return self._titles + self._column * (len(self.seats) + 1)

    @property
    def _titles(self) -> float:
        """The width of titles: what the page has beside the columns."""
        return max(_TITLE, NARROWEST - self._column * (len(self.seats) + 1))

    @property
    def _column(self) -> float:
        return max(_NARROWEST, 11.0 * max(len(said(seat)) for seat in self.seats) + 7)

    def _middle(self, column: int) -> float:
        return self._titles + (column + 0.5) * self._column

    def _line(self, line: Line, can_choose: bool, shown: Callable[[Any], Any]) -> Iterator[Shape]:
        target = line.target if can_choose and line.offer is not None else ""
        role = "cell.table.dark" if line.is_sum else "cell.table"
        words = in_a_row(Message(line.title), *self._told(line))
        yield Shape(rounded(Point(0, 1), self._width, _LINE - 2, 5), role, target, words)
        text = said(with_each(line.title, shown))
        title = Text(text, Point(24, _LINE / 2), height_for(text, self._titles - 24), from_left=True)
        if line.sign:
            yield Shape(Text(line.sign, Point(12, _LINE / 2), LETTERS), "label", target)
        yield Shape(title, "word", target)
        for seat, score in enumerate(line.scores):
            if score is not None:
                number = Text(str(with_minus(score)), Point(self._middle(seat), _LINE / 2), LETTERS)
                yield Shape(number, "word", target)
            for role, is_so in (("win", seat in line.best), ("last", seat == line.last)):
                if is_so:
                    yield from marked(rounded(Point(self._middle(seat) - 20, 3), 40, _LINE - 6, 5), role, target)
        if line.offer is not None:
            at = Point(self._middle(len(self.seats)), _LINE / 2)
            yield Shape(Text(str(line.offer), at, LETTERS), "word" if target else "label", target)

    def _told(self, line: Line) -> Iterator[str]:
        for seat, score in enumerate(line.scores):
            text = "{player} open" if score is None else "{player} {score}"
            if seat in line.best:
                text = "{player} {score} is best"
            if seat == line.last:
                text = (
                    "{player} {score} is best entered last" if seat in line.best else "{player} {score} entered last"
                )
            yield Message(text, player=self.seats[seat], score=score)
        if line.offer is not None:
            yield Message("{now} {score}", now=self.offer, score=line.offer)
