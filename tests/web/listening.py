"""Pages over a real port, and programs that listen to their events."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from typing import Any

from starlette.applications import Starlette

from pbmserv.setting_values import TcpAddress
from pbmserv.web.server import WebServer

PATIENCE = 30.0
"""Seconds for anything to happen: many times as long as it takes."""


@dataclass(frozen=True)
class Served:
    """An application that is served at this address; `stop` stops it, and returns when it has."""

    host: str
    port: int
    stop: Callable[[], None]


@contextmanager
def served(app: Starlette, port: int = 0) -> Iterator[Served]:
    """Serve an application for the time of the block, as `pbmserv serve` does; 0 is any port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = WebServer(app, TcpAddress("127.0.0.1", port), app.state.site.settings, end_streams=app.state.live.close)
    where = asyncio.run_coroutine_threadsafe(server.open(), loop).result(PATIENCE)
    stopped: list[bool] = []

    def stop() -> None:
        if not stopped:
            stopped.append(True)
            asyncio.run_coroutine_threadsafe(server.close(), loop).result(PATIENCE)

    async def end_tasks() -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    try:
        yield Served(where.host, where.port, stop)
    finally:
        stop()
        asyncio.run_coroutine_threadsafe(end_tasks(), loop).result(PATIENCE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()


@dataclass(frozen=True)
class Event:
    """An event as a listener has it."""

    kind: str
    data: Any
    id: str


class Stream:
    """Somebody who listens."""

    def __init__(self, at: Served, path: str, known: str = "", **headers: str) -> None:
        self._connection = HTTPConnection(at.host, at.port, timeout=PATIENCE)
        self._connection.request("GET", path, headers={**headers, **({"Last-Event-ID": known} if known else {})})
        self.answer: HTTPResponse = self._connection.getresponse()

    def next(self) -> Event:
        """The next event. Waits for it."""
        fields: dict[str, str] = {}
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\r\n").partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                return Event(fields["event"], json.loads(fields["data"]), fields.get("id", ""))
        raise EOFError("the stream has ended")

    def rest(self) -> bytes:
        """What comes until the stream ends."""
        return self.answer.read()

    def close(self) -> None:
        """Listen no more."""
        self._connection.close()
