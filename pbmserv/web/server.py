"""The HTTP server for pages, with timeouts and connection limits."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from pbmserv.commands.requests.budgets import client_at
from pbmserv.running.listening import socket_on
from pbmserv.running.observer import NOBODY, Observer
from pbmserv.setting_values import TcpAddress
from pbmserv.settings import Settings

STOPPING_SECONDS = 5
"""How long responses may go on during shutdown."""

SENDING_SECONDS = 20.0
"""Seconds for a client to start a request, and to send it from first byte to last."""

TAKING_SECONDS = 60.0
"""Seconds without progress after which a response is abandoned."""

_WORDS = b"There are too many visitors just now. Please come again in a moment.\n"
_TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\nContent-Type: text/plain\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(_WORDS), _WORDS)
)


class WebServer:
    """Serves pages on one port with the limits of the settings.

    Configured proxies are trusted for the visitor's address. `end_streams` ends endless responses at shutdown.
    `sending_seconds` and `taking_seconds` are the client's timeouts. It opens its socket, or uses the one `given` by
    the process that keeps it.
    """

    def __init__(
        self,
        app: ASGIApp,
        listen: TcpAddress,
        settings: Settings,
        observer: Observer = NOBODY,
        end_streams: Callable[[], None] = lambda: None,
        sending_seconds: float = SENDING_SECONDS,
        taking_seconds: float = TAKING_SECONDS,
        given: socket.socket | None = None,
    ) -> None:
        limit = _ConnectionLimit(settings, observer)

        class Connection(_Connection):
            connection_limit = limit
            seconds_to_send = sending_seconds
            seconds_to_take = taking_seconds

        self._listen = listen
        self._given = given
        self._end_streams = end_streams
        config = uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            lifespan="off",
            proxy_headers=bool(settings.web_proxies),
            forwarded_allow_ips=list(settings.web_proxies),
            server_header=False,
            access_log=False,
            log_config=None,
            # What goes wrong in a page is logged there. What is left are requests that are none.
            log_level=logging.CRITICAL,
            timeout_graceful_shutdown=STOPPING_SECONDS,
        )
        self._server = _Server(config)
        self._serving: asyncio.Task[None] | None = None

    async def open(self) -> TcpAddress:
        """Start serving and return the address. Raises `OSError`."""
        listening = self._given or socket_on(self._listen)
        self._serving = asyncio.create_task(self._server.serve([listening]))
        return TcpAddress(self._listen.host, listening.getsockname()[1])

    def fault(self) -> str | None:
        """Why nobody is served, or None."""
        return "does not run" if self._serving is None or self._serving.done() else None

    async def close(self) -> None:
        """Answer pending requests, then stop."""
        self._end_streams()
        self._server.should_exit = True
        if self._serving is not None:
            await self._serving


class _ConnectionLimit:
    """Counts connections, in total and by host."""

    def __init__(self, settings: Settings, observer: Observer) -> None:
        self._most = settings.web_max_connections
        self._most_of_one = settings.web_max_connections_per_client
        self._proxies = [ip_network(each, strict=False) for each in settings.web_proxies]
        self._observer = observer
        self._of_client: Counter[str] = Counter()

    def enter(self, host: str) -> bool:
        """Count a connection; False if the limit is reached."""
        client = client_at(host)
        is_full = self._of_client.total() >= self._most
        if is_full or (self._of_client[client] >= self._most_of_one and not self._is_proxy(host)):
            self._observer.connection_refused("web")
            return False
        self._of_client[client] += 1
        return True

    def leave(self, host: str) -> None:
        client = client_at(host)
        self._of_client[client] -= 1
        if not self._of_client[client]:
            del self._of_client[client]

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


class _Connection(H11Protocol):
    """One client's connection, with timeouts for sending requests and taking responses."""

    connection_limit: _ConnectionLimit
    seconds_to_send: float
    seconds_to_take: float
    _is_in = False
    _sending: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        self._is_in = self.connection_limit.enter(self._host)
        if not self._is_in:
            transport.write(_TOO_MANY)
            transport.close()
            return
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_in:
            self._is_in = False
            self.connection_limit.leave(self._host)
        self._stop_waiting()
        self._taken()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_in:
            return
        super().data_received(data)
        if self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self._wait_for_request()
        else:
            self._stop_waiting()

    def pause_writing(self) -> None:
        self._taking = self._taking or self.loop.call_later(self.seconds_to_take, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._taken()
        super().resume_writing()

    def _wait_for_request(self) -> None:
        # Not begun anew by each byte: who sends one every few seconds would never be done.
        self._sending = self._sending or self.loop.call_later(self.seconds_to_send, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def _taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the enclosing server."""
        yield
