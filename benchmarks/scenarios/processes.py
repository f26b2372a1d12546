"""Whole turns of `pbmserv serve --processes N` on PostgreSQL: mails come in by SMTP, letters with pictures go out.

Beside the turns a second there is the processor time of a turn: of all processes of the server, and of its
connections to PostgreSQL. On a machine that is busy with something else, only these can be compared. One process
uses one core. Two use two, and PostgreSQL has its share of them: so the most that they can do is worked out, too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from benchmarks.databases import POSTGRESQL, fresh, wait_until
from benchmarks.exactness import waiting
from benchmarks.figures import Effort, Figure, Samples, Target
from benchmarks.load import message, seconds_to_send
from benchmarks.population import populate
from benchmarks.scenarios.memory import serving
from benchmarks.scenarios.turn import commands
from benchmarks.targets import SINK, running
from pbmserv.storage.database import Database

TITLE = "Whole turns of Hex by servers of several processes on PostgreSQL"
GAME = "hex"
PROCESSES = (1, 2)
CORES = 2
PLAYERS = 40
"""So few that each has given the password to each process before it counts, and so many that letters to one of them
are not put off.
"""
SESSIONS = 8
POSITIONS = 12
"""Of boards; those that stand alike go on in different ways."""
UNLIMITED = {"web_listen": "", "budget_letters": "1000000", "max_commands": "1000000"}
REACH = Target(1.5, at_least=True)


@dataclass(frozen=True)
class Seen:
    """What came of one run: turns a second, and milliseconds of processor time for each."""

    rate: float
    server: float
    database: float


def measure(effort: Effort) -> Iterator[Figure]:
    """Turns a second, processor time of a turn, and what two cores can do at most by these times."""
    before, count = effort.of((20, 20), (300, 400), (300, 1500))
    seen: dict[int, list[Seen]] = {number: [] for number in PROCESSES}
    for run in range(effort.runs):
        for number in PROCESSES if run % 2 == 0 else reversed(PROCESSES):
            seen[number].append(_turns(number, before, count))
    for what, unit, value in (
        ("turns", "turns/s", lambda each, _: each.rate),
        ("processor time of the server for a turn", "ms", lambda each, _: each.server),
        ("processor time of PostgreSQL for a turn", "ms", lambda each, _: each.database),
        ("turns that two cores can do by these times", "turns/s", _most),
    ):
        samples = {n: Samples(tuple(value(each, n) for each in seen[n])) for n in PROCESSES}
        for n in PROCESSES:
            base = ("1 process", samples[1]) if n > 1 else None
            case = f"{n} processes" if n > 1 else "1 process"
            yield samples[n].figure(what, case, unit, base, REACH if n == CORES and value is _most else None)


def _most(each: Seen, processes: int) -> float:
    by_server = 1000 * min(processes, CORES) / each.server
    return min(by_server, 1000 * CORES / (each.server + each.database))


def _turns(processes: int, before: int, count: int, kind: str = POSTGRESQL) -> Seen:
    with fresh(kind) as database, running(SINK, 10**9) as sink:
        playing = 2 * (before + count)
        boards = populate(database, PLAYERS, playing, [GAME], playing, POSITIONS).where(GAME)[: before + count]
        mails = [
            (board.sender, message(line, board.sender, number))
            for number, (board, line) in enumerate(zip(boards, commands(database, boards), strict=True))
        ]
        with serving(database, sink.port, "--processes", str(processes), **UNLIMITED) as server:
            _bring(server.port, database, mails[:before])
            pids = [server.pid, *_children(server.pid)]
            had, had_there = _processor_seconds(pids), _processor_seconds(_connections(database))
            begun = time.perf_counter()
            _bring(server.port, database, mails[before:])
            seconds = time.perf_counter() - begun
            used = _processor_seconds(pids) - had
            there = _processor_seconds(_connections(database)) - had_there
    return Seen(count / seconds, 1000 * used / count, 1000 * there / count)


def _bring(port: int, database: Database, mails: Sequence[tuple[str, bytes]]) -> None:
    seconds_to_send(port, mails, SESSIONS)
    wait_until(lambda: -waiting(database), 0)


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


def _connections(database: Database) -> list[int]:
    """The processes of PostgreSQL that work for this database."""
    if database.is_sqlite:
        return []
    with database.reading() as connection:
        rows = connection.scalars(text("SELECT pid FROM pg_stat_activity WHERE datname = current_database()"))
        return list(rows)


def _processor_seconds(pids: Sequence[int]) -> float:
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
