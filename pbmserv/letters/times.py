"""Times as a reader's clock shows them."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones


@cache
def zone_of(name: str | None) -> tzinfo:
    """The time zone of that name; UTC for None, and for a zone that this machine does not know any more."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


@cache
def zone_names() -> dict[str, str]:
    """The names of all time zones of the world, by themselves in lower case.

    Those in Etc are left out, since Etc/GMT+2 is what everybody else calls GMT-2.
    """
    return {name.lower(): name for name in available_timezones() if not name.startswith(("Etc/", "Factory"))}


def moment(at: datetime, zone: tzinfo = UTC) -> str:
    """A time to the minute, with its zone: `2024-03-01 13:00 CET`."""
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M %Z}"
