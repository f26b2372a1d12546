"""What holds however a page ends: nobody asks too fast, what fails is logged and answered, and all is counted."""

from __future__ import annotations

import time
from http import HTTPStatus

from sqlalchemy.exc import TimeoutError as NoConnectionLeft
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pbmserv.request_ids import new_request_id
from pbmserv.running.logs import Log
from pbmserv.running.observer import Observer
from pbmserv.running.traces import log_failure, trace_of
from pbmserv.storage.faults import is_out_of_order, lost_the_race, waited_too_long
from pbmserv.web.page_context import client_of
from pbmserv.web.rate_limit import Pace

TRY_AGAIN_SECONDS = 5
"""When to come again if the database cannot answer now."""

_STATIC = "/static/"

log = Log(__name__)


class Watch:
    """In front of all pages, behind `Guard`. `proxies` is whether proxies are named in the settings."""

    def __init__(self, app: ASGIApp, pace: Pace, observer: Observer, proxies: bool) -> None:
        self._app = app
        self._pace = pace
        self._observer = observer
        self._may_miss_proxy = not proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.monotonic()
        status: int | None = None

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._observer.page_answered(status, time.monotonic() - begun)
            await send(message)

        if self._may_miss_proxy and "x-forwarded-for" in Headers(scope=scope):
            self._may_miss_proxy = False
            log.warning("web.proxy_not_named", hint="name your proxy in web_proxies: all visitors seem to be one")
        wait = 0 if scope["path"].startswith(_STATIC) else self._pace.seconds_to_wait(client_of(scope))
        if wait:
            await _too_fast(wait)(scope, receive, send_and_note)
            return
        try:
            await self._app(scope, receive, send_and_note)
        except ClientDisconnect:
            return
        except Exception as error:
            # What an exception says may quote what somebody typed: nothing of it is told or logged.
            answer = _answer_to(error, scope)
            if status is None:
                await answer(scope, receive, send_and_note)
            else:
                # Half of a page cannot be taken back. Whoever waits for the other half sees the connection end.
                raise ConnectionAbortedError from None


def _answer_to(error: Exception, scope: Scope) -> PlainTextResponse:
    """Log a failure, and say as much of it as concerns a visitor."""
    number = new_request_id()
    # The address that was asked for may hold a token; that of the page in general does not.
    page = getattr(scope.get("route"), "path", "")
    if _is_of_database(error):
        log.warning("web.database_out_of_order", request=number, page=page, error=trace_of(error))
        return PlainTextResponse(
            "The server is busy, or has trouble with its database. Please try again in a moment.\n",
            HTTPStatus.SERVICE_UNAVAILABLE,
            {"Retry-After": str(TRY_AGAIN_SECONDS)},
        )
    log_failure("web.page_failed", error, request=number, page=page)
    return PlainTextResponse(
        f"Something went wrong here, and nothing was done. The operator can find it as request {number}.\n",
        HTTPStatus.INTERNAL_SERVER_ERROR,
    )


def _is_of_database(error: Exception) -> bool:
    """Whether it was the database that could not do it just now, and may in a moment."""
    of_driver = is_out_of_order(error) or lost_the_race(error) or waited_too_long(error)
    return of_driver or isinstance(error, NoConnectionLeft)


def _too_fast(seconds: int) -> PlainTextResponse:
    return PlainTextResponse(
        f"You are asking faster than this server answers. Please wait {seconds} s.\n",
        HTTPStatus.TOO_MANY_REQUESTS,
        {"Retry-After": str(seconds)},
    )
