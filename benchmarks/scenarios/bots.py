"""What thinking costs others: how long a person's move waits while bots are to move on fifty boards.

One server carries out the moves and thinks. A few moves come while its processes think, a few while they are stopped,
and so on, so that whatever else the machine does hits both alike. Moves come one by one, each on a board of its own,
from a mail program that connects for it. No letters are sent.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count as count_from
from itertools import islice
from statistics import median, quantiles

from sqlalchemy import func, select

from benchmarks.databases import KINDS, PATIENCE_SECONDS, NothingHappens, fresh
from benchmarks.figures import Effort, Figure, Samples, Target
from benchmarks.load import ADDRESS, message, seconds_to_send
from benchmarks.population import Playing, address_of, populate, userid_of
from benchmarks.scenarios.memory import serving
from benchmarks.scenarios.move import command
from benchmarks.templates import cheap_passwords
from pbmserv.commands.requests.credentials import Credential
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice, Request
from pbmserv.storage.bots import Thinking
from pbmserv.storage.database import Database
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.tables import INBOX

TITLE = "Moves of people while bots think"
NO_LONGER = Target(1.3, at_least=False)
BOARDS = 50
PLAYERS = 10
"""So few that each has moved before it counts: the first time a password takes longer."""
GAMES = ("go", "hex", "twixt", "chess", "othello")
"""What the bots are to move in."""
AT_A_TIME = 5
"""Moves that are made while bots think, and then while they do not."""
NOWHERE = 9
"""A port to which no letters are sent."""
BETWEEN_SECONDS = 0.01
"""Between two moves of people."""
POLL_SECONDS = 0.001


def measure(effort: Effort) -> Iterator[Figure]:
    """Milliseconds from a mail to its letters, while bots think and while they do not."""
    count, before = effort.of((6, PLAYERS), (200, 20), (600, 50))
    for kind in KINDS:
        for level in ("medium", "hard"):
            runs = [_waits(kind, level, count, before) for _ in range(effort.runs)]
            case = f"{BOARDS} boards wait for bot-{level}"
            for what, of in ((f"a move by mail, {kind}", median), (f"95 of 100 moves, {kind}", _p95)):
                thinking = Samples(tuple(of(waits[True]) for waits in runs))
                stopped = Samples(tuple(of(waits[False]) for waits in runs))
                yield thinking.figure(what, case, "ms", ("nobody thinks", stopped), NO_LONGER)


def _p95(waits: Sequence[float]) -> float:
    return quantiles(waits, n=20)[-1]


def _waits(kind: str, level: str, count: int, before: int) -> dict[bool, list[float]]:
    """How many milliseconds each of so many moves takes, after some that do not count, by whether bots think."""
    with fresh(kind) as database:
        # A third of the boards are before their last move.
        playing = 2 * (before + 2 * count)
        moves = _of_all_first(populate(database, PLAYERS, playing, ["trichet"], playing=playing).where("trichet"))
        challenges = _challenges(level)
        _have_wait(database, challenges)
        waits: dict[bool, list[float]] = {True: [], False: []}
        with serving(database, NOWHERE, "--only", "receive,work,think", bot_seconds="600") as server:
            for number, board in enumerate(moves[:before]):
                _milliseconds(database, server.port, board, number)
            for number, board in enumerate(moves[before : before + 2 * count]):
                thinks = number // AT_A_TIME % 2 == 0
                if number % AT_A_TIME == 0:
                    if thinks:
                        _have_wait(database, challenges)
                    _have_think(server.pid, thinks)
                waits[thinks].append(_milliseconds(database, server.port, board, before + number))
            _have_think(server.pid, True)
            _check(database)
        return waits


def _have_think(server: int, think: bool) -> None:
    """Stop the processes that think for a server, or let them go on."""
    said = subprocess.run(["ps", "--ppid", str(server), "-o", "pid="], capture_output=True, check=False, text=True)
    for pid in map(int, said.stdout.split()):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT if think else signal.SIGSTOP)


def _of_all_first(boards: Sequence[Playing]) -> list[Playing]:
    """The boards, beginning with one for each player."""
    first = {board.mover: board for board in reversed(boards)}
    return [*first.values(), *(board for board in boards if board is not first[board.mover])]


def _challenges(level: str) -> Iterator[tuple[str, str]]:
    """Who challenges a bot, and how, without end; it moves first."""
    for number in count_from():
        player = userid_of(number % PLAYERS + 1)
        yield player, f"{GAMES[number % len(GAMES)]} challenge bot-{level} {player}"


def _have_wait(database: Database, challenges: Iterator[tuple[str, str]]) -> None:
    """Have so many boards wait for bots as are to wait: by now some have been moved on."""
    office = PostOffice(database, installed(), ADDRESS, cheap_passwords())
    with database.reading() as connection:
        waiting = Thinking(connection).waiting().jobs
    for player, line in islice(challenges, max(BOARDS - waiting, 0)):
        answer = office.handle(Request(Credential(address_of(player)), (line,)))
        if not answer.ok:
            raise NothingHappens(f"{line}: {answer.error}")


def _milliseconds(database: Database, port: int, board: Playing, number: int) -> float:
    """From when somebody's mail program connects until what the move causes is stored."""
    made = _made(database)
    time.sleep(BETWEEN_SECONDS)
    begun = time.perf_counter()
    seconds_to_send(port, [(board.sender, message(command(board), board.sender, number))], 1)
    while _made(database) == made:
        if time.perf_counter() - begun > PATIENCE_SECONDS:
            raise NothingHappens(f"{board.game} {board.number} was not moved on within {PATIENCE_SECONDS} seconds")
        time.sleep(POLL_SECONDS)
    return 1000 * (time.perf_counter() - begun)


def _made(database: Database) -> int:
    """How many moves of people have been carried out."""
    # One request for each player has been there from the beginning.
    done = INBOX.c.id > PLAYERS, INBOX.c.status == InboxStatus.DONE, INBOX.c.outcome.like("done:%")
    with database.reading() as connection:
        return connection.scalar(select(func.count()).where(*done)) or 0


def _check(database: Database) -> None:
    """Bots have been waited for all the time; raises `NothingHappens`."""
    with database.reading() as connection:
        waiting = Thinking(connection).waiting()
    if not waiting.jobs or waiting.aside:
        raise NothingHappens(f"{waiting.jobs} boards wait for bots, {waiting.aside} of them in vain")
