"""Slither.

Rules, as told by iggamecenter.com, littlegolem.net and mindsports.nl: Black, who begins, joins top and bottom, White
left and right, by stones that are joined along the lines; corners belong to both sides. In a turn one may move a
stone of one's own to any of the eight points around it, if it is free, and then has to lay one on a free point. After
the turn, of two stones of one's own that are diagonal neighbours at least one common neighbour has to be one's own.
Who cannot do so is passed over. Ours: if neither can, it is a tie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tests.games.readings.reading import TIE, Reading

COLUMNS = "abcdefghjklmnopqrst"
Spot = tuple[int, int]


class ReadSlither(Reading):
    """Every move is tried, and all pairs of stones are looked at after it; chains are walked stone by stone."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.all = {(x, y) for x in range(size) for y in range(size)}
        self.owner: dict[Spot, int] = {}
        self.has_moved = False

    def name(self, spot: Spot) -> str:
        return f"{COLUMNS[spot[0]]}{spot[1] + 1}"

    def spot(self, name: str) -> Spot:
        return COLUMNS.index(name[0]), int(name[1:]) - 1

    def lying(self) -> dict[str, str]:
        return {self.name(spot): "xo"[owner] for spot, owner in self.owner.items()}

    def is_fine(self, own: set[Spot]) -> bool:
        for x, y in own:
            for far in (x - 1, x + 1):
                if (far, y + 1) in own and (far, y) not in own and (x, y + 1) not in own:
                    return False
        return True

    def own(self) -> set[Spot]:
        return {spot for spot, owner in self.owner.items() if owner == self.seat}

    def moves(self) -> Collection[str]:
        own, free = self.own(), self.all - self.owner.keys()
        found = [self.name(spot) for spot in free if self.is_fine(own | {spot})]
        if not self.has_moved:
            found += [f"{self.name(start)}-{self.name(end)}" for start, end in self.steps(own, free)]
        return found

    def steps(self, own: set[Spot], free: set[Spot]) -> Iterator[tuple[Spot, Spot]]:
        for x, y in own:
            for end in [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
                if end in free:
                    rest, left = own - {(x, y)} | {end}, free - {end} | {(x, y)}
                    if any(self.is_fine(rest | {spot}) for spot in left):
                        yield (x, y), end

    def play(self, move: str) -> None:
        start, _, end = move.partition("-")
        if end:
            self.owner[self.spot(end)] = self.owner.pop(self.spot(start))
            self.has_moved = True
            return
        self.owner[self.spot(start)] = self.seat
        self.has_moved = False
        own = self.own()
        for spot in own:
            if spot[1 - self.seat] == 0 and self.leads_across(spot, own, set()):
                self.winner = self.seat
        self.seat = 1 - self.seat
        if not self.moves():
            self.seat = 1 - self.seat
            if self.winner is None and not self.moves():
                self.winner = TIE

    def leads_across(self, spot: Spot, own: set[Spot], seen: set[Spot]) -> bool:
        if spot in seen or spot not in own:
            return False
        if spot[1 - self.seat] == self.size - 1:
            return True
        seen.add(spot)
        x, y = spot
        return any(self.leads_across(near, own, seen) for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
