"""Vacations: current, planned, and the days they use of a year's allowance; a day begun counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo

from pbmserv.play.days import Absence

DAYS_A_YEAR = 30
"""The default allowance of vacation days in a calendar year."""

_DAY = timedelta(days=1)


def current(absences: Iterable[Absence], at: datetime) -> Absence | None:
    return next((absence for absence in absences if absence.start <= at < absence.end), None)


def set_ahead(absences: Iterable[Absence], at: datetime) -> tuple[Absence, ...]:
    return tuple(sorted(absence for absence in absences if absence.start > at))


def with_joined(wanted: Absence, others: Sequence[Absence], at: datetime) -> tuple[Absence, tuple[Absence, ...]]:
    """Merge a new absence with every unfinished one it meets; return it and the others."""
    apart = tuple(each for each in others if each.end <= at or each.start > wanted.end or each.end < wanted.start)
    met = [each for each in others if each not in apart]
    if not met:
        return wanted, apart
    start = min(wanted.start, *(each.start for each in met))
    return with_joined(Absence(start, max(wanted.end, *(each.end for each in met))), apart, at)


def days_taken(absences: Iterable[Absence], year: int) -> int:
    """The days of a calendar year (UTC) that these absences use, including the rest of a current one."""
    since, until = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return sum(_begun_days(min(absence.end, until) - max(absence.start, since)) for absence in absences)


def years_of(absence: Absence) -> range:
    return range(absence.start.astimezone(UTC).year, absence.end.astimezone(UTC).year + 1)


def first_day(absence: Absence, zone: tzinfo) -> date:
    return absence.start.astimezone(zone).date()


def last_day(absence: Absence, zone: tzinfo) -> date:
    """The last day of an absence in a zone; one that ends at midnight has none of the next day."""
    return (absence.end - timedelta(microseconds=1)).astimezone(zone).date()


def _begun_days(time: timedelta) -> int:
    return max(-(-time // _DAY), 0)
