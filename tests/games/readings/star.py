"""Chinese checkers.

Rules, as Masters Traditional Games has them (mastersgames.com, Chinese checkers): the board is a star of 121 holes,
ten in each point. Each player has ten men in a point of their own and moves them to the opposite one. Two sit
opposite each other, three at every second point, four at two pairs of opposite points. In turn, clockwise, each
moves one man: into any hole next to it, or by hops, each over one neighbouring man of any colour into the free hole
straight beyond, as many as wanted. Men stay on the board. A man may be moved into any hole, those in points of
others included, but out of the opposite point it is not moved again. If an opponent's man is in a hole of the
destination into which a man is to be moved, the two are swapped. Who has all ten in the opposite point first wins.

Ours: of five players, who sit at all points but one, the one opposite goes there; who cannot move is passed over;
after 100 moves for each player it is counted whose men have arrived.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from tests.games.readings.reading import TIE, Reading

LETTERS = "abcdefghijklmnopqrstuvwxy"
LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
"""Holes in each row from below, all about the upright line through column m."""
POINTS = (
    "m1 l2 n2 k3 m3 o3 j4 l4 n4 p4",
    "a5 c5 e5 g5 b6 d6 f6 c7 e7 d8",
    "a13 c13 e13 g13 b12 d12 f12 c11 e11 d10",
    "m17 l16 n16 k15 m15 o15 j14 l14 n14 p14",
    "y13 w13 u13 s13 x12 v12 t12 w11 u11 v10",
    "y5 w5 u5 s5 x6 v6 t6 w7 u7 v8",
)
"""Clockwise from the lowest one."""
SITTING = {2: "03", 3: "024", 4: "0134", 5: "01234", 6: "012345"}
WAYS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
MEN = "xovzsk"


def holes() -> set[str]:
    return {
        f"{LETTERS[12 - (length - 1) + 2 * number]}{row}"
        for row, length in enumerate(LENGTHS, 1)
        for number in range(length)
    }


HOLES = holes()


@cache
def beyond(hole: str, way: tuple[int, int]) -> str:
    """The hole next to this one, or no name of any."""
    across, up = LETTERS.index(hole[0]) + way[0], int(hole[1:]) + way[1]
    name = f"{LETTERS[across]}{up}" if 0 <= across < len(LETTERS) else ""
    return name if name in HOLES else ""


class ReadChineseCheckers(Reading):
    """Holes are known by their names; hops are sought round by round."""

    def __init__(self, players: int) -> None:
        self.players, self.made = players, 0
        corners = [int(corner) for corner in SITTING[players]]
        self.goals = [{*POINTS[(corner + 3) % 6].split()} for corner in corners]
        self.men = {hole: MEN[seat] for seat, corner in enumerate(corners) for hole in POINTS[corner].split()}

    def lying(self) -> dict[str, str]:
        return self.men

    def ends(self, seat: int, start: str) -> set[str]:
        """Where a man may end, for all that it may not leave."""
        others = {hole for hole in self.goals[seat] if self.men.get(hole, MEN[seat]) != MEN[seat]}
        found = {next_hole for way in WAYS if (next_hole := beyond(start, way))}
        found = {hole for hole in found if hole not in self.men or hole in others}
        seen, standing = {start}, {start}
        while standing:
            hops = {
                end
                for hole in standing
                for way in WAYS
                if (over := beyond(hole, way)) in self.men and over != start and (end := beyond(over, way))
            }
            found |= {end for end in hops if end in others}
            standing = {end for end in hops if end not in self.men} - seen
            seen |= standing
        return (found | seen) - {start}

    def moves_of(self, seat: int) -> list[str]:
        goal = self.goals[seat]
        return [
            f"{start}-{end}"
            for start in [hole for hole, man in self.men.items() if man == MEN[seat]]
            for end in self.ends(seat, start)
            if start not in goal or end in goal
        ]

    def moves(self) -> Collection[str]:
        return self.moves_of(self.seat)

    def full(self, seat: int) -> bool:
        return all(self.men.get(hole) == MEN[seat] for hole in self.goals[seat])

    def play(self, move: str) -> None:
        start, end = move.split("-")
        man, other = self.men.pop(start), self.men.pop(end, None)
        self.men[end] = man
        if other:
            self.men[start] = other
        self.made += 1
        order = [(self.seat + number) % self.players for number in range(self.players)]
        full = [seat for seat in order if self.full(seat)]
        if full:
            self.winner = full[0]
        elif self.made >= 100 * self.players:
            counts = [sum(self.men.get(hole) == MEN[seat] for hole in goal) for seat, goal in enumerate(self.goals)]
            self.winner = counts.index(max(counts)) if counts.count(max(counts)) == 1 else TIE
        able = next((seat for seat in (*order[1:], self.seat) if self.moves_of(seat)), None)
        self.seat = order[1] if able is None else able
        if able is None and self.winner is None:
            self.winner = TIE
