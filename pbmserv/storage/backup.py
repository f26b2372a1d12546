"""Backup of a live SQLite database, and restore while nobody uses it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.exc import DatabaseError

from pbmserv.storage.database import Database, revisions


class UnsoundCopy(RuntimeError):
    """SQLite reports that the copy is damaged."""


def back_up(database: Database, target: Path) -> int:
    """Copy an SQLite database to the new file `target`, readable only by its owner, and return its size in bytes.

    The copy contains waiting mail and passwords. The file appears whole or not at all. Raises `FileExistsError`,
    other `OSError`s, and `UnsoundCopy` if the database is damaged or has no tables.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}")
    # A folder of its own, since SQLite may put other files beside the copy.
    with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
        unfinished = Path(folder) / target.name
        unfinished.touch(mode=0o600)
        try:
            if database.schema_versions()[0] is None:
                raise UnsoundCopy(f"{database.name} has no tables of pbmserv")
            _copy(database, unfinished)
        except (sqlite3.DatabaseError, DatabaseError) as error:
            raise UnsoundCopy(f"SQLite says of {database.name}: {getattr(error, 'orig', error)}") from error
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        # Unlike a renaming, this takes no other file's place.
        target.hardlink_to(unfinished)
    return target.stat().st_size


class InUse(RuntimeError):
    """Another process uses the database to be replaced."""


@dataclass(frozen=True)
class Restored:
    kept: Path | None
    size: int


def check(copy: Path) -> str:
    """Read a copy from end to end and return its schema revision.

    Raises `OSError`, and `UnsoundCopy` if it is not a sound database of pbmserv.
    """
    with copy.open("rb"):
        pass  # Whether it can be read: SQLite's own words do not say why it cannot.
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            [verdict, *_] = connection.execute("PRAGMA integrity_check(1)").fetchone()
            broken = connection.execute("PRAGMA foreign_key_check").fetchone()
            versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.DatabaseError as error:
        raise UnsoundCopy(f"{copy} is not a sound database of pbmserv: {error}") from error
    if verdict != "ok" or broken:
        raise UnsoundCopy(f"SQLite finds fault with {copy}: {verdict if verdict != 'ok' else broken}")
    if len(versions) != 1 or versions[0][0] not in revisions():
        raise UnsoundCopy(f"The schema of {copy} is not known: a newer version of pbmserv has made it.")
    return str(versions[0][0])


def restore(copy: Path, target: Path, at: datetime) -> Restored:
    """Replace the database `target` by a sound copy, keeping the old file beside it under another name.

    The swap is a rename. Raises what `check` raises, and `InUse`.
    """
    check(copy)
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    try:
        shutil.copyfile(copy, unfinished)
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        check(unfinished)
        kept = None
        if target.exists():
            _leave_it_whole(target)
            kept = target.with_name(f"{target.name}.before-{at:%Y%m%dT%H%M%SZ}")
            kept.hardlink_to(target)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return Restored(kept, target.stat().st_size)


def _leave_it_whole(database: Path) -> None:
    """Write the write-ahead log into the database file and remove it; raises `InUse`."""
    try:
        with closing(sqlite3.connect(database, timeout=0)) as connection:
            # SQLite does this only for whoever is alone with the file.
            [mode] = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            connection.execute("BEGIN EXCLUSIVE")
            connection.rollback()
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise UnsoundCopy(f"The database that is there now cannot be put aside: {error}") from error
        mode = "locked"
    except sqlite3.DatabaseError:
        return  # It is damaged: that may be why it is to be replaced. It is kept as it is.
    if mode != "delete":
        raise InUse(f"{database} is in use: stop the server first.")


def _copy(database: Database, target: Path) -> None:
    with closing(sqlite3.connect(target)) as copy, closing(database.engine.raw_connection()) as source:
        # All in one step: as of one moment, since readers of a write-ahead log see nothing of what comes after.
        source.driver_connection.backup(copy)  # type: ignore[union-attr]
        # One file, that needs no other beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        [verdict, *_] = copy.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise UnsoundCopy(f"SQLite finds fault with the copy: {verdict}")
