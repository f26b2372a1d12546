"""The picture of a board for a page; whatever a game may have done wrong, there is one."""

from __future__ import annotations

import json
from hashlib import sha256

from pbmserv.commands.drawing import picture_of
from pbmserv.games.picture import Picture, check_picture, picture_of_lines
from pbmserv.pictures.kept import Kept
from pbmserv.pictures.resting import RESTING
from pbmserv.play.board import Board
from pbmserv.play.view import BoardView
from pbmserv.running.traces import log_failure
from pbmserv.web.sheet import Sheet, sheet_of

ROOM = 16_000_000
"""How many bytes of sheets are kept in memory: some 200 boards of the largest games, 500 of others."""


class Sheets:
    """The boards that were drawn for pages last, in `room` bytes; whatever shows the same is drawn once."""

    def __init__(self, room: int = ROOM) -> None:
        self._kept: Kept[bytes, Sheet] = Kept(room)

    def of(self, view: BoardView) -> Sheet:
        """The board as the reader of this view may see it."""
        game = view.board.game
        try:
            key = _content_of(view)
            return self._kept.find(key) or self._draw(key, view)
        except Exception as error:
            # The game may be anybody's.
            log_failure("picture failed", error, game=game.word, board=view.board.number)
            return sheet_of(picture_of_lines(view.drawing))

    def _draw(self, key: bytes, view: BoardView) -> Sheet:
        game = view.board.game
        if RESTING.rests(game.word):
            return sheet_of(picture_of_lines(view.drawing))
        with RESTING.watching(game.word):
            sheet = sheet_of(game.picture(view.seen, view.seat))
        return self._kept.keep(key, sheet, sheet.bytes)


def picture_for_page(board: Board, view: BoardView, after: int | None) -> Picture:
    """The board as the reader of this view may see it, called by its name, to be drawn in any way."""
    game = board.game.word
    if RESTING.rests(game):
        return picture_of_lines(view.drawing, board.title)
    try:
        with RESTING.watching(game):
            picture = picture_of(board, view.seat, after)
            check_picture(picture)
    except Exception as error:
        log_failure("picture failed", error, game=game, board=board.number)
        return picture_of_lines(view.drawing, board.title)
    return picture


def _content_of(view: BoardView) -> bytes:
    """What tells all that is on a picture: the rules, who looks, and what is left of the position for them to see.

    Nothing that is hidden from somebody is ever found under the key of what they see, since nothing of it went into
    either.
    """
    game = view.board.game
    seen = json.dumps(game.dump(view.seen), sort_keys=True)
    return sha256(f"{type(game)} {game.word} {game.version} {view.seat} {seen}".encode()).digest()
