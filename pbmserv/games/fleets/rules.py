"""The rules of Fleets: ships in a row or a column, and shots at them.

Rules as Wikipedia tells them of the game with pencil and paper ("Battleship"), which is older than its boxes: each
player places ships in secret, then they shoot in turn, and are told what was hit and what has sunk. The fleet of five
is that of the boxes, the fleet of ten that of Russia, where ships do not touch and whoever hits shoots again.

A set of squares is a number with a bit for each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

Ship: TypeAlias = tuple[int, ...]
"""Its squares in reading order; of a hidden ship as many times `UNSEEN`."""
UNSEEN = -1

FLEETS = {"five": (5, 4, 3, 3, 2), "ten": (4, 3, 3, 2, 2, 2, 1, 1, 1, 1)}
"""The lengths of the ships of each fleet."""
ROOM_APART = 10
"""The narrowest sea on which ships that must not touch always find room, however the longer ones lie."""


class Placement(NamedTuple):
    """A ship with the set of its squares, and with that of the squares at which another would touch it."""

    ship: Ship
    squares: int
    around: int


@lru_cache(maxsize=64)
def placements(width: int, size: int) -> tuple[Placement, ...]:
    """All places of a ship of this length, in reading order."""
    found = []
    for place in range(width * width):
        row, column = divmod(place, width)
        if column + size <= width:
            found.append(_placement(width, tuple(range(place, place + size))))
        if size > 1 and row + size <= width:
            found.append(_placement(width, tuple(range(place, place + size * width, width))))
    return tuple(found)


@lru_cache(maxsize=64)
def by_ends(width: int, size: int) -> dict[tuple[int, int], Placement]:
    """The same by both ends, in either order."""
    pairs = [(each.ship[0], each.ship[-1], each) for each in placements(width, size)]
    return {(one, other): each for first, last, each in pairs for one, other in ((first, last), (last, first))}


def _placement(width: int, ship: Ship) -> Placement:
    around = 0
    for place in ship:
        row, column = divmod(place, width)
        for down in range(max(0, row - 1), min(width, row + 2)):
            for across in range(max(0, column - 1), min(width, column + 2)):
                around |= 1 << (down * width + across)
    return Placement(ship, set_of(ship), around)


def set_of(places: Iterable[int]) -> int:
    squares = 0
    for place in places:
        squares |= 1 << place
    return squares


def in_order(ships: Iterable[Ship]) -> tuple[Ship, ...]:
    """Ships in the order in which a position has them: the longest first."""
    return tuple(sorted(ships, key=lambda ship: (-len(ship), ship)))


@dataclass(frozen=True)
class Position:
    """A position: each seat's ships, and the squares at which each seat has shot, of which some were `hits`.

    A seat without ships has yet to place them. `last_seat` has made the last shot, -1 before the first. `is_open`
    says that the game is over by now, so that everybody sees all.
    """

    width: int
    fleet: str
    is_apart: bool = False
    goes_again: bool = False
    ships: tuple[tuple[Ship, ...], tuple[Ship, ...]] = ((), ())
    shots: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    hits: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    next_seat: int = 0
    last_seat: int = -1
    is_open: bool = False

    @property
    def sizes(self) -> tuple[int, ...]:
        return FLEETS[self.fleet]

    def has_placed(self, seat: int) -> bool:
        # While ships are placed, one of them may be begun: then there are all of them, and not all of their squares.
        return sum(map(len, self.ships[seat])) == sum(self.sizes)

    def begun(self, seat: int) -> int | None:
        """The first end of a ship of which the other one is still to be touched, if there is one."""
        ships = self.ships[seat]
        is_begun = bool(ships) and len(ships[-1]) < self.sizes[len(ships) - 1]
        return ships[-1][0] if is_begun else None

    def ends_from(self, seat: int) -> list[int]:
        """Where the other end of the ship that is begun can be."""
        begun, placed = self.begun(seat), self.ships[seat][:-1]
        if begun is None:
            return []
        taken = 0
        for ship in placed:
            taken |= self.taken_by(by_ends(self.width, len(ship))[ship[0], ship[-1]])
        ends = [(each.ship[0], each.ship[-1]) for each in self.free(self.sizes[len(placed)], taken)]
        return [last if begun == first else first for first, last in ends if begun in (first, last)]

    @property
    def is_placing(self) -> bool:
        return not (self.has_placed(0) and self.has_placed(1))

    @property
    def winner(self) -> int | None:
        """The seat that has hit all squares of all ships, if any."""
        squares = sum(self.sizes)
        return next((seat for seat in (0, 1) if len(self.hits[seat]) == squares), None)

    @property
    def to_move(self) -> tuple[int, ...]:
        if self.is_placing:
            return tuple(seat for seat in (0, 1) if not self.has_placed(seat))
        return () if self.winner is not None else (self.next_seat,)

    @cached_property
    def sunk(self) -> tuple[tuple[Ship, ...], tuple[Ship, ...]]:
        """The ships of each seat that have been hit on all their squares."""
        first, second = (
            tuple(ship for ship in self.ships[seat] if ship and {*ship} <= {*self.hits[1 - seat]}) for seat in (0, 1)
        )
        return first, second

    def sizes_left(self, seat: int) -> tuple[int, ...]:
        """The lengths of a seat's ships that have not been sunk."""
        return tuple(len(ship) for ship in self.ships[seat] if ship not in self.sunk[seat])

    def targets(self, seat: int) -> list[int]:
        """The squares at which a seat has not shot yet."""
        shot = {*self.shots[seat]}
        return [place for place in range(self.width * self.width) if place not in shot]

    def free(self, size: int, taken: int) -> list[Placement]:
        """Where a ship of this length can lie if these squares are taken."""
        return [each for each in placements(self.width, size) if not each.squares & taken]

    def taken_by(self, placed: Placement) -> int:
        """The squares on which no other ship may lie then."""
        return placed.around if self.is_apart else placed.squares

    def with_ships(self, seat: int, ships: Collection[Ship]) -> Position:
        own = in_order(ships)
        first, second = self.ships
        return replace(self, ships=(own, second) if seat == 0 else (first, own))

    def after_shot(self, place: int) -> Position:
        seat = self.next_seat
        is_hit = any(place in ship for ship in self.ships[1 - seat])
        return replace(
            self,
            shots=_with(self.shots, seat, place),
            hits=_with(self.hits, seat, place) if is_hit else self.hits,
            next_seat=seat if is_hit and self.goes_again else 1 - seat,
            last_seat=seat,
        )

    def seen_by(self, viewer: int | None) -> Position:
        """The position without ships of others that have not been sunk."""
        if self.is_open or self.winner is not None:
            return self
        first, second = (
            self.ships[seat] if seat == viewer else _hidden(self.ships[seat], self.sunk[seat]) for seat in (0, 1)
        )
        return self if (first, second) == self.ships else replace(self, ships=(first, second))


def _with(
    both: tuple[tuple[int, ...], tuple[int, ...]], seat: int, place: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = both
    return ((*first, place), second) if seat == 0 else (first, (*second, place))


def _hidden(ships: Sequence[Ship], sunk: Collection[Ship]) -> tuple[Ship, ...]:
    """Ships as others know them. Of equal ones those that were sunk stand first: their order would tell something."""
    known = [ship if ship in sunk else (UNSEEN,) * len(ship) for ship in ships]
    return tuple(sorted(known, key=lambda ship: (-len(ship), UNSEEN in ship, ship)))
