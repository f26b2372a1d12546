"""What the database holds for the page of a board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Any

from pbmserv.commands.boards.actions import ShownBoard, shown_board
from pbmserv.games.base import Game, Refusal
from pbmserv.language.argument_types import BoardAt
from pbmserv.play.board import Player
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.talk import Social, social_of

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.storage.board_rows import StoredBoard


@dataclass(frozen=True)
class Looked:
    """What was found in the database for the page of a board: at what time, and in which zone its reader lives.

    `stored` are the rows of the board; `social` is for the eyes of the `reader` only.
    """

    shown: ShownBoard
    stored: StoredBoard
    reader: Player | None
    social: Social
    at: datetime
    zone: tzinfo


def look_for(asked: PageContext, game: Game[Any], at: BoardAt) -> Looked:
    """Find a board of a game as it stands, or stood. Raises `NotThere`."""
    reader = asked.player

    def look(call: Call) -> Looked:
        shown = shown_board(call, game, at)
        zone = call.work.recipients.of([reader])[reader].zone if reader else None
        social, stored = social_of(call, shown, reader), call.work.boards.read(shown.board)
        return Looked(shown, stored, reader, social, call.at, zone or call.at.tzinfo or UTC)

    try:
        return asked.site.office.look_up(look)
    except Refusal as refusal:
        raise NotThere(refusal.words) from refusal
