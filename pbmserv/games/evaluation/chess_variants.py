"""Variants of chess: chess's own count, and what else wins there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chess.game import Chess
from pbmserv.games.chess.rules import BOARD, KNIGHT, Position, attacked_by_pawn
from pbmserv.games.chess.variants.antichess import must_capture
from pbmserv.games.chess.variants.crazyhouse import pockets_of
from pbmserv.games.chess.variants.kingofthehill import HILL
from pbmserv.games.chess.variants.makruk import Position as OfMakruk
from pbmserv.games.chess.variants.makruk import counted
from pbmserv.games.chess.variants.threecheck import checks_of
from pbmserv.games.evaluation import shares
from pbmserv.games.evaluation.chess import A_PAWN, AT_EDGE, VALUES, Exchange, lead

Values = tuple[float, float]
"""Both seats' expected values."""


def _valued(position: Position, lead_of: Callable[[Position], float]) -> Values:
    """The values by White's lead. A claimable draw is claimed unless there is better."""
    return (0.5, 0.5) if position.may_claim else shares(lead_of(position), position.next_seat, 0.2)


_GIVEN = (0.0, 1.5, 5.0, 0.0)
"""The worth of so many checks, in the same units as `lead`; with three the game is over."""


def threecheck(game: Chess, position: Position) -> Values:
    """Chess, and the checks that each has given."""
    first, second = checks_of(position)
    return _valued(position, lambda each: lead(each) + _GIVEN[first] - _GIVEN[second])


_NEAR = (0.0, 3.0, 1.0, 0.0)
"""The worth of a king so many steps from the middle, in the same units as `lead`; at none the game is over."""


def _steps_to(goals: Sequence[int]) -> tuple[int, ...]:
    """From each place, the king's steps to the nearest of these, if nothing stood between."""
    return tuple(
        min(max(abs(place % 8 - goal % 8), abs(place // 8 - goal // 8)) for goal in goals) for place in BOARD.places
    )


_TO_HILL = _steps_to(HILL)


def kingofthehill(game: Chess, position: Position) -> Values:
    """Chess, and how near each king is to the middle."""
    near = [_NEAR[_TO_HILL[position.cells.index(king)]] for king in "Kk"]
    return _valued(position, lambda each: lead(each) + near[0] - near[1])


def crazyhouse(game: Chess, position: Position) -> Values:
    """Chess, and what each holds, which is worth a little more than on the board."""
    held = [sum(VALUES[kind] for kind in hand) / A_PAWN for hand in pockets_of(position)]
    return _valued(position, lambda each: lead(each) + 1.2 * (held[0] - held[1]))


_IN_RACE = (0.0, 8.0, 5.0, 3.0, 1.8, 1.0, 0.4, 0.0)
"""The worth of a king so many rows from the last one."""


def racingkings(game: Chess, position: Position) -> Values:
    """How far each king has come, and the pieces that hold up the other's."""
    rows = [_IN_RACE[position.cells.index(king) // 8] for king in "Kk"]
    return _valued(position, lambda each: rows[0] - rows[1] + _material(each.cells) / (3 * A_PAWN))


def horde(game: Chess, position: Position) -> Values:
    """Pieces, and how far White's pawns have come."""
    return _valued(position, _lead_of_horde)


def _lead_of_horde(position: Position) -> float:
    ahead = sum(_ADVANCED[place // 8] for place in position.places_of("P"))
    return (_material(position.cells) + ahead + _AGAINST_HORDE) / (2 * A_PAWN)


_ADVANCED = (0, 220, 90, 30, 15, 5, 0, 0)
"""What each row, from the top, adds to the worth of a pawn."""
_AGAINST_HORDE = 400
"""What makes the start even."""


def _material(cells: str) -> float:
    """White's lead in pieces, in centipawns."""
    return sum(
        (VALUES[piece.lower()] if piece.isupper() else -VALUES[piece]) for piece in cells if piece not in ".Kk"
    )


def atomic(game: Chess, position: Position) -> Values:
    """Pieces after the best explosion of the side to move."""
    return _valued(position, _after_the_best_explosion)


def _after_the_best_explosion(position: Position) -> float:
    sign = 1 if position.next_seat == 0 else -1
    king = "kK"[position.next_seat]
    best = sign * _material(position.cells)
    for move in position.legal_moves:
        if not position.is_capture(move):
            continue
        cells = position.cells_after(move)
        best = max(best, 3000.0 if king not in cells else sign * _material(cells))
    return sign * best / A_PAWN


_BURDEN = {"p": 1.0, "n": 1.1, "b": 1.5, "r": 1.6, "q": 1.8, "k": 1.0}
"""How hard each piece is to lose, in pawns."""
_MOST_TRIED = 12
"""Captures that are tried."""


def antichess(game: Chess, position: Position) -> Values:
    """What each still has to lose after the captures that have to be made."""
    tried = [0]
    return _valued(position, lambda each: _after_captures(each, tried))


def _after_captures(position: Position, tried: list[int]) -> float:
    """White's lead, where the side to move has to capture as long as it can."""
    if not must_capture(position) or tried[0] > _MOST_TRIED:
        cells = position.cells
        return sum((-_BURDEN[each.lower()] if each.isupper() else _BURDEN[each]) for each in cells if each != EMPTY)
    leads = []
    for move in position.legal_moves:
        tried[0] += 1
        leads.append(_after_captures(position.after(move), tried))
    return max(leads) if position.next_seat == 0 else min(leads)


def makruk(game: Chess, position: Position) -> Values:
    """Pieces after worthwhile captures, how near to the edge a lone king is, and what is left of the count."""
    return _valued(position, _lead_of_makruk)


class _MakrukExchange(Exchange):
    values: ClassVar = {"p": 100, "m": 150, "s": 260, "n": 320, "r": 550, "k": 20000}

    def worth_of_pieces(self) -> Sequence[Mapping[str, int]]:
        return _worth_in_makruk()

    def ends(self) -> int:
        """A lone king is driven to the edge, by a king that comes near."""
        pieces = "".join(self.board)
        for own, king, other, sign in (("mrsnp", "k", "K", 1), ("MRSNP", "K", "k", -1)):
            if not any(piece in pieces for piece in own):
                lone, near = pieces.index(king), pieces.index(other)
                steps = max(abs(lone % 8 - near % 8), abs(lone // 8 - near // 8))
                return sign * (2 * AT_EDGE[lone] - 10 * steps)
        return 0

    def attacked(self, start: int, kind: str, seat: int) -> Iterator[int]:
        if kind == "p":
            yield from attacked_by_pawn(start, seat)
        elif kind == "n":
            yield from KNIGHT[start]
        elif kind == "r":
            yield from super().attacked(start, kind, seat)
        else:
            piece = kind if seat else kind.upper()
            yield from (ray[0] for each in OfMakruk.DIRECTIONS[piece] if (ray := BOARD.rays[start][each]))


@cache
def _worth_in_makruk() -> Sequence[Mapping[str, int]]:
    """Pieces are worth more in the middle, and pawns further on."""
    worth: list[dict[str, int]] = [{EMPTY: 0} for _ in BOARD.places]
    for piece, value in _MakrukExchange.values.items():
        for place in BOARD.places:
            more = 0 if piece in "kr" else (70 - AT_EDGE[place]) // 5
            more += 6 * (7 - place // 8) if piece == "p" else 0
            worth[place][piece.upper()] = value + more
            worth[place ^ 56][piece] = -value - more
    return worth


def _lead_of_makruk(position: Position) -> float:
    found = _MakrukExchange(position).lead() / A_PAWN
    (white, black), limit = counted(position).counts, counted(position).limit
    # What is left of the count is what the lead is worth.
    return found * max(0, limit - max(white, black)) / limit if limit else found
