"""Web servers for tests, in a thread of their own, and clients that say to them what no browser would."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from starlette.types import ASGIApp

from pbmserv.running.observer import NOBODY, Observer
from pbmserv.setting_values import TcpAddress
from pbmserv.settings import Settings, defaults
from pbmserv.web.server import WebServer

PATIENCE = 30.0


@contextmanager
def web_server(
    app: ASGIApp,
    settings: Settings | None = None,
    observer: Observer = NOBODY,
    sending_seconds: float = 20.0,
    taking_seconds: float = 20.0,
) -> Iterator[TcpAddress]:
    """The application on a port of this machine, for the time of the block."""
    ready, stop = threading.Event(), threading.Event()
    where: list[TcpAddress] = []

    async def serve() -> None:
        listen = TcpAddress("127.0.0.1", 0)
        server = WebServer(
            app, listen, settings or defaults(), observer, lambda: None, sending_seconds, taking_seconds
        )
        where.append(await server.open())
        assert server.fault() is None
        ready.set()
        await asyncio.to_thread(stop.wait)
        await server.close()
        assert server.fault() == "does not run"

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield where[0]
    finally:
        stop.set()
        thread.join(PATIENCE)


def limits(most: int = 1000, most_of_one: int = 50, proxies: tuple[str, ...] = ()) -> Settings:
    """Settings for few connections."""
    return replace(
        defaults(), web_max_connections=most, web_max_connections_per_client=most_of_one, web_proxies=proxies
    )


def connected(where: TcpAddress) -> socket.socket:
    """A connection to a server."""
    return socket.create_connection((where.host, where.port), PATIENCE)


def heard(client: socket.socket) -> bytes:
    """All that the server says until it ends the connection."""
    said = b""
    while True:
        try:
            more = client.recv(65536)
        except ConnectionError:
            return said
        if not more:
            return said
        said += more
