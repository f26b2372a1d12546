"""The rules of chess, without words.

By FIDE's Laws of Chess (2023). Castling is Chess960's, of which usual chess is one start: the king goes to the c- or
g-file, the rook beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

from pbmserv.games.boards.grids import DIAGONAL, EMPTY, NORTH, SOUTH, STRAIGHT
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.grid_game import grid_of
from pbmserv.games.repetition import Remembering

BOARD = grid_of(Chequered, 8, 8)

KNIGHT = tuple(
    tuple(place for place in BOARD.places if {abs(place % 8 - start % 8), abs(place // 8 - start // 8)} == {1, 2})
    for start in BOARD.places
)
FORWARD = (NORTH, SOUTH)
"""Where each seat's pawns go."""


class Move(NamedTuple):
    """A move; `promotion` is one of `Position.PROMOTIONS` or empty. Castling goes from the king to its rook.

    What is dropped on a square goes from there to there, and `promotion` says which piece it is.
    """

    from_square: int
    to_square: int
    promotion: str = ""

    @property
    def squares(self) -> tuple[int, int]:
        """From and to, without promotion."""
        return self.from_square, self.to_square

    @property
    def is_drop(self) -> bool:
        return self.from_square == self.to_square


@dataclass(frozen=True)
class Position(Remembering):
    """A position with its history.

    `rooks` may still castle; `passant` is the en passant square or -1. `halfmove_clock` counts half-moves since a
    pawn move or capture; `last_san` is the last move in algebraic notation.
    """

    STORED: ClassVar = {"halfmove_clock": "quiet", "last_san": "said"}
    LETTERS: ClassVar[str] = "KQRBNP"
    """The pieces in notation."""
    DIRECTIONS: ClassVar[Mapping[str, Sequence[int]]] = {
        **dict.fromkeys("Bb", DIAGONAL),
        **dict.fromkeys("Rr", STRAIGHT),
        **dict.fromkeys("QqKk", range(8)),
    }
    """Where pieces other than knights and pawns go."""
    STEPPING: ClassVar[str] = "Kk"
    """Those of them that go a single square."""
    PROMOTIONS: ClassVar[str] = "qrbn"
    """What a pawn may become."""
    PROMOTION_ROWS: ClassVar[Sequence[int]] = (0, 7)
    """The rows, from the top, in which a pawn becomes another piece."""
    PAWN_ROWS: ClassVar[tuple[Sequence[int], Sequence[int]]] = ((6,), (1,))
    """The rows, from the top, from which each seat's pawns may go two squares."""
    HAS_CASTLING: ClassVar[bool] = True

    rooks: tuple[int, ...] = ()
    passant: int = -1
    halfmove_clock: int = 0
    last_san: str = ""
    is_claimed: bool = False

    @property
    def repetition_key(self) -> Sequence[object]:
        return self.cells, self.next_seat, self.rooks, self.passant

    @property
    def can_choose(self) -> bool:
        """Whether there are several pieces that a pawn may become."""
        return len(self.PROMOTIONS) > 1

    def is_own(self, place: int) -> bool:
        piece = self.cells[place]
        return piece != EMPTY and piece.isupper() == (self.next_seat == 0)

    @cached_property
    def found(self) -> dict[object, Any]:
        """What games have found out about this position, by the game; no part of it."""
        return {}

    @cached_property
    def king(self) -> int:
        """Where the king of the side to move stands; -1 without one."""
        return self.cells.find("Kk"[self.next_seat])

    @cached_property
    def in_check(self) -> bool:
        return self.king >= 0 and self.is_check(self.cells, self.king)

    def is_check(self, cells: str, king: int) -> bool:
        """Whether the king of the side to move is in check on this square of this board."""
        return is_attacked(cells, king, self.next_seat)

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, without claims."""
        return (*filter(self.is_safe, self.pseudo_legal()), *self._castlings())

    def is_safe(self, move: Move) -> bool:
        """Whether the own king, if there is one, is not in check after a pseudo-legal move."""
        start, end, _ = move
        if self.king < 0:
            return True
        if not (self.in_check or start == self.king or start in self._exposed or end == self.passant):
            return True
        return not self.is_check(self.cells_after(move), end if start == self.king else self.king)

    @cached_property
    def _exposed(self) -> frozenset[int]:
        """The places in line with the king: another piece uncovers it only from there, or by capturing in passing."""
        return frozenset(place for ray in BOARD.rays[self.king] for place in ray)

    def is_capture(self, move: Move) -> bool:
        """Whether a move takes a piece."""
        start, end, _ = move
        if is_castling(self, move):
            return False
        return self[end] != EMPTY or (self[start] in "Pp" and end == self.passant)

    def why_unsafe(self, move: Move) -> str:
        """Why a pseudo-legal move is not legal, where that is another reason than check; else an empty text."""
        return ""

    @property
    def may_claim(self) -> bool:
        """Whether the side to move can claim a draw: threefold repetition or fifty moves."""
        return self.has_come_again or self.halfmove_clock >= 100

    @property
    def is_dead(self) -> bool:
        """Whether nobody can ever mate: bare kings, one minor piece, or bishops on squares of one colour."""
        left = [(piece.lower(), place) for place, piece in enumerate(self.cells) if piece not in ".Kk"]
        if len(left) < 2:
            return all(piece in "bn" for piece, _ in left)
        return all(piece == "b" for piece, _ in left) and len({(p // 8 + p) % 2 for _, p in left}) == 1

    def pseudo_legal(self) -> Iterator[Move]:
        """Moves that may leave the king in check."""
        cells = self.cells
        for place, standing_there in enumerate(cells):
            if standing_there == EMPTY or not self.is_own(place):
                continue
            piece = standing_there.lower()
            if piece == "p":
                yield from self._pawn_moves(place)
            elif piece == "n":
                yield from (Move(place, target) for target in KNIGHT[place] if not self.is_own(target))
            else:
                is_stepping = standing_there in self.STEPPING
                for direction in self.DIRECTIONS[standing_there]:
                    ray = BOARD.rays[place][direction]
                    for target in ray[:1] if is_stepping else ray:
                        if cells[target] == EMPTY:
                            yield Move(place, target)
                            continue
                        if not self.is_own(target):
                            yield Move(place, target)
                        break

    def _pawn_moves(self, place: int) -> Iterator[Move]:
        ahead = BOARD.rays[place][FORWARD[self.next_seat]]
        far = 2 if place // 8 in self.PAWN_ROWS[self.next_seat] else 1
        targets = []
        for target in ahead[:far]:
            if self.cells[target] != EMPTY:
                break
            targets.append(target)
        targets += [
            side
            for side in attacked_by_pawn(place, self.next_seat)
            if side == self.passant or (self.cells[side] != EMPTY and not self.is_own(side))
        ]
        for target in targets:
            if target // 8 in self.PROMOTION_ROWS:
                yield from (Move(place, target, piece) for piece in self.PROMOTIONS)
            else:
                yield Move(place, target)

    def _castlings(self) -> Iterator[Move]:
        for rook in self.rooks:
            if self.is_own(rook) and not self.why_not_castle(rook):
                yield Move(self.king, rook)

    def why_not_castle(self, rook: int) -> str:
        """Why castling with a rook that still may is not possible, or an empty text."""
        king = self.king
        goal, rook_goal = castled(king, rook)
        without = [EMPTY if place in (king, rook) else piece for place, piece in enumerate(self.cells)]
        between = {*_span(king, goal), *_span(rook, rook_goal), *_span(king, rook)}
        if any(without[place] != EMPTY for place in between):
            return "Castling is not legal now: a piece stands between king and rook, or where they go."
        if self.in_check:
            return "Castling is not legal now: the king is in check."
        if any(self.is_check("".join(without), place) for place in _span(king, goal)):
            return "Castling is not legal now: the king would pass over a square that is attacked, or stand on one."
        return ""

    def cells_after(self, move: Move) -> str:
        """The board after a move other than castling."""
        cells = [*self.cells]
        start, end, promotion = move
        piece = cells[start]
        cells[start] = EMPTY
        cells[end] = piece
        if piece in "Pp" and end == self.passant:
            cells[start // 8 * 8 + end % 8] = EMPTY
        if promotion:
            cells[end] = promotion.upper() if piece == "P" else promotion
        return "".join(cells)

    def after(self, move: Move) -> Self:
        """The position after a legal move."""
        start, end = move.squares
        piece, seat = self[start], self.next_seat
        if is_castling(self, move):
            goals = castled(start, end)
            squares = [EMPTY if place in move.squares else each for place, each in enumerate(self.cells)]
            squares[goals[0]], squares[goals[1]] = piece, self[end]
            cells = "".join(squares)
            end = goals[0]
        else:
            cells = self.cells_after(move)
        own_row = range(56, 64) if seat == 0 else range(8)
        rooks = tuple(
            rook
            for rook in self.rooks
            if rook not in move.squares and cells[rook] == self[rook] and not (piece in "Kk" and rook in own_row)
        )
        for_good = piece in "Pp" or cells.count(EMPTY) != self.cells.count(EMPTY)
        after = replace(
            self,
            cells=cells,
            next_seat=1 - seat,
            last=(start, end),
            earlier=self.remembered(for_good or rooks != self.rooks),
            rooks=rooks,
            passant=-1,
            halfmove_clock=0 if for_good else self.halfmove_clock + 1,
            last_san="",
        )
        if piece in "Pp" and abs(start - end) == 16 and start // 8 in (1, 6):
            return after._with_passant((start + end) // 2)
        return after

    def _with_passant(self, square: int) -> Self:
        """Set an en passant square only if a legal capture exists."""
        capturing = "pP"[self.next_seat == 0]
        if not any(self[place] == capturing for place in attacked_by_pawn(square, 1 - self.next_seat)):
            return self
        open_one = self.with_changes({}, self.next_seat, self.last, passant=square)
        can = any(
            move.to_square == square and open_one[move.from_square] == capturing for move in open_one.legal_moves
        )
        return open_one if can else self


def castled(king: int, rook: int) -> tuple[int, int]:
    first = king // 8 * 8
    return (first + 2, first + 3) if rook < king else (first + 6, first + 5)


def is_castling(position: Position, move: Move) -> bool:
    return position[move.from_square] in "Kk" and position.is_own(move.to_square)


def is_attacked(cells: str, place: int, seat: int) -> bool:
    pawn, knight, king, bishop, rook, queen = "pnkbrq" if seat == 0 else "PNKBRQ"
    for near in KNIGHT[place]:
        if cells[near] == knight:
            return True
    for near in attacked_by_pawn(place, seat):
        if cells[near] == pawn:
            return True
    for direction, ray in enumerate(BOARD.rays[place]):
        slider = rook if direction % 2 == 0 else bishop
        for distance, each in enumerate(ray):
            piece = cells[each]
            if piece == EMPTY:
                continue
            if piece in (slider, queen) or (piece == king and distance == 0):
                return True
            break
    return False


def attacked_by_pawn(place: int, seat: int) -> Sequence[int]:
    return _PAWN_ATTACKS[seat][place]


_PAWN_ATTACKS = tuple(
    tuple(
        tuple(ray[0] for direction in directions if (ray := BOARD.rays[place][direction])) for place in BOARD.places
    )
    for directions in ((7, 1), (5, 3))
)


def _span(start: int, end: int) -> range:
    return range(min(start, end), max(start, end) + 1)


def first_row(number: int) -> str:
    """White's first row by Scharnagl's Chess960 numbers; 518 is usual."""
    row = [""] * 8
    number, light = divmod(number, 4)
    row[2 * light + 1] = "B"
    number, dark = divmod(number, 4)
    row[2 * dark] = "B"
    number, queen = divmod(number, 6)
    row[_free(row)[queen]] = "Q"
    knights = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][number]
    free = _free(row)
    for knight in knights:
        row[free[knight]] = "N"
    for place, piece in zip(_free(row), "RKR", strict=True):
        row[place] = piece
    return "".join(row)


def _free(row: Sequence[str]) -> list[int]:
    return [place for place, piece in enumerate(row) if not piece]


def start_cells(number: int) -> str:
    """The board at the start with a number of Chess960."""
    row = first_row(number)
    return f"{row.lower()}{'p' * 8}{EMPTY * 32}{'P' * 8}{row}"
