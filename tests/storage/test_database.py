"""The database as a file: who can read it, and what is left in it of what was deleted."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from pbmserv.commands.boards.records import verify_board
from pbmserv.games.catalogue import installed
from pbmserv.storage.database import Database
from pbmserv.storage.statements import Prepared
from pbmserv.storage.tables import GAMES
from tests.conversation import PLAYERS, Server


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The write-ahead log of the SQLite database."""
    return tmp_path / "pbmserv.db-wal"


def note(database: Database, words: str) -> None:
    with database.writing() as connection:
        note_on(connection, words)


def note_on(connection: Connection, words: str) -> None:
    connection.execute(insert(GAMES).values(game=words, next_number=101, open=True))


def test_what_was_written_is_gone_from_the_log_once_that_is_emptied(sqlite_database: Database, log: Path) -> None:
    note(sqlite_database, "sesame")
    assert b"sesame" in log.read_bytes()

    assert sqlite_database.empty_log()

    assert log.read_bytes() == b""


def test_nobody_is_waited_for_to_empty_the_log(sqlite_database: Database, sqlite_url: str, log: Path) -> None:
    other = Database(sqlite_url)
    with other.reading() as connection:
        connection.scalar(text("SELECT count(*) FROM games"))
        note(sqlite_database, "sesame")

        assert not sqlite_database.empty_log()

    assert sqlite_database.empty_log()
    assert log.read_bytes() == b""
    other.close()


def test_to_empty_the_log_leaves_a_connection_as_patient_as_it_was(sqlite_database: Database) -> None:
    sqlite_database.empty_log()

    with sqlite_database.reading() as connection:
        assert connection.scalar(text("PRAGMA busy_timeout")) == 30_000


def test_the_log_of_postgresql_is_not_ours_to_empty(postgresql_database: Database) -> None:
    assert postgresql_database.empty_log()


def test_a_new_database_can_be_read_by_its_owner_only(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/data/pbmserv.db")
    database.upgrade()

    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()} == {
        "pbmserv.db": 0o600,
        "pbmserv.db-wal": 0o600,
        "pbmserv.db-shm": 0o600,
    }
    database.close()


def test_a_database_keeps_the_rights_that_its_owner_gave_it(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "pbmserv.db").chmod(0o640)

    Database(sqlite_url).close()

    assert stat.S_IMODE((tmp_path / "pbmserv.db").stat().st_mode) == 0o640


def test_the_text_of_an_error_does_not_quote_what_was_to_be_stored(database: Database) -> None:
    with pytest.raises(DBAPIError) as error, database.writing() as connection:
        connection.execute(text("INSERT INTO no_such_table VALUES (:words)"), {"words": "sesame"})

    assert "sesame" not in str(error.value)


def games(database: Database) -> list[str]:
    with database.reading() as connection:
        return sorted(connection.scalars(select(GAMES.c.game)))


def test_what_is_written_at_once_is_committed_and_alone_by_the_end(database: Database) -> None:
    with database.writing_at_once() as connection:
        note_on(connection, "hex")
    assert games(database) == ["hex"]

    # The same connection, which has been given back, and knows what a transaction is.
    with pytest.raises(ZeroDivisionError):
        break_off(database)
    assert games(database) == ["hex"]


def break_off(database: Database) -> None:
    with database.writing() as connection:
        note_on(connection, "trichet")
        raise ZeroDivisionError


def test_on_postgresql_what_is_written_at_once_is_committed_when_it_is_done(postgresql_database: Database) -> None:
    with postgresql_database.writing_at_once() as connection:
        note_on(connection, "hex")

        assert games(postgresql_database) == ["hex"]


def test_a_connection_that_breaks_while_something_is_written_at_once_is_replaced(
    postgresql_database: Database,
) -> None:
    with pytest.raises(DBAPIError), postgresql_database.writing_at_once() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    with postgresql_database.writing_at_once() as connection:
        note_on(connection, "hex")
    with pytest.raises(ZeroDivisionError):
        break_off(postgresql_database)
    assert games(postgresql_database) == ["hex"]


def test_what_cannot_be_written_at_once_is_not_written_and_others_go_on(database: Database) -> None:
    note(database, "hex")

    with pytest.raises(IntegrityError), database.writing_at_once() as connection:
        note_on(connection, "hex")

    with database.writing_at_once() as connection:
        note_on(connection, "trichet")
    assert games(database) == ["hex", "trichet"]


def test_on_postgresql_who_reads_at_once_reads_each_time_what_there_is(postgresql_database: Database) -> None:
    with postgresql_database.reading_at_once() as connection:
        before = connection.scalars(select(GAMES.c.game)).all()
        note(postgresql_database, "hex")
        assert (before, connection.scalars(select(GAMES.c.game)).all()) == ([], ["hex"])

    # The same connection, which has been given back, and knows what a transaction is.
    with pytest.raises(ZeroDivisionError):
        break_off(postgresql_database)
    assert games(postgresql_database) == ["hex"]


def test_all_that_is_read_is_of_one_moment(database: Database) -> None:
    # Nobody listens to statements here, so that those that have been prepared are sent as they are.
    noted = Prepared(select(GAMES.c.game).order_by(GAMES.c.game))
    note(database, "hex")

    with database.reading() as connection:
        before = [row.game for row in noted.rows(connection, {})]
        note(database, "trichet")
        after = [row.game for row in noted.rows(connection, {})]
        by_sqlalchemy = connection.scalars(select(GAMES.c.game)).all()

    assert (before, after, by_sqlalchemy) == (["hex"], ["hex"], ["hex"])


def test_what_has_been_read_is_let_go_of(database: Database) -> None:
    noted = Prepared(select(GAMES.c.game).order_by(GAMES.c.game))
    with database.reading() as connection:
        noted.rows(connection, {})
    note(database, "trichet")

    with database.reading() as connection:
        assert [row.game for row in noted.rows(connection, {})] == ["trichet"]


def test_a_record_that_is_replayed_while_somebody_plays_holds(sqlite_database: Database) -> None:
    server = Server(sqlite_database)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "hex challenge alice bob -size=11")
    over = threading.Event()
    broken: list[str] = []

    def verify() -> None:
        while not over.is_set():
            verdict = verify_board(sqlite_database, installed(), "hex", 101)
            if not verdict.holds:
                broken.append(verdict.text)

    verifying = threading.Thread(target=verify)
    verifying.start()
    try:
        for number in range(40):
            player = ("alice", "bob")[number % 2]
            place = (
                f"{'abc'[number // 2 // 8] if player == 'alice' else 'efg'[number // 2 // 8]}{number // 2 % 8 + 1}"
            )
            server.hear(f"{player}@example.org", f"hex move 101 {player} {PLAYERS[player]} {place}")
    finally:
        over.set()
        verifying.join()

    assert broken == []
