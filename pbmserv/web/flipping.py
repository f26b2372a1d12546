"""Boards from the other side: the browser remembers for each game whether its boards are flipped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.games.base import Game
from pbmserv.pictures.sides import has_sides
from pbmserv.web.page_context import PageContext, cookie_name

FLIPPED = "flipped"
"""The cookie with the words of games, and the parameter of an address that changes it: `yes` or `no`."""

SMALL = "small"
"""The parameter of a picture's address that asks for a lighter one, to look at only: `yes`."""


def is_flipped(asked: PageContext, game: Game[Any]) -> bool:
    """Whether the visitor wants to see boards of a game from the other side; the address may say so anew."""
    if not has_sides(game) or not asked.knows_visitor:
        return False
    name = cookie_name(asked.site, FLIPPED)
    words = set(asked.http.cookies.get(name, "").split(".")) & asked.site.catalogue.keys()
    wanted = {"yes": True, "no": False}.get(asked.given(FLIPPED))
    if wanted is None:
        return game.word in words
    words = words | {game.word} if wanted else words - {game.word}
    asked.new_cookies[name] = ".".join(sorted(words))
    return wanted


def is_from_other_side(asked: PageContext) -> bool:
    """Whether a file shows the board from the other side than everybody sees: its address alone says so."""
    return asked.given(FLIPPED) == "yes"


def small_picture(word: str, number: int) -> str:
    """The address of a small picture of a board as everybody sees it."""
    return f"/{word}/{number}.svg?{SMALL}=yes"


def own_picture(asked: PageContext, word: str, number: int, players: Sequence[str]) -> str:
    """The address of a small picture of one of the visitor's boards, with their side below as on its page."""
    game, me = asked.site.catalogue.get(word), asked.me.userid
    below = game.seat_below(None) if game else None
    is_turned = below is not None and players.count(me) == 1 and players.index(me) != below
    is_other = game is not None and is_turned != is_flipped(asked, game)
    return small_picture(word, number) + (f"&{FLIPPED}=yes" if is_other else "")
