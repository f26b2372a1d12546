"""Perpetual chases in xiangqi: which pieces each move of a cycle attacks anew, by the rules of the AXF.

A move chases a piece that it attacks anew and that could be captured for a gain. A move that gives check chases
nothing. Generals and soldiers may chase, and soldiers that have not crossed the river may be chased.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.xiangqi.rules import BOARD, Move, Position, is_attacked, is_home, moved, of_seat, reached, seat_of

_MAY_CHASE = "gs"
_STRONGER = {"h": "r", "c": "r", "e": "rch", "a": "rch"}
"""By attacker, the pieces that are worth more, which are chased even if protected."""


def chasing_all_the_time(position: Position) -> tuple[int, ...]:
    """The seats that have chased one and the same piece by each move since the position came first."""
    plies = len(position.earlier) - position.earlier.index(position.digest)
    cells, seat = position.cells, position.next_seat
    # A piece is known by where it stands now: nothing is captured in a cycle.
    now_on = dict(zip(BOARD.places, BOARD.places, strict=True))
    chased = [{*BOARD.places}, {*BOARD.places}]
    for move in reversed(position.moves_since[-plies:]):
        seat = 1 - seat
        before = moved(cells, Move(move.end, move.start))
        if chased[seat]:
            chased[seat] &= {now_on[place] for place in _chased(before, cells, move, seat)}
        if not any(chased):
            break
        cells = before
        now_on[move.start], now_on[move.end] = now_on[move.end], now_on[move.start]
    return tuple(seat for seat in (0, 1) if chased[seat])


def _chased(before: str, after: str, move: Move, seat: int) -> set[int]:
    """The places of the pieces that a move by this seat chases."""
    if is_attacked(after, after.find(of_seat("g", 1 - seat)), 1 - seat):
        return set()
    former = {*_threats(before, seat)}

    def is_new(start: int, end: int) -> bool:
        has_moved, piece = start == move.end, after[start]
        if (move.start if has_moved else start, end) not in former:
            return True
        # One that draws back along its line chases, and one that comes closer goes on with what it did before.
        return has_moved and (piece.lower() not in "rc" or end not in reached(before, start, piece))

    return {end for start, end in _threats(after, seat) if is_new(start, end)}


def _threats(cells: str, seat: int) -> Iterator[tuple[int, int]]:
    """The captures that this seat would gain by, if it were to move."""
    for start, piece in enumerate(cells):
        if piece == EMPTY or seat_of(piece) != seat or piece.lower() in _MAY_CHASE:
            continue
        for end in reached(cells, start, piece):
            there = cells[end]
            if there != EMPTY and seat_of(there) != seat and _gains(cells, start, end):
                yield start, end


def _gains(cells: str, start: int, end: int) -> bool:
    attacker, victim = cells[start].lower(), cells[end].lower()
    seat = seat_of(cells[start])
    if victim == "g" or (victim == "s" and is_home(end, 1 - seat)):
        return False
    if not _is_legal(cells, start, end):
        return False
    if victim in _STRONGER.get(attacker, ""):
        return True
    if attacker == victim and start in reached(cells, end, cells[end]) and _is_legal(cells, end, start):
        return False
    after = moved(cells, Move(start, end))
    return not any(
        seat_of(piece) != seat and end in reached(after, place, piece) and _is_legal(after, place, end)
        for place, piece in enumerate(after)
        if piece != EMPTY
    )


def _is_legal(cells: str, start: int, end: int) -> bool:
    """Whether a capture leaves the own general out of check."""
    seat, after = seat_of(cells[start]), moved(cells, Move(start, end))
    general = after.find(of_seat("g", seat))
    return general < 0 or not is_attacked(after, general, seat)
