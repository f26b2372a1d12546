"""The memory of a whole server, after some messages and after many: it should not grow.

Four of five messages only ask for something, since they can be sent as often as one likes. Of the moves, those are
made that come to their board first; the others are refused. At 100 messages a second, 100,000 of them take a good
quarter of an hour.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import cycle, islice

from sqlalchemy import func, select

from benchmarks.databases import SQLITE, fresh, url_of, wait_until
from benchmarks.figures import Effort, Figure, Samples, Target
from benchmarks.load import ADDRESS, message, seconds_to_send
from benchmarks.operations import GAME
from benchmarks.population import Population, address_of, populate, userid_of
from benchmarks.scenarios.move import command
from benchmarks.targets import SINK, running
from pbmserv.play.board import FIRST_BOARD
from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX, OUTBOX

TITLE = "Resident memory of pbmserv serve"
MOST_MIB = Target(150, at_least=False, of_ratio=False)
FLAT = Target(1.1, at_least=False)
PLAYERS = 1000
"""So many that none of them asks for so much within an hour that they are not answered any more."""
MESSAGES_A_BOARD = 10
"""For so many messages there is one more board on which a move can be made."""
AT_ONCE = 100
"""Messages that are brought before those before them have been dealt with: so queues stay short."""
SESSIONS = 4
ENDING_SECONDS = 60


@dataclass(frozen=True)
class Running:
    """A server: the port that it has named first, its process, and the ports by what it listens for there."""

    port: int
    pid: int
    ports: Mapping[str, int] = field(default_factory=dict)

    @property
    def mebibytes(self) -> float:
        """How much memory it has."""
        return resident_mebibytes(self.pid)


def measure(effort: Effort) -> Iterator[Figure]:
    """MiB after the first thousand messages, and after all of them, with letters going out to a sink."""
    few, many = effort.of((20, 40), (1000, 5000), (1000, 100_000))
    # Not several runs: memory is no matter of chance.
    with fresh(SQLITE) as database, running(SINK, sys.maxsize) as sink:
        playing = max(PLAYERS, many // MESSAGES_A_BOARD)
        population = populate(database, PLAYERS, 2 * playing, playing=playing)
        with serving(database, sink.port) as server:
            messages = _messages(population)
            _bring(server.port, database, messages, few)
            first = Samples((server.mebibytes,))
            _bring(server.port, database, messages, many - few)
            last = Samples((server.mebibytes,))
    yield first.figure("serve", f"after {few:,} messages", "MiB", target=MOST_MIB)
    figure = last.figure("serve", f"after {many:,} messages", "MiB", (f"after {few:,}", first), MOST_MIB)
    yield figure
    yield replace(figure, what="serve, growth", target=FLAT)


@contextmanager
def serving(
    database: Database, relay_port: int, *options: str, says_last: str = "SMTP", **wishes: str
) -> Iterator[Running]:
    """A server, a whole one without options, whose letters go to a port; the rest are settings.

    It is running when it has said that it listens for `says_last`.
    """
    with tempfile.TemporaryDirectory(prefix="pbmserv-benchmark-") as home:
        settings = {
            "PBMSERV_HOME": home,
            "PBMSERV_ADDRESS": ADDRESS,
            "PBMSERV_DATABASE_URL": url_of(database),
            "PBMSERV_SMTP_LISTEN": "127.0.0.1:0",
            "PBMSERV_DELIVERY": f"smtp://127.0.0.1:{relay_port}",
            **{f"PBMSERV_{name.upper()}": value for name, value in wishes.items()},
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "pbmserv", "serve", *options],
            env={**os.environ, **settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        try:
            ports = _ports(process.stdout, says_last)
            yield Running(next(iter(ports.values())), process.pid, ports)
        finally:
            process.terminate()
            process.wait(ENDING_SECONDS)
            process.stdout.close()


def _ports(lines: Iterable[str], last: str) -> dict[str, int]:
    """For what a server listens, and at which port: `pbmserv listens for SMTP on 127.0.0.1:8025`."""
    ports: dict[str, int] = {}
    for line in lines:
        what, _, where = line.removeprefix("pbmserv listens for ").rstrip("/\n").partition(" on ")
        ports[what] = int(where.rpartition(":")[2])
        if what == last:
            break
    return ports


def _bring(port: int, database: Database, messages: Iterator[tuple[str, bytes]], count: int) -> None:
    """Bring so many of the messages, and wait until all is done and sent."""
    for start in range(0, count, AT_ONCE):
        seconds_to_send(port, list(islice(messages, min(AT_ONCE, count - start))), SESSIONS)
        wait_until(lambda: AT_ONCE - _waiting(database), AT_ONCE // 2)
    wait_until(lambda: AT_ONCE - _waiting(database), AT_ONCE)


def _messages(population: Population) -> Iterator[tuple[str, bytes]]:
    """What players write, without end: one move, made or refused, to three boards that are shown and one list."""
    for number, (sender, line) in enumerate(_commands(population)):
        yield sender, message(line, sender, number)


def _commands(population: Population) -> Iterator[tuple[str, str]]:
    boards = cycle(population.where(GAME))
    numbers = cycle(range(FIRST_BOARD, population.highest(GAME) + 1))
    for user in cycle(map(userid_of, range(1, population.users + 1))):
        board = next(boards)
        yield board.sender, command(board)
        for number in islice(numbers, 3):
            yield address_of(user), f"{GAME} show {number}"
        yield address_of(user), f"{GAME} standings"


def _waiting(database: Database) -> int:
    with database.reading() as connection:
        return sum(
            connection.execute(select(func.count()).where(table.c.status == "waiting")).scalar_one()
            for table in (INBOX, OUTBOX)
        )


def resident_mebibytes(pid: int) -> float:
    """How much memory a process has."""
    said = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=True, text=True)
    return int(said.stdout) / 1024
