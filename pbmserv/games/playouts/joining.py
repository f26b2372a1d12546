"""Incrementally joined groups (union-find)."""

from __future__ import annotations

from collections.abc import Sequence

NOBODY = -1


class Groups:
    """Groups on places with neighbours `around`.

    `stones` are both seats' characters in `cells`. A group is identified by one of its stones, the first.
    """

    def __init__(self, around: Sequence[Sequence[int]], cells: str, stones: str) -> None:
        self._around = around
        self.seats = [NOBODY] * len(cells)
        """Each place's seat."""
        self.sizes = [1] * len(cells)
        """Each group's size, by first stone."""
        self._towards = [*range(len(cells))]
        """The union-find parents."""
        for place, there in enumerate(cells):
            if there in stones:
                self.lay(place, stones.index(there))

    def lay(self, place: int, seat: int) -> list[int]:
        """Place a stone, which becomes first of its group; return the firsts of the joined groups."""
        self.seats[place] = seat
        joined = []
        for near in self._around[place]:
            if self.seats[near] == seat:
                first = self.first_of(near)
                if first != place:
                    self._towards[first] = place
                    self.sizes[place] += self.sizes[first]
                    joined.append(first)
        return joined

    def first_of(self, place: int) -> int:
        towards = self._towards
        while towards[place] != place:
            towards[place] = place = towards[towards[place]]
        return place

    def sizes_of(self, seat: int) -> list[int]:
        firsts = (place for place, towards in enumerate(self._towards) if towards == place)
        return sorted((self.sizes[place] for place in firsts if self.seats[place] == seat), reverse=True)
