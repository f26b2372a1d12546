"""What the form that begins a game against the computer offers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

from pbmserv.commands.starting.guests import levels_of_bots
from pbmserv.games.message import Message

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.games.base import Game
    from pbmserv.games.option import Option
    from pbmserv.web.page_context import PageContext

FIRST_GAME = "hex"
"""The game that stands first where any can be chosen, if installed: its rules are two sentences."""
PACES = (("2", Message("2 days a move")), ("7", Message("a week a move")), ("21", Message("3 weeks a move")))
"""How much time members choose among, as the value of `--forfeittime`; the last is the usual one."""


def often_chosen(game: Game[Any]) -> Option | None:
    """The option of a game of which some values are offered, if it has one."""
    return next((option for option in game.options if option.often), None)


def play_now(asked: PageContext, call: Call, games: Iterable[Game[Any]]) -> dict[str, Any] | None:
    """What the template `play_now.html` needs to begin one of these games; None if bots play none of them."""
    may_choose = asked.player is not None and not asked.is_guest
    of_games = list(games)
    levels = levels_of_bots(call, of_games, for_guest=not may_choose)
    playable = sorted(
        (game for game in of_games if game.word in levels), key=lambda game: (game.word != FIRST_GAME, game.name)
    )
    guest = asked.guest
    boards = call.work.guests.boards(guest.player) if guest else []
    if not playable:
        return None
    return {
        "games": playable,
        "option": often_chosen(playable[0]) if len(playable) == 1 else None,
        "levels": list(dict.fromkeys(chain.from_iterable(levels.values()))),
        "is_member": may_choose,
        "paces": PACES,
        "boards": boards,
    }
