"""Rate limits, error handling and metrics for every request."""

from __future__ import annotations

import time
from http import HTTPStatus

from sqlalchemy.exc import TimeoutError as NoConnectionLeft
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pbmserv.commands.requests.list_unsubscribe import PATH as UNSUBSCRIBE
from pbmserv.request_ids import new_request_id
from pbmserv.running.logs import Log
from pbmserv.running.observer import Observer
from pbmserv.running.traces import log_failure, trace_of
from pbmserv.storage.faults import is_out_of_order, lost_the_race, waited_too_long
from pbmserv.web.page_context import client_of
from pbmserv.web.rate_limit import RateLimit

MOST_BYTES = 262_144
"""The maximum size of a request; several of the longest messages to other players fit in."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MAY_BE_FRAMED = (
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors *; form-action 'none'; base-uri 'none'"
)
"""The policy of a page that other sites may show in a frame: nothing in it can be sent or run."""
_POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "manifest-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
    ]
)  # fmt: skip
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """ASGI middleware that rejects cross-site and oversized requests and adds security headers."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self._app = app
        self._headers = {**HEADERS, **({"Strict-Transport-Security": "max-age=31536000"} if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_framed = headers.get("content-security-policy") == MAY_BE_FRAMED
                for name, value in self._headers.items():
                    if not (is_framed and name == "X-Frame-Options"):
                        headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        fault = _fault_of(scope)
        if fault is not None:
            await PlainTextResponse(fault[1], fault[0])(scope, receive, send_with_headers)
            return
        await self._app(scope, _limited(receive), send_with_headers)


class TooLarge(Exception):
    """The request exceeds `MOST_BYTES`."""


def _fault_of(scope: Scope) -> tuple[int, str] | None:
    headers = Headers(scope=scope)
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length) > MOST_BYTES:
        return 413, f"That is too much: a request has at most {MOST_BYTES} bytes.\n"
    if scope["method"] not in _SAFE_METHODS and not _unsubscribes(scope) and _is_from_elsewhere(headers):
        return 403, "This was sent by another site. Nothing was done. Please use the page itself.\n"
    return None


def _unsubscribes(scope: Scope) -> bool:
    """Whether a mail program asks for an end of letters: one machine may do so for all readers of a provider."""
    return bool(scope["method"] == "POST" and scope["path"] == UNSUBSCRIBE)


def _is_from_elsewhere(headers: Headers) -> bool:
    """Whether a browser says that the request is cross-site. Other programs say nothing."""
    fetch_site = headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site not in {"same-origin", "none"}
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def _limited(receive: Receive) -> Receive:
    received = 0

    async def receive_within_limit() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MOST_BYTES:
            raise TooLarge
        return message

    return receive_within_limit


TRY_AGAIN_SECONDS = 5
"""Retry-After if the database is unavailable."""

_STATIC = "/static/"

log = Log(__name__)


class RequestMonitor:
    """ASGI middleware within `Guard`. `proxies` says whether proxies are configured."""

    def __init__(self, app: ASGIApp, pace: RateLimit, observer: Observer, proxies: bool) -> None:
        self._app = app
        self._pace = pace
        self._observer = observer
        self._may_miss_proxy = not proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
        is_free = scope["path"].startswith(_STATIC) or _unsubscribes(scope)
        wait = 0 if is_free else self._pace.seconds_to_wait(client_of(scope))
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
    """Log a failure, and return a response that tells a visitor only what concerns them."""
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
    of_driver = is_out_of_order(error) or lost_the_race(error) or waited_too_long(error)
    return of_driver or isinstance(error, NoConnectionLeft)


def _too_fast(seconds: int) -> PlainTextResponse:
    return PlainTextResponse(
        f"You are asking faster than this server answers. Please wait {seconds} s.\n",
        HTTPStatus.TOO_MANY_REQUESTS,
        {"Retry-After": str(seconds)},
    )
