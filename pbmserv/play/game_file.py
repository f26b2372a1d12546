"""Boards as files in the usual formats of their game."""

from __future__ import annotations

from typing import NamedTuple

from pbmserv.games.file_formats import FileFormat
from pbmserv.games.game_file import OUT_OF_TIME, RESIGNED, PlayedGame
from pbmserv.play.board import Board
from pbmserv.play.record import FORFEIT, LEAVING, OF_THE_TABLE, SEATING


class GameFile(NamedTuple):
    name: str
    media_type: str
    text: str


def game_file_of(board: Board, ending: str = "") -> GameFile | None:
    """Return the board as a file in the usual format of its game, or in the one with this ending.

    None if the game has no such format, or if its moves are not told yet.
    """
    return next((_written(board, form) for form in _formats_of(board) if ending in ("", form.ending)), None)


def game_files_of(board: Board) -> tuple[GameFile, ...]:
    """Return the board in all formats of its game; none if its moves are not told yet."""
    return tuple(_written(board, form) for form in _formats_of(board))


def _formats_of(board: Board) -> tuple[FileFormat, ...]:
    return () if board.hides_moves else board.game.file_formats


def _written(board: Board, form: FileFormat) -> GameFile:
    game, played = board.game, _played(board)
    text = game.game_file(played) if form == game.file_format else game.other_file(form, played)
    return GameFile(f"{game.word}-{board.number}.{form.ending}", form.media_type, text)


def _played(board: Board) -> PlayedGame:
    left = [move.text for move in board.moves if move.text in LEAVING]
    return PlayedGame(
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
