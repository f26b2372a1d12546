"""A position of a board as one reader sees it: what a page draws, from which side, and who may move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING

from pbmserv.letters.columns import seat_now
from pbmserv.letters.times import moment
from pbmserv.locale.catalogs import ENGLISH, spoken
from pbmserv.pictures.piece_sets import has_characters, other_set
from pbmserv.pictures.sides import has_sides, is_turned
from pbmserv.pictures.theme import class_of
from pbmserv.play import clock
from pbmserv.play.board import Board, Player, moves_at_once
from pbmserv.play.board_fingerprint import seen_on_a_page
from pbmserv.play.record import Move
from pbmserv.play.view import BoardFacts, BoardView
from pbmserv.web.board_pictures import PictureCache
from pbmserv.web.flipping import FLIPPED
from pbmserv.web.page_moves import moves_on_a_page, with_signs
from pbmserv.web.talk import BoardTalk
from pbmserv.web.touchable_picture import TouchablePicture
from pbmserv.web.wanted import Wanted

if TYPE_CHECKING:
    from pbmserv.storage.standings import Rated

_FORMS = {"high": 0.8, "": 1, "wide": 1.12, "wider": 1.25, "widest": 1.4, "broad": 2}
"""How wide a board is at most, relative to its height. Up to the first it leaves room beside it. Beyond `widest` it
takes some from what is beside it, and beyond all of these, all of the window's width.
"""
_LOW = {"lowest": 0.87, "lower": 0.98, "low": 1.05, "lowish": 1.19}
"""How high a card table is at most, relative to its width, that may be wider than others."""
_MOST_CHARACTERS = 1_500
"""Of a board in characters on a page; TwixT has more."""


@dataclass(frozen=True)
class PositionShown:
    """What the parts of a board's page begin with.

    `now` is the board as it is, or was after `wanted.after`; `view` is drawn: the same, or a preview, as is the board
    `drawn`. `state` is the board's id for events. `asks_to_confirm` is whether the reader wants to confirm what they
    touch.
    """

    wanted: Wanted
    board: Board
    now: BoardView
    view: BoardView
    drawn: Board
    reader: Player | None
    at: datetime
    zone: tzinfo
    talk: BoardTalk
    sheets: PictureCache
    state: str
    asks_to_confirm: bool = True
    colours: str = ""
    """The reader's colours of boards; empty for the usual ones."""
    piece_set: str = ""
    """The reader's set of pieces; empty for the usual one."""
    ratings: Mapping[Player, Rated] = field(default_factory=dict)
    """The ratings of its players if the board is rated: by now, or as it has changed them."""
    knows_game: bool = False
    """Whether the reader has played the game before."""
    is_flipped: bool = False
    """Whether the reader wants to see the board from the other side."""

    @property
    def is_ahead(self) -> bool:
        """Whether the page shows a preview."""
        return self.drawn is not self.board and self.view is not self.now

    @property
    def last(self) -> int:
        """The number of the last move or complete round."""
        return self.now.board.next_number - 1

    @property
    def shown_after(self) -> int:
        """The number of the move after which the board is shown."""
        return self.last if self.wanted.after is None else self.wanted.after

    @property
    def reader_has_moved(self) -> bool:
        """Whether the reader has made a move on this board, or chosen their first one."""
        own = self.board.seats_of(self.reader) if self.reader else ()
        has_chosen = any(self.board.seats[seat].chosen for seat in own)
        return has_chosen or any(seat_now(move) in own for move in self.board.moves)

    @property
    def awaits_reader(self) -> bool:
        """Whether the reader is to move by now, whatever position is shown."""
        own = self.board.seats_of(self.reader) if self.reader else ()
        return any(seat in self.now.board.to_move for seat in own)

    @property
    def can_be_analysed(self) -> bool:
        """Whether the board can be analysed: not with hidden information, and not if nobody is to move."""
        game = self.board.game
        return not (game.hidden or game.simultaneous or self.wanted.level) and bool(self.drawn.to_move)

    def words_on(self, board: BoardFacts) -> Callable[[Move], str]:
        """How the moves of a board are written, this one or one that was looked ahead to."""
        return moves_on_a_page(board, self.has_characters)

    def in_signs(self, move: str) -> str:
        """A move in words as the picture shows it."""
        return with_signs(move, self.board.game)

    @property
    def sheet(self) -> TouchablePicture:
        """The picture alone, with its words in the language in which is written."""
        catalog = spoken()
        language = catalog.language if catalog else ENGLISH
        sheet = self._sheets.get(language)
        if sheet is None:
            sheet = self._sheets[language] = self.drawn_of(self.view)
        return sheet

    @cached_property
    def _sheets(self) -> dict[str, TouchablePicture]:
        """By language: a page can be written again in English."""
        return {}

    def drawn_of(self, view: BoardView) -> TouchablePicture:
        return self.sheets.of(view, is_flipped=self.shows_flipped, pieces=self.piece_set)

    @property
    def shows_flipped(self) -> bool:
        """Whether the board is shown from another side than its reader's game would show it."""
        # For a player of both sides the board is not turned with each move.
        plays_both = self.reader is not None and len(self.board.seats_of(self.reader)) > 1
        would_turn = plays_both and is_turned(self.board.game, self.view.seat)
        return self.is_flipped != would_turn

    @property
    def seat_below(self) -> int | None:
        """The seat that is named below the board, where the other one of two is named above it."""
        game, reader = self.board.game, self.view.seat
        if len(self.board.seats) != 2:
            return None
        bottom = game.seat_below(reader)
        if bottom is None:
            return reader or 0
        return 1 - bottom if is_turned(game, reader, is_flipped=self.shows_flipped) else bottom

    @property
    def form_of_board(self) -> str:
        """Which of `_FORMS` the board has. `broad` and `long` need the width of the window.

        `high` if it leaves room beside it; also `tall` if it has the width of a phone, and is read on below, and
        one of `_LOW` if it is never so high that it could not be wider.
        """
        if self.sheet.is_read_on:
            # Whatever it shows of a game, so that the page is laid out alike after each move.
            highest = self.sheet.highest / self.sheet.width or max(_LOW.values())
            return next((f"tall high {name}" for name, most in _LOW.items() if highest < most), "tall high")
        wider = self.sheet.width / self.sheet.height
        return next((name for name, most in _FORMS.items() if wider <= most), "long")

    @cached_property
    def address_flipped(self) -> str:
        """The address of this view from the other side; empty if the players have no sides."""
        if not has_sides(self.board.game):
            return ""
        address = self.wanted.address
        return f"{address}{'&' if '?' in address else '?'}{FLIPPED}={'no' if self.is_flipped else 'yes'}"

    @property
    def other_pieces(self) -> str:
        """The reader's set of pieces with characters in place of letters, or the other way round."""
        return other_set(self.piece_set)

    @property
    def lies_on_a_table(self) -> bool:
        """Whether cards or dice are shown, which have a style sheet of their own."""
        return class_of("cell.cloth") in self.sheet.drawn

    @property
    def characters_elsewhere(self) -> str:
        """The address of the board in characters if these are too many for the page; empty where they stand on it."""
        if not self.wanted.is_plain or self.wanted.level or len(self.view.drawing) <= _MOST_CHARACTERS:
            return ""
        return self.wanted.board_address + ("" if self.wanted.after is None else f"/{self.wanted.after}") + ".txt"

    @property
    def has_characters(self) -> bool:
        """Whether the reader has chosen characters on pieces, where a game has some."""
        return has_characters(self.piece_set)

    @cached_property
    def seen(self) -> str:
        """The tag that tells this page from a newer one."""
        return seen_on_a_page(self.board, self.reader)

    @property
    def begun_address(self) -> str:
        """The address of the current position, with the move that has been begun or the line that is tried out."""
        return self.wanted.address if self.wanted.after is None else self.wanted.board_address

    def moment(self, at: datetime) -> str:
        """Format a time in the reader's zone."""
        return moment(at, self.zone)

    @cached_property
    def clocks(self) -> Mapping[str, datetime]:
        """When the players to move forfeit, by userid, as the reader may know it."""
        until = {
            each.userid: clock.move_by(self.board, each, None if each == self.reader else self.at)
            for each in self.board.players_to_move
        }
        return {userid: by for userid, by in until.items() if by}


def seat_that_may_move(board: Board, reader: Player | None) -> int | None:
    """The reader's seat that may move, or may change its choice in an unfinished round."""
    if reader is None or not board.is_on:
        return None
    may = board.to_move if moves_at_once(board) else board.seats_to_move
    own = [seat for seat in board.seats_of(reader) if seat in may and not board.seats[seat].resigned]
    return own[0] if own else None
