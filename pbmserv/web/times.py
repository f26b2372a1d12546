"""Relative times for pages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from pbmserv.games.message import Listed, Message, counted
from pbmserv.locale.catalogs import translated
from pbmserv.play.days import in_words

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_LONG = timedelta(days=10)
"""From this length on, times are rounded to the nearest day."""
_TO = " to "
"""What stands between the first and the last of days in a row."""


def ago(at: datetime, now: datetime) -> str:
    """The time since then: `3 days ago`."""
    passed = now - at
    return _JUST_NOW if passed < timedelta(minutes=2) else Message("{time} ago", time=_roughly(passed))


def left(at: datetime, now: datetime) -> str:
    """The time until then: `3 days left`."""
    return Message("{time} left", time=in_time(at - now)) if at > now else _UP


def day(at: datetime, zone: tzinfo = UTC) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d}"


def weekdays(days: str) -> str:
    """The days that count, in a sentence: `Monday to Friday`, `Monday, Tuesday, Saturday`."""
    runs = [run.split(_TO) for run in in_words(days).split(", ")]
    return Listed(
        [
            Message("{first} to {last}", first=Message(run[0]), last=Message(run[-1])) if run[1:] else Message(run[0])
            for run in runs
        ],
        ", ",
        ", ",
    )


def in_time(time: timedelta) -> str:
    """Format a duration: `20 days`, `3 days 4 hours`, `5 hours`, `12 minutes`.

    Long ones are rounded to the nearest day, so a move of 21 days still has 21 after a minute; shorter ones are
    rounded down.
    """
    days, hours, minutes = _parts(time)
    if days:
        return Message("{days} {hours}", days=_days(days), hours=_hours(hours)) if hours else _days(days)
    return _hours(hours) if hours else _minutes(minutes)


def short(time: timedelta) -> str:
    """The same for narrow places: `20 d`, `3 d 4 h`, `5 h`, `12 min`."""
    days, hours, minutes = _parts(time)
    day, hour, minute = str(translated(_UNITS)).split()
    if days:
        return f"{days} {day} {hours} {hour}" if hours else f"{days} {day}"
    return f"{hours} {hour}" if hours else f"{minutes} {minute}"


_UNITS = Message("d h min")
"""Days, hours and minutes for narrow places."""
_JUST_NOW, _UP = Message("just now"), Message("time is up")


def _parts(time: timedelta) -> tuple[int, int, int]:
    """Days with hours, or hours, or minutes."""
    if time >= _LONG:
        return round(time / _DAY), 0, 0
    minutes = max(int(time.total_seconds()) // 60, 0)
    days, hours = minutes // (24 * 60), minutes // 60 % 24
    return days, hours, 0 if days or hours else minutes


def _roughly(time: timedelta) -> str:
    if time < _HOUR:
        return _minutes(max(1, time // timedelta(minutes=1)))
    return _hours(time // _HOUR) if time < 2 * _DAY else _days(time // _DAY)


def _days(count: int) -> Message:
    return counted("{count} day", "{count} days", count)


def _hours(count: int) -> Message:
    return counted("{count} hour", "{count} hours", count)


def _minutes(count: int) -> Message:
    return counted("{count} minute", "{count} minutes", count)
