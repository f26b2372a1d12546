"""Halma.

Rules, as told by Wikipedia: 16 by 16 squares (or 10 by 10, or 8 by 8, as on BrainKing). Two players have 19 men each
in opposite corners, three or four have 13 each in their own corner (on smaller boards 15 and 10, or 10 and 6). In
turn, clockwise, each moves one man: to a free square beside him, or by jumps, each over one man of anybody's beside
him to the free square right behind, in any of the eight directions, as many as he likes. Who has arrived in the
opposite camp stays there. D. Parlett: a player wins when all squares of the opposite camp are taken, at least one of
them by a man of theirs. D. Walker (cyningstan.com, 2015): as long as a player has a man at home, a move has to end
nearer to the opposite corner than it began. As at the usual servers: nobody comes back home. As in Chinese checkers:
nobody stops in the camp of a neighbour. Ours: two players may sit in corners beside each other; who cannot move is
passed over; after 200 moves for each player it is counted whose men have arrived.
"""

from __future__ import annotations

from collections.abc import Collection

from tests.games.readings.reading import TIE, Reading

Spot = tuple[int, int]
CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
"""Left or right, and below or above, clockwise."""
MEN = {(16, 2): "55432", (16, 4): "4432", (10, 2): "54321", (10, 4): "4321", (8, 2): "4321", (8, 4): "321"}


class ReadHalma(Reading):
    """Men are sought in all directions by recursion; the distance is that of Pythagoras."""

    def __init__(self, size: int, players: int, beside: bool = False) -> None:
        self.size, self.players, self.made = size, players, 0
        rows = MEN[size, 2 if players == 2 else 4]
        self.camps: list[set[Spot]] = []
        for right, above in CORNERS:
            self.camps.append(
                {
                    (size - 1 - x if right else x, size - 1 - y if above else y)
                    for y, length in enumerate(rows)
                    for x in range(int(length))
                }
            )
        self.corner = [0, 2] if players == 2 and not beside else [0, 1, 2, 3][:players]
        self.at = {spot: "xovz"[seat] for seat in range(players) for spot in self.camps[self.corner[seat]]}

    def home(self, seat: int) -> set[Spot]:
        return self.camps[self.corner[seat]]

    def goal(self, seat: int) -> set[Spot]:
        return self.camps[(self.corner[seat] + 2) % 4]

    def steps_to_go(self, seat: int, spot: Spot) -> float:
        right, above = CORNERS[(self.corner[seat] + 2) % 4]
        return abs(complex(*spot) - complex(right * (self.size - 1), above * (self.size - 1)))

    def lying(self) -> dict[str, str]:
        return {_name(spot): there for spot, there in self.at.items()}

    def is_free(self, spot: Spot) -> bool:
        return spot not in self.at and all(0 <= number < self.size for number in spot)

    def jumped(self, spot: Spot, before: set[Spot]) -> set[Spot]:
        """All squares that jumps lead to from here; the man himself has been lifted."""
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                over, end = (spot[0] + i, spot[1] + j), (spot[0] + 2 * i, spot[1] + 2 * j)
                if over in self.at and over != spot and self.is_free(end) and end not in before:
                    before.add(end)
                    self.jumped(end, before)
        return before

    def may_stop(self, seat: int, start: Spot, end: Spot) -> bool:
        home, goal = self.home(seat), self.goal(seat)
        used = {corner for each in self.corner for corner in (each, (each + 2) % 4)}
        if any(end in self.camps[corner] for corner in used) and end not in home | goal:
            return False
        if (start in goal and end not in goal) or (end in home and start not in home):
            return False
        if any(self.at.get(spot) == "xovz"[seat] for spot in home):
            return self.steps_to_go(seat, end) < self.steps_to_go(seat, start) - 1e-9
        return True

    def moves_of(self, seat: int) -> list[str]:
        found = []
        for start in [spot for spot, there in self.at.items() if there == "xovz"[seat]]:
            man = self.at.pop(start)
            beside = {(start[0] + i, start[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {start}
            ends = {spot for spot in beside if self.is_free(spot)} | self.jumped(start, set())
            self.at[start] = man
            found += [f"{_name(start)}-{_name(end)}" for end in ends - {start} if self.may_stop(seat, start, end)]
        return found

    def moves(self) -> Collection[str]:
        return self.moves_of(self.seat)

    def play(self, move: str) -> None:
        start, end = ((ord(name[0]) - 97, int(name[1:]) - 1) for name in move.split("-"))
        self.at[end] = self.at.pop(start)
        self.made += 1
        mover = self.seat
        there = [self.at.get(spot) for spot in self.goal(mover)]
        if None not in there and "xovz"[mover] in there:
            self.winner = mover
        elif self.made >= 200 * self.players:
            counts = [
                sum(self.at.get(spot) == "xovz"[seat] for spot in self.goal(seat)) for seat in range(self.players)
            ]
            self.winner = counts.index(max(counts)) if counts.count(max(counts)) == 1 else TIE
        order = [(mover + number) % self.players for number in range(1, self.players + 1)]
        able = next((seat for seat in order if self.moves_of(seat)), None)
        self.seat = order[0] if able is None else able
        if able is None and self.winner is None:
            self.winner = TIE


def _name(spot: Spot) -> str:
    return f"{chr(97 + spot[0])}{spot[1] + 1}"
