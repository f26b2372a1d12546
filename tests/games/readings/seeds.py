"""Wari and Kalah: seeds on a ring of houses, sown one by one.

Rules of Wari: the Oware Society's, Abapa; with `-slam=all` a move takes what it would take, be it everything.
Rules of Kalah: W. J. Champion, U.S. patent 2,720,362; a capture needs seeds in the opposite house, and the game ends
when either row is empty.
"""

from __future__ import annotations

from collections.abc import Collection

from tests.games.readings.reading import TIE, Reading

SOUTH, NORTH = "ABCDEFGHIJ", "abcdefghij"


class ReadWari(Reading):
    """Twelve houses, the first six of them South's."""

    def __init__(self, slams: bool) -> None:
        self.houses, self.taken, self.slams = [4] * 12, [0, 0], slams
        self.seen = {self.now}

    @property
    def now(self) -> tuple[object, ...]:
        return self.seat, *self.houses, *self.taken

    def lying(self) -> tuple[int, ...]:
        return (*self.houses, *self.taken)

    def own(self, seat: int) -> list[int]:
        return [*range(6)] if seat == 0 else [*range(6, 12)]

    def after(self, house: int) -> list[int]:
        """Where the seeds of a house fall, one after the other."""
        way = [place % 12 for place in range(house + 1, house + 60) if place % 12 != house]
        return way[: self.houses[house]]

    def legal(self) -> list[int]:
        houses = [house for house in self.own(self.seat) if self.houses[house]]
        theirs = self.own(1 - self.seat)
        if any(self.houses[house] for house in theirs):
            return houses
        return [house for house in houses if {*self.after(house)} & {*theirs}]

    def moves(self) -> Collection[str]:
        return [(SOUTH[:6] + NORTH[:6])[house] for house in self.legal()]

    def play(self, move: str) -> None:
        house = (SOUTH[:6] + NORTH[:6]).index(move)
        way, theirs = self.after(house), self.own(1 - self.seat)
        self.houses[house] = 0
        for each in way:
            self.houses[each] += 1
        caught, at = [], way[-1]
        while at in theirs and self.houses[at] in (2, 3):
            caught.append(at)
            at -= 1
        is_slam = caught and not any(self.houses[each] for each in theirs if each not in caught)
        for each in caught if self.slams or not is_slam else []:
            self.taken[self.seat] += self.houses[each]
            self.houses[each] = 0
        self.seat = 1 - self.seat
        if max(self.taken) > 24:
            self.end()
        elif not self.legal() or self.now in self.seen:
            for seat in (0, 1):
                self.taken[seat] += sum(self.houses[each] for each in self.own(seat))
            self.houses = [0] * 12
            self.end()
        self.seen.add(self.now)

    def end(self) -> None:
        south, north = self.taken
        self.winner = TIE if south == north else int(north > south)


class ReadKalah(Reading):
    """A ring: South's houses, South's store, North's houses, North's store."""

    def __init__(self, length: int, seeds: int) -> None:
        self.length = length
        self.ring = ([seeds] * length + [0]) * 2

    def lying(self) -> tuple[int, ...]:
        middle = self.length + 1
        return (*self.ring[: middle - 1], *self.ring[middle:-1], self.ring[middle - 1], self.ring[-1])

    def first(self, seat: int) -> int:
        return seat * (self.length + 1)

    def row(self, seat: int) -> range:
        return range(self.first(seat), self.first(seat) + self.length)

    def moves(self) -> Collection[str]:
        names = (SOUTH, NORTH)[self.seat]
        return [names[number] for number, house in enumerate(self.row(self.seat)) if self.ring[house]]

    def play(self, move: str) -> None:
        at = self.first(self.seat) + (SOUTH + NORTH).index(move) % 10
        mine, yours = (self.first(seat) + self.length for seat in (self.seat, 1 - self.seat))
        hand, self.ring[at] = self.ring[at], 0
        before = 0
        while hand:
            at = (at + 1) % len(self.ring)
            if at != yours:
                before = self.ring[at]
                self.ring[at], hand = before + 1, hand - 1
        across = 2 * self.length - at
        if at in self.row(self.seat) and before == 0 and self.ring[across]:
            self.ring[mine] += self.ring[across] + 1
            self.ring[across] = self.ring[at] = 0
        if at != mine:
            self.seat = 1 - self.seat
        if any(not any(self.ring[house] for house in self.row(seat)) for seat in (0, 1)):
            for seat in (0, 1):
                for house in self.row(seat):
                    self.ring[self.first(seat) + self.length] += self.ring[house]
                    self.ring[house] = 0
            south, north = self.ring[self.length], self.ring[-1]
            self.winner = TIE if south == north else int(north > south)
