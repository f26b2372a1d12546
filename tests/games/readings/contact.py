"""Fanorona.

Rules, as Wikipedia and the help of Gasy Fanorona have them: nine by five points, on which every other one has
diagonal lines; 22 stones each, White begins. A stone goes to the next free point on a line. It captures by
approach, when it comes next to a stone of the other's straight ahead, or by withdrawal, when it leaves one straight
behind; with that one all in an unbroken row beyond it. Where both would be captured, one is chosen. Whoever can
capture has to. The stone may go on capturing, not to a point where it has been in this turn, and not twice in a row
in the same direction. Who has no stone, or cannot move, has lost.

Ours: a position that comes for the third time is a draw, and so are a hundred moves without a capture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from tests.games.readings.reading import TIE, Reading

Spot = tuple[int, int]


class ReadFanorona(Reading):
    """Points are columns and rows from a1; the middle one, e3, has diagonals."""

    def __init__(self) -> None:
        rows = ["ooooooooo", "ooooooooo", "xoxo.xoxo", "xxxxxxxxx", "xxxxxxxxx"]
        self.at = {(x, y): stone for y, row in enumerate(rows) for x, stone in enumerate(row)}
        self.path: list[Spot] = []
        self.idle = 0
        self.seen: Counter[object] = Counter([self.picture()])

    def picture(self) -> object:
        return (self.seat, *self.at.values())

    def lying(self) -> dict[str, str]:
        return {name(spot): stone for spot, stone in self.at.items() if stone != "."}

    def next_to(self, spot: Spot) -> list[Spot]:
        x, y = spot
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        if (x + y) % 2 == 0:
            steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        return [(x + i, y + j) for i, j in steps if (x + i, y + j) in self.at]

    def row(self, spot: Spot, step: Spot) -> list[Spot]:
        """The other's stones from a point on, without a gap."""
        found = []
        while self.at.get(spot) == "xo"[self.seat]:
            found.append(spot)
            spot = (spot[0] + step[0], spot[1] + step[1])
        return found

    def captures_from(self, spot: Spot) -> dict[str, tuple[Spot, list[Spot]]]:
        found: dict[str, tuple[Spot, list[Spot]]] = {}
        for end in self.next_to(spot):
            step = (end[0] - spot[0], end[1] - spot[1])
            if self.at[end] != "." or end in self.path:
                continue
            if len(self.path) > 1 and step == (
                self.path[-1][0] - self.path[-2][0],
                self.path[-1][1] - self.path[-2][1],
            ):
                continue
            ahead = self.row((end[0] + step[0], end[1] + step[1]), step)
            behind = self.row((spot[0] - step[0], spot[1] - step[1]), (-step[0], -step[1]))
            move = f"{name(spot)}-{name(end)}"
            for taken in filter(None, (ahead, behind)):
                found[f"{move}-{name(taken[0])}" if ahead and behind else move] = (end, taken)
        return found

    def captures(self) -> dict[str, tuple[Spot, list[Spot]]]:
        own = [spot for spot, stone in self.at.items() if stone == "ox"[self.seat]]
        found: dict[str, tuple[Spot, list[Spot]]] = {}
        for spot in self.path[-1:] or own:
            found |= self.captures_from(spot)
        return found

    def moves(self) -> Collection[str]:
        captures = self.captures()
        if self.path:
            return [*captures, "done"]
        own = [spot for spot, stone in self.at.items() if stone == "ox"[self.seat]]
        plain = [f"{name(spot)}-{name(end)}" for spot in own for end in self.next_to(spot) if self.at[end] == "."]
        return captures or plain

    def play(self, move: str) -> None:
        captures = self.captures()
        if move != "done":
            start, end = ((ord(each[0]) - 97, int(each[1]) - 1) for each in move.split("-")[:2])
            self.at[end], self.at[start] = self.at[start], "."
            if move in captures:
                for each in captures[move][1]:
                    self.at[each] = "."
                self.path = [*(self.path or [start]), end]
                self.idle = 0
                self.seen.clear()
                if self.captures():
                    if "xo"[self.seat] not in self.at.values():
                        self.winner = self.seat
                    return
            else:
                self.idle += 1
        self.path = []
        self.seat = 1 - self.seat
        self.seen[self.picture()] += 1
        if "ox"[self.seat] not in self.at.values() or not self.moves():
            self.winner = 1 - self.seat
        elif self.seen[self.picture()] == 3 or self.idle == 100:
            self.winner = TIE


def name(spot: Spot) -> str:
    return f"{chr(97 + spot[0])}{spot[1] + 1}"
