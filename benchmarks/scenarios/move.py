"""Whole moves: from SMTP through the rules to the stored board and the letters for both players in the outbox."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial

from benchmarks.databases import KINDS, POSTGRESQL, SQLITE, fresh, letters_written, url_of, wait_until
from benchmarks.figures import Effort, Figure, Samples, Target, interleaved
from benchmarks.load import message, seconds_to_send
from benchmarks.population import Playing, populate
from benchmarks.scenarios.accept import BARE_LIBRARY, MOST_SESSIONS, SESSIONS, bare
from benchmarks.targets import MOVING, running
from benchmarks.templates import PASSWORD
from pbmserv.store.database import Database

TITLE = "Whole moves of Trichet, in the middle of the game, one process"
REACH = {SQLITE: Target(0.2, at_least=True), POSTGRESQL: Target(0.15, at_least=True)}
"""The original server, one process for each command, makes 144 moves a second where the bare library counts 2,700 to
3,500: 0.04 to 0.05 of it."""

PLAYERS = 40
LETTERS = 2
"""That one move causes."""

BEFORE = 100
"""Moves that are made before it counts: what is done at the first time only is not what a move costs."""


def measure(effort: Effort) -> Iterator[Figure]:
    """Moves a second, each on a board of its own, for each number of sessions at the same time."""
    count, before = effort.of((20, 2), (1000, BEFORE), (3000, BEFORE))
    for sessions in effort.of(SESSIONS[-1:], SESSIONS, SESSIONS):
        spent: dict[str, list[float]] = {name: [] for name in (BARE_LIBRARY, *KINDS)}
        moves = {kind: partial(moves_by_mail, kind, count, before, sessions, spent[kind]) for kind in KINDS}
        # As long as the moves take, or what else the machine does for a moment would count for much.
        messages = partial(bare, 4 * count, sessions, spent[BARE_LIBRARY])
        samples = interleaved(effort.runs, {BARE_LIBRARY: messages, **moves})
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


def command(board: Playing) -> str:
    """What the player who is to move on a board writes."""
    return f"{board.game} move {board.number} {board.mover} {PASSWORD} {board.text}"


def moves_by_mail(kind: str, count: int, before: int, sessions: int, spent: list[float] | None = None) -> float:
    """Moves a second, each in a mail of its own, after some that do not count.

    Adds the processor time of one, in milliseconds, to `spent`: that of the server, which takes the mail, too.
    """
    with fresh(kind) as database:
        # A third of the boards are before their last move.
        playing = 2 * (before + count)
        boards = populate(database, PLAYERS, playing, ["trichet"], playing=playing).where("trichet")
        contents = [
            (board.sender, message(command(board), board.sender, number))
            for number, board in enumerate(boards[: before + count])
        ]
        with running(MOVING, url_of(database)) as target:
            _seconds_of(contents[:before], target.port, sessions, database)
            had_before = target.processor_seconds()
            rate = count / _seconds_of(contents[before:], target.port, sessions, database)
            if spent is not None:
                spent.append(1000 * (target.processor_seconds() - had_before) / count)
            return rate


def _seconds_of(contents: Sequence[tuple[str, bytes]], port: int, sessions: int, database: Database) -> float:
    written = letters_written(database)
    start = time.perf_counter()
    seconds_to_send(port, contents, sessions)
    wait_until(lambda: letters_written(database), written + LETTERS * len(contents))
    return time.perf_counter() - start
