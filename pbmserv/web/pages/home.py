"""The first page, and what this server is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

from starlette.responses import Response

from pbmserv.commands.call import Call
from pbmserv.games.base import Game
from pbmserv.web.asked import Asked
from pbmserv.web.routing import page

NEWEST = 8
FEW_OF_EACH = 2

FAMILIES: Mapping[str, tuple[str, Callable[[Game[Any]], bool]]] = {
    "two": ("For two", lambda game: 2 in game.seats),
    "more": ("For three or more", lambda game: game.seats[-1] > 2),
    "alone": ("Alone", lambda game: 1 in game.seats),
    "open": ("Nothing hidden, no luck", lambda game: not (game.hidden or game.uses_chance)),
    "luck": ("With luck", lambda game: game.uses_chance),
    "hidden": ("Something to hide", lambda game: game.hidden),
    "together": ("All move at once", lambda game: game.simultaneous),
}
"""Kinds of games, as far as games declare it, so that games of other packages are in the right ones, too."""


def _home(asked: Asked) -> Response:
    family, words = asked.given("family"), asked.given("q").strip()[:60]
    catalogue = sorted(asked.site.catalogue.values(), key=lambda game: game.name)
    found = [game for game in catalogue if _is_in(game, family) and _fits(game, words)]

    def facts(call: Call) -> dict[str, Any]:
        return {
            "now": call.at,
            "counts": call.work.games.counts(asked.site.catalogue),
            "boards": call.work.browsing.newest(asked.site.catalogue, FEW_OF_EACH)[:NEWEST],
        }

    families = [(key, title) for key, (title, belongs) in FAMILIES.items() if any(map(belongs, catalogue))]
    return asked.page(
        "home", games=found, family=family, words=words, families=families, **asked.site.office.look_up(facts)
    )


def _is_in(game: Game[Any], family: str) -> bool:
    return family not in FAMILIES or FAMILIES[family][1](game)


def _fits(game: Game[Any], words: str) -> bool:
    return all(word in f"{game.name} {game.summary}".lower() for word in words.lower().split())


def _about(asked: Asked) -> Response:
    return asked.page("about", version=version("pbmserv"), games=len(asked.site.catalogue))


ROUTES = [page("/", _home), page("/about", _about)]
