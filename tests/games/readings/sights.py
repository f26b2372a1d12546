"""Tumbleweed.

Rules, as told by boardspace.net, docs.littlegolem.net and iggamecenter.com: a hexagon of hexagons with a neutral
stack of two in the middle. The first player sets up one piece of each player; then the second player moves. A move is
a new stack of one's own on a cell that sees a stack of one's own: that is, on a straight line, with no stack in
between. It is as high as that many stacks of one's own are seen, and may replace any stack that is lower. One may
pass. When both have passed in turn, or nobody can move, whoever has more cells wins: those with stacks of one's own,
and empty ones that see more of one's own than of the other's. Who can only pass has to.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from tests.games.readings.reading import TIE, Reading

Spot = tuple[int, int, int]
"""Three coordinates whose sum is 0."""
WAYS = ((1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1))
LABELS = ("abcdef", "mnopqr")


class ReadTumbleweed(Reading):
    """Each cell looks around by itself, one step after the other; stacks are pairs of owner and height."""

    def __init__(self, size: int) -> None:
        self.size = size
        far = range(1 - size, size)
        self.cells = [(x, y, -x - y) for x in far for y in far if abs(x + y) < size]
        self.stacks: dict[Spot, tuple[int, int]] = {(0, 0, 0): (2, 2)}
        self.passed = 0

    def name(self, spot: Spot) -> str:
        # Columns count along x from the left, rows along the other axis from the top.
        return f"{chr(97 + spot[0] + self.size - 1)}{self.size - spot[1]}"

    def spot(self, name: str) -> Spot:
        return next(spot for spot in self.cells if self.name(spot) == name)

    def lying(self) -> dict[str, str]:
        return {
            self.name(spot): "#" if owner == 2 else LABELS[owner][height - 1]
            for spot, (owner, height) in self.stacks.items()
        }

    def sees(self, spot: Spot, owner: int) -> int:
        count = 0
        for line in looking_from(spot, self.size):
            for each in line:
                if each in self.stacks:
                    count += self.stacks[each][0] == owner
                    break
        return count

    def is_target(self, spot: Spot, seat: int) -> bool:
        if len(self.stacks) < 3:
            return spot not in self.stacks
        return self.sees(spot, seat) > (self.stacks[spot][1] if spot in self.stacks else 0)

    def has_target(self, seat: int) -> bool:
        return any(self.is_target(spot, seat) for spot in self.cells)

    def moves(self) -> Collection[str]:
        targets = [self.name(spot) for spot in self.cells if self.is_target(spot, self.seat)]
        return [*targets, *(["pass"] if len(self.stacks) >= 3 else [])]

    def play(self, move: str) -> None:
        if len(self.stacks) < 3:
            self.stacks[self.spot(move)] = (len(self.stacks) - 1, 1)
            self.seat = len(self.stacks) - 2
            return
        if move == "pass":
            self.passed += 1
        else:
            self.passed = 0
            spot = self.spot(move)
            self.stacks[spot] = (self.seat, self.sees(spot, self.seat))
        if self.has_target(1 - self.seat):
            self.seat = 1 - self.seat
        else:
            self.passed += 1
        if self.passed > 1 or not self.has_target(self.seat):
            self.settle()

    def settle(self) -> None:
        lead = 0
        for spot in self.cells:
            if spot in self.stacks:
                owner = self.stacks[spot][0]
                lead += {0: 1, 1: -1, 2: 0}[owner]
            else:
                dark, light = self.sees(spot, 0), self.sees(spot, 1)
                lead += (dark > light) - (light > dark)
        self.winner = TIE if lead == 0 else int(lead < 0)


@cache
def looking_from(spot: Spot, size: int) -> list[list[Spot]]:
    """The cells that lie in each direction, one after the other as far as the edge."""
    lines = []
    for i, j, k in WAYS:
        line: list[Spot] = []
        x, y, z = spot[0] + i, spot[1] + j, spot[2] + k
        while max(abs(x), abs(y), abs(z)) < size:
            line.append((x, y, z))
            x, y, z = x + i, y + j, z + k
        lines.append(line)
    return lines
