"""What holds for every answer and every request, whatever page it is about."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 262_144
"""How large a request can be: the longest words for other players fit into it several times."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
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
    """In front of all pages: refuses what another site has sent, and what is too large; adds what browsers obey."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self._app = app
        self._headers = {**HEADERS, **({"Strict-Transport-Security": "max-age=31536000"} if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        fault = _fault_of(scope)
        if fault is not None:
            await PlainTextResponse(fault[1], fault[0])(scope, receive, send_with_headers)
            return
        await self._app(scope, _limited(receive), send_with_headers)


class TooLarge(Exception):
    """A request has more in it than anybody needs."""


def _fault_of(scope: Scope) -> tuple[int, str] | None:
    headers = Headers(scope=scope)
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length) > MOST_BYTES:
        return 413, f"That is too much: a request has at most {MOST_BYTES} bytes.\n"
    if scope["method"] not in _SAFE_METHODS and _is_from_elsewhere(headers):
        return 403, "This was sent by another site. Nothing was done. Please use the page itself.\n"
    return None


def _is_from_elsewhere(headers: Headers) -> bool:
    """Whether a browser says that another site has sent the request. Programs that are no browsers say nothing."""
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
