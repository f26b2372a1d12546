"""Letters are sent: by one process, over one connection, to a mail server that takes whatever comes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial

from benchmarks.databases import KINDS, fresh, url_of
from benchmarks.figures import Effort, Figure, Target, interleaved
from benchmarks.load import message
from benchmarks.sink import blast
from benchmarks.targets import SINK, running
from benchmarks.templates import LETTER
from pbmserv.store.database import Database
from pbmserv.store.outbox import NewLetter, Outbox

TITLE = "Sending letters to a sink on loopback"
REACH = Target(0.1, at_least=True)
"""500 letters a second where the sink takes 5,000."""
BARE_SENDER = "bare sender into the sink"
ENDING_SECONDS = 30


def measure(effort: Effort) -> Iterator[Figure]:
    """Letters a second, against a sender that has nothing else to do."""
    count = effort.of(20, 2000, 5000)
    deliveries = {kind: partial(_delivered, kind, count) for kind in KINDS}
    samples = interleaved(effort.runs, {BARE_SENDER: partial(_blasted, count), **deliveries})
    base = samples[BARE_SENDER]
    yield base.figure(BARE_SENDER, "1 connection", "letters/s")
    for kind in KINDS:
        yield samples[kind].figure(f"delivery, {kind}", "1 process", "letters/s", ("bare sender", base), REACH)


def _blasted(count: int) -> float:
    with running(SINK, count) as sink:
        blast(sink.port, message("a letter", "player@players.example", 0, len(LETTER)), count)
        return (count - 1) / float(sink.read_line())


def _delivered(kind: str, count: int) -> float:
    with fresh(kind) as database, running(SINK, count) as sink:
        _write_letters(database, count)
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


def _write_letters(database: Database, count: int) -> None:
    now = datetime.now(UTC)
    letters = [
        NewLetter(f"<{number}@localhost>", (f"player{number}@players.example",), "Trichet Board 101", LETTER)
        for number in range(count)
    ]
    with database.writing() as connection:
        Outbox(connection).add(letters, now)
