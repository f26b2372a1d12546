"""The picture of a board as a file that goes with a letter."""

from __future__ import annotations

from pbmserv.commands.drawing import picture_of
from pbmserv.letters.letter import Attachment
from pbmserv.pictures.svg import svg_of
from pbmserv.play.board import Board, Player
from pbmserv.running.traces import log_failure

MEDIA_TYPE = "image/svg+xml"
MOST_BYTES = 100_000
"""How large such a file is at most."""


def attached_picture(board: Board, reader: Player | None) -> tuple[Attachment, ...]:
    """The board as `reader` may see it (None: as everybody may), as SVG in a file.

    Nothing where it cannot be drawn, or would be too large: whoever asked for the record gets that all the same.
    """
    try:
        svg = svg_of(picture_of(board, board.view_of(reader)))
    except Exception as error:
        # The game may be anybody's.
        log_failure("picture failed", error, game=board.game.word, board=board.number)
        return ()
    if len(svg.encode()) > MOST_BYTES:
        return ()
    return (Attachment(f"{board.game.word}-{board.number}.svg", MEDIA_TYPE, svg),)
