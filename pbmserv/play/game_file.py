"""Boards as files in the usual format of their game."""

from __future__ import annotations

from typing import NamedTuple

from pbmserv.games.game_file import OUT_OF_TIME, RESIGNED, PlayedGame
from pbmserv.play.board import Board
from pbmserv.play.record import FORFEIT, LEAVING, OF_THE_TABLE, SEATING


class GameFile(NamedTuple):
    name: str
    media_type: str
    text: str


def game_file_of(board: Board) -> GameFile | None:
    """Return the board as a file, or None if its game has no such format, or its moves are not told yet."""
    known = board.game.file_format
    if known is None or board.hides_moves:
        return None
    left = [move.text for move in board.moves if move.text in LEAVING]
    played = PlayedGame(
        title=f"{board.game.name} {board.number}",
        date=board.started_at.date().isoformat(),
        players=tuple(seat.player.userid for seat in board.seats),
        options=board.options,
        moves=tuple((move.seat, move.text) for move in board.moves if move.text not in SEATING),
        is_over=board.result is not None,
        winner=board.result.winner if board.result else None,
        reason=board.result.reason if board.result else "",
        steps=lambda: (done.position for move, done in board.record.steps() if move.text not in OF_THE_TABLE),
        start=board.record.start,
        given_up=(OUT_OF_TIME if left[-1] == FORFEIT else RESIGNED) if left else "",
    )
    return GameFile(
        f"{board.game.word}-{board.number}.{known.ending}", known.media_type, board.game.game_file(played)
    )
