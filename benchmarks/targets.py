"""What is measured runs as processes of their own: `python -m benchmarks.targets KIND ARGUMENT`.

Each prints the port on which it listens, and ends when its standard input does.

bare -               aiosmtpd with a handler that counts
accepting URL        our SMTP server, with nobody who carries out what comes in
moving URL           the same with a worker
cold URL             the same, where a password costs what it really does
turning URL PORT     the same, and its letters go to the sink on this port
bare-turns - PORT    a loop of libraries: aiosmtpd, one commit for each mail, and two letters to the sink on this port
working URL          a worker alone: says that it is ready, waits for a line, and works until nothing waits any more
sink COUNT           takes letters; prints in how many seconds so many came
"""

from __future__ import annotations

import asyncio
import logging
import os
import smtplib
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import structlog
import uvloop
from aiosmtpd.smtp import SMTP, Envelope, Session

from benchmarks import sink
from benchmarks.load import ADDRESS, message
from benchmarks.templates import cheap_passwords
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.games.catalogue import installed
from pbmserv.mail.receiving.inbox_writer import InboxWriter
from pbmserv.mail.receiving.smtp_server import SmtpServer
from pbmserv.mail.sending.delivery import deliverer_for
from pbmserv.mail.worker import Worker
from pbmserv.post_office import PostOffice
from pbmserv.running.garbage import look_for_garbage_rarely
from pbmserv.running.rounds import Rounds
from pbmserv.setting_values import TcpAddress
from pbmserv.settings import load
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox

BARE, ACCEPTING, MOVING, COLD, WORKING, SINK = "bare", "accepting", "moving", "cold", "working", "sink"
TURNING, BARE_TURNS = "turning", "bare-turns"
BARE_LETTERS = (17 * 1024, 51 * 1024)
"""Bytes of the two letters of a bare turn: about those of ours, without a picture and with one."""
ENDING_SECONDS = 30


@contextmanager
def running(kind: str, argument: object = "-", sink_port: int = 0) -> Iterator[Target]:
    """One of them, running, for the time of the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.targets", kind, str(argument), str(sink_port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    target = Target(process)
    try:
        target.port = int(target.read_line())
        yield target
    finally:
        target.end()


class Target:
    """A process that is measured."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.port = 0

    def read_line(self) -> str:
        """The next line that it prints."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def processor_seconds(self) -> float:
        """How long it has had a processor, all its threads together."""
        return processor_seconds_of(self._process.pid)

    def go(self) -> None:
        """Have it begin, where it waits for that."""
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def end(self) -> None:
        """Have it end, and wait for that."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


def processor_seconds_of(pid: int) -> float:
    """How long a process has had a processor, all its threads together."""
    # As proc(5) numbers them, after the name of the program in brackets, which may hold anything.
    fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    in_user_mode, in_kernel_mode = fields[11], fields[12]
    return (int(in_user_mode) + int(in_kernel_mode)) / os.sysconf("SC_CLK_TCK")


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


class _Turner:
    """A handler that commits each mail to a database, and sends two letters: what a turn cannot do without."""

    def __init__(self, folder: str, sink_port: int) -> None:
        self._database = sqlite3.connect(f"{folder}/bare.db", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL").fetchall()
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("CREATE TABLE mails (content BLOB)")
        self._relay = smtplib.SMTP("127.0.0.1", sink_port)
        self._letters = [message("a letter", ADDRESS, 0, size) for size in BARE_LETTERS]

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        self._database.execute("INSERT INTO mails VALUES (?)", (envelope.content,))
        for letter in self._letters:
            self._relay.sendmail(ADDRESS, ["player@players.example"], letter)
        return "250 OK"

    def close(self) -> None:
        self._relay.quit()
        self._database.close()


async def _serve_bare_turns(sink_port: int) -> None:
    loop = asyncio.get_running_loop()
    with (
        tempfile.TemporaryDirectory(prefix="pbmserv-benchmark-") as folder,
        closing(_Turner(folder, sink_port)) as turner,
    ):
        server = await loop.create_server(lambda: SMTP(turner, hostname="localhost"), "127.0.0.1", 0)
        _tell(server.sockets[0].getsockname()[1])
        await loop.run_in_executor(None, sys.stdin.read)
        server.close()


async def _serve_turns(database: Database, sink_port: int) -> None:
    """Our server's parts in one process: mail in, moves, letters out."""
    settings = load(None, {"PBMSERV_DELIVERY": f"smtp://127.0.0.1:{sink_port}", "PBMSERV_ADDRESS": ADDRESS})
    deliverer = deliverer_for(settings, database, PostOffice(database, installed(), ADDRESS, cheap_passwords()))
    delivery = Rounds("delivery", deliverer.run_round)
    delivery.start()
    await _serve_ours(database, True, cheap_passwords(), delivery.wake)
    delivery.stop()
    deliverer.close()


async def _serve_ours(
    database: Database, works: bool, passwords: Passwords, letters_written: Callable[[], None] = lambda: None
) -> None:
    settings = load(None, {"PBMSERV_ADDRESS": ADDRESS, "PBMSERV_MAX_COMMANDS": "1000000"})
    worker = _worker(database, passwords, letters_written)
    rounds = Rounds("worker", lambda: worker.run_once() > 0)
    writer = InboxWriter(database, rounds.wake if works else lambda: None)
    writer.start()
    if works:
        rounds.start()
    server = SmtpServer(settings, TcpAddress("127.0.0.1", 0), writer)
    port = int((await server.open()).rpartition(":")[2])
    look_for_garbage_rarely()
    _tell(port)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await server.close()
    writer.stop()
    if works:
        rounds.stop()


def _work(database: Database) -> None:
    worker = _worker(database, cheap_passwords())
    # Whatever is done at the first time only is done before.
    worker.run_once()
    look_for_garbage_rarely()
    _tell(0)
    sys.stdin.readline()
    while _anything_waits(database):
        if not worker.run_once():
            # What waits, others have in hand.
            time.sleep(0.001)
    _tell("done")
    sys.stdin.read()


def _anything_waits(database: Database) -> bool:
    with database.reading() as connection:
        return Inbox(connection).has_work(datetime.now(UTC))


def _worker(database: Database, passwords: Passwords, letters_written: Callable[[], None] = lambda: None) -> Worker:
    office = PostOffice(database, installed(), ADDRESS, passwords)
    return Worker(database, office, letters_written=letters_written)


def _tell(what: object) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def main(kind: str, argument: str, sink_port: int) -> None:
    """Run one of them until there is no more standard input."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    if kind == BARE:
        asyncio.run(_serve_bare())
        return
    if kind == BARE_TURNS:
        asyncio.run(_serve_bare_turns(sink_port))
        return
    if kind == SINK:
        asyncio.run(sink.serve(int(argument)))
        return
    database = Database(argument)
    if kind == WORKING:
        _work(database)
    elif kind == TURNING:
        uvloop.run(_serve_turns(database, sink_port))
    else:
        passwords = Passwords() if kind == COLD else cheap_passwords()
        uvloop.run(_serve_ours(database, kind in {MOVING, COLD}, passwords))
    database.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
