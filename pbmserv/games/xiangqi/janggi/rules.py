"""The rules of janggi, without words: what differs from xiangqi.

By the rules of the Korea Janggi Association (KJA) with its points, as Antonio Bruzzi told them in English
(chessvariants.org, 2011), and those of Fairy-Stockfish's `janggi`. Blue, who is Cho, moves first, up the board, and
has capitals; Red, who is Han, sets up first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from pbmserv.games.boards.grids import EAST, EMPTY, NORTH, SOUTH, STRAIGHT, WEST
from pbmserv.games.boards.xiangqi import COLUMNS, ROWS, JanggiBoard
from pbmserv.games.xiangqi.rules import HORSE, Move, faces, of_seat, seat_of
from pbmserv.games.xiangqi.rules import Position as XiangqiPosition

BOARD = JanggiBoard(COLUMNS, ROWS)
START = (
    "r..a.a..r....g.....c.....c.s.s.s.s.s..................S.S.S.S.S.C.....C.....G....R..A.A..R"
)  # fmt: skip
"""Before horses and elephants are set up."""
SETUPS = ("HEEH", "EHHE", "HEHE", "EHEH")
"""How horses and elephants can stand on the files b, c, g and h."""
_SETUP_COLUMNS = (1, 2, 6, 7)
BLUE_SEAT, RED_SEAT = 0, 1
VALUES = {"r": 13, "c": 7, "h": 5, "e": 3, "a": 3, "s": 2}
"""The points of pieces."""
BONUS = 1.5
"""Red's points for moving second."""
MOST_QUIET = 100
"""Moves of both together without a capture, after which points decide. The KJA has a clock instead."""

_PALACES = tuple(frozenset(palace) for palace in reversed(BOARD.palaces))
"""By seat."""
_CENTRES = tuple(palace[4] for palace in BOARD.palaces)


def _diagonals(place: int) -> Iterator[tuple[int, ...]]:
    """The diagonal lines of the palaces from a place."""
    for palace, centre in zip(BOARD.palaces, _CENTRES, strict=True):
        corners = (palace[0], palace[2], palace[6], palace[8])
        if place == centre:
            yield from ((corner,) for corner in corners)
        elif place in corners:
            yield centre, palace[8 - palace.index(place)]


_LINES = tuple(
    (*(ray for way in STRAIGHT if (ray := BOARD.rays[place][way])), *_diagonals(place)) for place in BOARD.places
)
"""For each place, the lines along which pieces go, nearest places first."""


def _elephant(place: int) -> Iterator[tuple[int, int, int]]:
    """The two places that an elephant passes, and where it goes: one straight, then two diagonally outwards."""
    for leg, first in HORSE[place]:
        across, down = first % COLUMNS - leg % COLUMNS, first // COLUMNS - leg // COLUMNS
        column, row = first % COLUMNS + across, first // COLUMNS + down
        if 0 <= column < COLUMNS and 0 <= row < ROWS:
            yield leg, first, BOARD.at(column, row)


_ELEPHANT = tuple(tuple(_elephant(place)) for place in BOARD.places)
_GUARD = tuple(
    tuple(tuple(line[0] for line in _LINES[place] if line[0] in palace) for place in BOARD.places)
    for palace in _PALACES
)
"""By seat and place, where generals and guards go."""


def _soldier(place: int, seat: int) -> Iterator[int]:
    for way in ((NORTH, SOUTH)[seat], EAST, WEST):
        yield from BOARD.rays[place][way][:1]
    for end, *_ in _diagonals(place):
        if (end < place) == (seat == BLUE_SEAT):
            yield end


_SOLDIER = tuple(tuple(tuple(_soldier(place, seat)) for place in BOARD.places) for seat in (0, 1))
_SOLDIER_TO = tuple(
    tuple(tuple(start for start in BOARD.places if place in _SOLDIER[seat][start]) for place in BOARD.places)
    for seat in (0, 1)
)
_HORSE_TO = tuple(
    tuple((start, leg) for start in BOARD.places for leg, end in HORSE[start] if end == place)
    for place in BOARD.places
)
_ELEPHANT_TO = tuple(
    tuple((start, leg, eye) for start in BOARD.places for leg, eye, end in _ELEPHANT[start] if end == place)
    for place in BOARD.places
)


def reached(cells: str, place: int, piece: str) -> Iterator[int]:
    """Where a piece goes from a place, or what it captures, own pieces included."""
    kind, seat = piece.lower(), seat_of(piece)
    if kind == "r":
        for line in _LINES[place]:
            for end in line:
                yield end
                if cells[end] != EMPTY:
                    break
    elif kind == "c":
        yield from _jumped_to(cells, place)
    elif kind == "s":
        yield from _SOLDIER[seat][place]
    elif kind == "h":
        for leg, end in HORSE[place]:
            if cells[leg] == EMPTY:
                yield end
    elif kind == "e":
        for leg, eye, end in _ELEPHANT[place]:
            if cells[leg] == EMPTY and cells[eye] == EMPTY:
                yield end
    else:
        yield from _GUARD[seat][place]


def _jumped_to(cells: str, place: int) -> Iterator[int]:
    """Where a cannon goes: over exactly one piece, and never over or onto a cannon."""
    for line in _LINES[place]:
        has_jumped = False
        for end in line:
            there = cells[end]
            if has_jumped and there not in "Cc":
                yield end
            if there != EMPTY:
                if has_jumped or there in "Cc":
                    break
                has_jumped = True


def is_attacked(cells: str, place: int, seat: int) -> bool:
    """Whether the other seat checks a general of `seat` at a place."""
    chariot, cannon, horse, elephant, soldier = "rches" if seat == BLUE_SEAT else "RCHES"
    for line in _LINES[place]:
        has_screen = False
        for each in line:
            there = cells[each]
            if there == EMPTY:
                continue
            if has_screen:
                if there == cannon:
                    return True
                break
            if there == chariot:
                return True
            if there in "Cc":
                break
            has_screen = True
    if any(cells[each] == soldier for each in _SOLDIER_TO[1 - seat][place]):
        return True
    if any(cells[start] == horse and cells[leg] == EMPTY for start, leg in _HORSE_TO[place]):
        return True
    return any(
        cells[start] == elephant and cells[leg] == EMPTY and cells[eye] == EMPTY
        for start, leg, eye in _ELEPHANT_TO[place]
    )


@dataclass(frozen=True)
class Position(XiangqiPosition):
    """A position with those since the last capture.

    `to_set_up` seats have not set up their horses and elephants. `passes` are those before this position, one after
    the other. `is_bikjang` says whether the generals have faced each other for a whole turn.
    """

    cells: str = START
    to_set_up: int = 0
    passes: int = 0
    is_bikjang: bool = False

    LINES: ClassVar[Sequence[Sequence[Sequence[int]]]] = _LINES
    LEGS: ClassVar[int] = 2

    reached = staticmethod(reached)
    is_attacked = staticmethod(is_attacked)

    @property
    def _to_fill(self) -> tuple[int, ...]:
        row = 0 if self.next_seat == RED_SEAT else ROWS - 1
        return tuple(BOARD.at(column, row) for column in _SETUP_COLUMNS)

    @property
    def to_fill(self) -> tuple[str, ...]:
        """The names of the points where the horses and elephants of the seat to move are set up."""
        return tuple(BOARD.names[place] for place in self._to_fill)

    @cached_property
    def laid_out(self) -> Mapping[str, Self]:
        """What each set-up of the seat to move leads to; then Blue moves."""
        return {setup: self._set_up(setup) for setup in SETUPS}

    def _set_up(self, setup: str) -> Self:
        pieces = [of_seat(kind, self.next_seat) for kind in setup.lower()]
        changes = dict(zip(self._to_fill, pieces, strict=True))
        return self.with_changes(changes, BLUE_SEAT, self._to_fill, to_set_up=self.to_set_up - 1)

    def pseudo_legal(self) -> Iterator[Move]:
        """With the pass, which is a general's move to where it stands."""
        yield from super().pseudo_legal()
        if self.general >= 0:
            yield Move(self.general, self.general)

    def after(self, move: Move) -> Self:
        """The position after a legal move or a pass."""
        is_pass = move.start == move.end
        after = (
            super().after(move)
            if not is_pass
            else replace(self, next_seat=1 - self.next_seat, last=(), earlier=self.remembered(is_for_good=False))
        )
        return replace(
            after,
            since="",
            passes=self.passes + 1 if is_pass else 0,
            is_bikjang=self.is_facing and faces(after.cells),
        )

    @cached_property
    def is_facing(self) -> bool:
        """Whether the generals face each other with nothing between."""
        return faces(self.cells)

    def is_safe(self, move: Move) -> bool:
        """Where the generals face each other, only a pass lets them go on, and ends the game even in check."""
        if move.start == move.end:
            return self.is_facing or not self.in_check
        return super().is_safe(move) and not self.bares_generals(move)

    def bares_generals(self, move: Move) -> bool:
        """Whether a move leaves the generals face to face that have been so already."""
        return self.is_facing and super().bares_generals(move)

    @property
    def is_dead(self) -> bool:
        """Whether nobody has anything left but generals and guards."""
        return not any(piece in "rhecsRHECS" for piece in self.cells)

    @property
    def is_too_long(self) -> bool:
        return len(self.earlier) >= MOST_QUIET

    @property
    def points(self) -> tuple[float, float]:
        """What Blue's and Red's pieces count; never the same."""
        blue, red = (
            sum(self.cells.count(of_seat(kind, seat)) * value for kind, value in VALUES.items())
            for seat in (BLUE_SEAT, RED_SEAT)
        )
        return blue, red + BONUS
