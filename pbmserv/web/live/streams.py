"""Routes of event streams."""

from __future__ import annotations

from sse_starlette import EventSourceResponse
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pbmserv.storage.sessions import Scope, Session
from pbmserv.web.api.operations import Wrong, problem, token_of
from pbmserv.web.api.shapes import LARGEST_NUMBER
from pbmserv.web.concurrency import run_limited
from pbmserv.web.live.hub import Hub, TooManyListeners
from pbmserv.web.page_context import PageContext, client_of
from pbmserv.web.routing import know_visitor, site_of
from pbmserv.web.site import Site

PING_SECONDS = 25
"""The interval of keep-alives in seconds; proxies cut streams that are silent for a minute."""
SEND_SECONDS = 30
"""Seconds without progress after which a client is dropped."""


def hub_for(site: Site) -> Hub:
    return Hub(
        lambda players, boards, before: site.office.look_up(
            lambda call: call.work.board_stamps.snapshot(players, boards, before)
        ),
        site.state,
        site.settings.web_max_connections_per_client,
        lambda sessions: site.office.look_up(lambda call: call.work.sessions.open_among(sessions, call.at)),
    )


async def _mine(http: HttpRequest) -> Response:
    def listening() -> Session | None:
        asked = PageContext(site_of(http), http)
        know_visitor(asked)
        # Who came by a link of one board listens to that board.
        return asked.session if asked.session and asked.session.scope is Scope.ALL else None

    session = await run_limited(http, listening)
    if session is None:
        return PlainTextResponse("Sign in first.\n", 401)
    return _stream(http, session, None)


async def _of_program(http: HttpRequest) -> Response:
    try:
        token = await run_limited(http, token_of, site_of(http), http)
        if token is None:
            raise Wrong.without_token()
    except Wrong as wrong:
        return problem(wrong)
    return _stream(http, token, None)


async def _of_board(http: HttpRequest) -> Response:
    site, game, number = site_of(http), http.path_params["game"], http.path_params["number"]

    def row() -> int | None:
        return site.office.look_up(lambda call: call.work.board_stamps.row_of(game, number))

    known = game in site.catalogue and number <= LARGEST_NUMBER
    board = await run_limited(http, row) if known else None
    if board is None:
        return PlainTextResponse("There is no such board here.\n", 404)
    return _stream(http, None, board)


def _stream(http: HttpRequest, session: Session | None, board: int | None) -> Response:
    hub: Hub = http.app.state.live
    if http.method == "HEAD":
        return Response(media_type="text/event-stream")
    try:
        known, client = http.headers.get("last-event-id", ""), client_of(http.scope)
        player, number = (session.player.id, session.id) if session else (None, None)
        listener = hub.listen(player, board, known, client, number)
    except TooManyListeners:
        return PlainTextResponse("Too many listen at present.\n", 503, {"Retry-After": "60"})
    return EventSourceResponse(hub.events(listener), ping=PING_SECONDS, send_timeout=SEND_SECONDS)


ROUTES = [
    Route("/events", _mine),
    Route("/api/events", _of_program),
    Route("/{game}/{number:int}/events", _of_board),
]
