"""Pictures of boards for files and pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.games.picture import Picture
from pbmserv.language.argument_types import BoardsOrSelectors
from pbmserv.language.words import find
from pbmserv.letters.letter import Attachment
from pbmserv.pictures.circuit_breaker import RESTING
from pbmserv.pictures.sides import picture_for
from pbmserv.pictures.svg import svg_of
from pbmserv.play.board import Board, Player, Status
from pbmserv.play.leaving import position_to_show
from pbmserv.play.replaying import as_it_stood
from pbmserv.storage.database import Database
from pbmserv.storage.iterate import these_boards
from pbmserv.storage.players import Players


def draw_board(
    database: Database, catalogue: Mapping[str, Game[Any]], game: str, board: str, userid: str | None = None
) -> Picture:
    """Draw a board such as `101`, or `101#7` as it stood after move 7, as the player `userid` or the public may see
    it.

    Raises `Refusal` if there is no such game, board, move or player.
    """
    word = find(game, catalogue, "This is not the name of a game.")
    at = BoardsOrSelectors().one_board(board)
    [found] = these_boards(database, catalogue, word, [at.number])
    if found.board is None:
        raise Refusal(found.fault)
    if found.board.status is Status.REMOVED:
        raise Refusal(Message("{board} has been removed: it counts for nobody.", board=found.board.title))
    shown = found.board if at.after is None else as_it_stood(found.board, at.after)
    return picture_of(shown, _seat_of(database, shown, userid), at.after)


def picture_of(board: Board, seat: int | None, after: int | None = None, pieces: str = "") -> Picture:
    """Draw a board now or after move `after`, which the title then says, as seen from `seat` (None: the public)."""
    picture = picture_for(board.game, position_to_show(board), seat, pieces=pieces)
    return replace(picture, words=title_of_picture(board, picture.words, after))


def title_of_picture(board: Board, words: str, after: int | None = None) -> str:
    title = board.title
    if after is not None:
        in_rounds = board.game.simultaneous
        text = "{board} after round {number}" if in_rounds else "{board} after move {number}"
        title = Message(text, board=title, number=after)
    return Message("{board}: {words}", board=title, words=words) if words else title


def _seat_of(database: Database, board: Board, userid: str | None) -> int | None:
    if userid is None:
        return None
    with database.reading() as connection:
        player = Players(connection).named([userid]).get(userid.lower())
    if player is None:
        raise Refusal(Message("There is no player called {player} here.", player=userid))
    return board.view_of(player)


MEDIA_TYPE = "image/svg+xml"
MOST_BYTES = 100_000
"""The maximum size of an attachment."""


def attached_picture(board: Board, reader: Player | None, pieces: str) -> tuple[Attachment, ...]:
    """The board as `reader` may see it (None: the public), with `pieces` of this set, as an SVG file.

    Empty if it cannot be drawn or is too large; the rest of the letter is sent all the same.
    """
    seat = board.view_of(reader)
    svg = RESTING.tried(board.game.word, lambda: svg_of(picture_of(board, seat, pieces=pieces)), board=board.number)
    if svg is None or len(svg.encode()) > MOST_BYTES:
        return ()
    return (Attachment(f"{board.game.word}-{board.number}.svg", MEDIA_TYPE, svg),)
