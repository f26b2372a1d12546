"""Which days somebody means who writes until when they will be away."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from pbmserv.play.days_away import days_away, tells_until_when

TODAY = date(2026, 11, 26)
"""A Thursday."""


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("I'm away until 3 December", date(2026, 12, 3)),
        ("I'm away until December 3rd. See you!", date(2026, 12, 3)),
        ("I'm away until the 3rd of December", date(2026, 12, 3)),
        ("away until 2026-12-03", date(2026, 12, 3)),
        ("away until 3 March", date(2027, 3, 3)),
        ("I am on vacation until 3 May 2027", date(2027, 5, 3)),
        ("I am away, back on 3 December", date(2026, 12, 2)),
        ("I'm away until Monday", date(2026, 11, 30)),
        ("I'm away until Thursday", date(2026, 12, 3)),
        ("away until tomorrow", date(2026, 11, 27)),
        ("until 13/12", date(2026, 12, 13)),
        ("until 12/13", date(2026, 12, 13)),
        ("until 12/12", date(2026, 12, 12)),
        ("Bin bis 3.12. im Urlaub", date(2026, 12, 3)),
        ("Ja, ich bin bis 3. Dezember im Urlaub.", date(2026, 12, 3)),
        ("bis Montag verreist", date(2026, 11, 30)),
        ("Je suis absent jusqu'au 3 décembre", date(2026, 12, 3)),
        ("estoy de vacaciones hasta el 3 de diciembre", date(2026, 12, 3)),
        ("Sono in ferie fino al 3 dicembre", date(2026, 12, 3)),
        ("Ik ben op vakantie tot 3 december", date(2026, 12, 3)),
        ("jag har semester till 3 december", date(2026, 12, 3)),
        ("Jestem na urlopie do 3 grudnia", date(2026, 12, 3)),
        ("Я в отпуске до 3 декабря", date(2026, 12, 3)),
    ],
)
def test_a_single_day_is_the_last_one_of_an_absence_that_begins_now(text: str, last: date) -> None:
    assert days_away(text, TODAY) == (None, last)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("I am away from 1 to 3 December", date(2026, 12, 1), date(2026, 12, 3)),
        ("I am away from 1 December to 3 December", date(2026, 12, 1), date(2026, 12, 3)),
        ("I'm on holiday from Dec 24 until Jan 2", date(2026, 12, 24), date(2027, 1, 2)),
        ("vom 1. bis 3. Dezember", date(2026, 12, 1), date(2026, 12, 3)),
        ("on vacation from Monday to Friday", date(2026, 11, 30), date(2026, 12, 4)),
        ("I'm away this weekend", date(2026, 11, 28), date(2026, 11, 29)),
        ("Bin am Wochenende nicht da", date(2026, 11, 28), date(2026, 11, 29)),
        ("on holiday next week", date(2026, 11, 30), date(2026, 12, 6)),
        ("en vacances la semaine prochaine", date(2026, 11, 30), date(2026, 12, 6)),
        ("Sorry, but I am away next week", date(2026, 11, 30), date(2026, 12, 6)),
        ("I'm away next month", date(2026, 12, 1), date(2026, 12, 31)),
        ("im Januar bin ich weg", date(2027, 1, 1), date(2027, 1, 31)),
        ("I can't play tomorrow", date(2026, 11, 27), date(2026, 11, 27)),
        ("I'm away on Saturday", date(2026, 11, 28), date(2026, 11, 28)),
        ("I leave tomorrow for 10 days", date(2026, 11, 27), date(2026, 12, 6)),
        ("on Monday I go away for two weeks", date(2026, 11, 30), date(2026, 12, 13)),
    ],
)
def test_two_days_are_the_first_and_the_last(text: str, first: date, last: date) -> None:
    assert days_away(text, TODAY) == (first, last)


def test_a_weekend_or_month_that_has_begun_goes_on_until_its_end() -> None:
    assert days_away("away for the weekend", date(2026, 11, 29)) == (None, date(2026, 11, 29))
    assert days_away("away in November", TODAY) == (None, date(2026, 11, 30))
    assert days_away("away next month", date(2026, 12, 5)) == (date(2027, 1, 1), date(2027, 1, 31))


@pytest.mark.parametrize(
    "text",
    [
        "I'm away",
        "I was on holiday this week",
        "Are you away this week?",
        "Are you away next week?",
        "I was away last weekend",
        "Ben is away this weekend",
        "You're away next week, I hear",
        "away next week but for Tuesday",
        "until 3/4",
        "until 31 February",
        "away until 3 o'clock",
        "away until the 3rd",
        "See you on the 3rd",
        "away on 1 December, 3 December and 5 December",
        "I was away until 3 November",
        "away until 3 December 2031",
        "",
    ],
)
def test_what_is_not_plain_is_no_day(text: str) -> None:
    assert days_away(text, TODAY) is None


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("away for a week", 7),
        ("off to Spain for two weeks", 14),
        ("10 Tage weg", 10),
        ("trois semaines de vacances", 21),
        ("I'm on holiday this week, sorry", 4),
        ("Ich bin diese Woche im Urlaub", 4),
        ("Je suis en vacances cette semaine", 4),
        ("Sono in vacanza questa settimana", 4),
    ],
)
def test_a_length_begins_today(text: str, days: int) -> None:
    assert days_away(text, TODAY) == (None, TODAY + timedelta(days=days - 1))


@pytest.mark.parametrize("text", ["ab morgen zwei Wochen weg", "away for two weeks from tomorrow"])
def test_or_tomorrow_if_it_says_so(text: str) -> None:
    assert days_away(text, TODAY) == (TODAY + timedelta(days=1), TODAY + timedelta(days=14))


@pytest.mark.parametrize(
    "text",
    ["I was away for two weeks", "away next week for a few days", "away two weeks from Monday", "a week ago"],
)
def test_a_length_that_begins_at_another_time_is_no_day(text: str) -> None:
    assert days_away(text, TODAY) is None


@pytest.mark.parametrize("text", ["ab 4. Dezember wieder da", "de retour le 4 décembre", "back on 4 December"])
def test_who_is_back_on_a_day_is_away_until_the_one_before(text: str) -> None:
    assert days_away(text, TODAY) == (None, date(2026, 12, 3))


@pytest.mark.parametrize("text", ["I won't be able to play until Monday", "Gone until Sunday", "eine Woche weg"])
def test_whoever_cannot_play_for_a_while_is_away(text: str) -> None:
    assert tells_until_when(text)


@pytest.mark.parametrize(
    "text",
    [
        "Let us play until Monday",
        "I am away",
        "You have until Friday to move",
        "Next week we play again",
        "I can only play at the weekend",
        "See you tomorrow",
        "I play on Monday",
    ],
)
def test_other_words_tell_of_no_absence(text: str) -> None:
    assert not tells_until_when(text)
