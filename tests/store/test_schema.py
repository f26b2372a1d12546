"""The schema: what the migrations make is what the statements are written for."""

from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from pbmserv.store.database import Database
from pbmserv.store.schema import SCHEMA


def test_the_migrations_make_the_tables_as_they_are_described(database: Database) -> None:
    with database.reading() as connection:
        indexes = {index.name for table in SCHEMA.tables.values() for index in table.indexes}

        assert compare_metadata(MigrationContext.configure(connection), SCHEMA) == []
        assert {"ix_inbox_waiting", "ix_outbox_waiting", "ix_boards_seed"} <= indexes
