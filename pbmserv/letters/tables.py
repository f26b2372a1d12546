"""Tables in letters: as wide as what they hold, but never wider than a letter."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from pbmserv.letters.widths import WIDTH

GAP = "  "


def table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table; numbers stand to the right of their column.

    Each row is one line, unless its cells need more than the width of a letter: then the widest columns are made
    narrower, and their cells go on below.
    """
    widths = _widths([titles, *rows])
    to_the_right = [all(row[column].isdigit() for row in rows) for column in range(len(titles))]
    lines = []
    for row in (titles, *rows):
        cells = [textwrap.wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            placed = [
                part.rjust(width) if right else part.ljust(width)
                for part, width, right in zip(parts, widths, to_the_right, strict=True)
            ]
            lines.append(GAP.join(placed).rstrip())
    return lines


def _widths(table: Sequence[Sequence[str]]) -> list[int]:
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    while sum(widths) + len(GAP) * (len(widths) - 1) > WIDTH:
        widths[widths.index(max(widths))] -= 1
    return widths
