"""Whole servers under load, up to the letters that arrive: players who wait for theirs, readers of pages, strangers.

Each of the players moves, waits for the letter about it, and moves on the next board. Each of the readers looks at
one board after the other, and thinks for a second in between; every other one is signed in. The server delivers to a
mail server in the clients' process. At the end, nothing may be lost or doubled, and nothing may have overtaken an
earlier request of the same player; this raises `NotExact` otherwise.

| | |
| --- | --- |
| remembered | each player has just given the password |
| just restarted | each player gives the password for the first time, and then again and again |
| cold | each move comes from another player, who gives the password for the first time |
| after an upgrade | as just restarted, with hashes of 64 MiB, as former versions made them |

Then strangers write under made-up names, so many a second, while a few players move.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

import uvloop

from benchmarks.browsers import sessions
from benchmarks.clients import THINKING_SECONDS, Heard, Mailboxes, Player, Recipient
from benchmarks.cold import boards_of_players, cold_boards
from benchmarks.databases import KINDS, POSTGRESQL, SQLITE, fresh
from benchmarks.exactness import check, moves_made
from benchmarks.figures import Effort, Figure, Samples, Target
from benchmarks.population import Playing
from benchmarks.scenarios import flood
from benchmarks.servers import LAYOUTS, drained, server
from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope

TITLE = "Letters and pages of whole servers under load"
CLIENTS = 50
"""Players who move, and as many readers."""

LETTER, SLOWEST_LETTER = Target(1.0, at_least=False, of_ratio=False), Target(2.0, at_least=False, of_ratio=False)
PAGE, SLOWEST_PAGE = Target(100, at_least=False, of_ratio=False), Target(500, at_least=False, of_ratio=False)
"""Seconds, and milliseconds."""

CLIENTS_SHARE = Target(30, at_least=False, of_ratio=False)
"""Percent of one core that the clients may take: more, and they would be what is measured."""


class State(StrEnum):
    """What the server remembers of those who write."""

    REMEMBERED = "remembered"
    RESTARTED = "just restarted"
    COLD = "cold"
    UPGRADED = "after an upgrade"


@dataclass(frozen=True)
class Case:
    """One server, and those who use it."""

    kind: str
    state: State
    processes: int = 1

    def __str__(self) -> str:
        return f"{self.state}, {self.processes} process{'es' if self.processes > 1 else ''}"


@dataclass(frozen=True)
class Seen:
    """What came of one run: moves a second with both letters delivered, and waits in seconds."""

    rate: float
    letter: float
    slowest_letter: float
    accepted: float
    slowest_accepted: float
    page: float
    slowest_page: float
    share: float
    """Which part of a core the clients took."""


CASES = [Case(kind, state) for kind in KINDS for state in State] + [
    Case(kind, State.COLD, processes) for kind in KINDS for processes in (2, 4)
]

FEW_CASES = [
    Case(SQLITE, State.REMEMBERED),
    Case(SQLITE, State.UPGRADED),
    Case(POSTGRESQL, State.COLD),
    Case(POSTGRESQL, State.COLD, 4),
]


def measure(effort: Effort) -> Iterator[Figure]:
    """Seconds and milliseconds of waiting, as the median and at worst."""
    clients, steps = effort.of((5, 2), (CLIENTS, 5), (CLIENTS, 8))
    seen: defaultdict[Case, list[Seen]] = defaultdict(list)
    cases = effort.of(FEW_CASES, CASES, CASES)
    for run in range(effort.runs):
        for case in cases if run % 2 == 0 else reversed(cases):
            seen[case].append(_measured(case, clients, steps))
    for case in cases:
        yield from _figures(case, seen)
    yield from flood.measure(effort)


def _figures(case: Case, seen: Mapping[Case, Sequence[Seen]]) -> Iterator[Figure]:
    """The figures of one case, beside those of another on the same database."""
    beside = Case(case.kind, State.COLD if case.processes > 1 else State.REMEMBERED)
    is_reach = case == Case(SQLITE, State.RESTARTED)
    for what, unit, factor, name, target in (
        ("moves with both letters delivered", "moves/s", 1, "rate", None),
        ("a letter", "s", 1, "letter", LETTER),
        ("the slowest letter", "s", 1, "slowest_letter", SLOWEST_LETTER),
        ("a 250", "ms", 1000, "accepted", None),
        ("the slowest 250", "ms", 1000, "slowest_accepted", None),
        ("a page", "ms", 1000, "page", PAGE),
        ("the slowest page", "ms", 1000, "slowest_page", SLOWEST_PAGE),
        ("the clients' processor time", "% of a core", 100, "share", CLIENTS_SHARE),
    ):
        samples, base = (
            Samples(tuple(factor * getattr(each, name) for each in seen.get(which, ()))) for which in (case, beside)
        )
        baseline = (str(beside), base) if case != beside and base.values and name != "share" else None
        wanted = target if is_reach or name == "share" else None
        yield samples.figure(f"{what}, {case.kind}", str(case), unit, baseline, wanted)


def _measured(case: Case, clients: int, steps: int) -> Seen:
    with fresh(case.kind) as database, _boards(database, case.state, clients, steps) as boards:
        signed_in = sessions(database, {each[0].mover for each in boards[::2]}, Scope.ALL)
        before = moves_made(database)
        mailboxes = Mailboxes()
        with server(database, mailboxes.port, LAYOUTS[case.processes]) as ports:
            load = _load(database, ports, mailboxes, case, boards, signed_in)
            heard, seconds, share = uvloop.run(load)
        moved = [board.id for each in boards for board in each]
        check(database, heard.sent, mailboxes.message_ids, before, moved)
    return Seen(
        rate=len(heard.letters) / seconds,
        letter=median(heard.letters),
        slowest_letter=max(heard.letters),
        accepted=median(heard.accepted),
        slowest_accepted=max(heard.accepted),
        page=median(heard.pages),
        slowest_page=max(heard.pages),
        share=share,
    )


async def _load(
    database: Database,
    ports: Mapping[str, int],
    mailboxes: Mailboxes,
    case: Case,
    boards: Sequence[Sequence[Playing]],
    signed_in: Mapping[str, str],
) -> tuple[Heard, float, float]:
    """What all have heard, in how many seconds all letters were sent, and which part of a core the clients took."""
    async with mailboxes.open():
        first = Heard()
        if case.state is State.REMEMBERED:
            await _play(ports, mailboxes, [each[:1] for each in boards], first)
            boards = [each[1:] for each in boards]
        heard = Heard(sent=first.sent)
        over = asyncio.Event()
        paths = [f"/{board.game}/{board.number}" for each in boards for board in each]
        begun, used = time.perf_counter(), time.process_time()
        async with asyncio.TaskGroup() as readers:
            for number, each in enumerate(boards):
                session = signed_in.get(each[0].mover, "")
                reader = Recipient(ports["browsers"], paths[number :: len(boards)], session, heard)
                readers.create_task(reader.read(THINKING_SECONDS * number / len(boards), over))
            await _play(ports, mailboxes, boards, heard)
            share = (time.process_time() - used) / (time.perf_counter() - begun)
            over.set()
        await drained(database)
        seconds = time.perf_counter() - begun
    return heard, seconds, share


async def _play(
    ports: Mapping[str, int], mailboxes: Mailboxes, boards: Sequence[Sequence[Playing]], heard: Heard
) -> None:
    async with asyncio.TaskGroup() as players:
        for each in boards:
            players.create_task(Player(ports["SMTP"], mailboxes, heard).move(each))


@contextmanager
def _boards(database: Database, state: State, clients: int, steps: int) -> Iterator[Sequence[Sequence[Playing]]]:
    """The boards on which each client moves, one after the other; each player has a hash of their own."""
    if state is State.COLD:
        with cold_boards(database, clients * steps) as boards:
            yield [boards[client::clients] for client in range(clients)]
    else:
        steps += state is State.REMEMBERED
        with boards_of_players(database, clients, steps, older=state is State.UPGRADED) as each:
            yield each
