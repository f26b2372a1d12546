"""More mail than can be carried out at once: what `load` measures last.

First strangers write under made-up names, so many a second, while a few players move. Then players, at a server that
has just been started, each write twice a second, and wait for no letter.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

import uvloop

from benchmarks.clients import Heard, Mailboxes, Player
from benchmarks.cold import boards_of_players, cold_boards
from benchmarks.databases import KINDS, fresh
from benchmarks.exactness import check, moves_made
from benchmarks.figures import Effort, Figure, Samples, Target
from benchmarks.load import NotTaken, Session, message
from benchmarks.population import Playing
from benchmarks.servers import LAYOUTS, drained, server
from pbmserv.storage.database import Database

STRANGERS_A_SECOND = 40
PLAYERS_A_SECOND = 4
"""Each with another player, who has not come before, moves, and asks for the board right after it."""

FLOODING_PLAYERS, PAUSE_SECONDS = 50, 0.5
"""How many players write, and how long each pauses in between."""

DRAINED = Target(10, at_least=False, of_ratio=False)
"""Seconds after the flood until nothing waits."""

_WAITS: Sequence[tuple[str, str, int, str, Callable[[Sequence[float]], float]]] = (
    ("a 250 of a player", "ms", 1000, "accepted", median),
    ("the slowest 250 of a player", "ms", 1000, "accepted", max),
    ("a letter to a player", "s", 1, "letters", median),
    ("the slowest letter to a player", "s", 1, "letters", max),
)
"""What players wait for: in which unit, and how often it is in a second; what of `Heard` it is, and which of all."""


@dataclass
class Flood:
    """What came of one run: what players have waited for before and meanwhile, and what became of the strangers."""

    quiet: Heard = field(default_factory=Heard)
    heard: Heard = field(default_factory=Heard)
    taken: int = 0
    put_off: int = 0
    drained: float = 0.0


def measure(effort: Effort) -> Iterator[Figure]:
    """What players wait for while strangers write, and how soon nothing waits any more afterwards."""
    seconds = effort.of(1, 5, 10)
    players = effort.of(5, FLOODING_PLAYERS, FLOODING_PLAYERS)
    seen: dict[str, list[Flood]] = {kind: [] for kind in KINDS}
    drained: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for _ in range(effort.runs):
        for kind in KINDS:
            seen[kind].append(_measured(kind, seconds))
            drained[kind].append(_flooded_by_players(kind, players, seconds))
    for kind in KINDS:
        yield from _figures(kind, seen[kind])
        case = f"{players} players, {players / PAUSE_SECONDS:.0f} moves a second"
        yield Samples(tuple(drained[kind])).figure(f"until nothing waits after it, {kind}", case, "s", target=DRAINED)


def _figures(kind: str, seen: Sequence[Flood]) -> Iterator[Figure]:
    case = f"{STRANGERS_A_SECOND} strangers a second"
    for what, unit, factor, name, of in _WAITS:
        quiet = Samples(tuple(factor * of(getattr(each.quiet, name)) for each in seen))
        flooded = Samples(tuple(factor * of(getattr(each.heard, name)) for each in seen))
        yield flooded.figure(f"{what}, {kind}", case, unit, ("no strangers", quiet))
    put_off = Samples(tuple(100 * each.put_off / (each.taken + each.put_off) for each in seen))
    yield put_off.figure(f"strangers told to come later, {kind}", case, "%")
    drained = Samples(tuple(each.drained for each in seen))
    yield drained.figure(f"until nothing waits after it, {kind}", case, "s", target=DRAINED)


def _measured(kind: str, seconds: int) -> Flood:
    count = PLAYERS_A_SECOND * seconds
    with fresh(kind) as database, cold_boards(database, 2 * count) as boards:
        before = moves_made(database)
        mailboxes = Mailboxes()
        with server(database, mailboxes.port, LAYOUTS[1]) as ports:
            flood = uvloop.run(_load(database, ports["SMTP"], mailboxes, boards, seconds))
        sent = flood.quiet.sent | flood.heard.sent
        check(database, sent, mailboxes.message_ids, before, [board.id for board in boards])
    return flood


def _flooded_by_players(kind: str, players: int, seconds: int) -> float:
    """How many seconds after the last of their moves nothing waits any more."""
    count = int(seconds / PAUSE_SECONDS)
    with fresh(kind) as database, boards_of_players(database, players, count) as boards:
        before = moves_made(database)
        mailboxes, heard = Mailboxes(), Heard()

        async def flood(port: int) -> float:
            async with mailboxes.open():
                async with asyncio.TaskGroup() as group:
                    for each in boards:
                        group.create_task(Player(port, mailboxes, heard).write(each, PAUSE_SECONDS))
                ended = time.perf_counter()
                await drained(database)
                return time.perf_counter() - ended

        with server(database, mailboxes.port, LAYOUTS[1]) as ports:
            seconds_after = uvloop.run(flood(ports["SMTP"]))
        check(database, heard.sent, mailboxes.message_ids, before, [board.id for each in boards for board in each])
    return seconds_after


async def _load(
    database: Database, port: int, mailboxes: Mailboxes, boards: Sequence[Playing], seconds: int
) -> Flood:
    flood = Flood()
    half = len(boards) // 2
    async with mailboxes.open():
        async with asyncio.TaskGroup() as group:
            await _players(group, port, mailboxes, boards[:half], flood.quiet)
        async with asyncio.TaskGroup() as group:
            strangers = group.create_task(_strangers(group, port, seconds, flood))
            await _players(group, port, mailboxes, boards[half:], flood.heard)
            await strangers
            ended = time.perf_counter()
        await drained(database)
        flood.drained = time.perf_counter() - ended
    return flood


async def _players(
    group: asyncio.TaskGroup, port: int, mailboxes: Mailboxes, boards: Sequence[Playing], heard: Heard
) -> None:
    """Have one player after the other come, however long those before them wait."""
    for board in boards:
        group.create_task(Player(port, mailboxes, heard).move([board], ask_again=True))
        await asyncio.sleep(1 / PLAYERS_A_SECOND)


async def _strangers(group: asyncio.TaskGroup, port: int, seconds: int, flood: Flood) -> None:
    begun = time.perf_counter()
    for number in range(STRANGERS_A_SECOND * seconds):
        await asyncio.sleep(begun + number / STRANGERS_A_SECOND - time.perf_counter())
        group.create_task(_stranger(port, number, flood))


async def _stranger(port: int, number: int, flood: Flood) -> None:
    """Move as a player whom nobody knows, from an address and a domain that have not been seen."""
    sender = f"somebody@stranger{number}.example"
    line = f"trichet move 101 madeup{number} secret{number} d3"
    try:
        session = await Session.open(port)
        await session.send(sender, message(line, sender, number))
        flood.taken += 1
        await session.close()
    except NotTaken:
        flood.put_off += 1
