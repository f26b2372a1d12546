"""A board as files that go with a letter: its picture, and its record in the format of its game's programs."""

from __future__ import annotations

from pbmserv.commands.boards.drawing import picture_of
from pbmserv.letters.letter import Attachment
from pbmserv.pictures.circuit_breaker import RESTING
from pbmserv.pictures.svg import svg_of
from pbmserv.play.board import Board, Player
from pbmserv.play.game_file import game_file_of
from pbmserv.running.traces import log_failure

MEDIA_TYPE = "image/svg+xml"
MOST_BYTES = 100_000
"""How large such a file is at most."""


def attached_picture(board: Board, reader: Player | None) -> tuple[Attachment, ...]:
    """The board as `reader` may see it (None: as everybody may), as SVG in a file.

    Nothing where it cannot be drawn now, or would be too large: whoever asked for the record gets that all the same.
    """
    seat = board.view_of(reader)
    svg = RESTING.tried(board.game.word, lambda: svg_of(picture_of(board, seat)), board=board.number)
    if svg is None or len(svg.encode()) > MOST_BYTES:
        return ()
    return (Attachment(f"{board.game.word}-{board.number}.svg", MEDIA_TYPE, svg),)


def attached_game_file(board: Board) -> tuple[Attachment, ...]:
    """The board in its game's own format; nothing where there is none, or the game fails to write it."""
    try:
        file = game_file_of(board)
    except Exception as error:
        # The game may be anybody's.
        log_failure("game file failed", error, game=board.game.word, board=board.number)
        return ()
    return (Attachment(*file),) if file else ()
