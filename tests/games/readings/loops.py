"""Surakarta.

Rules: six by six points. Each player has twelve pieces, on the two rows that are nearest. A piece goes to a free
point beside it, diagonally too. Or it captures: it runs along a line of the board, leaves the grid where the line
ends in a loop, comes back at the other end of the loop, and runs on, around as many loops as it likes, until it meets
the first piece, which is an enemy's and is taken. On that way only free points are crossed; the point from which it
has come is free by then. Nobody has to capture. Who has lost all pieces, or cannot move, has lost. When a position
comes again with the same player to move, or nothing was taken in fifty moves, who has more pieces wins.

As told by iggamecenter.com and by Wikipedia; the ends by count are those of the Computer Olympiad, told in Ludii's
forum by Q. Cohen-Solal (2023).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from tests.games.readings.reading import TIE, Reading

SIDES = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
LOOPS = {
    ("up", 2): ("right", 5), ("up", 3): ("right", 4), ("up", 4): ("left", 4), ("up", 5): ("left", 5),
    ("down", 2): ("right", 2), ("down", 3): ("right", 3), ("down", 4): ("left", 3), ("down", 5): ("left", 2),
    ("left", 2): ("up", 2), ("left", 3): ("up", 3), ("left", 4): ("down", 3), ("left", 5): ("down", 2),
    ("right", 2): ("up", 5), ("right", 3): ("up", 4), ("right", 4): ("down", 4), ("right", 5): ("down", 5),
}  # fmt: skip
"""Where one leaves the board, on which line: how one goes on then, and on which line. Lines are counted from a1."""
ENDS = {"up": 1, "down": 6, "right": 1, "left": 6}
"""Where a piece that comes back enters, by the direction in which it goes on."""


class ReadSurakarta(Reading):
    """A piece is walked around step by step, by the numbers of its column and row."""

    def __init__(self) -> None:
        self.at = {(x, y): "x" if y < 3 else "o" for x in range(1, 7) for y in (1, 2, 5, 6)}
        self.idle = 0
        self.seen = Counter([self.now()])

    def now(self) -> tuple[object, ...]:
        return self.seat, tuple(sorted(self.at.items()))

    def lying(self) -> dict[str, str]:
        return {_name(spot): there for spot, there in self.at.items()}

    def moves(self) -> Collection[str]:
        own = "xo"[self.seat]
        found = set()
        for x, y in [spot for spot, there in self.at.items() if there == own]:
            beside = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            ends = [(i, j) for i, j in beside if 1 <= i <= 6 and 1 <= j <= 6 and (i, j) not in self.at]
            ends += [end for way in SIDES for end in self.taken((x, y), way)]
            found |= {f"{_name((x, y))}-{_name(end)}" for end in ends}
        return found

    def taken(self, start: tuple[int, int], way: str) -> Iterator[tuple[int, int]]:
        """What is met first by a piece that goes this way, if it can be taken."""
        x, y = start
        loops = 0
        for _ in range(100):
            x, y = x + SIDES[way][0], y + SIDES[way][1]
            if not (1 <= x <= 6 and 1 <= y <= 6):
                line = x if way in ("up", "down") else y
                if (way, line) not in LOOPS:
                    return
                way, line = LOOPS[way, line]
                x, y = (line, ENDS[way]) if way in ("up", "down") else (ENDS[way], line)
                loops += 1
            if (x, y) != start and (x, y) in self.at:
                if loops and self.at[x, y] != self.at[start]:
                    yield x, y
                return

    def play(self, move: str) -> None:
        start, end = ((ord(name[0]) - 96, int(name[1])) for name in move.split("-"))
        self.idle = 0 if end in self.at else self.idle + 1
        self.at[end] = self.at.pop(start)
        self.seat = 1 - self.seat
        self.seen[self.now()] += 1
        own, other = ([*self.at.values()].count(mark) for mark in ("xo"[self.seat], "ox"[self.seat]))
        if own == 0 or not self.moves():
            self.winner = 1 - self.seat
        elif self.seen[self.now()] > 1 or self.idle == 50:
            self.winner = TIE if own == other else self.seat if own > other else 1 - self.seat


def _name(spot: tuple[int, int]) -> str:
    return f"{chr(96 + spot[0])}{spot[1]}"
