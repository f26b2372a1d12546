"""Walls.

Rules, as the leaflet of its publisher has them (Gigamic, Quoridor): 9 by 9 squares; the pawns begin at the middles
of the sides, of two players opposite each other with ten fences each, of four at all sides with five each. In turn,
clockwise, each moves the pawn or lays a fence; without fences the pawn has to move. Pawns go one square straight. A
fence stands between two pairs of squares; it must leave everybody a way to their goal, the side opposite. A pawn
that faces another on the next square, with no fence between, jumps over it onto the square behind; if a fence is
behind, it goes to the left or right of the other pawn. It is forbidden to jump over more than one pawn. First at
the goal wins.

As usual, the edge of the board is like a fence. Ours: who cannot do anything is passed over; a position that comes
for the third time is a draw, and so are fifty moves of each without a new fence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from tests.games.readings.reading import TIE, Reading

Spot = tuple[int, int]
MEN = "xovz"
STARTS = {2: [(4, 0), (4, 8)], 4: [(4, 0), (0, 4), (4, 8), (8, 4)]}
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class ReadWalls(Reading):
    """A fence is the two pairs of squares that it parts."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.pawns = list(STARTS[players])
        self.starts = list(STARTS[players])
        self.stock = [20 // players] * players
        self.laid: dict[str, str] = {}
        self.shut: set[frozenset[Spot]] = set()
        self.seen: Counter[object] = Counter([self.picture()])
        self.idle = 0

    def picture(self) -> object:
        return (*self.pawns, *sorted(self.laid), self.seat)

    def lying(self) -> dict[str, str]:
        return {name(spot): MEN[seat] for seat, spot in enumerate(self.pawns)} | self.laid

    def is_home(self, seat: int, spot: Spot) -> bool:
        """Whether it is at the side opposite to where the seat began."""
        x, y = self.starts[seat]
        return spot[1] == 8 - y if x == 4 else spot[0] == 8 - x

    def passable(self, start: Spot, end: Spot, shut: set[frozenset[Spot]]) -> bool:
        return all(0 <= number <= 8 for number in end) and frozenset((start, end)) not in shut

    def way_home(self, seat: int, shut: set[frozenset[Spot]]) -> set[frozenset[Spot]] | None:
        """A shortest way to the goal, as the pairs of squares between which it goes; None if there is none."""
        came: dict[Spot, Spot | None] = {self.pawns[seat]: None}
        queue = [self.pawns[seat]]
        for here in queue:
            if self.is_home(seat, here):
                way, spot = set(), here
                while before := came[spot]:
                    way.add(frozenset((before, spot)))
                    spot = before
                return way
            for pair in NEXT_TO[here]:
                [spot] = pair - {here}
                if spot not in came and pair not in shut:
                    came[spot] = here
                    queue.append(spot)
        return None

    def squares(self, seat: int) -> set[str]:
        x, y = self.pawns[seat]
        found: set[Spot] = set()
        for i, j in STEPS:
            next_one, behind = (x + i, y + j), (x + 2 * i, y + 2 * j)
            if not self.passable((x, y), next_one, self.shut):
                continue
            if next_one not in self.pawns:
                found.add(next_one)
            elif self.passable(next_one, behind, self.shut):
                found |= {behind} - {*self.pawns}
            else:
                for left in ((j, i), (-j, -i)):
                    spot = (next_one[0] + left[0], next_one[1] + left[1])
                    if spot not in self.pawns and self.passable(next_one, spot, self.shut):
                        found.add(spot)
        return {name(spot) for spot in found}

    def fences(self) -> Iterator[str]:
        ways = [self.way_home(seat, self.shut) for seat in range(self.players)]
        for x in range(8):
            for y in range(8):
                for way in "hv":
                    fence = f"{name((x, y))}{way}"
                    parted = pairs(x, y, way)
                    crossed = f"{name((x, y))}{'v' if way == 'h' else 'h'}"
                    if crossed in self.laid or parted & self.shut:
                        continue
                    # A way that the fence does not cross stays open.
                    if all(
                        way is not None and (not way & parted or self.way_home(seat, self.shut | parted) is not None)
                        for seat, way in enumerate(ways)
                    ):
                        yield fence

    def moves_of(self, seat: int) -> list[str]:
        return [*self.squares(seat), *(self.fences() if self.stock[seat] else ())]

    def moves(self) -> Collection[str]:
        return self.moves_of(self.seat)

    def play(self, move: str) -> None:
        if move[-1] in "hv":
            x, y = ord(move[0]) - 97, int(move[1]) - 1
            self.laid[move] = "-" if move[-1] == "h" else "|"
            self.shut |= pairs(x, y, move[-1])
            self.stock[self.seat] -= 1
            self.seen.clear()
            self.idle = 0
        else:
            self.pawns[self.seat] = (ord(move[0]) - 97, int(move[1]) - 1)
            self.idle += 1
        mover = self.seat
        order = [(mover + number) % self.players for number in range(1, self.players + 1)]
        able = (
            seat for seat in order if self.squares(seat) or (self.stock[seat] and any(True for _ in self.fences()))
        )
        self.seat = next(able, order[0])
        self.seen[self.picture()] += 1
        if self.is_home(mover, self.pawns[mover]):
            self.winner = mover
        elif self.seen[self.picture()] == 3 or self.idle == 50 * self.players:
            self.winner = TIE


def pairs(x: int, y: int, way: str) -> set[frozenset[Spot]]:
    """The neighbours that a fence parts, by the square at the lower left of its middle."""
    if way == "h":
        return {frozenset(((x, y), (x, y + 1))), frozenset(((x + 1, y), (x + 1, y + 1)))}
    return {frozenset(((x, y), (x + 1, y))), frozenset(((x, y + 1), (x + 1, y + 1)))}


NEXT_TO: dict[Spot, list[frozenset[Spot]]] = {
    (x, y): [frozenset(((x, y), (x + i, y + j))) for i, j in STEPS if 0 <= x + i <= 8 and 0 <= y + j <= 8]
    for x in range(9)
    for y in range(9)
}
"""Each square with each of those beside it."""


def name(spot: Spot) -> str:
    return f"{chr(97 + spot[0])}{spot[1] + 1}"
