"""The ASGI application with all pages."""

from __future__ import annotations

from itertools import chain

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pbmserv.running.observer import NOBODY, Observer
from pbmserv.web.api import routes as api
from pbmserv.web.concurrency import run_limited
from pbmserv.web.live import streams
from pbmserv.web.middleware import Guard, RequestMonitor, TooLarge
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.pages import (
    board,
    board_files,
    embedding,
    feeds,
    games,
    help_pages,
    home,
    invitations,
    language,
    new_game,
    open_challenges,
    play_now,
    players,
    public_feeds,
    sessions,
    settings,
    signing_in,
    signing_up,
    tokens,
    tournaments,
    unsubscribing,
)
from pbmserv.web.rate_limit import RateLimit
from pbmserv.web.rendering import static_files
from pbmserv.web.routing import ByFirstPart, know_visitor, set_cookies
from pbmserv.web.site import Site

_KEPT_FOR_GOOD = "public, max-age=31536000, immutable"
_KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}
_SMALLEST_TO_SQUEEZE = 500

# An address of one part is a game's, so what stands before is found first.
_ROUTES = (
    streams.ROUTES,
    api.ROUTES,
    tokens.ROUTES,
    signing_in.ROUTES,
    invitations.ROUTES,
    unsubscribing.ROUTES,
    signing_up.ROUTES,
    feeds.ROUTES,
    public_feeds.ROUTES,
    players.ROUTES,
    sessions.ROUTES,
    language.ROUTES,
    settings.ROUTES,
    help_pages.ROUTES,
    home.ROUTES,
    open_challenges.ROUTES,
    tournaments.ROUTES,
    new_game.ROUTES,
    play_now.ROUTES,
    games.ROUTES,
    board_files.ROUTES,
    embedding.ROUTES,
    board.ROUTES,
)


def application(site: Site, observer: Observer = NOBODY) -> Starlette:
    """Return the ASGI application; `observer` is told about each response."""
    app = Starlette(
        routes=[Route("/static/{version}/{name}", _static), *chain.from_iterable(_ROUTES)],
        middleware=[
            Middleware(Guard, secure=site.is_secure),
            Middleware(
                RequestMonitor,
                pace=RateLimit(site.settings.web_requests_per_minute),
                observer=observer,
                proxies=bool(site.settings.web_proxies),
            ),
            Middleware(GZipMiddleware, minimum_size=_SMALLEST_TO_SQUEEZE),
        ],
        exception_handlers={404: _not_there, TooLarge: _too_large},
    )
    app.router = ByFirstPart(app.routes)
    app.state.site = site
    app.state.live = streams.hub_for(site)
    return app


async def _static(http: HttpRequest) -> Response:
    name = http.path_params["name"]
    content = static_files().get(name)
    if content is None:
        # No page: nobody waits for how fast files are asked for, so a file that is not there has to cost nothing.
        return PlainTextResponse("There is no such file here.\n", 404)
    kind = _KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    return Response(content, media_type=kind, headers={"Cache-Control": _KEPT_FOR_GOOD})


async def _not_there(http: HttpRequest, _error: Exception) -> Response:
    def page() -> Response:
        asked = PageContext(http.app.state.site, http)
        know_visitor(asked)
        response = asked.page("not_there", 404, words=NotThere().words)
        set_cookies(asked, response)
        return response

    return await run_limited(http, page)


async def _too_large(_http: HttpRequest, _error: Exception) -> Response:
    return PlainTextResponse("That is too much. Nothing was done.\n", 413)
