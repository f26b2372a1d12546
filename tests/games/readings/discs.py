"""Reversi with its empty start, and Connect Four on boards of any size.

Rules of Reversi: the first four discs are laid by turns on the four squares in the middle. Rows count from above.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from tests.games.readings.reading import TIE, Reading

COLUMNS = "abcdefghijkl"
AROUND = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down]


class ReadReversi(Reading):
    """Discs by their columns and rows, from 1 to 8."""

    def __init__(self) -> None:
        self.at: dict[tuple[int, int], str] = {}

    def lying(self) -> dict[str, str]:
        return {f"{COLUMNS[x - 1]}{y}": disc for (x, y), disc in self.at.items()}

    def turned(self, x: int, y: int, seat: int) -> list[tuple[int, int]]:
        """What a disc that is laid here turns over."""
        found = []
        for across, down in AROUND:
            line = [(x + far * across, y + far * down) for far in range(1, 9)]
            text = "".join(self.at.get(square, ".") for square in line)
            if match := re.match("o+x" if seat == 0 else "x+o", text):
                found += line[: match.end() - 1]
        return found

    def legal(self, seat: int) -> list[tuple[int, int]]:
        if len(self.at) < 4:
            return [(x, y) for x in (4, 5) for y in (4, 5) if (x, y) not in self.at]
        squares = [(x, y) for x in range(1, 9) for y in range(1, 9) if (x, y) not in self.at]
        return [square for square in squares if self.turned(*square, seat)]

    def moves(self) -> Collection[str]:
        return [f"{COLUMNS[x - 1]}{y}" for x, y in self.legal(self.seat)]

    def play(self, move: str) -> None:
        square = COLUMNS.index(move[0]) + 1, int(move[1])
        turned = self.turned(*square, self.seat) if len(self.at) >= 4 else []
        for each in (square, *turned):
            self.at[each] = "xo"[self.seat]
        if self.legal(1 - self.seat):
            self.seat = 1 - self.seat
        elif not self.legal(self.seat):
            black, white = ([*self.at.values()].count(disc) for disc in "xo")
            self.winner = TIE if black == white else int(white > black)


class ReadConnect4(Reading):
    """Each column is a text that grows."""

    def __init__(self, columns: int, rows: int) -> None:
        self.rows = rows
        self.columns = [""] * columns

    def lying(self) -> dict[str, str]:
        return {f"{COLUMNS[x]}{y}": disc for x, column in enumerate(self.columns) for y, disc in enumerate(column, 1)}

    def moves(self) -> Collection[str]:
        return [COLUMNS[x] for x, column in enumerate(self.columns) if len(column) < self.rows]

    def play(self, move: str) -> None:
        self.columns[COLUMNS.index(move)] += "xo"[self.seat]
        # All columns in one text with a stroke between them: four in a line are at equal distances.
        text, high = "|".join(column.ljust(self.rows, ".") for column in self.columns), self.rows + 1
        if any(
            all(text[at + step * far : at + step * far + 1] == "xo"[self.seat] for far in range(4))
            for at in range(len(text))
            for step in (1, high - 1, high, high + 1)
        ):
            self.winner = self.seat
        elif "." not in text:
            self.winner = TIE
        self.seat = 1 - self.seat
