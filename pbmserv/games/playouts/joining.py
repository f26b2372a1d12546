"""Groups of stones that are joined as stones are laid, and not looked for after each."""

from __future__ import annotations

from collections.abc import Sequence

NOBODY = -1


class Groups:
    """Which stones lie together, on places each of which lies beside those `around` it.

    `stones` are the characters of both seats in `cells`. Each group is known by one of its stones, the first.
    """

    def __init__(self, around: Sequence[Sequence[int]], cells: str, stones: str) -> None:
        self._around = around
        self.seats = [NOBODY] * len(cells)
        """Whose stone lies on each place."""
        self.sizes = [1] * len(cells)
        """How large each group is, by its first stone."""
        self._towards = [*range(len(cells))]
        """For each stone one that is nearer to the first of its group, or itself if it is the first."""
        for place, there in enumerate(cells):
            if there in stones:
                self.lay(place, stones.index(there))

    def lay(self, place: int, seat: int) -> list[int]:
        """Lay a stone, which becomes the first of its group; gives the first ones of the groups that it joins."""
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
        """The first stone of the group of this one."""
        towards = self._towards
        while towards[place] != place:
            towards[place] = place = towards[towards[place]]
        return place

    def sizes_of(self, seat: int) -> list[int]:
        """The sizes of the groups of a seat, the largest first."""
        firsts = (place for place, towards in enumerate(self._towards) if towards == place)
        return sorted((self.sizes[place] for place in firsts if self.seats[place] == seat), reverse=True)
