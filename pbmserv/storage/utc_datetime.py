"""Time zone aware datetime columns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import DateTime, Dialect, TypeDecorator

_ZONE_FROM = len("2024-03-01 12:00:00.000000")


class UtcDatetime(TypeDecorator[datetime]):
    """A UTC datetime, stored as text on SQLite."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)

    # For SQLite, these do what SQLAlchemy does, in fewer steps: each move has some thirty times.

    def bind_processor(self, dialect: Dialect) -> Callable[[datetime | None], Any] | None:
        return _written_for_sqlite if dialect.name == "sqlite" else super().bind_processor(dialect)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None] | None:
        return _read_from_sqlite if dialect.name == "sqlite" else super().result_processor(dialect, coltype)


@lru_cache(maxsize=64)
def _written_for_sqlite(value: datetime | None) -> str | None:
    # Kept, since most of the times of a request are the moment at which it is carried out.
    if value is None:
        return None
    in_utc = value if value.tzinfo is UTC else value.astimezone(UTC)
    return in_utc.isoformat(" ", "microseconds")[:_ZONE_FROM]


def _read_from_sqlite(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(f"{text}+00:00")
