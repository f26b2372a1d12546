"""On which days of the week the clocks of a board run, and how time is counted on a clock that stands still at times.

Days begin and end where the player of a seat lives. A clock stands still on the days that do not count, and during
the absences of its player. Pure arithmetic on moments, which are in UTC, so that no change to summer time gains or
loses any.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from heapq import merge

EVERY_DAY = "mtwtfss"
"""The days of the week, from Monday on, by their first letters. A day that does not count has `-` in its place."""

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

LONGEST = timedelta(days=3660)
"""Longer than any time that a challenge gives for a move: beyond that it is not worked out which days count."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, order=True)
class Absence:
    """A time during which a player's clocks stand still."""

    start: datetime
    end: datetime


@dataclass(frozen=True)
class Timetable:
    """When the clock of one seat runs: not while its player is `away`, and only on `days`, as they are in `zone`."""

    away: tuple[Absence, ...] = ()
    days: str = EVERY_DAY
    zone: tzinfo = UTC

    def waited(self, since: datetime, until: datetime) -> timedelta:
        """How much of a period counts."""
        waited, moment = timedelta(), since
        for still in self._still(since):
            if still.start >= until:
                break
            waited += max(still.start - moment, timedelta())
            moment = max(moment, still.end)
        return waited + max(until - moment, timedelta())

    def reached(self, since: datetime, time: timedelta) -> datetime:
        """When so much time will have passed on the clock."""
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
        """The same, if the player is not away: what is counted after a reminder, and when they are back."""
        return Timetable((), self.days, self.zone).reached(since, time)

    def when_back(self, moment: datetime, settled: timedelta = timedelta()) -> datetime:
        """That moment or, if the clock stands still then, when it goes on.

        After an absence there is the time to settle in besides, but no longer than it was: an hour away is worth an
        hour, or many short absences would stop the clock for months.
        """
        away = frozenset(self.away)
        for still in self._still(moment):
            if still.start > moment:
                break
            until = self.later(still.end, min(settled, still.end - still.start)) if still in away else still.end
            moment = max(moment, until)
        return moment

    def _still(self, since: datetime) -> Iterator[Absence]:
        """When it stands still, in the order of the beginnings: without an end, if not all days count."""
        if self.days == EVERY_DAY:
            return iter(sorted(self.away))
        return merge(sorted(self.away), days_off(self.days, self.zone, since))


def read_days(text: str) -> str | None:
    """The days that count as somebody has typed them, in any case; None where that cannot be."""
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
    """The stretches of days that do not count, in order and for ever; `since` is in none before the first."""
    day = since.astimezone(zone).date() - len(days) * _DAY
    while True:
        while days[day.weekday()] != "-":
            day += _DAY
        first = day
        while days[day.weekday()] == "-":
            day += _DAY
        yield Absence(_begins(first, zone), _begins(day, zone))


def next_at(hour: int, zone: tzinfo, after: datetime) -> datetime:
    """The first time after that moment at which it is so many hours past midnight in a zone.

    Where that hour is left out, it is the moment at which the clocks go forward.
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
    """When a day begins in a zone: where its midnight is left out or comes twice, at the first moment that it has."""
    return datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)
