"""Dipole.

Rules, as told by yourturnmyturn.com, iggamecenter.com and the old server's help page, which has M. Steere's own text:
a stack of twelve men each (twenty on 10 by 10 squares) on dark squares; White begins. Any number of men of one stack
go as many squares as they are, and end on a dark square; whatever they pass does not matter. They go straight ahead
or diagonally ahead onto free squares, onto stacks of their own, or off the board. Onto a stack of the other's that
has as many men or fewer they go in any of eight directions; all of it is taken away. Who cannot move is passed over.
Who has no man left has lost.
"""

from __future__ import annotations

from collections.abc import Collection

from tests.games.readings.reading import Reading

Spot = tuple[int, int]


class ReadDipole(Reading):
    """For each number of men all squares as far away as that are looked at; rows are counted from White's side."""

    def __init__(self, size: int, men: int) -> None:
        self.size = size
        self.men: dict[Spot, tuple[int, int]] = {(5, 1): (0, men), (size - 4, size): (1, men)}

    def name(self, spot: Spot) -> str:
        return f"{chr(96 + spot[0])}{spot[1]}"

    def lying(self) -> dict[str, str]:
        letters = "abcdefghijklmnopqrst"
        return {
            self.name(spot): letters[men - 1] if owner == 0 else letters[men - 1].upper()
            for spot, (owner, men) in self.men.items()
        }

    def is_on_board(self, spot: Spot) -> bool:
        return 1 <= spot[0] <= self.size and 1 <= spot[1] <= self.size

    def targets(self, start: Spot, men: int, seat: int) -> list[Spot | None]:
        """Where so many men can go from here; None is off the board."""
        ahead = 1 if seat == 0 else -1
        found: list[Spot | None] = []
        for i in (-men, 0, men):
            for j in (-men, 0, men):
                end = (start[0] + i, start[1] + j)
                if end == start or (end[0] + end[1]) % 2:
                    continue
                there = self.men.get(end)
                if there is not None and there[0] != seat:
                    if there[1] <= men:
                        found.append(end)
                elif j * ahead > 0:
                    found.append(end if self.is_on_board(end) else None)
        return found

    def actions(self, seat: int) -> dict[str, tuple[Spot, Spot | None, int]]:
        found = {}
        for start, (owner, height) in self.men.items():
            for men in range(1, height + 1) if owner == seat else ():
                for end in self.targets(start, men, seat):
                    to = f"off:{men}" if end is None else self.name(end)
                    found[f"{self.name(start)}-{to}"] = (start, end, men)
        return found

    def moves(self) -> Collection[str]:
        return [*self.actions(self.seat)]

    def play(self, move: str) -> None:
        start, end, men = self.actions(self.seat)[move]
        left = self.men.pop(start)[1] - men
        if left:
            self.men[start] = (self.seat, left)
        if end is not None:
            owner, there = self.men.get(end, (self.seat, 0))
            self.men[end] = (self.seat, men + (there if owner == self.seat else 0))
        owners = {owner for owner, _ in self.men.values()}
        if len(owners) == 1:
            self.winner = owners.pop()
        if self.actions(1 - self.seat):
            self.seat = 1 - self.seat
