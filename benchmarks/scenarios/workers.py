"""Several worker processes on one PostgreSQL: moves on boards of their own, and all on the same board."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import func, select

from benchmarks.databases import POSTGRESQL, NothingHappens, fresh, url_of
from benchmarks.figures import Effort, Figure, Target, interleaved
from benchmarks.load import ADDRESS, message
from benchmarks.population import Playing, Population, populate
from benchmarks.scenarios.move import PLAYERS, command
from benchmarks.targets import WORKING, running
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.tables import INBOX

TITLE = "Moves by several worker processes on PostgreSQL"
WORKERS = (1, 2, 4)
DISTINCT, SAME = "on distinct boards", "on one board"
TWICE = Target(1.7, at_least=True)
"""That two processes make of the moves of one, where each has a core."""


def measure(effort: Effort) -> Iterator[Figure]:
    """Moves a second, against one process. Where the machine has fewer cores than processes, no more can be had."""
    count = effort.of(20, 1500, 4000)
    numbers = effort.of(WORKERS[:2], WORKERS, WORKERS)
    for boards in (DISTINCT, SAME):
        samples = interleaved(effort.runs, {n: partial(_rate, boards, n, count) for n in numbers})
        for n in numbers:
            case = f"{n} processes" if n > 1 else "1 process"
            base = ("1 process", samples[1]) if n > 1 else None
            target = TWICE if (boards, n) == (DISTINCT, 2) else None
            yield samples[n].figure(f"moves {boards}", case, "moves/s", base, target)


def _rate(boards: str, workers: int, count: int) -> float:
    with fresh(POSTGRESQL) as database, ExitStack() as stack:
        game = "trichet" if boards == DISTINCT else "goofspiel"
        population = populate(database, PLAYERS, 2 * count, [game], playing=2 * count)
        processes = [stack.enter_context(running(WORKING, url_of(database))) for _ in range(workers)]
        _bring(database, _distinct(population, count) if boards == DISTINCT else _same(population, count))
        start = time.perf_counter()
        for process in processes:
            process.go()
        for process in processes:
            process.read_line()
        seconds = time.perf_counter() - start
        _check(database, count)
        return count / seconds


def _distinct(population: Population, count: int) -> Sequence[tuple[Playing, str]]:
    return [(board, command(board)) for board in population.where("trichet")[:count]]


def _same(population: Population, count: int) -> Sequence[tuple[Playing, str]]:
    """Moves that one player makes and makes again, as players may in Goofspiel until the other has moved, too."""
    board = population.where("goofspiel")[0]
    return [(board, command(board))] * count


def _bring(database: Database, moves: Sequence[tuple[Playing, str]]) -> None:
    now = datetime.now(UTC)
    with database.writing() as connection:
        Inbox(connection).add(
            [
                ReceivedMessage("smtp", board.sender, (ADDRESS,), message(line, board.sender, number), now)
                for number, (board, line) in enumerate(moves)
            ]
        )


def _check(database: Database, count: int) -> None:
    """Each move was made, whoever made it; raises `NothingHappens`."""
    # One request for each player has been there from the beginning.
    made = INBOX.c.id > PLAYERS, INBOX.c.status == InboxStatus.DONE, INBOX.c.outcome.like("done:%")
    with database.reading() as connection:
        found = connection.execute(select(func.count()).where(*made)).scalar_one()
    if found != count:
        raise NothingHappens(f"{found:,} of {count:,} moves were made")
