"""An INSERT that knows ON CONFLICT, which SQLAlchemy keeps in each database's own dialect."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from pbmserv.store.models import Base


def insert(connection: Connection, table: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT into `table` for the database at the other end of `connection`."""
    return insert_for(connection.dialect.name, table)


def insert_for(dialect: str, table: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT into `table` for the databases that SQLAlchemy knows by the name `dialect`."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
