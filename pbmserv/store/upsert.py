"""An INSERT that knows ON CONFLICT, which SQLAlchemy keeps in each database's own dialect."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from pbmserv.store.models import Base


def insert(connection: Connection, table: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT into `table` for the database at the other end of `connection`."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
