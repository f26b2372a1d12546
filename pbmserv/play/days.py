"""Timetables of clocks: days of the week that count, and absences.

Days begin and end in the player's time zone. All arithmetic is in UTC, so daylight saving gains or loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from heapq import merge

EVERY_DAY = "mtwtfss"
"""The weekdays by their first letters, from Monday. A day that does not count is `-`."""

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

LONGEST = timedelta(days=3660)
"""A bound above any time that a challenge can give for a move; excluded days are not worked out beyond it."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, order=True)
class Absence:
    """A time during which a player is away."""

    start: datetime
    end: datetime


@dataclass(frozen=True)
class Timetable:
    """When the clock of one seat runs: on `days` in `zone`, except while its player is `away`."""

    away: tuple[Absence, ...] = ()
    days: str = EVERY_DAY
    zone: tzinfo = UTC

    def waited(self, since: datetime, until: datetime) -> timedelta:
        """The part of a period that counts."""
        waited, moment = timedelta(), since
        for still in self._still(since):
            if still.start >= until:
                break
            waited += max(still.start - moment, timedelta())
            moment = max(moment, still.end)
        return waited + max(until - moment, timedelta())

    def reached(self, since: datetime, time: timedelta) -> datetime:
        """The moment at which `time` will have passed on the clock."""
        if self.days != EVERY_DAY:
            time = min(time, LONGEST)
        moment = since
        for still in self._still(since):
            runs = max(still.start - moment, timedelta())
            if runs >= time:
                break
            time -= runs
            moment = max(moment, still.end)
        return moment + time

    def later(self, since: datetime, time: timedelta) -> datetime:
        """The same, ignoring absences: for what is counted after a reminder, and after a return."""
        return Timetable((), self.days, self.zone).reached(since, time)

    def when_back(self, moment: datetime, settled: timedelta = timedelta()) -> datetime:
        """The moment itself or, if the clock is stopped then, the moment at which it resumes.

        After an absence, add `settled`, but no more than the length of the absence: otherwise many short absences
        would stop the clock for months.
        """
        away = frozenset(self.away)
        for still in self._still(moment):
            if still.start > moment:
                break
            until = self.later(still.end, min(settled, still.end - still.start)) if still in away else still.end
            moment = max(moment, until)
        return moment

    def _still(self, since: datetime) -> Iterator[Absence]:
        """Yield the periods during which the clock is stopped, in order; without end if some days do not count."""
        if self.days == EVERY_DAY:
            return iter(sorted(self.away))
        return merge(sorted(self.away), days_off(self.days, self.zone, since))


def read_days(text: str) -> str | None:
    """Parse the days that count, in any case; None if malformed."""
    typed = text.lower()
    fits = len(typed) == len(EVERY_DAY) and all(
        letter in {day, "-"} for letter, day in zip(typed, EVERY_DAY, strict=True)
    )
    return typed if fits and typed.strip("-") else None


def in_words(days: str) -> str:
    """The days that count, in a sentence: `Monday to Friday`, `Monday, Tuesday, Saturday`."""
    count = [letter != "-" for letter in days]
    runs = [
        (first, after - 1)
        for first in range(len(days))
        for after in range(first + 1, len(days) + 1)
        if all(count[first:after]) and not any(count[first - 1 : first]) and not any(count[after : after + 1])
    ]
    return ", ".join(_in_words(first, last) for first, last in runs)


def days_off(days: str, zone: tzinfo, since: datetime) -> Iterator[Absence]:
    """Yield the periods of days that do not count, in order, without end; `since` is in none before the first."""
    day = since.astimezone(zone).date() - len(days) * _DAY
    while True:
        while days[day.weekday()] != "-":
            day += _DAY
        first = day
        while days[day.weekday()] == "-":
            day += _DAY
        yield Absence(_begins(first, zone), _begins(day, zone))


def next_at(hour: int, zone: tzinfo, after: datetime) -> datetime:
    """The first time after `after` at which it is `hour` o'clock in a zone.

    If that hour is skipped, the moment at which the clocks go forward.
    """
    day = after.astimezone(zone).date() - _DAY
    while (at := datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)) <= after:
        day += _DAY
    return at


def _in_words(first: int, last: int) -> str:
    if last - first > 1:
        return f"{WEEKDAYS[first]} to {WEEKDAYS[last]}"
    return ", ".join(WEEKDAYS[first : last + 1])


def _begins(day: date, zone: tzinfo) -> datetime:
    """The first moment of a day in a zone, also where midnight is skipped or comes twice."""
    return datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)
