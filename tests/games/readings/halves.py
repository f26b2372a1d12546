"""ConHex.

Rules, as told by yucata.de, iggamecenter.com and the old server's help page: 69 points and 41 spaces; a space belongs
to who first has at least half of the points around it: two of three, three of five or six. Stones stay. Black, who
begins, joins top and bottom by spaces, White left and right; corners belong to both sides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tests.games.readings.reading import Reading

QUARTER = (
    "a11 b9 c10",
    "c10 d10 e10",
    "b9 b8 b7",
    "c10 d10 b9 d9 b8 c8",
    "d10 e10 f10 d9 e9 f9",
    "b8 b7 b6 c8 c7 c6",
    "d9 e9 c8 e8 c7 d7",
    "e8 f8 d7 f7 d6 e6",
)
"""The spaces of the upper left quarter by the names of their points, read off a drawing of the board."""
MIDDLE = ("e10 f10 g10", "e9 f9 g9 e8 f8 g8", "b7 b6 b5", "c7 c6 c5 d7 d6 d5", "f7 e6 g6 f5 f6")
"""Those that a line through the middle of the board cuts in halves."""


def mirrors(names: str) -> Iterator[frozenset[str]]:
    """A space, and the same seen in mirrors on both lines through the middle."""
    points = [(name[0], int(name[1:])) for name in names.split()]
    for across in (False, True):
        for down in (False, True):
            yield frozenset(
                f"{chr(ord('a') + ord('k') - ord(column)) if across else column}{12 - row if down else row}"
                for column, row in points
            )


SPACES = {space for names in (*QUARTER, *MIDDLE) for space in mirrors(names)}


class ReadConHex(Reading):
    """Points by their names, spaces as sets of them; walls are found between points that two spaces share."""

    def __init__(self) -> None:
        self.stones: dict[str, int] = {}
        self.owner: dict[frozenset[str], int] = {}
        self.points = set().union(*SPACES)

    def lying(self) -> dict[str, str]:
        return {name: "xo"[owner] for name, owner in self.stones.items()}

    def moves(self) -> Collection[str]:
        return self.points - self.stones.keys()

    def play(self, move: str) -> None:
        self.stones[move] = self.seat
        for space in SPACES:
            if move in space and space not in self.owner:
                own = [name for name in space if self.stones.get(name) == self.seat]
                if 2 * len(own) >= len(space):
                    self.owner[space] = self.seat
        if any(self.leads_on(space, set()) for space in self.own() if self.is_at_the_side(space, first=True)):
            self.winner = self.seat
        self.seat = 1 - self.seat

    def own(self) -> list[frozenset[str]]:
        return [space for space, owner in self.owner.items() if owner == self.seat]

    def is_at_the_side(self, space: frozenset[str], first: bool) -> bool:
        """Whether a space is at the top, or left, or else at the bottom, or right."""
        if len(space) > 3:
            return False
        if self.seat == 0:
            rows = [int(name[1:]) for name in space]
            return max(rows) >= 10 if first else min(rows) <= 2
        columns = [name[0] for name in space]
        return min(columns) <= "b" if first else max(columns) >= "j"

    def leads_on(self, space: frozenset[str], seen: set[frozenset[str]]) -> bool:
        if self.is_at_the_side(space, first=False):
            return True
        seen.add(space)
        return any(
            self.leads_on(other, seen) for other in self.own() if other not in seen and are_neighbours(space, other)
        )


def are_neighbours(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether there is a wall between them: from a point to the next, or from a point to the frame."""
    common = len(one & other)
    return common > 1 or (common == 1 and len(one) == len(other) == 3)
