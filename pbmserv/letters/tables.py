"""Tables of texts, no wider than a letter or terminal."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from unicodedata import combining, east_asian_width

from pbmserv.games.message import Message
from pbmserv.letters.widths import WIDTH
from pbmserv.locale.catalogs import translated

GAP = "  "


@dataclass(frozen=True)
class Table:
    """A table of a letter: lines in the text, and `data` for the HTML after `{{ part }}table`.

    Cells are messages where they are words of ours, as all titles are. `main` are the titles of the columns that
    stand beside each other on a phone if not all do; the first ones if empty. `to` has for each row the command that
    its first cell writes, or the address that it opens.
    """

    titles: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    main: tuple[str, ...] = ()
    to: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rows)

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines()) if self.rows else iter(())

    def lines(self, room: int = WIDTH) -> list[str]:
        """Its lines in the language in which is written."""
        return table(_titles(self.titles), [[*map(_said, row)] for row in self.rows], room)

    @property
    def data(self) -> str:
        """The table on one line."""
        rows = [[_said(cell).strip() for cell in row] for row in self.rows]
        told = {"titles": _titles(self.titles), "rows": rows, "main": _titles(self.main), "to": self.to}
        return json.dumps(told)


def _titles(titles: Sequence[str]) -> list[str]:
    return [_said(Message(title)) for title in titles]


def _said(words: str) -> str:
    return str(translated(words))


def table(titles: Sequence[str], rows: Sequence[Sequence[str]], room: int = WIDTH) -> list[str]:
    """The lines of a table; numbers are right-aligned.

    A row is one line, unless a cell has several or the row is too wide: then the widest columns are narrowed and
    wrapped.
    """
    widths = _widths([titles, *rows], room)
    to_the_right = [all(row[column].isdigit() for row in rows) for column in range(len(titles))]
    lines = []
    for row in (titles, *rows):
        cells = [_lines_of(cell, width) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            filled = [(part, " " * (width - _columns(part))) for part, width in zip(parts, widths, strict=True)]
            placed = [
                blanks + part if right else part + blanks
                for (part, blanks), right in zip(filled, to_the_right, strict=True)
            ]
            lines.append(GAP.join(placed).rstrip())
    return lines


def _widths(table: Sequence[Sequence[str]], room: int) -> list[int]:
    widths = [
        max(_columns(line) for row in table for line in row[column].split("\n")) for column in range(len(table[0]))
    ]
    while sum(widths) + len(GAP) * (len(widths) - 1) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def _lines_of(cell: str, width: int) -> list[str]:
    lines = []
    for line in cell.split("\n"):
        columns = _columns(line)
        # Signs of two columns are counted as one when lines are broken.
        safe = width if columns <= len(line) else max(1, width // 2)
        lines += [line] if columns <= width else textwrap.wrap(line, safe)
    return lines


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)
