"""Whose fault it is: the database's, which cannot work at the moment, or that of what it was asked for."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
import structlog.testing
from sqlalchemy import insert, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pbmserv.running.traces import log_failure
from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order, lost_the_race, waited_too_long
from pbmserv.storage.tables import GAMES


def error_of(action: Callable[[], object]) -> DBAPIError:
    with pytest.raises(DBAPIError) as raised:
        action()
    return raised.value


def write(database: Database, statement: str) -> None:
    with database.writing() as connection:
        connection.execute(text(statement))


def fill_up(database: Database) -> None:
    with database.writing() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
        for number in range(1000):
            connection.execute(insert(GAMES).values(game=f"{number:30}", next_number=101, open=True))


@pytest.mark.parametrize(
    "statement", ["SELECT * FROM no_such_table", "INSERT INTO games (game) VALUES (NULL)", "nonsense"]
)
def test_what_no_database_can_do_is_not_its_fault(database: Database, statement: str) -> None:
    error = error_of(lambda: write(database, statement))

    assert not is_out_of_order(error)
    assert not lost_the_race(error)
    assert not waited_too_long(error)


def test_a_full_disk_is(sqlite_database: Database) -> None:
    assert is_out_of_order(error_of(lambda: fill_up(sqlite_database)))


def test_a_full_disk_is_even_where_that_has_undone_the_savepoint_in_which_it_was_noticed(
    sqlite_database: Database,
) -> None:
    def fill_up_within_a_savepoint() -> None:
        with sqlite_database.writing() as connection, connection.begin_nested():
            connection.exec_driver_sql("PRAGMA max_page_count = 1")
            for number in range(1000):
                connection.execute(insert(GAMES).values(game=f"{number:30}", next_number=101, open=True))

    assert is_out_of_order(error_of(fill_up_within_a_savepoint))


def test_a_file_that_another_process_does_not_let_go_of_is(sqlite_url: str, tmp_path: Path) -> None:
    impatient = Database(sqlite_url, patience=1)
    other = sqlite3.connect(tmp_path / "pbmserv.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    assert is_out_of_order(error_of(lambda: write(impatient, "DELETE FROM games")))

    other.close()
    write(impatient, "DELETE FROM games")
    impatient.close()


@pytest.mark.parametrize("sqlstate", ["53100", "53300", "57P03", "58030", "25006"])
def test_a_server_that_cannot_do_anything_is(postgresql_database: Database, sqlstate: str) -> None:
    fail = f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{sqlstate}'; END $$"

    assert is_out_of_order(error_of(lambda: write(postgresql_database, fail)))


def test_a_connection_that_breaks_is(postgresql_database: Database) -> None:
    cut = "SELECT pg_terminate_backend(pg_backend_pid())"

    assert is_out_of_order(error_of(lambda: write(postgresql_database, cut)))


def test_a_server_that_is_not_there_is(tmp_path: Path) -> None:
    database = Database(f"postgresql+psycopg://postgres@/games?host={tmp_path}")

    assert is_out_of_order(error_of(lambda: write(database, "SELECT 1")))


def test_a_statement_that_takes_too_long_is_given_up(postgresql_url: str) -> None:
    impatient = Database(postgresql_url, patience=1)

    error = error_of(lambda: write(impatient, "SELECT pg_sleep(60)"))

    assert "statement timeout" in str(error)
    assert not is_out_of_order(error)
    impatient.close()


def test_nobody_waits_for_a_row_for_ever(postgresql_database: Database, postgresql_url: str) -> None:
    impatient = Database(postgresql_url, patience=1)
    with postgresql_database.writing() as connection:
        connection.execute(insert(GAMES).values(game="hex", next_number=101, open=True))

    with postgresql_database.writing() as connection:
        connection.execute(text("UPDATE games SET next_number = 102"))
        error = error_of(lambda: write(impatient, "UPDATE games SET next_number = 103"))

    assert waited_too_long(error)
    assert not is_out_of_order(error)
    impatient.close()


def test_a_transaction_in_which_nothing_happens_is_ended_for_others_to_go_on(
    postgresql_database: Database, postgresql_url: str
) -> None:
    hangs = Database(f"{postgresql_url}&options=-c%20idle_in_transaction_session_timeout%3D100ms")

    def hang() -> None:
        with hangs.writing() as connection:
            connection.execute(text("LOCK TABLE games"))
            # Done as soon as the lock is let go of.
            write(postgresql_database, "DELETE FROM games")
            connection.execute(text("SELECT 1"))

    assert is_out_of_order(error_of(hang))
    write(hangs, "SELECT 1")
    hangs.close()


def test_a_session_is_told_how_long_to_wait_and_what_the_url_says_wins(postgresql_url: str) -> None:
    database = Database(f"{postgresql_url}&options=-c%20lock_timeout%3D3s&connect_timeout=7", patience=20)

    with database.reading() as connection:
        told = {
            name: connection.scalar(text(f"SHOW {name}"))
            for name in (
                "statement_timeout",
                "lock_timeout",
                "idle_in_transaction_session_timeout",
                "synchronous_commit",
            )
        }
        parameters = connection.connection.dbapi_connection.info.get_parameters()  # type: ignore[union-attr]

    assert told == {
        "statement_timeout": "20s",
        "lock_timeout": "3s",
        "idle_in_transaction_session_timeout": "10min",
        "synchronous_commit": "on",
    }
    assert {name: parameters[name] for name in ("connect_timeout", "keepalives_idle", "tcp_user_timeout")} == {
        "connect_timeout": "7",
        "keepalives_idle": "30",
        "tcp_user_timeout": "60000",
    }
    database.close()


def test_a_wait_for_the_only_one_at_a_task_is_not_cut_short(postgresql_url: str) -> None:
    database = Database(f"{postgresql_url}&options=-c%20idle_in_transaction_session_timeout%3D200ms")

    with database.alone("clock") as alone:
        write(database, "SELECT pg_sleep(0.5)")
        with database.alone("clock") as second:
            assert (alone, second) == (True, False)
    database.close()


def test_who_was_alone_at_a_task_and_died_makes_room_for_the_next(
    postgresql_database: Database, postgresql_url: str
) -> None:
    other = Database(postgresql_url)
    others = (
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> %s"
    )

    with pytest.raises(DBAPIError), other.alone("clock") as first:  # noqa: PT012 - the end of the block raises
        with postgresql_database.writing() as connection:
            own = connection.scalar(text("SELECT pg_backend_pid()"))
            connection.exec_driver_sql(others, (own,))
        with postgresql_database.alone("clock") as second:
            assert (first, second) == (True, True)
    with other.alone("clock") as again:
        assert again
    other.close()


def test_the_cause_of_a_full_disk_is_told_in_the_log_and_that_of_other_errors_is_not(
    sqlite_database: Database,
) -> None:
    with structlog.testing.capture_logs() as logged:
        for statement in ("PRAGMA max_page_count = 1", "SELECT sesame"):
            try:
                with sqlite_database.writing() as connection:
                    connection.exec_driver_sql(statement)
                    connection.exec_driver_sql("CREATE TABLE more AS SELECT zeroblob(1000000)")
            except SQLAlchemyError as error:
                log_failure("round.failed", error, work="clock")

    assert [line.get("reason") for line in logged] == ["database or disk is full", None]
    assert "sesame" not in str(logged)
