"""Boards of shogi: files have numbers from the right, ranks letters from the top, as in USI.

In pictures with characters on the pieces, ranks have the numerals of Japan, as moves written so have.
"""

from __future__ import annotations

from functools import cached_property

from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.page import BARE, LABELLED
from pbmserv.games.boards.squares import SIDE, Squares
from pbmserv.games.picture import Circle, Point, Shape

NUMERALS = "一二三四五六七八九"
"""Of one to nine, as ranks are called in Japan."""


class ShogiBoard(Squares):
    """Squares `9a` to `1i`, with dots where the promotion zones end."""

    from_above = True

    @staticmethod
    def zone_of(size: int) -> int:
        """The number of ranks in a promotion zone."""
        return 3 if size > 5 else 1

    @cached_property
    def columns(self) -> str:
        return "".join(str(self.width - column) for column in range(self.width))

    @cached_property
    def ranks(self) -> str:
        return self.letters[: self.height]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{column}{rank}" for rank in self.ranks for column in self.columns)

    def characters(self, contents: BoardContents) -> str:
        """Each square has room for a promoted piece, `+R`, and for the brackets of the last move."""
        header = f"  {''.join(f'{column:>3} ' for column in self.columns)}".rstrip()
        rows = [
            f"{rank} {''.join(self._field(place, contents) for place in self._rank(number))} {rank}"
            for number, rank in enumerate(self.ranks)
        ]
        return "\n".join([header, *rows, header])

    def _rank(self, number: int) -> range:
        return self.places[number * self.width : (number + 1) * self.width]

    def _field(self, place: int, contents: BoardContents) -> str:
        there = contents.cells[place]
        label = EMPTY if there == EMPTY else contents.figures[there].label
        is_last = place in contents.last and there != EMPTY
        return f"{f'({label})' if is_last else f'{label} ':>4}"

    def _role(self, place: int) -> str:
        """Of wood, as boards of shogi are."""
        return "cell.wood"

    @cached_property
    def _labels(self) -> tuple[Shape, ...]:
        zone = self.zone_of(self.height)
        across = (zone, self.width - zone) if self.width > 5 else ()
        dots = (
            Shape(Circle(Point(LABELLED + column * SIDE, BARE + row * SIDE), 3), "mark")
            for row in (zone, self.height - zone)
            for column in across
        )
        return (*self._coordinates(self.columns, self.ranks, NUMERALS), *dots)
