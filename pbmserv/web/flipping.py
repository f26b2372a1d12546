"""Boards from the other side: the browser remembers for each game whether its boards are flipped."""

from __future__ import annotations

from typing import Any

from pbmserv.games.base import Game
from pbmserv.pictures.sides import has_sides
from pbmserv.web.page_context import PageContext, cookie_name

FLIPPED = "flipped"
"""The cookie with the words of games, and the parameter of an address that changes it: `yes` or `no`."""


def is_flipped(asked: PageContext, game: Game[Any]) -> bool:
    """Whether the visitor wants to see boards of a game from the other side; the address may say so anew."""
    if not has_sides(game):
        return False
    name = cookie_name(asked.site, FLIPPED)
    words = set(asked.http.cookies.get(name, "").split(".")) & asked.site.catalogue.keys()
    wanted = {"yes": True, "no": False}.get(asked.given(FLIPPED))
    if wanted is None:
        return game.word in words
    words = words | {game.word} if wanted else words - {game.word}
    asked.new_cookies[name] = ".".join(sorted(words))
    return wanted
