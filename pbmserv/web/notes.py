"""Private notes about boards, which only the web has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pbmserv.commands.requests.outcome import Refused, Why
from pbmserv.games.base import Game, Refusal
from pbmserv.letters.letter import players_words
from pbmserv.web.drawn_notes import with_drawn, with_words
from pbmserv.web.page_context import NotThere, PageContext

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call

MOST_CHARACTERS = 10_000
MOST_IN_ALL = 1_000_000
"""The maximum number of characters in all notes of one player."""


def keep_note(asked: PageContext, game: Game[Any], number: int, text: str) -> Refused | None:
    """Store the signed-in player's note about a board, cut to the maximum length.

    Return the refusal, if any. Raises `NotThere` if there is no such board.
    """
    words = players_words(text).strip()[:MOST_CHARACTERS]
    return _keep(asked, game, number, lambda note: with_words(note, words))


def keep_drawn(asked: PageContext, game: Game[Any], number: int, position: str, drawn: str) -> Refused | None:
    """Store what the signed-in player has drawn on a position of a board, with the note.

    Return the refusal, if any. Raises `NotThere` if there is no such board.
    """
    return _keep(asked, game, number, lambda note: with_drawn(note, position, drawn))


def _keep(asked: PageContext, game: Game[Any], number: int, change: Callable[[str], str]) -> Refused | None:
    player = asked.me

    def keep(call: Call) -> bool:
        board = call.work.boards.load(game.word, number)
        if board is None:
            return False
        board_id = call.work.boards.id_of(board)
        tidy = change(call.work.notes.of(player, board_id))
        if tidy and call.work.notes.length_of_others(player, board_id) + len(tidy) > MOST_IN_ALL:
            raise Refusal(
                f"All your notes together have {MOST_IN_ALL:,} characters at most, and with this one they would have"
                " more: shorten one of another board first."
            )
        call.work.notes.keep(player, board_id, tidy)
        return True

    try:
        if not asked.do_as_me(keep):
            raise NotThere
    except Refusal as refusal:
        return Refused(Why.NOT_ALLOWED, refusal.words, "")
    return None
