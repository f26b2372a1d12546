"""Relative times for pages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from pbmserv.games.base import counted

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_LONG = timedelta(days=10)
"""From this length on, times are rounded to the nearest day."""


def ago(at: datetime, now: datetime) -> str:
    """The time since then: `3 days ago`."""
    passed = now - at
    return "just now" if passed < timedelta(minutes=2) else f"{_roughly(passed)} ago"


def left(at: datetime, now: datetime) -> str:
    """The time until then: `3 days left`."""
    return f"{in_time(at - now)} left" if at > now else "time is up"


def day(at: datetime, zone: tzinfo = UTC) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d}"


def in_time(time: timedelta) -> str:
    """Format a duration: `20 days`, `3 days 4 hours`, `5 hours`, `12 minutes`.

    Long ones are rounded to the nearest day, so a move of 21 days still has 21 after a minute; shorter ones are
    rounded down.
    """
    if time >= _LONG:
        return counted(round(time / _DAY), "day")
    minutes = max(int(time.total_seconds()) // 60, 0)
    days, hours = minutes // (24 * 60), minutes // 60 % 24
    if days:
        return f"{counted(days, 'day')} {counted(hours, 'hour')}" if hours else counted(days, "day")
    return counted(hours, "hour") if hours else counted(minutes, "minute")


def short(time: timedelta) -> str:
    """The same for narrow places: `20 d`, `3 d 4 h`, `5 h`, `12 min`."""
    words = in_time(time).split()
    return " ".join(_SHORT.get(word.removesuffix("s"), word) for word in words)


_SHORT = {"day": "d", "hour": "h", "minute": "min"}


def _roughly(time: timedelta) -> str:
    if time < _HOUR:
        return counted(max(1, time // timedelta(minutes=1)), "minute")
    return counted(time // _HOUR, "hour") if time < 2 * _DAY else counted(time // _DAY, "day")
