"""Games that rely on trust: never rated, never played by the server's own bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbmserv.games.base import Game, Illegal, Options
from pbmserv.play.bots import thinks_here
from pbmserv.play.seats import Terms


def check_trust(game: Game[Any], options: Options, terms: Terms, bots: Iterable[str | None] = ()) -> None:
    """Raise `Illegal` if a game that relies on trust would be rated, or played by these bots."""
    why = game.on_trust(options)
    if why and terms.rated:
        raise Illegal("{why} So such a game cannot change anybody's rating: it takes the option --unrated.", why=why)
    if why and any(map(thinks_here, bots)):
        raise Illegal("{why} So bots of this server do not play such a game: challenge somebody else.", why=why)
