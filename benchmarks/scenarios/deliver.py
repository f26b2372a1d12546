"""Letters are sent: by one process, over one connection, to a mail server that takes whatever comes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import cycle, islice
from random import Random

from sqlalchemy import select, update

from benchmarks.databases import KINDS, fresh, url_of
from benchmarks.figures import Effort, Figure, Target, interleaved
from benchmarks.load import message
from benchmarks.operations import GAME, World
from benchmarks.population import populate
from benchmarks.scenarios.move import command
from benchmarks.sink import blast
from benchmarks.targets import SINK, running
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.queues import OutboxStatus
from pbmserv.storage.tables import OUTBOX

TITLE = "Sending letters to a sink on loopback"
REACH = Target(0.3, at_least=True)
"""500 letters a second where the sink takes 5,000."""
PICTURED = Target(0.5, at_least=True)
"""With pictures of few boards, which are drawn once each, half as many letters a second."""
BARE_SENDER = "bare sender into the sink"
ENDING_SECONDS = 30
PLAYERS = 40
MOVES = 10
LETTER_BYTES = 17 * 1024
"""About what a letter about a board has, with its HTML and the links in it."""


def measure(effort: Effort) -> Iterator[Figure]:
    """Letters a second, against a sender that has nothing else to do."""
    count = effort.of(20, 2000, 5000)
    deliveries = {kind: partial(_delivered, kind, count) for kind in KINDS}
    pictured = {f"{kind}, pictures": partial(_delivered, kind, count, pictures=True) for kind in KINDS}
    samples = interleaved(effort.runs, {BARE_SENDER: partial(_blasted, count), **deliveries, **pictured})
    base = samples[BARE_SENDER]
    yield base.figure(BARE_SENDER, "1 connection", "letters/s")
    for kind in KINDS:
        yield samples[kind].figure(f"delivery, {kind}", "1 process", "letters/s", ("bare sender", base), REACH)
        with_pictures = samples[f"{kind}, pictures"]
        beside = (f"without, {kind}", samples[kind])
        yield with_pictures.figure(f"with pictures, {kind}", "1 process", "letters/s", beside, PICTURED)


def _blasted(count: int) -> float:
    with running(SINK, count) as sink:
        blast(sink.port, message("a letter", "player@players.example", 0, LETTER_BYTES), count)
        return (count - 1) / float(sink.read_line())


def _delivered(kind: str, count: int, pictures: bool = False) -> float:
    with fresh(kind) as database, running(SINK, count) as sink:
        _write_letters(database, count, pictures)
        with tempfile.TemporaryDirectory(prefix="pbmserv-benchmark-") as home:
            settings = {
                "PBMSERV_HOME": home,
                "PBMSERV_DATABASE_URL": url_of(database),
                "PBMSERV_DELIVERY": f"smtp://127.0.0.1:{sink.port}",
            }
            process = subprocess.Popen(
                [sys.executable, "-m", "pbmserv", "serve", "--only", "deliver"],
                env={**os.environ, **settings},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                return (count - 1) / float(sink.read_line())
            finally:
                process.terminate()
                process.wait(ENDING_SECONDS)


def _write_letters(database: Database, count: int, pictures: bool) -> None:
    """Put so many letters into the outbox: those that some moves have caused, again and again."""
    population = populate(database, PLAYERS, 2 * MOVES, [GAME], playing=2 * MOVES)
    world = World(database, population, Random(1))  # noqa: S311 - no secret
    for board in population.where(GAME)[:MOVES]:
        world.say(board.sender, command(board))
    with database.writing() as connection:
        is_waiting = OUTBOX.c.status == OutboxStatus.WAITING
        for row in connection.execute(select(OUTBOX).where(is_waiting)).all():
            page = {name: value for name, value in row.page.items() if pictures or name != "picture"}
            connection.execute(update(OUTBOX).where(OUTBOX.c.id == row.id).values(page=page))
        waiting = connection.execute(select(OUTBOX).where(is_waiting)).all()
        letters = (
            StoredLetter(
                message_id=f"<{number}@localhost>",
                recipients=tuple(row.recipients),
                subject=row.subject,
                text=row.text,
                page=row.page,
                headers=row.headers,
                user_id=row.user_id,
            )
            for number, row in enumerate(islice(cycle(waiting), max(count - len(waiting), 0)))
        )
        Outbox(connection).add(letters, datetime.now(UTC))
