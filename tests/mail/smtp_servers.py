"""SMTP and LMTP servers for tests: real ones, on a free port, in a thread of their own."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvloop
from sqlalchemy import select

from pbmserv.mail.receiving.inbox_writer import InboxWriter
from pbmserv.mail.receiving.smtp_server import SmtpServer
from pbmserv.setting_values import TcpAddress, UnixSocket
from pbmserv.settings import Settings, load
from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX

US = "games@example.org"


def settings_for(home: Path, **changes: object) -> Settings:
    """Settings of a server called games@example.org, whose files lie in `home`."""
    texts = {f"PBMSERV_{name.upper()}": str(value) for name, value in changes.items()}
    return load(None, {"PBMSERV_HOME": str(home), "PBMSERV_ADDRESS": US, **texts})


@dataclass
class RunningServer:
    """A server that is listening, and the event loop that it belongs to."""

    server: SmtpServer
    where: str
    loop: asyncio.AbstractEventLoop
    database: Database

    @property
    def port(self) -> int:
        return int(self.where.rpartition(":")[2])

    def client(self) -> Client:
        """A connection to the server; the greeting has been read."""
        sock = socket.socket(socket.AF_UNIX if self.where.startswith("/") else socket.AF_INET)
        sock.settimeout(20)
        try:
            sock.connect(self.where if self.where.startswith("/") else ("127.0.0.1", self.port))
        except OSError:
            sock.close()
            raise
        return Client(sock)

    def close(self, grace: float = 20) -> None:
        """Close the server, and wait until it is."""
        asyncio.run_coroutine_threadsafe(self.server.close(grace), self.loop).result()

    def inbox(self) -> list[Any]:
        """What has been stored."""
        with self.database.reading() as connection:
            return list(connection.execute(select(INBOX).order_by(INBOX.c.id)))


@contextmanager
def running_server(
    settings: Settings,
    database: Database,
    listen: TcpAddress | UnixSocket | None = None,
    *,
    local: bool = False,
    writer: InboxWriter | None = None,
) -> Iterator[RunningServer]:
    """Run a server for the time of the block."""
    loop = uvloop.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    own_writer = InboxWriter(database)
    server = SmtpServer(settings, listen or TcpAddress("127.0.0.1", 0), writer or own_writer, local=local)
    thread.start()
    own_writer.start()
    try:
        yield RunningServer(server, asyncio.run_coroutine_threadsafe(server.open(), loop).result(), loop, database)
    finally:
        asyncio.run_coroutine_threadsafe(server.close(0.1), loop).result()
        own_writer.stop()
        asyncio.run_coroutine_threadsafe(_settle(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _settle() -> None:
    """Let everything end that is about to."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=5)
    await asyncio.sleep(0)


class Client:
    """A client that says what it is told to, byte by byte."""

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock
        self._replies = sock.makefile("rb")
        self.greeting = self.reply()

    def reply(self) -> str:
        """The next reply, of one or more lines; empty when the server has hung up."""
        lines = []
        while True:
            try:
                line = self._replies.readline().decode()
            except ConnectionError:
                line = ""
            lines.append(line.rstrip("\r\n"))
            if line[3:4] != "-":
                return "\n".join(lines)

    def say(self, line: str) -> str:
        """Send one line; gives the reply."""
        self.send(line.encode() + b"\r\n")
        return self.reply()

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.socket.sendall(data)

    def begin(self, *recipients: str, sender: str = "alice@example.net", hello: str = "EHLO client") -> str:
        """Say all that comes before a message; gives the reply to DATA."""
        self.say(hello)
        self.say(f"MAIL FROM:<{sender}>")
        for recipient in recipients or (US,):
            self.say(f"RCPT TO:<{recipient}>")
        return self.say("DATA")

    def close(self) -> None:
        self._replies.close()
        self.socket.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
