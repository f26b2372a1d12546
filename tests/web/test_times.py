"""How pages tell the time that is left: a player who reads it is never led to be late."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.web.times import in_time, left

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (timedelta(days=21), "21 days"),
        (timedelta(days=20, hours=23, minutes=59), "21 days"),
        (timedelta(days=20, hours=11), "20 days"),
        (timedelta(days=9, hours=23, minutes=59), "9 days 23 hours"),
        (timedelta(days=7), "7 days"),
        (timedelta(days=6, hours=23, minutes=59), "6 days 23 hours"),
        (timedelta(days=3, minutes=59), "3 days"),
        (timedelta(days=1, hours=1), "1 day 1 hour"),
        (timedelta(hours=23, minutes=59), "23 hours"),
        (timedelta(minutes=59, seconds=59), "59 minutes"),
        (timedelta(seconds=59), "0 minutes"),
        (-timedelta(days=2), "0 minutes"),
    ],
)
def test_long_times_go_to_the_nearest_day_and_short_ones_promise_nothing(time: timedelta, words: str) -> None:
    assert in_time(time) == words


def test_what_is_long_is_never_told_to_be_less_than_what_is_shorter() -> None:
    told = [in_time(timedelta(hours=hours)) for hours in range(24 * 9, 24 * 12)]

    days = [int(words.split()[0]) for words in told]
    assert days == sorted(days)


def test_lists_say_it_in_the_same_words() -> None:
    assert left(NOW + timedelta(days=2, hours=5), NOW) == "2 days 5 hours left"
    assert left(NOW, NOW) == "time is up"
