"""Copies of an SQLite database."""

from __future__ import annotations

import resource
import shutil
import signal
from pathlib import Path

import pytest

from pbmserv.storage.backup import UnsoundCopy, back_up
from pbmserv.storage.database import Database
from tests.conversation import Server


def test_a_copy_holds_what_was_committed_and_nothing_else(sqlite_database: Database, tmp_path: Path) -> None:
    server = Server(sqlite_database)
    server.sign_up("alice", "bob")
    copy = tmp_path / "copy.db"

    with sqlite_database.writing() as connection:
        connection.exec_driver_sql("UPDATE users SET userid = 'mallory'")
        size = back_up(sqlite_database, copy)

    restored = Database(f"sqlite:///{copy}")
    with restored.reading() as connection:
        userids = connection.exec_driver_sql("SELECT userid FROM users WHERE bot IS NULL ORDER BY id").scalars().all()
    restored.close()
    assert userids == ["alice", "bob"]
    assert size > 0


def test_a_copy_is_one_file_that_only_its_owner_can_read(sqlite_database: Database, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()

    back_up(sqlite_database, folder / "copy.db")

    [file] = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_there_is_left_alone(sqlite_database: Database, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("precious")

    with pytest.raises(FileExistsError):
        back_up(sqlite_database, tmp_path / "copy.db")

    assert (tmp_path / "copy.db").read_text() == "precious"


def test_a_damaged_database_makes_no_copy(sqlite_template: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.db"
    shutil.copy(sqlite_template, damaged)
    content = bytearray(damaged.read_bytes())
    # Of each page but the first, the start, which says what kind it is.
    for page in range(4096, len(content), 4096):
        content[page : page + 16] = b"\xff" * 16
    damaged.write_bytes(content)
    database = Database(f"sqlite:///{damaged}")

    with pytest.raises(UnsoundCopy):
        back_up(database, tmp_path / "copy.db")

    database.close()
    assert list(tmp_path.iterdir()) == [damaged]


def test_a_disk_that_fills_up_meanwhile_leaves_nothing_behind(sqlite_database: Database, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    _, no_limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, no_limit))
    try:
        with pytest.raises(UnsoundCopy, match=f"SQLite says of {tmp_path}/pbmserv.db: "):
            back_up(sqlite_database, folder / "copy.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (no_limit, no_limit))
        signal.signal(signal.SIGXFSZ, before)

    assert list(folder.iterdir()) == []


def test_a_folder_that_is_not_there_is_named(sqlite_database: Database, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=f"there is no folder {tmp_path}/nowhere"):
        back_up(sqlite_database, tmp_path / "nowhere" / "copy.db")
