"""Dark chess played at random until a king is captured, without castling and captures in passing."""

from __future__ import annotations

from functools import cache

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.chess.rules import BOARD, FORWARD, KNIGHT, attacked_by_pawn
from pbmserv.games.chess.variants.darkchess import MOST_QUIET, DarkChess, Position

MOST_PLIES = 400
PIECES = ("KQRBNP", "kqrbnp")


def playout(game: DarkChess, position: Position, chance: Chance) -> tuple[float, float]:
    cells, seat, quiet = [*position.cells], position.next_seat, position.halfmove_clock
    men = [position.places_of(pieces) for pieces in PIECES]
    for _ in range(MOST_PLIES):
        moves = [(start, end) for start in men[seat] for end in ends_of(cells, start, seat)]
        if not moves or quiet >= MOST_QUIET:
            break
        start, end = moves[chance.below(len(moves))]
        piece, taken = cells[start], cells[end]
        if taken in "Kk":
            return (1.0, 0.0) if seat == 0 else (0.0, 1.0)
        if taken != EMPTY:
            men[1 - seat].remove(end)
        is_pawn = piece in "Pp"
        cells[end] = "Qq"[seat] if is_pawn and end // 8 in Position.PROMOTION_ROWS else piece
        cells[start] = EMPTY
        men[seat][men[seat].index(start)] = end
        quiet = quiet + 1 if taken == EMPTY and not is_pawn else 0
        seat = 1 - seat
    return 0.5, 0.5


def ends_of(cells: list[str], start: int, seat: int) -> list[int]:
    """Where a man can go."""
    piece, own = cells[start], PIECES[seat]
    ends = []
    for ray in _rays(piece, start):
        for end in ray:
            if cells[end] == EMPTY:
                ends.append(end)
                continue
            if cells[end] not in own and piece not in "Pp":
                ends.append(end)
            break
    if piece in "Pp":
        ends += [side for side in attacked_by_pawn(start, seat) if cells[side] in PIECES[1 - seat]]
    return ends


@cache
def _rays(piece: str, start: int) -> tuple[tuple[int, ...], ...]:
    """The squares to which a man goes on an empty board, in each direction as far as it goes."""
    if piece in "Nn":
        return tuple((end,) for end in KNIGHT[start])
    if piece in "Pp":
        seat = "Pp".index(piece)
        return (tuple(BOARD.rays[start][FORWARD[seat]][: 2 if start // 8 in Position.PAWN_ROWS[seat] else 1]),)
    far = 1 if piece in Position.STEPPING else 8
    return tuple(tuple(BOARD.rays[start][direction][:far]) for direction in Position.DIRECTIONS[piece])
