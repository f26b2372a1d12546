"""Whole turns: a mail with a move comes in by SMTP, and the letters of both players go out to a sink.

No two boards stand alike, so each turn has a picture that nobody has drawn before. The figure is the processor time
of the server's process, whatever else the machine has to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from sqlalchemy import func, select, update

from benchmarks.databases import SQLITE, fresh, url_of, wait_until
from benchmarks.figures import Effort, Figure, Samples, interleaved
from benchmarks.load import message, seconds_to_send
from benchmarks.population import Playing, populate
from benchmarks.targets import BARE_TURNS, SINK, TURNING, Target, running
from benchmarks.templates import PASSWORD
from pbmserv.games.catalogue import installed
from pbmserv.storage.database import Database
from pbmserv.storage.players import FORMAT, LANGUAGE, NO_PICTURES
from pbmserv.storage.queues import OutboxStatus
from pbmserv.storage.tables import OUTBOX, USERS
from pbmserv.storage.work import UnitOfWork

TITLE = "Milliseconds of the processor's time for a whole turn, one process, SQLite"
GAMES = ("hex", "chess", "trichet", "triominoes")
FEW_MOVES = ("triominoes",)
"""Games in which boards that stand alike would mostly go on alike, too: a hand fits in a few places."""
PLAYERS = 40
SESSIONS = 4
LETTERS = 2
"""Of one move."""
RUSSIAN = "ru"
BARE_TURN = "bare aiosmtpd, one commit, two letters"


def measure(effort: Effort) -> Iterator[Figure]:
    """Milliseconds for each turn, against a loop of libraries: with pictures, without, and in Russian."""
    before, count, positions = effort.of((2, 4, 3), (30, 90, 12), (60, 300, 24))
    games = effort.of(GAMES[:1], GAMES, GAMES)
    ways = {
        (game, pictures): partial(_turns, game, (before, count), positions, {} if pictures else {FORMAT: NO_PICTURES})
        for game in games
        for pictures in (True, False)
    }
    in_russian = {
        (game, RUSSIAN): partial(_turns, game, (before, count), positions, {LANGUAGE: RUSSIAN}) for game in games
    }
    bare_turns = partial(_bare, before, 4 * count)
    samples = interleaved(effort.runs, {BARE_TURN: bare_turns, **ways, **in_russian})
    bare = samples[BARE_TURN]
    yield bare.figure(BARE_TURN, "two letters of 17 and 51 kB", "ms")
    for game in games:
        name = installed()[game].name
        yield samples[game, True].figure(f"a turn of {name}", "with pictures", "ms", ("bare", bare))
        yield samples[game, False].figure(f"a turn of {name}", "HTML without pictures", "ms", ("bare", bare))
        in_english = samples[game, True]
        yield samples[game, RUSSIAN].figure(f"a turn of {name}", "read in Russian", "ms", ("English", in_english))
    whole = {pictures: _sum([samples[game, pictures] for game in games]) for pictures in (True, False)}
    yield whole[True].figure("a turn of any of them", "with pictures", "ms", ("bare", bare))
    yield whole[False].figure("a turn of any of them", "HTML without pictures", "ms", ("bare", bare))


def _sum(samples: Sequence[Samples]) -> Samples:
    """The mean of several games, for each run."""
    return Samples(
        tuple(sum(values) / len(values) for values in zip(*(each.values for each in samples), strict=True))
    )


def _bare(before: int, count: int) -> float:
    sender = "somebody@players.example"
    mails = [(sender, message("help", sender, number)) for number in range(before + count)]
    # As many as never come: the sink is only to take them.
    with running(SINK, 10**9) as sink, running(BARE_TURNS, sink_port=sink.port) as target:
        return _milliseconds(target, mails[:before], mails[before:], lambda _: None)


def _milliseconds(
    target: Target, first: Sequence[tuple[str, bytes]], then: Sequence[tuple[str, bytes]], wait: Callable[[int], None]
) -> float:
    seconds_to_send(target.port, first, SESSIONS)
    wait(len(first))
    had_before = target.processor_seconds()
    seconds_to_send(target.port, then, SESSIONS)
    wait(len(first) + len(then))
    return 1000 * (target.processor_seconds() - had_before) / len(then)


def _turns(game: str, turns: tuple[int, int], positions: int, settings: Mapping[str, str]) -> float:
    """Milliseconds of a turn between players with these settings, after some that do not count: what is done at the
    first time only is not its cost.
    """
    with fresh(SQLITE) as database, running(SINK, 10**9) as sink:
        # A third of the boards are before their last move.
        before, playing = turns[0], 2 * sum(turns)
        positions = sum(turns) if game in FEW_MOVES else positions
        boards = populate(database, PLAYERS, playing, [game], playing, positions).where(game)[: sum(turns)]
        if settings:
            with database.writing() as connection:
                connection.execute(update(USERS).values(settings=dict(settings)))
        mails = [
            (board.sender, message(line, board.sender, number))
            for number, (board, line) in enumerate(zip(boards, commands(database, boards), strict=True))
        ]
        with running(TURNING, url_of(database), sink.port) as target:
            sent = letters_sent(database)
            return _milliseconds(
                target,
                mails[:before],
                mails[before:],
                lambda turns: wait_until(lambda: letters_sent(database), sent + LETTERS * turns),
            )


def commands(database: Database, boards: Sequence[Playing]) -> list[str]:
    """A random move on each board: so those that stand alike go on in different ways."""
    lines = []
    with database.reading() as connection:
        work = UnitOfWork(connection, installed())
        for board in boards:
            loaded = work.boards.load(board.game, board.number)
            assert loaded is not None
            moves = loaded.game.legal_moves(loaded.position, loaded.seats_to_move[0]) or (board.text,)
            move = Random(board.number).choice(moves)  # noqa: S311 - no secret
            lines.append(f"{board.game} move {board.number} {board.mover} {PASSWORD} {move}")
    return lines


def letters_sent(database: Database) -> int:
    with database.reading() as connection:
        is_sent = OUTBOX.c.status == OutboxStatus.SENT
        return connection.execute(select(func.count()).select_from(OUTBOX).where(is_sent)).scalar_one()
