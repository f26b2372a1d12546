"""Database queries for a board's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Any

from pbmserv.commands.boards.showing import ShownBoard, shown_board
from pbmserv.commands.preferences.actions import CONFIRMED, asks_to_confirm
from pbmserv.games.base import Game, Refusal
from pbmserv.language.argument_types import BoardAt
from pbmserv.play.board import Board, Player
from pbmserv.storage.players import COLOURS, CONFIRM, PIECES
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.talk import BoardTalk, talk_of

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.storage.board_rows import StoredBoard
    from pbmserv.storage.standings import Rated


@dataclass(frozen=True)
class BoardFacts:
    """What a board's page needs from the database, with the query's time and the reader's zone.

    `stored` are the board's rows, None for a board that nobody has begun; `talk` is private to the `reader`, and
    `asks_to_confirm` is whether they want to confirm what they touch here.
    """

    shown: ShownBoard
    stored: StoredBoard | None
    reader: Player | None
    talk: BoardTalk
    at: datetime
    zone: tzinfo
    asks_to_confirm: bool
    colours: str = ""
    pieces: str = ""
    ratings: Mapping[Player, Rated] = field(default_factory=dict)
    """The ratings of its players if the board is rated: by now, or as it has changed them."""
    knows_game: bool = False
    """Whether the reader has played the game before, so that the page need not begin with how it is played."""


def query_board(asked: PageContext, game: Game[Any], at: BoardAt) -> BoardFacts:
    """Load a current or earlier position of a board. Raises `NotThere`."""
    reader = asked.player

    def look(call: Call) -> BoardFacts:
        shown = shown_board(call, game, at)
        zone = call.work.recipients.of([reader])[reader].zone if reader else None
        talk, stored = talk_of(call, shown, reader, asked.came_by_link), call.work.boards.read(shown.board)
        chosen = call.work.players.settings([reader])[reader] if reader else {}
        confirms = asks_to_confirm(chosen.get(CONFIRM, CONFIRMED[0]), shown.board.terms)
        looks = chosen.get(COLOURS) or "", chosen.get(PIECES) or ""
        ratings = _ratings(call, shown.board, stored)
        knows = reader is not None and call.work.listing.knows_game(reader, game.word)
        zone_of_reader = zone or call.at.tzinfo or UTC
        return BoardFacts(shown, stored, reader, talk, call.at, zone_of_reader, confirms, *looks, ratings, knows)

    try:
        return asked.site.office.look_up(look)
    except Refusal as refusal:
        raise NotThere(refusal.words) from refusal


def _ratings(call: Call, board: Board, stored: StoredBoard | None) -> dict[Player, Rated]:
    if stored is None or not board.terms.rated:
        return {}
    players = [*dict.fromkeys(seat.first for seat in board.seats)]
    if board.is_on:
        return call.work.standings.strengths_of(board.game.word, players)
    return call.work.standings.changed_by(stored.row.id, board.game.word, players)
