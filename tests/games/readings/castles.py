"""Canter, which is Camelot.

Rules: World Camelot Federation, Official Rules of Camelot. 160 squares; four knights and ten men each. A piece goes
one square in any direction (plain move); or it leaps over friendly pieces, one after the other, and does not end
where it began (canter); or it jumps over enemies next to it, which are captured, as long as there are any that it can
jump (jump). A knight may jump after cantering (charge). Whoever can jump has to jump, or charge; a knight that
canters next to an enemy whom it can jump has to capture in that move. Nobody plain moves or canters into their own
castle; whoever has jumped into it leaves it with the next move, before anything else. Whoever is in the other's
castle stays there, and may change its square, twice in a game for each player. Two pieces in the other's castle win;
so do all captures, and an opponent who cannot move, with two pieces left. With fewer than two pieces on each side it
is a tie. Ours: the third time of a position, or fifty moves of each without a capture, are ties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache
from itertools import product

from tests.games.readings.reading import TIE, Reading

COLUMNS = "abcdefghijkl"
STEPS = [(i, j) for i, j in product((-1, 0, 1), repeat=2) if (i, j) != (0, 0)]
HOME = ({"f1", "g1"}, {"f16", "g16"})


def is_square(name: str) -> bool:
    if name[:1] not in [*COLUMNS] or not name[1:].isdigit() or not 1 <= int(name[1:]) <= 16:
        return False
    rank = min(int(name[1:]), 17 - int(name[1:]))
    return name[0] in {1: "fg", 2: "cdefghij", 3: "bcdefghijk"}.get(rank, COLUMNS)


@cache
def near(name: str, step: tuple[int, int], times: int = 1) -> str:
    """The square so many steps away; an empty text beside the board."""
    column, row = COLUMNS.index(name[0]) + times * step[0], int(name[1:]) + times * step[1]
    found = f"{COLUMNS[column]}{row}" if 0 <= column < 12 else ""
    return found if is_square(found) else ""


class ReadCanter(Reading):
    """Pieces by the names of their squares; whole moves are sought depth first."""

    def __init__(self) -> None:
        self.at: dict[str, str] = {}
        for name in ["c6", "d7", "i7", "j6"]:
            self.at[name] = "O"
        for name in ["d6", "e6", "e7", "f6", "f7", "g6", "g7", "h6", "h7", "i6"]:
            self.at[name] = "o"
        for name, piece in [*self.at.items()]:
            self.at[f"{name[0]}{17 - int(name[1:])}"] = {"O": "X", "o": "x"}[piece]
        self.leaving: list[str] = ["", ""]
        self.inner = [0, 0]
        self.idle = 0
        self.seen = Counter([self.now()])

    def now(self) -> tuple[object, ...]:
        return self.seat, tuple(sorted(self.at.items())), *self.leaving, *self.inner

    def lying(self) -> dict[str, str]:
        corners = [f"{letter}{row}" for letter in COLUMNS for row in range(1, 17)]
        return self.at | {name: "#" for name in corners if not is_square(name)}

    def owner(self, name: str) -> int:
        return {"O": 0, "o": 0, "X": 1, "x": 1}.get(self.at.get(name, ""), -1)

    def over(self, name: str, at: dict[str, str], seat: int) -> Iterator[tuple[str, str]]:
        """Pieces of a seat next to a square with a free square behind, and that square."""
        for step in STEPS:
            beside, behind = near(name, step), near(name, step, 2)
            if beside and behind and at.get(beside, "") in ("Oo", "Xx")[seat] and beside in at and behind not in at:
                yield beside, behind

    def captures(self, name: str, at: dict[str, str]) -> list[tuple[list[str], list[str]]]:
        """All ways to capture from a square to the end: the squares of landing, and what is captured."""
        found = []
        if name not in HOME[1 - self.seat]:
            for beside, behind in self.over(name, at, 1 - self.seat):
                after = {square: piece for square, piece in at.items() if square != beside}
                for landing, taken in self.captures(behind, after) or [([], [])]:
                    found.append(([behind, *landing], [beside, *taken]))
        return found

    def cantered(self, name: str, at: dict[str, str], is_careful: bool) -> dict[str, list[str]]:
        """Squares that canters lead to, each with a shortest way; a careful piece stops near enemies."""
        ways: dict[str, list[str]] = {}
        ring = {name: [name]}
        while ring:
            following: dict[str, list[str]] = {}
            for here, way in ring.items():
                if here in HOME[1 - self.seat]:
                    continue
                if is_careful and here != name and any(self.over(here, at, 1 - self.seat)):
                    continue
                for _, end in self.over(here, at, self.seat):
                    if end not in ways and end != name and end not in HOME[self.seat] and end not in following:
                        following[end] = [*way, end]
            ways |= following
            ring = following
        return ways

    def all_moves(self) -> dict[str, tuple[str, str, list[str]]]:
        """From where, to where, and what is captured, by the words of the move."""
        inside = HOME[1 - self.seat]
        own = (
            [self.leaving[self.seat]]
            if self.leaving[self.seat]
            else [name for name in self.at if self.owner(name) == self.seat]
        )
        jumps: dict[str, tuple[str, str, list[str]]] = {}
        charges: dict[str, tuple[str, str, list[str]]] = {}
        quiet: dict[str, tuple[str, str, list[str]]] = {}
        for name in own:
            if name in inside:
                continue
            rest = {square: piece for square, piece in self.at.items() if square != name}
            for landing, taken in self.captures(name, rest):
                jumps["-".join([name, *landing])] = (name, landing[-1], taken)
        for name in own:
            if name in inside:
                [other] = inside - {name}
                if other not in self.at and self.inner[self.seat] < 2:
                    quiet[f"{name}-{other}"] = (name, other, [])
                continue
            rest = {square: piece for square, piece in self.at.items() if square != name}
            is_knight = self.at[name] in "OX"
            for step in STEPS:
                end = near(name, step)
                if end and end not in self.at and end not in HOME[self.seat]:
                    quiet[f"{name}-{end}"] = (name, end, [])
            for end in self.cantered(name, rest, is_knight):
                if not (is_knight and end not in inside and any(self.over(end, rest, 1 - self.seat))):
                    quiet[f"{name}-{end}"] = (name, end, [])
            if is_knight:
                for end, way in self.cantered(name, rest, False).items():
                    for landing, taken in self.captures(end, rest):
                        words = "-".join([name, end, *landing])
                        if words in jumps:
                            words = "-".join([*way, *landing])
                        charges[words] = (name, landing[-1], taken)
        return {**charges, **jumps} if jumps else {**quiet, **charges}

    def moves(self) -> Collection[str]:
        return [*self.all_moves()]

    def play(self, move: str) -> None:
        start, end, taken = self.all_moves()[move]
        mover = self.seat
        if start in HOME[1 - mover]:
            self.inner[mover] += 1
        self.at[end] = self.at.pop(start)
        for name in taken:
            del self.at[name]
        self.leaving[mover] = end if end in HOME[mover] else ""
        self.idle = 0 if taken else self.idle + 1
        if taken:
            self.seen.clear()
        self.seat = 1 - mover
        self.seen[self.now()] += 1
        left = [sum(self.owner(name) == seat for name in self.at) for seat in (0, 1)]
        if all(self.owner(name) == mover for name in HOME[1 - mover]):
            self.winner = mover
        elif max(left) <= 1:
            self.winner = TIE
        elif not left[1 - mover]:
            self.winner = mover
        elif not self.all_moves():
            self.winner = mover if left[mover] >= 2 else TIE
        elif self.seen[self.now()] == 3 or self.idle == 100:
            self.winner = TIE
