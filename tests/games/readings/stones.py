"""Konane.

Rules: the board is full, dark and light by turns. Dark takes away one of its stones in the middle or in a corner,
Light one beside the hole. Then each jumps over a stone of the other's beside its own, straight along the row or the
column, onto the empty square behind it, and may go on in the same direction. What is jumped over is taken away. Who
cannot jump loses.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

from tests.games.readings.reading import Reading

COLUMNS = "abcdefghij"


class ReadKonane(Reading):
    """Stones by the names of their squares; lines of the board are read as text, each from both ends."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.at = {
            f"{column}{row}": "xo"[(x + row + size) % 2]
            for x, column in enumerate(COLUMNS[:size])
            for row in range(1, size + 1)
        }
        self.lines = [[f"{column}{row}" for column in COLUMNS[:size]] for row in range(1, size + 1)]
        self.lines += [[f"{column}{row}" for row in range(1, size + 1)] for column in COLUMNS[:size]]
        self.lines += [line[::-1] for line in self.lines]

    def lying(self) -> dict[str, str]:
        return dict(self.at)

    def moves(self) -> Collection[str]:
        if len(self.at) == self.size**2:
            low, high = self.size // 2, self.size // 2 + 1
            corners = [f"{x}{y}" for x in ("a", COLUMNS[self.size - 1]) for y in (1, self.size)]
            middle = [f"{COLUMNS[x - 1]}{y}" for x in (low, high) for y in (low, high)]
            return [name for name in corners + middle if self.at[name] == "x"]
        if len(self.at) == self.size**2 - 1:
            pairs = [pair for line in self.lines for pair in pairwise(line)]
            return [stone for hole, stone in pairs if hole not in self.at]
        return [*self.jumps()]

    def jumps(self) -> dict[str, list[str]]:
        """The squares that each move passes over, by its words."""
        own, other = ("x", "o") if self.seat == 0 else ("o", "x")
        found = {}
        for line in self.lines:
            text = "".join(self.at.get(name, ".") for name in line)
            for start in range(len(line)):
                longest = re.match(rf"{own}((?:{other}\.)+)", text[start:])
                for length in range(2, len(longest[1]) + 1, 2) if longest else ():
                    found[f"{line[start]}-{line[start + length]}"] = line[start : start + length]
        return found

    def play(self, move: str) -> None:
        own = "xo"[self.seat]
        passed = self.jumps()[move] if "-" in move else [move]
        for name in passed:
            self.at.pop(name, None)
        if "-" in move:
            self.at[move.partition("-")[2]] = own
        self.seat = 1 - self.seat
        if not self.moves():
            self.winner = 1 - self.seat
