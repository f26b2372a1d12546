"""Games in which something is taken on trust: they are not rated, and the server's own bots do not play them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbmserv.games.base import Game, Illegal, Options
from pbmserv.play.bots import thinks_here
from pbmserv.play.seats import Terms


def check_trust(game: Game[Any], options: Options, terms: Terms, bots: Iterable[str | None] = ()) -> None:
    """Raise `Illegal` where a game on these terms would count, or be played by these bots, and must not."""
    why = game.on_trust(options)
    if why and terms.rated:
        raise Illegal(f"{why} So such a game cannot change anybody's rating: it takes the option --unrated.")
    if why and any(map(thinks_here, bots)):
        raise Illegal(f"{why} So bots of this server do not play such a game: challenge somebody else.")
