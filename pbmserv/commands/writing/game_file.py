"""A board as a file that goes with a letter, for the programs of its game's players."""

from __future__ import annotations

from pbmserv.letters.letter import Attachment
from pbmserv.play.board import Board
from pbmserv.play.game_file import game_file_of
from pbmserv.running.traces import log_failure


def attached_game_file(board: Board) -> tuple[Attachment, ...]:
    """The board in its game's own format; nothing where there is none, or the game fails to write it."""
    try:
        file = game_file_of(board)
    except Exception as error:
        # The game may be anybody's.
        log_failure("game file failed", error, game=board.game.word, board=board.number)
        return ()
    return (Attachment(*file),) if file else ()
