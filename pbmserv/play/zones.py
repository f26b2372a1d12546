"""The time zones that players live in, by their names."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones


@cache
def zone_of(name: str | None) -> tzinfo:
    """The time zone of that name; UTC for None, and for a zone that this machine no longer knows."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


@cache
def zone_names() -> dict[str, str]:
    """The names of all time zones of the world, by their names in lower case.

    Those in Etc are left out, since Etc/GMT+2 is what everybody else calls GMT-2.
    """
    return {name.lower(): name for name in available_timezones() if not name.startswith(("Etc/", "Factory"))}
