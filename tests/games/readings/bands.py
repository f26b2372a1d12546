"""Abande.

Rules, as told by spielstein.com, abande.com and J. Neto's pages: on an empty board Black lays a piece. Then one lays
a piece next to others, or moves a stack of one's own (its top piece says whose it is) onto one of the other's next to
it, up to three pieces. All stacks have to stay connected. Nothing moves before three pieces have been laid. One
passes only without pieces in hand; the game ends when both have passed in turn. Stacks next to none of the other's
are taken away, and each piece in the others is a point for the owner of the stack. Who can only pass has to.
"""

from __future__ import annotations

from collections.abc import Collection

from tests.games.readings.reading import TIE, Reading

Spot = tuple[int, int]
HEXAGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
AROUND = (*HEXAGONAL, (1, -1), (-1, 1))


class ReadAbande(Reading):
    """Stacks are lists of pieces, the top one last; connections are painted from any stack."""

    def __init__(self, hexagon: bool, pieces: int) -> None:
        self.hexagon = hexagon
        self.ways = HEXAGONAL if hexagon else AROUND
        self.cells = {(x, y) for x in range(7) for y in range(7) if not hexagon or abs(x - y) < 4}
        self.around = {(x, y): {(x + i, y + j) for i, j in self.ways} & self.cells for x, y in self.cells}
        self.stacks: dict[Spot, list[int]] = {}
        self.hands = [pieces, pieces]
        self.passed = 0

    def name(self, spot: Spot) -> str:
        # Rows of the hexagon count from the top, those of the square from below.
        return f"{chr(97 + spot[0])}{spot[1] + 1 if self.hexagon else 7 - spot[1]}"

    def lying(self) -> dict[str, str]:
        return {self.name(spot): ("abc", "mno")[stack[-1]][len(stack) - 1] for spot, stack in self.stacks.items()}

    def is_connected(self, spots: set[Spot]) -> bool:
        painted = edge = {min(spots)}
        while edge:
            edge = {near for spot in edge for near in self.around[spot]} & spots - painted
            painted |= edge
        return painted == spots

    def actions(self, seat: int) -> dict[str, tuple[Spot, Spot | None]]:
        found: dict[str, tuple[Spot, Spot | None]] = {}
        if self.hands[seat]:
            for spot in self.cells:
                if spot not in self.stacks and (not self.stacks or self.is_connected({*self.stacks, spot})):
                    found[self.name(spot)] = (spot, None)
        if sum(map(len, self.stacks.values())) < 3:
            return found
        for start, stack in self.stacks.items():
            for end in self.around[start] if stack[-1] == seat else ():
                there = self.stacks.get(end, stack)
                fits = there[-1] != seat and len(stack) + len(there) < 4
                if fits and self.is_connected({*self.stacks} - {start}):
                    found[f"{self.name(start)}-{self.name(end)}"] = (start, end)
        return found

    def moves(self) -> Collection[str]:
        return [*self.actions(self.seat), *([] if self.hands[self.seat] else ["pass"])]

    def play(self, move: str) -> None:
        if move == "pass":
            self.passed += 1
        else:
            self.passed = 0
            start, end = self.actions(self.seat)[move]
            if end is None:
                self.stacks[start] = [self.seat]
                self.hands[self.seat] -= 1
            else:
                self.stacks[end] += self.stacks.pop(start)
        if self.actions(1 - self.seat):
            self.seat = 1 - self.seat
        else:
            self.passed += 1
        if self.passed > 1 or not self.actions(self.seat):
            points = [0, 0]
            for spot, stack in self.stacks.items():
                if any(self.stacks.get(near, stack)[-1] != stack[-1] for near in self.around[spot]):
                    points[stack[-1]] += len(stack)
            self.winner = TIE if points[0] == points[1] else int(points[1] > points[0])
