"""The front page, and the page about this server."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from typing import Any

import orjson
from starlette.responses import Response

from pbmserv.commands.accounts.bots import some_play
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Game
from pbmserv.games.finding import KINDS, fitting, in_families
from pbmserv.storage.listing import Line
from pbmserv.web.lobby import WELL_KNOWN, in_order, lobby_for
from pbmserv.web.page_context import PageContext
from pbmserv.web.play_now_form import play_now
from pbmserv.web.rendering import address_of
from pbmserv.web.routing import page

NEWEST = 4
"""The number of boards that are listed."""
FARTHEST = 8
"""The number of boards among which that of the day is chosen."""
FEW_OF_EACH = 2
MOST_WAITING = 3
MOST_FIRST = 6
"""The number of games with a picture that stand before all others."""
_SHORT_NAME = 12
"""Letters that a phone shows below an icon."""


def _home(asked: PageContext) -> Response:
    family, words = asked.given("family"), asked.given("q").strip()[:60]
    catalogue = sorted(asked.site.catalogue.values(), key=lambda game: game.name)
    sets = _sets_of(catalogue)
    found = sets[family][1] if family in sets else catalogue
    if words:
        found = fitting(found, [words])

    def facts(call: Call) -> dict[str, Any]:
        counts = call.work.games.counts(asked.site.catalogue)
        lobby = lobby_for(call, asked.player, counts)
        newest = call.work.listing.newest(asked.site.catalogue, FEW_OF_EACH)
        boards = sorted(newest, key=lambda line: line.game not in WELL_KNOWN)
        today = _of_the_day(boards, call.at.date())
        return {
            "now": call.at,
            "bots_play": some_play(call),
            "play_now": play_now(asked, call, catalogue),
            "counts": counts,
            "first": in_order(asked.site.catalogue.values(), counts)[:MOST_FIRST],
            "waiting": lobby.waiting[:MOST_WAITING],
            "number_waiting": len(lobby.waiting),
            "of_the_day": today,
            "boards": [each for each in boards if each != today][:NEWEST],
        }

    families = [(key, title) for key, (title, games) in sets.items() if games]
    return asked.page(
        "home",
        by_family=in_families(found),
        found=len(found),
        family=family,
        words=words,
        is_search=bool(words or family),
        families=families,
        **asked.site.office.look_up(facts),
    )


def _of_the_day(boards: Sequence[Line], today: date) -> Line | None:
    """One of the boards on which most has happened, another one each day, of a well-known game if there is one."""
    known = [line for line in boards if line.game in WELL_KNOWN]
    far = sorted(known or boards, key=lambda line: (-line.moves_made, line.game, line.number))[:FARTHEST]
    return far[today.toordinal() % len(far)] if far else None


def _sets_of(games: Sequence[Game[Any]]) -> dict[str, tuple[str, list[Game[Any]]]]:
    """The filters of the list of games, with titles: families and kinds."""
    families = {_key_of(family): (family, members) for family, members in in_families(games)}
    kinds = {kind: (title, [game for game in games if belongs(game)]) for kind, (title, belongs) in KINDS.items()}
    return families | kinds


def _key_of(family: str) -> str:
    return re.sub(r"\W+", "-", family.lower())


def _about(asked: PageContext) -> Response:
    return asked.page("about", version=version("pbmserv"), games=len(asked.site.catalogue))


def _manifest(asked: PageContext) -> Response:
    """What a phone needs to put the site beside its programs: https://www.w3.org/TR/appmanifest/."""
    name = asked.site.settings.sender_name or "pbmserv"
    manifest = {
        "id": "/",
        "name": name,
        "short_name": name[:_SHORT_NAME],
        "description": "Board games by letter and in the browser, at your own pace.",
        "start_url": "/me",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#fdfbf5",
        "theme_color": "#1f4f8f",
        "icons": [
            {"src": address_of("icon.svg"), "type": "image/svg+xml", "sizes": "any"},
            {"src": address_of("icon-192.png"), "type": "image/png", "sizes": "192x192"},
            {"src": address_of("icon-512.png"), "type": "image/png", "sizes": "512x512"},
            {"src": address_of("icon-512.png"), "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
        ],
    }
    return Response(orjson.dumps(manifest), media_type="application/manifest+json")


ROUTES = [
    page("/", _home),
    page("/about", _about),
    page("/manifest.webmanifest", _manifest, knows_visitor=False),
]
