"""Time zones of players, by name."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones


@cache
def zone_of(name: str | None) -> tzinfo:
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


@cache
def zone_names() -> dict[str, str]:
    """The names of all time zones, keyed by lower case.

    Etc is left out, since Etc/GMT+2 is what people call GMT-2.
    """
    return {name.lower(): name for name in available_timezones() if not name.startswith(("Etc/", "Factory"))}
