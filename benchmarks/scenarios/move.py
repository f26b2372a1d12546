"""Whole moves: from SMTP through the rules to the stored board and the letters for both players in the outbox."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from benchmarks.databases import KINDS, fresh, letters_written, url_of, wait_until
from benchmarks.figures import Effort, Figure, Target, interleaved
from benchmarks.load import message, seconds_to_send
from benchmarks.population import Playing, populate
from benchmarks.scenarios.accept import BARE_LIBRARY, MOST_SESSIONS, SESSIONS, bare
from benchmarks.targets import MOVING, running
from benchmarks.templates import PASSWORD

TITLE = "Whole moves of Trichet, in the middle of the game, one process"
REACH = Target(0.12, at_least=True)
"""The original server, one process for each command, makes 144 moves a second where the bare library counts 2,700 to
3,500; this is about three times as many."""

PLAYERS = 40
LETTERS = 2
"""That one move causes."""


def measure(effort: Effort) -> Iterator[Figure]:
    """Moves a second, each on a board of its own, for each number of sessions at the same time."""
    count = effort.of(20, 1000, 3000)
    for sessions in effort.of(SESSIONS[-1:], SESSIONS, SESSIONS):
        moves = {kind: partial(_moves, kind, count, sessions) for kind in KINDS}
        samples = interleaved(effort.runs, {BARE_LIBRARY: partial(bare, count, sessions), **moves})
        case = f"{sessions} sessions" if sessions > 1 else "1 session"
        for kind in KINDS:
            target = REACH if sessions == MOST_SESSIONS else None
            base = ("bare", samples[BARE_LIBRARY])
            yield samples[kind].figure(f"whole moves, {kind}", case, "moves/s", base, target)


def command(board: Playing) -> str:
    """What the player who is to move on a board writes."""
    return f"{board.game} move {board.number} {board.mover} {PASSWORD} {board.text}"


def _moves(kind: str, count: int, sessions: int) -> float:
    with fresh(kind) as database:
        # A third of the boards are before their last move.
        boards = populate(database, PLAYERS, 2 * count, ["trichet"], playing=2 * count).where("trichet")[:count]
        contents = [
            (board.sender, message(command(board), board.sender, number)) for number, board in enumerate(boards)
        ]
        before = letters_written(database)
        with running(MOVING, url_of(database)) as target:
            start = time.perf_counter()
            seconds_to_send(target.port, contents, sessions)
            wait_until(lambda: letters_written(database), before + LETTERS * count)
            return count / (time.perf_counter() - start)
