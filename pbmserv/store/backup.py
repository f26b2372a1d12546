"""A copy of an SQLite database as it was at one moment, made while others go on reading and writing it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from pbmserv.store.database import Database


class UnsoundCopy(RuntimeError):
    """The copy cannot be relied on: SQLite finds fault with it."""


def back_up(database: Database, target: Path) -> int:
    """Copy an SQLite database to the new file `target`, which nobody but its owner can read; gives its size in bytes.

    Mail that waits is in it, and so are passwords. The file is there as a whole or not at all. Raises
    `FileExistsError`, other kinds of `OSError`, and `UnsoundCopy` where the database is damaged.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already")
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    try:
        try:
            _copy(database, unfinished)
        except sqlite3.DatabaseError as error:
            raise UnsoundCopy(f"SQLite says: {error}") from error
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        # Unlike a renaming, this takes no other file's place.
        target.hardlink_to(unfinished)
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(database: Database, target: Path) -> None:
    with closing(sqlite3.connect(target)) as copy, closing(database.engine.raw_connection()) as source:
        # All in one step: as of one moment, since readers of a write-ahead log see nothing of what comes after.
        source.driver_connection.backup(copy)  # type: ignore[union-attr]
        # One file, that needs no other beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        [verdict, *_] = copy.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise UnsoundCopy(f"SQLite finds fault with the copy: {verdict}")
