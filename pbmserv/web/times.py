"""Times as pages tell them: roughly how long ago, or how much is left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from pbmserv.games.base import counted

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_LONG = timedelta(days=10)
"""From so much time on, half a day more or less makes no difference to anybody."""


def ago(at: datetime, now: datetime) -> str:
    """How long ago something was: `3 days ago`."""
    passed = now - at
    return "just now" if passed < timedelta(minutes=2) else f"{_roughly(passed)} ago"


def left(at: datetime, now: datetime) -> str:
    """How much time there is until then: `3 days left`."""
    return f"{in_time(at - now)} left" if at > now else "time is up"


def day(at: datetime, zone: tzinfo = UTC) -> str:
    """The day of a time."""
    return f"{at.astimezone(zone):%Y-%m-%d}"


def in_time(time: timedelta) -> str:
    """How long there is still: `20 days`, `3 days 4 hours`, `5 hours`, `12 minutes`.

    Where it is long, to the nearest day: a minute after a move of 21 days begins, there are still 21. Where it is
    shorter, never more than there is.
    """
    if time >= _LONG:
        return counted(round(time / _DAY), "day")
    minutes = max(int(time.total_seconds()) // 60, 0)
    days, hours = minutes // (24 * 60), minutes // 60 % 24
    if days:
        return f"{counted(days, 'day')} {counted(hours, 'hour')}" if hours else counted(days, "day")
    return counted(hours, "hour") if hours else counted(minutes, "minute")


def _roughly(time: timedelta) -> str:
    if time < _HOUR:
        return counted(max(1, time // timedelta(minutes=1)), "minute")
    return counted(time // _HOUR, "hour") if time < 2 * _DAY else counted(time // _DAY, "day")
