"""Vacations: which is on, which are set ahead, and how many of a year's days they take; a day begun counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo

from pbmserv.play.days import Absence

DAYS_A_YEAR = 30
"""How many days of vacation a player has in a calendar year, unless the operator says otherwise."""

_DAY = timedelta(days=1)


def current(absences: Iterable[Absence], at: datetime) -> Absence | None:
    """The one that is on; None if none is."""
    return next((absence for absence in absences if absence.start <= at < absence.end), None)


def set_ahead(absences: Iterable[Absence], at: datetime) -> tuple[Absence, ...]:
    """Those that have yet to begin, in order."""
    return tuple(sorted(absence for absence in absences if absence.start > at))


def with_joined(wanted: Absence, others: Sequence[Absence], at: datetime) -> tuple[Absence, tuple[Absence, ...]]:
    """One that is wanted, with all that it meets of those that are not over; and the others, which stay."""
    apart = tuple(each for each in others if each.end <= at or each.start > wanted.end or each.end < wanted.start)
    met = [each for each in others if each not in apart]
    if not met:
        return wanted, apart
    start = min(wanted.start, *(each.start for each in met))
    return with_joined(Absence(start, max(wanted.end, *(each.end for each in met))), apart, at)


def days_taken(absences: Iterable[Absence], year: int) -> int:
    """How many days of a calendar year (in UTC) these absences take, including the rest of one that is still on."""
    since, until = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return sum(_begun_days(min(absence.end, until) - max(absence.start, since)) for absence in absences)


def years_of(absence: Absence) -> range:
    """The calendar years that an absence touches."""
    return range(absence.start.astimezone(UTC).year, absence.end.astimezone(UTC).year + 1)


def first_day(absence: Absence, zone: tzinfo) -> date:
    """The first day of an absence in a zone."""
    return absence.start.astimezone(zone).date()


def last_day(absence: Absence, zone: tzinfo) -> date:
    """The last day of an absence in a zone: one that ends at midnight has none of the next day."""
    return (absence.end - timedelta(microseconds=1)).astimezone(zone).date()


def _begun_days(time: timedelta) -> int:
    return max(-(-time // _DAY), 0)
