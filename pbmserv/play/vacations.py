"""How much of a year's vacation somebody has taken: in whole days, where a day that has begun counts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from pbmserv.play.days import Absence

DAYS_A_YEAR = 30
"""How many days of vacation a player has in a calendar year, unless the operator says otherwise."""

_DAY = timedelta(days=1)


def days_taken(absences: Iterable[Absence], year: int) -> int:
    """How many days of a calendar year (in UTC) these absences take, including the rest of one that is still on."""
    since, until = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return sum(_begun_days(min(absence.end, until) - max(absence.start, since)) for absence in absences)


def years_of(absence: Absence) -> range:
    """The calendar years that an absence touches."""
    return range(absence.start.astimezone(UTC).year, absence.end.astimezone(UTC).year + 1)


def _begun_days(time: timedelta) -> int:
    return max(-(-time // _DAY), 0)
