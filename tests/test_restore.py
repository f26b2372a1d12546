"""`pbmserv db restore`: a copy takes the place of the database, if it is sound and nobody is using that."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbmserv.cli import main
from pbmserv.storage.backup import back_up
from pbmserv.storage.database import Database
from tests.conversation import Server


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def copy(sqlite_database: Database, tmp_path: Path) -> Path:
    """A copy of a database with one player, alice."""
    Server(sqlite_database).sign_up("alice")
    back_up(sqlite_database, tmp_path / "copy.db")
    return tmp_path / "copy.db"


def restore(home: Path, copy: Path, *options: str, typed: str | None = None) -> Result:
    environment = {"PBMSERV_HOME": str(home)}
    return CliRunner().invoke(main, ["db", "restore", str(copy), *options], env=environment, input=typed)


def players(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT userid FROM users WHERE bot IS NULL ORDER BY id")]


def with_players(home: Path, *userids: str) -> Path:
    """Make the database of a server that lives in `home`, on which these have signed up."""
    path = home / "pbmserv.db"
    database = Database(f"sqlite:///{path}")
    database.make_ready()
    Server(database).sign_up(*userids)
    database.close()
    return path


def test_a_copy_takes_the_place_of_the_database_which_is_kept(home: Path, copy: Path) -> None:
    path = with_players(home, "bob", "carol")

    result = restore(home, copy, "--yes")

    assert result.exit_code == 0, result.output
    assert players(path) == ["alice"]
    [kept] = home.glob("pbmserv.db.before-*")
    assert players(kept) == ["bob", "carol"]
    assert f"What was there before is kept as {kept}." in result.output
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_copy_is_restored_where_there_is_nothing_yet(home: Path, copy: Path) -> None:
    assert restore(home, copy, "--yes").exit_code == 0

    assert players(home / "pbmserv.db") == ["alice"]


def test_that_it_was_restored_stands_in_the_log_of_what_operators_do(home: Path, copy: Path) -> None:
    restore(home, copy, "--yes")

    told = CliRunner().invoke(main, ["admin", "log"], env={"PBMSERV_HOME": str(home)}).output

    assert "db restore" in told
    assert f"file: {copy}" in told


def test_restoring_asks_and_no_means_no(home: Path, copy: Path) -> None:
    path = with_players(home, "bob")

    result = restore(home, copy, typed="n\n")

    assert result.exit_code == 1
    assert f"Replace {path} with {copy}?" in result.output
    assert players(path) == ["bob"]


def test_a_database_that_is_in_use_is_left_alone(home: Path, copy: Path) -> None:
    path = with_players(home, "bob")
    running = Database(f"sqlite:///{path}")
    with running.reading() as connection:
        connection.exec_driver_sql("SELECT 1 FROM users")

    result = restore(home, copy, "--yes")

    running.close()
    assert result.exit_code == 1
    assert "is in use: stop the server first." in result.output
    assert players(path) == ["bob"]
    assert [each.name for each in home.iterdir() if "before" in each.name or "unfinished" in each.name] == []


def test_a_damaged_copy_is_refused(home: Path, copy: Path) -> None:
    path = with_players(home, "bob")
    content = bytearray(copy.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 16] = b"\xff" * 16
    copy.write_bytes(content)

    result = restore(home, copy, "--yes")

    assert result.exit_code == 1
    assert "Nothing was restored" in result.output
    assert players(path) == ["bob"]


@pytest.mark.parametrize("what", [b"", b"Dear diary,\n"])
def test_what_is_no_database_is_refused(home: Path, tmp_path: Path, what: bytes) -> None:
    path = with_players(home, "bob")
    (tmp_path / "other").write_bytes(what)

    result = restore(home, tmp_path / "other", "--yes")

    assert result.exit_code == 1
    assert "is not a sound database of pbmserv" in result.output
    assert players(path) == ["bob"]


def test_a_copy_with_the_schema_of_a_newer_version_is_refused(home: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()

    result = restore(home, copy, "--yes")

    assert result.exit_code == 1
    assert "a newer version of pbmserv has made it" in result.output
    assert not (home / "pbmserv.db").exists()


def test_a_damaged_database_can_be_replaced_and_is_kept(home: Path, copy: Path) -> None:
    path = with_players(home, "bob")
    path.write_bytes(b"\xff" * 8192)
    for beside in home.glob("pbmserv.db-*"):
        beside.unlink()

    result = restore(home, copy, "--yes")

    assert result.exit_code == 0, result.output
    assert players(path) == ["alice"]
    [kept] = home.glob("pbmserv.db.before-*")
    assert kept.read_bytes() == b"\xff" * 8192


def test_postgresql_is_told_its_own_way(copy: Path) -> None:
    environment = {"PBMSERV_DATABASE_URL": "postgresql+psycopg://me@localhost/games"}

    result = CliRunner().invoke(main, ["db", "restore", str(copy)], env=environment)

    assert result.exit_code == 1
    assert "pg_restore" in result.output


def test_a_copy_can_be_restored_over_the_file_it_was_made_of(home: Path) -> None:
    path = with_players(home, "bob")
    backup = home / "backup.db"
    database = Database(f"sqlite:///{path}")
    back_up(database, backup)
    database.close()
    shutil.copy(backup, home / "spare.db")

    assert restore(home, backup, "--yes").exit_code == 0
    assert players(path) == ["bob"]


def test_a_copy_of_an_older_version_is_restored_as_old_as_it_is(home: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.execute("DROP TABLE operator_log")
        connection.commit()

    result = restore(home, copy, "--yes")

    assert result.exit_code == 0, result.output
    assert "Its schema is 0001, and this pbmserv needs 00" in result.output
    with closing(sqlite3.connect(home / "pbmserv.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
