"""Catchup at random, with groups that are joined as stones are laid, and not looked for after each."""

from __future__ import annotations

from typing import cast

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import HexagonOfCells
from pbmserv.games.catchup import CATCHING_UP, STONES, USUAL, Catchup, Position
from pbmserv.games.chance import Chance


def playout(game: Catchup, position: Position, chance: Chance) -> tuple[float, float]:
    """What both seats have at the end of a random game: each stone, and `done`, is as likely as the others."""
    groups = Groups(game, position)
    free = [*chance.shuffled(position.places_of(EMPTY))]
    seat, most, laid, before = position.next_seat, position.most, position.laid, position.before
    while free:
        if not laid or chance.below(len(free) + 1):
            groups.lay(free.pop(), seat)
            laid += 1
            if laid < most and free:
                continue
        own, others = groups.largest[seat], groups.largest[1 - seat]
        most = CATCHING_UP if own > before and own >= others else USUAL
        seat, laid, before = 1 - seat, 0, others
    black_wins = float(groups.of(0) > groups.of(1))
    return black_wins, 1 - black_wins


class Groups:
    """Which stones belong together. `largest` are the sizes of the largest groups of both seats, at least 1."""

    def __init__(self, game: Catchup, position: Position) -> None:
        self._around = cast(HexagonOfCells, game.board(position)).around
        self._seats = [STONES.find(there) for there in position.standing]
        self._first = [*range(len(position.standing))]
        """For each stone another one of its group, itself if it stands for the group."""
        self._sizes = [1] * len(position.standing)
        self.largest = [1, 1]
        for seat in (0, 1):
            for group in game.groups(position, seat):
                for place in group:
                    self._first[place] = group[0]
                self._sizes[group[0]] = len(group)
                self.largest[seat] = max(self.largest[seat], len(group))

    def lay(self, place: int, seat: int) -> None:
        """Lay a stone, and join the groups beside it."""
        self._seats[place] = seat
        for near in self._around[place]:
            if self._seats[near] == seat:
                group = self._found(near)
                if group != place:
                    self._first[group] = place
                    self._sizes[place] += self._sizes[group]
        self.largest[seat] = max(self.largest[seat], self._sizes[place])

    def of(self, seat: int) -> list[int]:
        """The sizes of the groups of a seat, the largest first."""
        firsts = (place for place, first in enumerate(self._first) if first == place and self._seats[place] == seat)
        return sorted((self._sizes[place] for place in firsts), reverse=True)

    def _found(self, place: int) -> int:
        first = self._first
        while first[place] != place:
            first[place] = place = first[first[place]]
        return place
