"""Times as a reader's clock shows them."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo


def moment(at: datetime, zone: tzinfo = UTC) -> str:
    """A time to the minute, with its zone: `2024-03-01 13:00 CET`."""
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M %Z}"
