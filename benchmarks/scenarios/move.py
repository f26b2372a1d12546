"""Whole moves: from SMTP through the rules to the stored board and the letters for both players in the outbox.

First with passwords that are remembered, since their players have just moved on another board. Then cold: the server
has just been started, each mail comes from another player, and each of them has a hash of their own at its real cost.
"Older hashes" are those of 64 MiB that former versions made: each is verified as it is, and made anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from benchmarks.cold import cold_boards, moves_of
from benchmarks.databases import KINDS, POSTGRESQL, SQLITE, fresh, requests_done, url_of, wait_until
from benchmarks.figures import Effort, Figure, Samples, Target, interleaved
from benchmarks.load import seconds_to_send
from benchmarks.population import Playing, populate
from benchmarks.scenarios.accept import BARE_LIBRARY, MOST_SESSIONS, SESSIONS, bare
from benchmarks.targets import COLD, MOVING, running
from pbmserv.storage.database import Database

TITLE = "Whole moves of Trichet, in the middle of the game, one process"
REACH = {SQLITE: Target(0.2, at_least=True), POSTGRESQL: Target(0.15, at_least=True)}
"""The original server, one process for each command, makes 144 moves a second where the bare library counts 2,700 to
3,500: 0.04 to 0.05 of it."""

PLAYERS = 40

BEFORE = 100
"""Moves that are made before it counts: what is done at the first time only is not what a move costs."""

COLD_MOVES, OLDER_HASHES = "cold", "cold, older hashes"


def measure(effort: Effort) -> Iterator[Figure]:
    """Moves a second, each on a board of its own, for each number of sessions at the same time."""
    count, before = effort.of((20, 2), (1000, BEFORE), (3000, BEFORE))
    for sessions in effort.of(SESSIONS[-1:], SESSIONS, SESSIONS):
        spent: dict[str, list[float]] = {name: [] for name in (BARE_LIBRARY, *KINDS)}
        moves = {kind: partial(moves_by_mail, kind, count, before, sessions, spent[kind]) for kind in KINDS}
        # As long as the moves take, or what else the machine does for a moment would count for much.
        messages = partial(bare, 4 * count, sessions, spent[BARE_LIBRARY])
        cold = _cold(effort, spent) if sessions == MOST_SESSIONS else {}
        samples = interleaved(effort.runs, {BARE_LIBRARY: messages, **moves, **cold})
        case = f"{sessions} sessions" if sessions > 1 else "1 session"
        for kind in KINDS:
            target = REACH[kind] if sessions == MOST_SESSIONS else None
            base = ("bare", samples[BARE_LIBRARY])
            yield samples[kind].figure(f"whole moves, {kind}", case, "moves/s", base, target)
        # Of the server's process alone: what else the machine does changes that least.
        of_messages = Samples(tuple(spent[BARE_LIBRARY]))
        for kind in KINDS:
            figures = Samples(tuple(spent[kind]))
            yield figures.figure(f"processor time of a move, {kind}", case, "ms", ("bare", of_messages))
        for name in cold:
            kind = name.rpartition(", ")[2]
            base = (f"remembered, {kind}", samples[kind])
            yield samples[name].figure(f"whole moves, {name}", case, "moves/s", base)
            base = (f"remembered, {kind}", Samples(tuple(spent[kind])))
            yield Samples(tuple(spent[name])).figure(f"processor time of a move, {name}", case, "ms", base)


def _cold(effort: Effort, spent: dict[str, list[float]]) -> dict[str, Callable[[], float]]:
    """What is measured cold, by its name; fills `spent` as the others do."""
    count, fewer = effort.of((20, 4), (400, 60), (1000, 120))
    measured: dict[str, Callable[[], float]] = {}
    for kind in KINDS:
        for how, moves in ((COLD_MOVES, count), (OLDER_HASHES, fewer)):
            name = f"{how}, {kind}"
            spent[name] = []
            measured[name] = partial(_cold_moves_by_mail, kind, moves, how == OLDER_HASHES, spent[name])
    return measured


def command(board: Playing) -> str:
    """What the player who is to move on a board writes."""
    return board.command


def moves_by_mail(kind: str, count: int, before: int, sessions: int, spent: list[float] | None = None) -> float:
    """Moves a second, each in a mail of its own, after some that do not count.

    Adds the processor time of one, in milliseconds, to `spent`: that of the server, which takes the mail, too.
    """
    with fresh(kind) as database:
        # A third of the boards are before their last move.
        playing = 2 * (before + count)
        boards = populate(database, PLAYERS, playing, ["trichet"], playing=playing).where("trichet")
        contents = moves_of(boards[: before + count])
        with running(MOVING, url_of(database)) as target:
            _seconds_of(contents[:before], target.port, sessions, database)
            had_before = target.processor_seconds()
            rate = count / _seconds_of(contents[before:], target.port, sessions, database)
            if spent is not None:
                spent.append(1000 * (target.processor_seconds() - had_before) / count)
            return rate


def _cold_moves_by_mail(kind: str, count: int, older: bool, spent: list[float]) -> float:
    """The same for a server that has just been started, each move by another player."""
    with (
        fresh(kind) as database,
        cold_boards(database, count, older) as boards,
        running(COLD, url_of(database)) as target,
    ):
        had_before = target.processor_seconds()
        rate = count / _seconds_of(moves_of(boards), target.port, MOST_SESSIONS, database)
        spent.append(1000 * (target.processor_seconds() - had_before) / count)
        return rate


def _seconds_of(contents: Sequence[tuple[str, bytes]], port: int, sessions: int, database: Database) -> float:
    done = requests_done(database)
    start = time.perf_counter()
    seconds_to_send(port, contents, sessions)
    # Not by counting letters: who watches a board has one, too.
    wait_until(lambda: requests_done(database), done + len(contents))
    return time.perf_counter() - start
