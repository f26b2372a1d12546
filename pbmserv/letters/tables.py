"""Tables of texts, no wider than a letter or terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from unicodedata import combining, east_asian_width

from pbmserv.letters.widths import WIDTH

GAP = "  "


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
        # Signs of two columns are counted as one when lines are broken.
        safe = width if line.isascii() else max(1, width // 2)
        lines += [line] if _columns(line) <= width else textwrap.wrap(line, safe)
    return lines


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)
