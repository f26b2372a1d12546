"""Times as pages tell them: roughly how long ago, or how much is left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from pbmserv.games.base import counted

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


def ago(at: datetime, now: datetime) -> str:
    """How long ago something was: `3 days ago`."""
    passed = now - at
    return "just now" if passed < timedelta(minutes=2) else f"{_roughly(passed)} ago"


def left(at: datetime, now: datetime) -> str:
    """How much time there is until then: `3 days left`."""
    return f"{_roughly(at - now)} left" if at > now else "time is up"


def day(at: datetime, zone: tzinfo = UTC) -> str:
    """The day of a time."""
    return f"{at.astimezone(zone):%Y-%m-%d}"


def in_time(time: timedelta) -> str:
    """How long something takes, in the two largest units at most: `3 days 4 hours`."""
    minutes = max(int(time.total_seconds()) // 60, 0)
    days, hours = minutes // (24 * 60), minutes // 60 % 24
    if days >= 3 or (days and not hours):
        return counted(days, "day")
    if days:
        return f"{counted(days, 'day')} {counted(hours, 'hour')}"
    return counted(hours, "hour") if hours else counted(minutes, "minute")


def _roughly(time: timedelta) -> str:
    if time < _HOUR:
        return counted(max(1, time // timedelta(minutes=1)), "minute")
    return counted(time // _HOUR, "hour") if time < 2 * _DAY else counted(time // _DAY, "day")
