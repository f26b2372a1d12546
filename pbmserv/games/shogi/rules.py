"""The rules of shogi, without words.

By the rules of the Japan Shogi Association (JSA); of minishogi, by those of the Japan Minishogi Association. Black
moves first, up the board, and has capitals, as in SFEN.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import ClassVar, NamedTuple, Self

from pbmserv.games.boards.grids import (
    DIAGONAL,
    EAST,
    EMPTY,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    STRAIGHT,
    WEST,
    Grid,
)
from pbmserv.games.boards.shogi import ShogiBoard
from pbmserv.games.grid_game import grid_of
from pbmserv.games.repetition import RememberingChecks

PROMOTED = dict(zip("rbsnlp", "dhacet", strict=True))
"""The promoted pieces by what they were, in small letters; dragon, horse, and those that move like gold."""
PLAIN = {promoted: plain for plain, promoted in PROMOTED.items()}
KINDS = "rbgsnlp"
"""The pieces that can be held, in the order in which they are told."""
PROMOTES = "+"
MOST_PLIES = 500
"""After so many moves the JSA calls a game off, as soon as nobody is in check."""
MOST_TIMES = 4
DECLARE = "declare"
"""The word by which a player declares that the game is won."""

_GOLD = (NORTH, NORTH_EAST, NORTH_WEST, EAST, WEST, SOUTH)
_STEPS: Mapping[str, Sequence[int]] = {
    "k": range(8),
    "g": _GOLD,
    "s": (NORTH, *DIAGONAL),
    "p": (NORTH,),
    "d": DIAGONAL,
    "h": STRAIGHT,
    **dict.fromkeys("acet", _GOLD),
}
"""By piece, as Black's go."""
_SLIDES: Mapping[str, Sequence[int]] = {"r": STRAIGHT, "b": DIAGONAL, "l": (NORTH,), "d": STRAIGHT, "h": DIAGONAL}
_DIRECTIONS = (NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST)
_WORTH = dict.fromkeys("rbdh", 5)
"""What counts more than a point for a declaration."""
FEWEST_IN_ZONE = 10
POINTS = (28, 27)
"""What each seat needs to declare that it has won."""


class Move(NamedTuple):
    """A move; `kind` is `PROMOTES`, or empty. A drop begins at -1, and `kind` says which piece it is."""

    start: int
    end: int
    kind: str = ""

    @property
    def is_drop(self) -> bool:
        return self.start < 0


class _Geometry:
    """Where pieces go on a board of some size."""

    def __init__(self, size: int) -> None:
        self.board: Grid = grid_of(ShogiBoard, size, size)
        self.size, zone = size, ShogiBoard.zone_of(size)
        places = self.board.places
        self.ahead = tuple(
            tuple(place // size if seat == 0 else size - 1 - place // size for place in places) for seat in (0, 1)
        )
        """For each seat and place, how many ranks lie ahead."""
        self.zones = tuple(frozenset(place for place in places if ahead[place] < zone) for ahead in self.ahead)
        kinds = [*_STEPS, *(set(_SLIDES) - set(_STEPS)), "n"]
        self.rays: Mapping[str, tuple[tuple[tuple[int, ...], ...], ...]] = {
            (kind.upper() if seat == 0 else kind): tuple(tuple(self._rays(kind, place, seat)) for place in places)
            for kind in kinds
            for seat in (0, 1)
        }
        """For each piece and place, the places that it may reach, in rows along which it may be stopped."""
        self.near, self.far = (
            tuple(tuple(self._from(tables, direction, seat) for direction in _DIRECTIONS) for seat in (0, 1))
            for tables in (_STEPS, _SLIDES)
        )
        """For each seat and direction, the other's pieces that attack from there, next to it or from afar."""
        self.jumps = tuple(
            tuple(
                tuple(target for ray in self.rays["n" if seat else "N"][place] for target in ray) for place in places
            )
            for seat in (0, 1)
        )
        """For each seat and place, where the other's knights attack it from."""

    def _rays(self, kind: str, place: int, seat: int) -> Iterator[tuple[int, ...]]:
        turn = 4 * seat
        if kind == "n":
            up = -2 if seat == 0 else 2
            for across in (-1, 1):
                column, row = place % self.size + across, place // self.size + up
                if 0 <= column < self.size and 0 <= row < self.size:
                    yield (row * self.size + column,)
        for direction in _STEPS.get(kind, ()):
            if ray := self.board.rays[place][(direction + turn) % 8]:
                yield ray[:1]
        for direction in _SLIDES.get(kind, ()):
            if ray := self.board.rays[place][(direction + turn) % 8]:
                yield ray

    @staticmethod
    def _from(tables: Mapping[str, Sequence[int]], direction: int, seat: int) -> str:
        # Seen from the attacker, the king lies in the opposite direction; as Black goes, White's board is turned.
        towards = (direction + 4) % 8 if seat == 1 else direction
        found = "".join(kind for kind, directions in tables.items() if towards in directions)
        return found if seat == 0 else found.upper()

    def lowest_rank(self, kind: str) -> int:
        """How many ranks have to lie ahead of a piece of this kind, in small letters, so that it can still move."""
        return {"p": 1, "l": 1, "n": 2}.get(kind, 0)


@cache
def geometry_of(size: int) -> _Geometry:
    return _Geometry(size)


class _Danger(NamedTuple):
    """What threatens the king: where check can be met, and where each pinned piece may go."""

    checkers: int
    answers: frozenset[int]
    pins: Mapping[int, frozenset[int]]


@dataclass(frozen=True)
class Position(RememberingChecks):
    """A position with its history, and what each seat holds in its `pockets`, by small letters.

    `earlier` has all positions, as pieces return from the hands: its length is the number of moves so far.
    """

    DECLARES: ClassVar[bool] = True
    """Whether a king in the promotion zone can win by declaration."""

    pockets: tuple[str, str] = ("", "")
    is_declared: bool = False

    @property
    def repetition_key(self) -> Sequence[object]:
        return self.cells, self.next_seat, self.pockets

    @cached_property
    def geometry(self) -> _Geometry:
        return geometry_of(self.width)

    @cached_property
    def found(self) -> dict[object, Mapping[str, Move]]:
        """What games have found out about this position, by the game; no part of it."""
        return {}

    def is_own(self, place: int) -> bool:
        piece = self.cells[place]
        return piece != EMPTY and piece.isupper() == (self.next_seat == 0)

    @cached_property
    def king(self) -> int:
        return self.cells.find("Kk"[self.next_seat])

    @cached_property
    def in_check(self) -> bool:
        return self.king >= 0 and self._is_attacked(self.cells, self.king)

    def _is_attacked(self, cells: str, place: int) -> bool:
        """Whether the other seat attacks a place on this board."""
        geometry, seat = self.geometry, self.next_seat
        knight = "nN"[seat]
        for each in geometry.jumps[seat][place]:
            if cells[each] == knight:
                return True
        near, far = geometry.near[seat], geometry.far[seat]
        for direction, ray in enumerate(geometry.board.rays[place]):
            is_next = True
            for each in ray:
                piece = cells[each]
                if piece != EMPTY:
                    if piece in far[direction] or (is_next and piece in near[direction]):
                        return True
                    break
                is_next = False
        return False

    @cached_property
    def _danger(self) -> _Danger:
        checkers, answers, pins = 0, set[int](), dict[int, frozenset[int]]()
        if self.king < 0:
            return _Danger(0, frozenset(), {})
        geometry, seat, cells = self.geometry, self.next_seat, self.cells
        for each in geometry.jumps[seat][self.king]:
            if cells[each] == "nN"[seat]:
                checkers += 1
                answers.add(each)
        near, far = geometry.near[seat], geometry.far[seat]
        for direction, ray in enumerate(geometry.board.rays[self.king]):
            pinned = -1
            for distance, each in enumerate(ray):
                piece = cells[each]
                if piece == EMPTY:
                    continue
                if self.is_own(each):
                    if pinned >= 0:
                        break
                    pinned = each
                    continue
                if piece in far[direction] or (distance == 0 and piece in near[direction]):
                    if pinned >= 0:
                        pins[pinned] = frozenset(ray[: distance + 1])
                    else:
                        checkers += 1
                        answers.update(ray[: distance + 1])
                break
        return _Danger(checkers, frozenset(answers), pins)

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, without a declaration."""
        return tuple(self._legal())

    @property
    def has_move(self) -> bool:
        return next(self._legal(), None) is not None

    def _legal(self) -> Iterator[Move]:
        yield from (move for move in self.pseudo_legal() if self.is_safe(move))
        # To ask about checkmate takes long, and hardly any pawn is dropped before the king.
        yield from (move for move in self.pseudo_drops() if self.is_safe(move) and not self.mates_by_pawn(move))

    def is_safe(self, move: Move) -> bool:
        """Whether the own king is not in check after a move that is legal otherwise."""
        start, end, _ = move
        if start == self.king:
            return start < 0 or not self._is_attacked(self.cells_after(move), end)
        danger = self._danger
        if danger.checkers and (danger.checkers > 1 or end not in danger.answers):
            return False
        return start not in danger.pins or end in danger.pins[start]

    def pseudo_legal(self) -> Iterator[Move]:
        """Moves on the board that may leave the king in check."""
        cells, rays, seat = self.cells, self.geometry.rays, self.next_seat
        zone = self.geometry.zones[seat]
        for place, piece in enumerate(cells):
            if piece == EMPTY or piece.isupper() != (seat == 0):
                continue
            kind = piece.lower()
            can_promote = kind in PROMOTED
            for ray in rays[piece][place]:
                for target in ray:
                    there = cells[target]
                    if there != EMPTY and there.isupper() == (seat == 0):
                        break
                    if can_promote and (target in zone or place in zone):
                        yield Move(place, target, PROMOTES)
                        if self.can_stay(kind, target):
                            yield Move(place, target)
                    else:
                        yield Move(place, target)
                    if there != EMPTY:
                        break

    def can_stay(self, kind: str, place: int) -> bool:
        """Whether a piece of the side to move could move on from there; one of this kind, in small letters."""
        return self.geometry.ahead[self.next_seat][place] >= self.geometry.lowest_rank(kind)

    @cached_property
    def files_with_pawn(self) -> frozenset[int]:
        """The columns in which the side to move has a pawn that is not promoted."""
        return frozenset(place % self.width for place in self.places_of("Pp"[self.next_seat]))

    def pseudo_drops(self) -> Iterator[Move]:
        """Drops that may leave the king in check, or be checkmate by a pawn."""
        hand = self.pockets[self.next_seat]
        if not hand:
            return
        free = self.places_of(EMPTY)
        for kind in dict.fromkeys(hand):
            for place in free:
                if self.can_stay(kind, place) and not (kind == "p" and place % self.width in self.files_with_pawn):
                    yield Move(-1, place, kind)

    def mates_by_pawn(self, move: Move) -> bool:
        """Whether a drop is a pawn's that checkmates."""
        if move.kind != "p" or not move.is_drop:
            return False
        king = self.cells.find("kK"[self.next_seat])
        if move.end != king + (self.width if self.next_seat == 0 else -self.width):
            return False
        return not self.after(move).has_move

    def piece_after(self, move: Move) -> str:
        """What stands where a move ends."""
        kind = move.kind if move.is_drop else self.cells[move.start].lower()
        if not move.is_drop and move.kind:
            kind = PROMOTED[kind]
        return kind if self.next_seat else kind.upper()

    def cells_after(self, move: Move) -> str:
        cells = [*self.cells]
        if not move.is_drop:
            cells[move.start] = EMPTY
        cells[move.end] = self.piece_after(move)
        return "".join(cells)

    def after(self, move: Move) -> Self:
        """The position after a legal move."""
        own = self.pockets[self.next_seat]
        if move.is_drop:
            own = own.replace(move.kind, "", 1)
        elif (taken := self.cells[move.end].lower()) != EMPTY:
            own = "".join(sorted(own + PLAIN.get(taken, taken), key=KINDS.find))
        pockets = (own, self.pockets[1]) if self.next_seat == 0 else (self.pockets[0], own)
        return replace(
            self,
            cells=self.cells_after(move),
            next_seat=1 - self.next_seat,
            last=(move.end,) if move.is_drop else (move.start, move.end),
            earlier=self.remembered(is_for_good=False),
            pockets=pockets,
        )

    def declared(self) -> Self:
        """The position after the side to move has declared that it has won."""
        return replace(self, next_seat=1 - self.next_seat, is_declared=True)

    @property
    def has_come_too_often(self) -> bool:
        """Whether this position has come for the fourth time, with the same hands and the same side to move."""
        return self.earlier.count(self.digest) >= MOST_TIMES - 1

    @property
    def is_too_long(self) -> bool:
        return len(self.earlier) >= MOST_PLIES and not self.in_check

    @property
    def may_declare(self) -> bool:
        """Whether the side to move wins by declaration (27-point rule): its king and ten other pieces are in the
        promotion zone, it is not in check, and it has enough points there and in hand.
        """
        seat = self.next_seat
        zone = self.geometry.zones[seat]
        if not self.DECLARES or self.in_check or self.king not in zone:
            return False
        pieces = [self.cells[place].lower() for place in zone if self.is_own(place) and place != self.king]
        points = sum(_WORTH.get(piece, 1) for piece in (*pieces, *self.pockets[seat]))
        return len(pieces) >= FEWEST_IN_ZONE and points >= POINTS[seat]


@dataclass(frozen=True)
class MiniPosition(Position):
    """A position of minishogi, which has no declaration."""

    DECLARES: ClassVar[bool] = False
