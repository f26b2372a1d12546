"""A note of one's own about a board. There is no such thing by mail, so no command does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbmserv.games.base import Game
from pbmserv.letters.letter import players_words
from pbmserv.web.asked import Asked, NotThere

if TYPE_CHECKING:
    from pbmserv.commands.call import Call

MOST_CHARACTERS = 10_000


def keep_note(asked: Asked, game: Game[Any], number: int, text: str) -> None:
    """Note this about a board, for the eyes of who is signed in; what is too long is cut.

    Raises `NotThere` where there is no such board.
    """
    player = asked.me
    tidy = players_words(text).strip()[:MOST_CHARACTERS]

    def keep(call: Call) -> bool:
        board = call.work.boards.load(game.word, number)
        if board is not None:
            call.work.notes.keep(player, call.work.boards.id_of(board), tidy)
        return board is not None

    if not asked.site.office.at_the_door(keep):
        raise NotThere
