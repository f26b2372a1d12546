"""Times in a reader's zone."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo


def moment(at: datetime, zone: tzinfo = UTC) -> str:
    """A time to the minute with its zone: `2024-03-01 13:00 CET`."""
    there = at.astimezone(zone)
    return f"{there.replace(tzinfo=None).isoformat(' ', 'minutes')} {there.tzname()}"
