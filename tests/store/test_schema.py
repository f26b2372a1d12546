"""The schema: what the migrations make is what the statements are written for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import text

from pbmserv import places
from pbmserv.store.database import Database
from pbmserv.store.outbox import Outbox
from pbmserv.store.schema import SCHEMA

WAITING = """
    INSERT INTO outbox (created_at, request, message_id, addressed_to, recipients, subject, text, html, headers,
        status, attempts, due_at, returned)
    VALUES ('2024-03-01 12:00:00', '', :id, '["a@b.example"]', '["a@b.example"]', 'Hex Board 101', 'Your turn.',
        :html, '{}', 'waiting', 0, '2024-03-01 12:00:00', '{}')
"""
"""How a letter was stored by the first schema."""


def test_the_migrations_make_the_tables_as_they_are_described(database: Database) -> None:
    with database.reading() as connection:
        indexes = {index.name for table in SCHEMA.tables.values() for index in table.indexes}

        assert compare_metadata(MigrationContext.configure(connection), SCHEMA) == []
        assert {"ix_inbox_waiting", "ix_outbox_waiting", "ix_boards_seed"} <= indexes


def test_letters_that_wait_while_the_server_is_upgraded_keep_their_part_in_html(database: Database) -> None:
    to_schema(database, "0001")
    with database.writing() as connection:
        connection.execute(
            text(WAITING), [{"id": "<1@b>", "html": "<p>Your turn.</p>"}, {"id": "<2@b>", "html": None}]
        )

    database.upgrade()

    with database.writing() as connection:
        letters = Outbox(connection).claim(10, timedelta(hours=1), datetime(2024, 3, 1, 13, tzinfo=UTC))
    assert [(letter.text, letter.page) for letter in letters] == [("Your turn.", {}), ("Your turn.", None)]


def to_schema(database: Database, revision: str) -> None:
    """Bring an empty database back to an older schema."""
    config = Config()
    config.set_main_option("script_location", str(places.migrations()))
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
