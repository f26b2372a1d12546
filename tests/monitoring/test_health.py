"""Whether a server is well: what it says itself, and what `pbmserv health` makes of it."""

from __future__ import annotations

import json
import shutil
import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, make_url, select

from pbmserv.mail.receiving.inbox_writer import InboxWriter
from pbmserv.monitoring.health import Health
from pbmserv.running import rounds as rounds_module
from pbmserv.running.rounds import Rounds
from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX
from tests.conftest import administer
from tests.mail.relays import relay
from tests.mail.smtp_servers import US
from tests.monitoring.asking import get, health
from tests.ports import free_port
from tests.serving import environment, pbmserv, serving, wait_until
from tests.test_service import HELP


def test_a_server_that_is_well_says_so_of_each_part(database_url: str, tmp_path: Path) -> None:
    environ = environment(tmp_path / "data", database_url=database_url, metrics_listen="127.0.0.1:0")
    with serving(environ) as server:
        status, report = health(server)
        asked = pbmserv({**environ, "PBMSERV_METRICS_LISTEN": server.place("questions")}, "health")
        code, logged = server.stop()

    assert status == 200
    assert report["status"] == "ok"
    threads = ["delivery", "worker", "pruning", "clock", "counting", "inbox-writer", "think-1", "think-quick"]
    assert report["parts"] == dict.fromkeys(["database", *threads], "ok")
    assert (asked.returncode, json.loads(asked.stdout)) == (0, report)
    assert code == 0, logged


def test_a_process_with_one_role_answers_for_that_only(sqlite_url: str, tmp_path: Path) -> None:
    environ = environment(tmp_path, database_url=sqlite_url, metrics_listen="127.0.0.1:0")
    with serving(environ, "--only", "deliver") as server:
        _, report = health(server)

    assert set(report["parts"]) == {"database", "delivery"}


def test_nothing_else_is_told(sqlite_url: str, tmp_path: Path) -> None:
    with serving(environment(tmp_path, database_url=sqlite_url, metrics_listen="127.0.0.1:0")) as server:
        assert get(server, "/") == (404, "There are /metrics and /healthz.\n")


def test_a_database_that_is_gone_is_told_without_its_password() -> None:
    health = Health(Database("postgresql+psycopg://alice:sesame@127.0.0.1:1/games"))

    report = health.report()

    assert not report.is_well
    told = json.loads(report.as_json())["parts"]["database"]
    assert told.startswith("cannot be used: ")
    assert "Connection refused" in told
    assert "sesame" not in told


def what_is_wrong(health: Health) -> str | None:
    """With the database."""
    return health.report().parts["database"]


def test_nothing_is_left_of_what_is_stored_to_see_whether_it_can_be(database: Database) -> None:
    health = Health(database)

    assert what_is_wrong(health) is None

    with database.reading() as connection:
        assert connection.scalars(select(INBOX.c.id)).all() == []


def test_who_asks_often_does_not_have_something_stored_each_time(database: Database) -> None:
    commits: list[object] = []
    health = Health(database)
    event.listen(database.engine, "commit", commits.append)

    reports = [what_is_wrong(health) for _ in range(5)]

    assert (reports, len(commits)) == ([None] * 5, 1)


def test_a_full_disk_is_a_fault_until_there_is_room_again(sqlite_database: Database) -> None:
    pages = 1

    def fill(dbapi_connection: Any, _record: object) -> None:
        # SQLite says the same as where the disk is full.
        dbapi_connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(sqlite_database.engine, "connect", fill)
    health = Health(sqlite_database)
    while_full = [what_is_wrong(health), what_is_wrong(health)]
    pages = 1_000_000
    sqlite_database.engine.dispose()

    assert while_full == ["cannot be used: database or disk is full"] * 2
    assert what_is_wrong(health) is None


@pytest.mark.parametrize(
    ("free", "fault"),
    [
        (100_000_000, None),
        (99_999_999, "only 99 MB are free on its disk, less than 100"),
        (0, "only 0 MB are free on its disk, less than 100"),
    ],
)
def test_a_disk_with_less_than_100_mb_free_is_a_fault_before_it_is_full(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, free: int, fault: str | None
) -> None:
    monkeypatch.setattr(Database, "free_bytes", free)

    assert what_is_wrong(Health(sqlite_database)) == fault


def test_the_free_space_is_that_of_the_disk_of_the_database(sqlite_database: Database, tmp_path: Path) -> None:
    told = sqlite_database.free_bytes

    assert told is not None
    assert abs(told - shutil.disk_usage(tmp_path).free) < 1_000_000_000


def test_the_free_space_of_a_postgresql_is_nobodys_guess(postgresql_database: Database) -> None:
    assert postgresql_database.free_bytes is None


def test_a_postgresql_that_takes_nothing_is_a_fault(postgresql_database: Database, postgresql_url: str) -> None:
    administer(
        postgresql_url, f"ALTER DATABASE {make_url(postgresql_url).database} SET default_transaction_read_only = on"
    )
    postgresql_database.engine.dispose()

    assert (
        what_is_wrong(Health(postgresql_database))
        == "cannot be used: cannot execute INSERT in a read-only transaction"
    )


def test_a_corrupt_file_is_a_fault(sqlite_database: Database, tmp_path: Path) -> None:
    file = tmp_path / "pbmserv.db"
    sqlite_database.empty_log()
    sqlite_database.engine.dispose()
    file.write_bytes(file.read_bytes()[:4096] + b"\xff" * (file.stat().st_size - 4096))

    assert what_is_wrong(Health(sqlite_database)) == "cannot be used: database disk image is malformed"


def test_a_file_that_has_been_deleted_or_replaced_is_a_fault(sqlite_database: Database, tmp_path: Path) -> None:
    health = Health(sqlite_database)
    file, elsewhere = tmp_path / "pbmserv.db", tmp_path / "elsewhere.db"
    gone = f"{file} has been deleted or replaced since it was opened"
    assert what_is_wrong(health) is None

    file.rename(elsewhere)
    deleted = what_is_wrong(health)
    shutil.copy(elsewhere, file)
    replaced = what_is_wrong(health)
    elsewhere.rename(file)

    assert (deleted, replaced) == (gone, gone)
    assert what_is_wrong(health) is None


@pytest.mark.long
def test_no_mail_is_taken_for_a_file_that_has_been_deleted(tmp_path: Path) -> None:
    home = tmp_path / "data"
    with serving(environment(home, metrics_listen="127.0.0.1:0")) as server:
        with server.smtp() as client:
            client.sendmail("alice@example.net", [US], HELP)
        server.wait_for_log("letter.sent")
        for file in home.glob("pbmserv.db*"):
            file.unlink()
        with server.smtp() as client, pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("alice@example.net", [US], HELP)
        status, report = health(server)
        server.stop()

    assert refused.value.smtp_code == 451
    assert (status, report["parts"]["database"]) == (
        503,
        f"{home}/pbmserv.db has been deleted or replaced since it was opened",
    )
    assert list(home.glob("pbmserv.db*")) == []


@contextmanager
def mute_server() -> Iterator[int]:
    """A port on which connections are made, and nothing is said; gives its number."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield int(listener.getsockname()[1])


def test_a_database_that_hangs_is_asked_once_and_keeps_nobody_waiting() -> None:
    with mute_server() as port:
        health = Health(Database(f"postgresql+psycopg://alice@127.0.0.1:{port}/games"), database_seconds=0.2)

        reports = [health.report().parts, health.report().parts]
        asking = [thread for thread in threading.enumerate() if thread.name == "health"]

    assert reports == [{"database": "does not answer within 0.2 seconds"}] * 2
    assert len(asking) == 1
    for thread in asking:
        thread.join(60)


def test_mail_is_taken_while_those_who_watch_hang_on_the_line(sqlite_url: str, tmp_path: Path) -> None:
    with relay() as told:
        environ = environment(
            tmp_path, database_url=sqlite_url, metrics_listen="127.0.0.1:0", delivery=f"smtp://127.0.0.1:{told.port}"
        )
        with serving(environ) as server:
            watchers = [socket.create_connection(server.address("questions"), 30) for _ in range(20)]
            for watcher in watchers:
                watcher.sendall(b"GET /metr")
            with server.smtp() as client:
                client.sendmail("alice@example.net", [US], HELP)
            letter = told.next_letter()
            status, _ = health(server)
            code, logged = server.stop()
            for watcher in watchers:
                watcher.close()

    assert letter["In-Reply-To"] == "<7@example.net>"
    assert status == 200
    assert code == 0, logged


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_work_whose_thread_has_died_is_a_fault() -> None:
    def die() -> bool:
        raise SystemExit

    rounds = Rounds("test", die)
    rounds.start()
    rounds.stop()

    assert rounds.fault() == "does not run"


def test_work_that_does_not_get_on_is_a_fault_and_a_pause_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()
    begun = threading.Event()

    def work() -> bool:
        begun.set()
        goes_on.wait(60)
        return False

    rounds = Rounds("test", work, pause=600)
    rounds.start()
    assert begun.wait(60)
    assert rounds.fault() is None

    monkeypatch.setattr(rounds_module, "STUCK_SECONDS", 0)
    assert str(rounds.fault()).startswith("has been stuck for 0 seconds")

    goes_on.set()
    wait_until(lambda: rounds.fault() is None, "the work to be done")
    rounds.stop()


def test_a_writer_that_has_ended_is_a_fault(sqlite_database: Database) -> None:
    writer = InboxWriter(sqlite_database)
    writer.start()
    assert writer.fault() is None

    writer.stop()

    assert writer.fault() == "does not run"


def test_where_nobody_answers_the_command_says_so(tmp_path: Path) -> None:
    free = f"127.0.0.1:{free_port()}"

    asked = pbmserv(environment(tmp_path / "data", metrics_listen=free), "health")

    assert asked.returncode == 1
    assert f"Nobody answers on {free}" in asked.stderr


def test_without_the_setting_there_is_nowhere_to_ask(tmp_path: Path) -> None:
    asked = pbmserv(environment(tmp_path / "data"), "health")

    assert (asked.returncode, asked.stderr) == (
        1,
        "Error: There is nowhere to ask: set metrics_listen, such as to 127.0.0.1:9125.\n",
    )
