"""The rules of xiangqi, without words: how pieces go, what is check, and when a position has come too often.

By the rules of the Asian Xiangqi Federation (AXF). Red moves first, up the board, and has capitals. `chasing` says
what a chase is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple, Self

from pbmserv.games.boards.grids import DIAGONAL, EMPTY, NORTH, SOUTH, STRAIGHT
from pbmserv.games.boards.xiangqi import BANK, COLUMNS, ROWS, XiangqiBoard
from pbmserv.games.repetition import RememberingChecks

BOARD = XiangqiBoard(COLUMNS, ROWS)
START = (
    "rheagaehr..........c.....c.s.s.s.s.s..................S.S.S.S.S.C.....C..........RHEAGAEHR"
)  # fmt: skip
ATTACKERS = "rhcsRHCS"
"""The pieces that can cross the river, without which nobody can be checkmated."""
MOST_QUIET = 120
"""Moves of both together without a capture, after which a game is a draw."""
MOST_CHECKS = 10
"""How many checks of a player count among these."""


class Move(NamedTuple):
    start: int
    end: int

    @property
    def words(self) -> str:
        """The move in UCCI: `h2e2`."""
        return f"{BOARD.names[self.start]}{BOARD.names[self.end]}"


def seat_of(piece: str) -> int:
    return 0 if piece.isupper() else 1


def of_seat(kind: str, seat: int) -> str:
    """A piece by its small letter, as this seat has it."""
    return kind if seat else kind.upper()


def _row(place: int) -> int:
    return place // COLUMNS


def is_home(place: int, seat: int) -> bool:
    """Whether a place is on this seat's side of the river."""
    return (_row(place) >= BANK) == (seat == 0)


def _moved(place: int, across: int, down: int) -> int | None:
    column, row = place % COLUMNS + across, _row(place) + down
    return BOARD.at(column, row) if 0 <= column < COLUMNS and 0 <= row < ROWS else None


_JUMPS = ((1, 0, 2, 1), (1, 0, 2, -1), (-1, 0, -2, 1), (-1, 0, -2, -1))
_STRAIGHT_RAYS = tuple(tuple(BOARD.rays[place][way] for way in STRAIGHT) for place in BOARD.places)
_PALACES = tuple(frozenset(palace) for palace in reversed(BOARD.palaces))
"""By seat."""


def _horse(place: int) -> Iterator[tuple[int, int]]:
    for leg_across, leg_down, across, down in (*_JUMPS, *((b, a, d, c) for a, b, c, d in _JUMPS)):
        leg, end = _moved(place, leg_across, leg_down), _moved(place, across, down)
        if leg is not None and end is not None:
            yield leg, end


def _elephant(place: int, seat: int) -> Iterator[tuple[int, int]]:
    for way in DIAGONAL:
        ray = BOARD.rays[place][way]
        if len(ray) > 1 and is_home(ray[1], seat):
            yield ray[0], ray[1]


def _steps(place: int, ways: Sequence[int]) -> list[int]:
    return [ray[0] for way in ways if (ray := BOARD.rays[place][way])]


def _soldier(place: int, seat: int) -> list[int]:
    ahead = (NORTH, SOUTH)[seat]
    return _steps(
        place, (ahead,) if is_home(place, seat) else [way for way in STRAIGHT if way != (SOUTH, NORTH)[seat]]
    )


HORSE = tuple(tuple(_horse(place)) for place in BOARD.places)
"""For each place, the legs of a horse there and where it goes past them."""
_HORSE_TO = tuple(
    tuple((start, leg) for start in BOARD.places for leg, end in HORSE[start] if end == place)
    for place in BOARD.places
)
"""For each place, where a horse attacks it from, with the leg."""
_ELEPHANT = tuple(tuple(tuple(_elephant(place, seat)) for place in BOARD.places) for seat in (0, 1))
_ADVISOR, _GENERAL = (
    tuple(
        tuple(tuple(end for end in _steps(place, ways) if end in _PALACES[seat]) for place in BOARD.places)
        for seat in (0, 1)
    )
    for ways in (DIAGONAL, STRAIGHT)
)
_SOLDIER = tuple(tuple(tuple(_soldier(place, seat)) for place in BOARD.places) for seat in (0, 1))
_SOLDIER_TO = tuple(
    tuple(tuple(start for start in BOARD.places if place in _SOLDIER[seat][start]) for place in BOARD.places)
    for seat in (0, 1)
)


def reached(cells: str, place: int, piece: str) -> Iterator[int]:
    """Where a piece goes from a place, or what it captures, own pieces included."""
    kind, seat = piece.lower(), seat_of(piece)
    if kind in "rc":
        for ray in _STRAIGHT_RAYS[place]:
            screens = 0
            for end in ray:
                if cells[end] == EMPTY:
                    if not screens:
                        yield end
                    continue
                screens += 1
                if screens == (1 if kind == "r" else 2):
                    yield end
                    break
    elif kind == "h":
        for leg, end in HORSE[place]:
            if cells[leg] == EMPTY:
                yield end
    elif kind == "s":
        yield from _SOLDIER[seat][place]
    elif kind == "e":
        for eye, end in _ELEPHANT[seat][place]:
            if cells[eye] == EMPTY:
                yield end
    else:
        yield from (_ADVISOR if kind == "a" else _GENERAL)[seat][place]


def is_attacked(cells: str, place: int, seat: int) -> bool:
    """Whether the other seat checks a general of `seat` at a place, be it across an open file by its own general."""
    rook, cannon, horse, general = "rchg" if seat == 0 else "RCHG"
    for number, ray in enumerate(_STRAIGHT_RAYS[place]):
        screens = 0
        for each in ray:
            there = cells[each]
            if there == EMPTY:
                continue
            if screens:
                if there == cannon:
                    return True
                break
            if there == rook or (there == general and number % 2 == 0):
                return True
            screens = 1
    soldier = "sS"[seat]
    for each in _SOLDIER_TO[1 - seat][place]:
        if cells[each] == soldier:
            return True
    return any(cells[start] == horse and cells[leg] == EMPTY for start, leg in _HORSE_TO[place])


def moved(cells: str, move: Move) -> str:
    """The cells after a move."""
    start, end = move
    changed = [*cells]
    changed[end], changed[start] = cells[start], EMPTY
    return "".join(changed)


def faces(cells: str) -> bool:
    """Whether the generals face each other with nothing between."""
    one, other = sorted((cells.find("G"), cells.find("g")))
    if one < 0 or (other - one) % COLUMNS:
        return False
    return all(cells[place] == EMPTY for place in range(one + COLUMNS, other, COLUMNS))


@dataclass(frozen=True)
class Position(RememberingChecks):
    """A position with all those since the last capture.

    `since` are the moves since then in UCCI, one after the other, from which chases are found.
    """

    width: int = COLUMNS
    cells: str = START
    since: str = ""

    OWN: ClassVar[tuple[str, str]] = ("RHEAGCS", "rheagcs")
    """The characters of each seat's pieces."""
    LINES: ClassVar[Sequence[Sequence[Sequence[int]]]] = _STRAIGHT_RAYS
    """For each place, the lines along which chariots and cannons come from it."""
    LEGS: ClassVar[int] = 1
    """How far diagonally from a general a piece may stand in the way of a check."""

    reached = staticmethod(reached)
    is_attacked = staticmethod(is_attacked)

    @cached_property
    def found(self) -> dict[object, Mapping[str, Move]]:
        """What games have found out about this position, by the game; no part of it."""
        return {}

    def is_own(self, place: int) -> bool:
        piece = self.cells[place]
        return piece != EMPTY and seat_of(piece) == self.next_seat

    @cached_property
    def general(self) -> int:
        return self.cells.find("Gg"[self.next_seat])

    @cached_property
    def in_check(self) -> bool:
        return self.general >= 0 and self.is_attacked(self.cells, self.general, self.next_seat)

    @cached_property
    def _near_general(self) -> frozenset[int]:
        """Where a change may lead to check: lines up to the third piece, and what is in the way of horses."""
        near = {place for way in DIAGONAL for place in BOARD.rays[self.general][way][: self.LEGS]}
        cells = self.cells
        for ray in self.LINES[self.general]:
            pieces = 0
            for each in ray:
                near.add(each)
                pieces += cells[each] != EMPTY
                if pieces == 3:
                    break
        return frozenset(near)

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(move for move in self.pseudo_legal() if self.is_safe(move))

    def is_safe(self, move: Move) -> bool:
        """Whether the own general is not in check after a move that is legal otherwise."""
        start, end = move
        if self.general < 0:
            return True
        if start == self.general:
            return not self.is_attacked(moved(self.cells, move), end, self.next_seat)
        if not self.in_check and start not in self._near_general and end not in self._near_general:
            return True
        return not self.is_attacked(moved(self.cells, move), self.general, self.next_seat)

    def pseudo_legal(self) -> Iterator[Move]:
        """Moves that may leave the general in check."""
        cells, own = self.cells, self.OWN[self.next_seat]
        for place, piece in enumerate(cells):
            if piece in own:
                for end in self.reached(cells, place, piece):
                    if cells[end] not in own:
                        yield Move(place, end)

    def after(self, move: Move) -> Self:
        """The position after a legal move."""
        takes = self.cells[move.end] != EMPTY
        return replace(
            self,
            cells=moved(self.cells, move),
            next_seat=1 - self.next_seat,
            last=tuple(move),
            earlier=self.remembered(is_for_good=takes),
            since="" if takes else f"{self.since}{move.words}",
        )

    @cached_property
    def moves_since(self) -> tuple[Move, ...]:
        """The moves since the last capture."""
        names, place_of = self.since, BOARD.place_of
        return tuple(
            Move(place_of[names[at : at + 2]], place_of[names[at + 2 : at + 4]]) for at in range(0, len(names), 4)
        )

    def bares_generals(self, move: Move) -> bool:
        """Whether a move leaves the generals face to face with nothing between, which is against the rules."""
        return faces(moved(self.cells, move))

    @property
    def is_dead(self) -> bool:
        """Whether nobody can win any more."""
        return not any(piece in ATTACKERS for piece in self.cells)

    @property
    def is_too_long(self) -> bool:
        """Whether there have been sixty moves of each without a capture, of the checks by a player ten at most."""
        quiet = len(self.earlier)
        if quiet < MOST_QUIET:
            return False
        return quiet - 2 * max(max(self.checks_remembered) - MOST_CHECKS, 0) >= MOST_QUIET
