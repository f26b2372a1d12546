"""Renju.

Rules, as the Renju International Federation has them (renju.net, rules of play): 15 by 15 points. Black wins with
exactly five in a row, White with five or more. Black may not make an overline (six or more), a double four or a
double three, unless the stone makes five as well. A four is a row of which one more stone makes five. A straight
four is an unbroken row of four that can become five in two ways. A three can become a straight four by one more
stone, with no five made at once. A double three is allowed where at most one of the threes can be made into a
straight four without an overline, a double four, or a double three that is itself forbidden by the same rule.

Opening, as Yamaguchi has it: the first player lays the first stone in the middle, the second within three by three
points around it and the third within five by five, and says how many fifth stones there will be; the other chooses
a colour; White lays the fourth stone anywhere; Black offers so many fifth stones, none of which is symmetrical to
another; White chooses one of them, and lays the sixth.

Ours: nobody passes. Where Black has no point left to play at, it is a draw.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import permutations

from tests.games.readings.reading import TIE
from tests.games.readings.rows import Stones

SIZE = 15
Spot = tuple[int, int]
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
COUNTS = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
]  # fmt: skip


class ReadRenju(Stones):
    """Stones are laid, and it is looked what they make."""

    def __init__(self, opened: bool) -> None:
        super().__init__(SIZE)
        self.stage = "three" if opened else "play"
        self.black, self.count = 0, 0
        self.offers: list[Spot] = []

    def lying(self) -> dict[str, str]:
        return super().lying() | {self.name(*spot): "*" for spot in self.offers}

    def length(self, spot: Spot, way: tuple[int, int], stone: str = "x") -> int:
        """The unbroken row through a stone."""
        found = 1
        for sign in (1, -1):
            step = 1
            while self.at.get((spot[0] + sign * step * way[0], spot[1] + sign * step * way[1])) == stone:
                found, step = found + 1, step + 1
        return found

    def makes(self, spot: Spot, way: tuple[int, int]) -> int:
        """How long a row Black would have there."""
        self.at[spot] = "x"
        found = self.length(spot, way)
        self.at[spot] = "."
        return found

    def fours(self, spot: Spot) -> int:
        """How many fours go through a stone that was just laid."""
        found = set()
        for way, five in fives(spot):
            there = [self.at[each] for each in five]
            if there.count("x") == 4 and "." in there:
                free = five[there.index(".")]
                if self.makes(free, way) == 5:
                    found.add(frozenset(five) - {free})
        return len(found)

    def is_straight_four(self, spot: Spot, way: tuple[int, int]) -> bool:
        if self.length(spot, way) != 4:
            return False
        ends = []
        for sign in (1, -1):
            end = spot
            while self.at.get(end) == "x":
                end = (end[0] + sign * way[0], end[1] + sign * way[1])
            ends.append(end)
        return all(self.at.get(end) == "." and self.makes(end, way) == 5 for end in ends)

    def is_three(self, spot: Spot, way: tuple[int, int]) -> bool:
        """Whether a stone that was just laid is part of a three that can become a straight four by a legal stone."""
        for far in (-3, -2, -1, 1, 2, 3):
            more = (spot[0] + far * way[0], spot[1] + far * way[1])
            if self.at.get(more) != ".":
                continue
            self.at[more] = "x"
            reached = (
                self.is_straight_four(more, way) and self.is_straight_four(spot, way) and self.joined(spot, more, way)
            )
            is_five = any(self.length(more, each) == 5 for each in WAYS)
            self.at[more] = "."
            if reached and not is_five and not self.forbidden(more):
                return True
        return False

    def joined(self, spot: Spot, more: Spot, way: tuple[int, int]) -> bool:
        far = max(abs(more[0] - spot[0]), abs(more[1] - spot[1]))
        sign = 1 if (more[0] - spot[0], more[1] - spot[1]) == (far * way[0], far * way[1]) else -1
        between = [(spot[0] + sign * step * way[0], spot[1] + sign * step * way[1]) for step in range(far)]
        return all(self.at[each] == "x" for each in between)

    def forbidden(self, spot: Spot) -> bool:
        # With fewer stones there are neither two threes nor anything that is longer.
        if [self.at[each] for each in around(spot)].count("x") < 4:
            return False
        self.at[spot] = "x"
        lengths = [self.length(spot, way) for way in WAYS]
        is_foul = 5 not in lengths and (
            max(lengths) > 5 or self.fours(spot) > 1 or sum(self.is_three(spot, way) for way in WAYS) > 1
        )
        self.at[spot] = "."
        return is_foul

    def stones(self, stone: str) -> list[Spot]:
        return [spot for spot, there in self.at.items() if there == stone]

    def exchanges(self) -> list[list[tuple[Spot, Spot]]]:
        """How stones of a colour can take each other's places so that all four are as far apart as before."""
        black, white = self.stones("x"), self.stones("o")
        before, found = [*black, *white], []
        for dark in permutations(black):
            for light in permutations(white):
                after = [*dark, *light]
                if all(apart(before[i], before[j]) == apart(after[i], after[j]) for i in range(4) for j in range(i)):
                    found.append([*zip(before, after, strict=True)])
        return found

    def may_play(self, spot: Spot) -> bool:
        return self.at[spot] == "." and (self.seat != self.black or not self.forbidden(spot))

    def moves(self) -> Collection[str]:
        free = [spot for spot, there in self.at.items() if there == "."]
        if self.stage == "three":
            far = self.laid
            free = [spot for spot in free if max(abs(spot[0] - 7), abs(spot[1] - 7)) <= far]
        elif self.stage == "count":
            return COUNTS
        elif self.stage == "colour":
            return ("black", "white")
        elif self.stage == "fifths":
            # Two points are alike if they are as far from all stones, once these have taken each other's places.
            offered = {
                tuple(apart(offer, after) for _, after in exchange)
                for exchange in self.exchanges()
                for offer in self.offers
            }
            before = [*self.stones("x"), *self.stones("o")]
            free = [spot for spot in free if tuple(apart(spot, stone) for stone in before) not in offered]
        elif self.stage == "pick":
            free = self.offers
        elif self.stage == "play" and not self.laid:
            free = [(7, 7)]
        elif self.stage == "play":
            free = [spot for spot in free if self.may_play(spot)]
        return [self.name(*spot) for spot in free]

    def play(self, move: str) -> None:
        if self.stage == "count":
            self.count, self.stage, self.seat = COUNTS.index(move) + 1, "colour", 1
        elif self.stage == "colour":
            self.black = 1 if move == "black" else 0
            self.stage, self.seat = "fourth", 1 - self.black
        else:
            self.lay(self.point(move))
        if self.winner is None and self.stage == "play" and not any(map(self.may_play, [*self.at])):
            self.winner = TIE

    def lay(self, spot: Spot) -> None:
        if self.stage == "fifths" and self.count > 1:
            self.offers.append(spot)
            if len(self.offers) == self.count:
                self.stage, self.seat = "pick", 1 - self.black
            return
        stone = "xo"[self.laid % 2]
        self.at[spot] = stone
        self.laid += 1
        self.offers = []
        if self.stage == "three":
            self.stage = "count" if self.laid == 3 else "three"
        elif self.stage == "fourth":
            self.stage, self.seat = "fifths", self.black
        elif self.stage in ("fifths", "pick"):
            self.stage, self.seat = "play", 1 - self.black
        else:
            rows = [self.length(spot, way, stone) for way in WAYS]
            if 5 in rows or (stone == "o" and max(rows) > 5):
                self.winner = self.seat
            self.seat = 1 - self.seat


@cache
def fives(spot: Spot) -> list[tuple[tuple[int, int], list[Spot]]]:
    """All sets of five points in a row that this one is in, each with the direction of the row."""
    found = []
    for x, y in WAYS:
        for back in range(5):
            five = [(spot[0] + (each - back) * x, spot[1] + (each - back) * y) for each in range(5)]
            if all(0 <= number < SIZE for point in (five[0], five[-1]) for number in point):
                found.append(((x, y), five))
    return found


@cache
def around(spot: Spot) -> list[Spot]:
    """The points that are at most five away on a line."""
    reached = ((spot[0] + far * x, spot[1] + far * y) for x, y in WAYS for far in range(-5, 6) if far)
    return [(x, y) for x, y in reached if 0 <= x < SIZE and 0 <= y < SIZE]


def apart(one: Spot, other: Spot) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
