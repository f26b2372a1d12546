"""Alembic's environment: runs the migrations on the connection that `pbmserv.storage.database` hands over."""

from __future__ import annotations

from typing import Any, Literal

import sqlalchemy as sa
from alembic import context

from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.utc_datetime import UtcDatetime


def render_item(kind: str, item: Any, _autogenerate_context: Any) -> str | Literal[False]:
    """Write our own column types as what they are in the database: a migration must not change with the tables."""
    return f"sa.{sa.DateTime(timezone=True)!r}" if kind == "type" and isinstance(item, UtcDatetime) else False


connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SCHEMA, render_item=render_item)
with context.begin_transaction():
    context.run_migrations()
