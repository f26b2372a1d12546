"""Epaminondas.

Rules, as told by Wikipedia, iggamecenter.com and R. Abbott's own pages (logicmazes.com): 14 by 12 squares, each side
has its two nearest rows full, White begins. A man goes to any free square beside it. Or a phalanx, two or more men in
a row, a column or a diagonal with nothing in between, or any part of one that is unbroken, goes along its own line as
many squares as it has men, or fewer, over free squares only. The man in front may end on an enemy, if he is the first
of fewer in that line than go; then all of these are taken. A move that brings a man onto the enemy's home row must
not leave a board that is the same when left and right are exchanged. Who at the beginning of a turn has more men on
the enemy's home row than the enemy has on theirs, has won. Ours: who cannot move has lost; a position that comes for
the third time, or 200 moves without a capture, are a tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from tests.games.readings.reading import TIE, Reading

Spot = tuple[int, int]


class ReadEpaminondas(Reading):
    """Each set of men in a line is tried with each distance; men are moved one by one, the first one first."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.at: dict[Spot, str] = {}
        for x in range(width):
            self.at |= {(x, 0): "o", (x, 1): "o", (x, height - 2): "x", (x, height - 1): "x"}
        self.idle = 0
        self.seen = Counter([self.now()])

    def now(self) -> tuple[object, ...]:
        return self.seat, tuple(sorted(self.at.items()))

    def lying(self) -> dict[str, str]:
        return {self.name(spot): there for spot, there in self.at.items()}

    def name(self, spot: Spot) -> str:
        return f"{chr(97 + spot[0])}{spot[1] + 1}"

    def home(self, seat: int) -> int:
        return 0 if seat == 0 else self.height - 1

    def all_moves(self) -> dict[str, dict[Spot, str]]:
        """What lies where after each move."""
        own = "ox"[self.seat]
        found = {}
        for first, there in self.at.items():
            if there != own:
                continue
            for step in [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]:
                men = [first]
                while True:
                    for distance in range(1, len(men) + 1):
                        if (after := self.moved(men, step, distance)) is not None:
                            x, y = men[0]
                            front = (x + step[0] * distance, y + step[1] * distance)
                            found[f"{self.name(men[-1])}-{self.name(front)}"] = after
                    x, y = men[-1]
                    if self.at.get((x - step[0], y - step[1])) != own:
                        break
                    men.append((x - step[0], y - step[1]))
        return found

    def moved(self, men: list[Spot], step: Spot, distance: int) -> dict[Spot, str] | None:
        """What lies where after these men, the front one first, have gone so far; None if they may not."""
        own, other = "ox"[self.seat], "xo"[self.seat]
        x, y = men[0]
        way = [(x + step[0] * far, y + step[1] * far) for far in range(1, distance + 1)]
        if any(not (0 <= i < self.width and 0 <= j < self.height) for i, j in way):
            return None
        if any(spot in self.at for spot in way[:-1]) or self.at.get(way[-1]) == own:
            return None
        after = dict(self.at)
        enemies = 0
        spot = way[-1]
        while after.get(spot) == other:
            del after[spot]
            enemies += 1
            spot = (spot[0] + step[0], spot[1] + step[1])
        if enemies >= len(men):
            return None
        for i, j in men:
            after[i + step[0] * distance, j + step[1] * distance] = after.pop((i, j))
        far = self.home(1 - self.seat)
        if way[-1][1] == far and men[-1][1] != far and self.is_symmetric(after):
            return None
        return after

    def is_symmetric(self, at: dict[Spot, str]) -> bool:
        return at == {(self.width - 1 - x, y): there for (x, y), there in at.items()}

    def moves(self) -> Collection[str]:
        return [*self.all_moves()]

    def play(self, move: str) -> None:
        after = self.all_moves()[move]
        self.idle = self.idle + 1 if len(after) == len(self.at) else 0
        self.at = after
        self.seat = 1 - self.seat
        self.seen[self.now()] += 1
        across = [
            sum(there == "ox"[seat] and y == self.home(1 - seat) for (_, y), there in self.at.items())
            for seat in (0, 1)
        ]
        if across[self.seat] > across[1 - self.seat]:
            self.winner = self.seat
        elif not self.moves():
            self.winner = 1 - self.seat
        elif self.seen[self.now()] > 2 or self.idle == 200:
            self.winner = TIE
