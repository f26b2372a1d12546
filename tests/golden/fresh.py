"""A database for whoever makes golden files anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pbmserv.storage.database import Database


@contextmanager
def fresh_database() -> Iterator[Database]:
    """A fresh database with the newest schema."""
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{Path(folder) / 'pbmserv.db'}")
        database.upgrade()
        yield database
        database.close()
