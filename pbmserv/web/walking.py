"""Walking through the moves of a board: the list of them, what they are called, and their addresses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbmserv.games.base import Game
from pbmserv.games.message import Message
from pbmserv.play.board_fingerprint import tags_of
from pbmserv.play.by_itself import made_on
from pbmserv.play.record import Move
from pbmserv.play.view import players_by_place
from pbmserv.web.move_list import Row, rows_of
from pbmserv.web.page_moves import with_outcomes
from pbmserv.web.position_shown import PositionShown
from pbmserv.web.wanted import TAG

ROWS_IN_SIGHT = 8
"""Rows of the list of moves on a page; where there are more, one can go to a move by its number."""
_NUMBERED = {"move": "move {number}", "round": "round {number}", "stone": "stone {number}", "line": "line {number}"}
"""What lists call the moves of a game, with their numbers."""


@dataclass(frozen=True)
class MovesToWalk(PositionShown):
    """The moves of a board, each with the position after it."""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        return rows_of(self.now.board, self.words_of_moves, made_on(self.board))

    @cached_property
    def words_of_moves(self) -> Callable[[Move], str]:
        """How the moves of the board are shown."""
        return with_outcomes(self.now.board, self.board.position, self.has_characters)

    @property
    def is_long(self) -> bool:
        """Whether the list is scrolled, and one may go to a move by its number; those of tricks are of a hand."""
        return len(self.rows) > ROWS_IN_SIGHT and not any(row.is_trick for row in self.rows)

    def card_of_trick(self, number: int) -> str:
        """What a move was that laid a card to a trick: `Trick 7, carol: 10♠`; empty for another one."""
        for row in reversed(self.rows):
            for entry in row.entries:
                if entry and entry.after == number and not entry.is_by_itself and row.is_trick:
                    seat = self.now.board.seats_shown[entry.seat]
                    named = players_by_place(self.board.game, [seat])
                    player, card = named.get(seat.name) or seat.name or seat.userid, entry.words
                    return Message("Trick {number}, {player}: {card}", number=row.number, player=player, card=card)
        return ""

    def called(self, number: int) -> str:
        """What the list of moves calls a move or round: `move 7`, or `4. Nf3` where numbers are of full moves."""
        if not number:
            return Message("at the start")
        game = self.board.game
        if card := self.card_of_trick(number):
            return card
        if game.has_full_moves:
            for row in reversed(self.rows):
                for place, entry in enumerate(row.entries):
                    if entry and entry.after == number and not entry.is_by_itself:
                        return f"{row.number}{'…' if place else '.'} {entry.words}"
        return Message(_NUMBERED.get(unit_of(game), f"{unit_of(game)} {{number}}"), number=number)

    def after_number(self, number: int) -> int:
        """The move that a list calls so: White's in games with full moves, and the last one if there are fewer."""
        if not self.board.game.has_full_moves or not self.rows or not number:
            return min(number, self.last)
        row = self.rows[min(number, len(self.rows)) - 1]
        return next(entry.after for entry in row.entries if entry)

    @property
    def next_number(self) -> int:
        """The number of the coming move, round, or full move."""
        if not self.board.game.has_full_moves or not self.rows:
            return self.now.board.next_number
        *_, last = self.rows
        return last.number + bool(last.entries[-1])

    def after_move(self, number: int) -> str:
        """The address of the board after a move or round."""
        return f"{self.wanted.board_address}/{number}?at={self._tags[number]}"

    @cached_property
    def _tags(self) -> tuple[str, ...]:
        return tuple(tag[:TAG] for tag in tags_of(self.board))


def unit_of(game: Game[Any]) -> str:
    """What the numbers of a game's moves count."""
    return Message("round") if game.simultaneous else Message(game.move_word)
