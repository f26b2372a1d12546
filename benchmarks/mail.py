"""Mail: how fast it is accepted, and how fast moves are made by it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

from benchmarks import databases, targets
from benchmarks.load import message, seconds_to_send
from pbmserv.store.database import Database

SESSIONS = (1, 4, 16)


@dataclass(frozen=True)
class Row:
    """One line of the result: what was measured, in how many sessions, how many a second, and against the bare
    library with as many sessions."""

    what: str
    sessions: int
    per_second: float
    ratio: float


def measure(messages: int, runs: int) -> Iterator[Row]:
    """Accept and move on both databases, against the library alone, with `messages` messages each time."""
    for sessions in SESSIONS:
        bare = median(_accept(targets.BARE, "", messages, sessions) for _ in range(runs))
        yield Row("bare aiosmtpd, counting", sessions, bare, 1.0)
        for kind in (databases.SQLITE, databases.POSTGRESQL):
            accepting = median(_accept_durably(kind, messages, sessions) for _ in range(runs))
            yield Row(f"accepting, {kind}", sessions, accepting, accepting / bare)
            moving = median(_move(kind, messages, sessions) for _ in range(runs))
            yield Row(f"whole moves, {kind}", sessions, moving, moving / bare)


def _accept(kind: str, url: str, count: int, sessions: int) -> float:
    contents = [("somebody@players.example", message("help", "somebody@players.example", n)) for n in range(count)]
    with _running(kind, url) as port:
        return count / seconds_to_send(port, contents, sessions)


def _accept_durably(kind: str, count: int, sessions: int) -> float:
    with databases.fresh(kind) as database:
        return _accept(targets.ACCEPTING, databases.url_of(database), count, sessions)


def _move(kind: str, count: int, sessions: int) -> float:
    """Whole moves a second: from the first message to the last letter in the outbox, two for each move."""
    with databases.fresh(kind) as database:
        moves = databases.with_boards(database, databases.PAIRS + count)
        contents = [(move.sender, message(move.command, move.sender, n)) for n, move in enumerate(moves)]
        with _running(targets.MOVING, databases.url_of(database)) as port:
            # Each player's first password costs its hash, which is not what a move costs.
            _move_all(port, database, contents[: databases.PAIRS], 1)
            return count / _move_all(port, database, contents[databases.PAIRS :], sessions)


def _move_all(port: int, database: Database, contents: list[tuple[str, bytes]], sessions: int) -> float:
    before = databases.letters_written(database)
    start = time.perf_counter()
    seconds_to_send(port, contents, sessions)
    while databases.letters_written(database) < before + 2 * len(contents):
        time.sleep(0.02)
    return time.perf_counter() - start


@contextmanager
def _running(kind: str, url: str) -> Iterator[int]:
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.targets", kind, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the process has no pipes")
    try:
        yield int(process.stdout.readline())
    finally:
        process.stdin.close()
        process.wait(30)
        process.stdout.close()
