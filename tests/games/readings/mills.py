"""Six, Nine and Twelve Men's Morris: the lines of each board are written down as they are drawn.

Rules: R. C. Bell, Board and Table Games from Many Civilizations (1960); with three men left one may fly, but not with
six men. The ties are those of our help page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import pairwise

from tests.games.readings.reading import TIE, Reading

SIX = "a5 c5 e5, b4 c4 d4, b2 c2 d2, a1 c1 e1, a1 a3 a5, b2 b3 b4, d2 d3 d4, e1 e3 e5, c5 c4, c2 c1, a3 b3, d3 e3"
NINE = (
    "a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1,"
    "a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7"
)
TWELVE = f"{NINE}, a7 b6 c5, g7 f6 e5, a1 b2 c3, g1 f2 e3"
LINES = {men: [line.split() for line in text.split(",")] for men, text in ((6, SIX), (9, NINE), (12, TWELVE))}


class ReadMorris(Reading):
    """Men by the names of their points."""

    def __init__(self, men: int, flying: bool) -> None:
        self.lines, self.flying = LINES[men], flying and men != 6
        self.points = sorted({point for line in self.lines for point in line})
        self.at: dict[str, str] = {}
        self.hand = [men, men]
        self.idle = 0
        self.seen: Counter[tuple[object, ...]] = Counter()

    def lying(self) -> dict[str, str]:
        return self.at

    def milled(self, at: dict[str, str], seat: int) -> set[str]:
        """The points of this seat's mills."""
        mine = {point for point, man in at.items() if man == "ox"[seat]}
        return {point for line in self.lines if len(line) == 3 and mine.issuperset(line) for point in line}

    def neighbours(self, point: str) -> Iterator[str]:
        for line in self.lines:
            for one, other in pairwise(line):
                if point in (one, other):
                    yield other if point == one else one

    def moves(self) -> Collection[str]:
        own, free = "ox"[self.seat], [point for point in self.points if point not in self.at]
        mine = [point for point, man in self.at.items() if man == own]
        if self.hand[self.seat]:
            bare = [("", point) for point in free]
        elif self.flying and len(mine) == 3:
            bare = [(start, end) for start in mine for end in free]
        else:
            bare = [(start, end) for start in mine for end in self.neighbours(start) if end in free]
        found = []
        for start, end in bare:
            words = f"{start}-{end}" if start else end
            after = {point: man for point, man in self.at.items() if point != start} | {end: own}
            if end not in self.milled(after, self.seat):
                found.append(words)
                continue
            theirs = {point for point, man in self.at.items() if man != own}
            found += [f"{words}x{each}" for each in theirs - self.milled(self.at, 1 - self.seat) or theirs]
        return found

    def play(self, move: str) -> None:
        way, _, taken = move.partition("x")
        start, _, end = way.rpartition("-")
        self.seen[self.seat, *sorted(self.at.items())] += 1
        self.idle += 1
        if start:
            del self.at[start]
        else:
            self.hand[self.seat] -= 1
        self.at[end] = "ox"[self.seat]
        if taken:
            del self.at[taken]
        if taken or not start:
            self.idle = 0
            self.seen.clear()
        self.seat = 1 - self.seat
        if self.hand[self.seat] + [*self.at.values()].count("ox"[self.seat]) < 3:
            self.winner = 1 - self.seat
        elif len(self.at) == len(self.points):
            self.winner = TIE
        elif not self.moves():
            self.winner = 1 - self.seat
        elif self.idle == 100 or self.seen[self.seat, *sorted(self.at.items())] == 2:
            self.winner = TIE
