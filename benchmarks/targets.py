"""The servers that are measured, each a process of its own: `python -m benchmarks.targets KIND DATABASE-URL`.

Prints the port on which it listens, and ends when its standard input does.
"""

from __future__ import annotations

import asyncio
import logging
import sys

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session

from benchmarks.load import ADDRESS
from pbmserv.games.catalogue import installed
from pbmserv.mail.inbox_writer import InboxWriter
from pbmserv.mail.rounds import Rounds
from pbmserv.mail.smtp import Door
from pbmserv.mail.worker import Worker
from pbmserv.post_office import PostOffice
from pbmserv.settings import TcpAddress, load
from pbmserv.store.database import Database

BARE, ACCEPTING, MOVING = "bare", "accepting", "moving"


class _Counter:
    """A handler that counts what it is given, and does nothing else: the fastest that the library can be."""

    count = 0

    async def handle_DATA(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:
        self.count += 1
        return "250 OK"


async def _serve_bare() -> None:
    loop = asyncio.get_running_loop()
    counter = _Counter()
    server = await loop.create_server(lambda: SMTP(counter, hostname="localhost"), "127.0.0.1", 0)
    _tell(server.sockets[0].getsockname()[1])
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


async def _serve_ours(database: Database, works: bool) -> None:
    settings = load(None, {"PBMSERV_ADDRESS": ADDRESS})
    worker = Worker(database, PostOffice(database, installed(), ADDRESS))
    rounds = Rounds("worker", lambda: worker.run_once() > 0)
    writer = InboxWriter(database, rounds.wake if works else lambda: None)
    writer.start()
    if works:
        rounds.start()
    door = Door(settings, TcpAddress("127.0.0.1", 0), writer)
    _tell(int((await door.open()).rpartition(":")[2]))
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await door.close()
    writer.stop()
    if works:
        rounds.stop()


def _tell(port: int) -> None:
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()


def main(kind: str, database_url: str) -> None:
    """Run one of the servers until there is no more standard input."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    if kind == BARE:
        asyncio.run(_serve_bare())
        return
    database = Database(database_url)
    asyncio.run(_serve_ours(database, works=kind == MOVING))
    database.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
