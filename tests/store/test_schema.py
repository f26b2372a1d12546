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

BEGUN = """
    INSERT INTO boards (game, number, rules_version, options, terms, seed, status, position, moves_made, started_at,
        last_moved_at)
    VALUES ('hex', :number, 1, '{}', '{}', :seed, 'active', '{}', 0, '2024-03-01 12:00:00', '2024-03-01 12:00:00')
"""
"""How a board was stored before what was told of its seed was kept."""


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


def test_boards_that_have_begun_keep_what_was_told_of_their_seeds(database: Database) -> None:
    to_schema(database, "0005")
    with database.writing() as connection:
        connection.execute(
            text(BEGUN), [{"number": 101, "seed": bytes(16)}, {"number": 102, "seed": bytes(range(16))}]
        )

    database.upgrade()

    with database.reading() as connection:
        kept = connection.execute(text("SELECT commitment FROM boards ORDER BY number")).scalars().all()
    assert kept == [
        "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb",
        "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991",
    ]


def to_schema(database: Database, revision: str) -> None:
    """Bring an empty database back to an older schema."""
    config = Config()
    config.set_main_option("script_location", str(places.migrations()))
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
