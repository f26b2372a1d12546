"""Games that rely on trust: never rated, never played by the server's own bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbmserv.games.base import Game, Illegal, Options
from pbmserv.games.message import Message, in_turn
from pbmserv.play.bots import thinks_here
from pbmserv.play.seats import Terms


def check_trust(game: Game[Any], options: Options, terms: Terms, bots: Iterable[str | None] = ()) -> None:
    """Raise `Illegal` if a game that relies on trust would be rated, or played by these bots."""
    why = game.on_trust(options)
    if why and terms.rated:
        unrated = Message("So such a game cannot change anybody's rating: it takes the option --unrated.")
        raise Illegal(in_turn(Message(why), unrated))
    if why and any(map(thinks_here, bots)):
        no_bots = Message("So bots of this server do not play such a game: challenge somebody else.")
        raise Illegal(in_turn(Message(why), no_bots))
