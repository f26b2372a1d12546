"""The moves of a board that nobody made: cards and plays that were the only ones, found by replaying its record."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pbmserv.games.played import MadeByItself
from pbmserv.games.refusals import Refusal
from pbmserv.play.board import Board
from pbmserv.play.kept import Kept
from pbmserv.play.record import Move, Record

ROOM = 30_000
"""The most moves that all kept replays have together."""


class Made(NamedTuple):
    """A move of a record: the seat whose card it laid, to which trick that led, what followed, and who took tricks.

    `laid_by` is None if no card was laid, and `leads` 0 if it led to no trick.
    """

    laid_by: int | None
    leads: int
    followed: tuple[MadeByItself, ...]
    takers: tuple[int, ...] = ()


NOTHING_ELSE = Made(None, 0, ())
"""A move that is all there is to it."""


class _Replayed(NamedTuple):
    begun: Record
    moves: tuple[Move, ...]
    position: object
    made: tuple[Made, ...]


_replayed: Kept[tuple[str, int], _Replayed] = Kept(ROOM)


def made_on(board: Board) -> tuple[Made, ...]:
    """For each move of a board, what it laid and what followed.

    Empty if its game makes no moves by itself, or its record does not hold. Only what has been added since the
    last time is replayed.
    """
    if not board.game.moves_by_itself:
        return ()
    record = board.record
    begun, key = replace(record, moves=()), (board.game.word, board.number)
    kept = _replayed.find(key)
    if kept is None or kept.begun != begun or kept.moves != record.moves[: len(kept.moves)]:
        kept = _Replayed(begun, (), begun.start(), ())
    if len(kept.moves) == len(record.moves):
        return kept.made
    position, made = kept.position, [*kept.made]
    for move in record.moves[len(kept.moves) :]:
        laid_by, leads = (move.is_of_the_game and board.game.laid_by(position, move.seat)) or (None, 0)
        try:
            played = record.apply(position, move)
        except Refusal:
            # The record does not hold: its list is as plain as those of other games.
            return ()
        made.append(Made(laid_by, leads, played.by_itself, played.takers))
        position = played.position
    now = _Replayed(begun, record.moves, position, tuple(made))
    return _replayed.keep(key, now, len(record.moves)).made
