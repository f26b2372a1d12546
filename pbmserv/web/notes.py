"""Private notes about boards, which only the web has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pbmserv.commands.requests.outcome import Refused, Why
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.letters.letter import players_words
from pbmserv.play.board_fingerprint import mark
from pbmserv.web.drawn_notes import with_drawn
from pbmserv.web.note_lines import with_words, words_of
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.tried_notes import Line, with_tried, without_tried

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call

MOST_CHARACTERS = 10_000
MOST_IN_ALL = 1_000_000
"""The maximum number of characters in all notes of one player."""


def seen_note(text: str) -> str:
    """The tag that tells a page with these words of a note from one with others."""
    return f"{mark(text, 6):x}"


def keep_note(asked: PageContext, game: Game[Any], number: int, text: str, seen: str = "") -> Refused | None:
    """Store the signed-in player's note about a board, cut to the maximum length.

    `seen` is the tag of the note that the page showed: another page may have changed it since. Return the refusal, if
    any. Raises `NotThere` if there is no such board.
    """
    words = players_words(text).strip()[:MOST_CHARACTERS]

    def changed(note: str) -> str:
        kept = words_of(note)
        if seen and kept != words and seen != seen_note(kept):
            raise Refusal(
                "Your note has been changed since this page was shown, in another window perhaps. Nothing was kept:"
                " the note as it is now stands below yours. To have yours instead, press Keep once more."
            )
        return with_words(note, words)

    return _keep(asked, game, number, changed)


def keep_drawn(asked: PageContext, game: Game[Any], number: int, position: str, drawn: str) -> Refused | None:
    """Store what the signed-in player has drawn on a position of a board, with the note.

    Return the refusal, if any. Raises `NotThere` if there is no such board.
    """
    return _keep(asked, game, number, lambda note: with_drawn(note, position, drawn))


def keep_tried(
    asked: PageContext, game: Game[Any], number: int, line: Line, positions: Iterable[str]
) -> Refused | None:
    """Store a line of moves that the signed-in player has tried out on a board, with the note.

    `positions` are all since the start of the board. Return the refusal, if any. Raises `NotThere` if there is no
    such board.
    """
    return _keep(asked, game, number, lambda note: with_tried(note, line, positions))


def forget_tried(asked: PageContext, game: Game[Any], number: int, line: Line) -> Refused | None:
    """Take the last move of a line from what the signed-in player has tried out, with all that followed upon it.

    Return the refusal, if any. Raises `NotThere` if there is no such board.
    """
    position, tried = line[-1]
    return _keep(asked, game, number, lambda note: without_tried(note, position, tried.move))


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
                Message(
                    "All your notes together have {most} characters at most, and with this one they would have more:"
                    " shorten one of another board first.",
                    most=Message("{number:,}", number=MOST_IN_ALL),
                )
            )
        call.work.notes.keep(player, board_id, tidy)
        return True

    try:
        if not asked.do_as_me(keep):
            raise NotThere
    except Refusal as refusal:
        return Refused(Why.NOT_ALLOWED, refusal.words, "")
    return None
