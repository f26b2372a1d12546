"""Days of the week that do not count: where they begin and end, and that no time is counted on them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise, takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.play.board import Board, Question, Terms
from pbmserv.play.clock import Decision, Verdict, decide, move_by, next_look, remind
from pbmserv.play.days import EVERY_DAY, Absence, Timetable, days_off, in_words, read_days
from pbmserv.play.zones import zone_of
from tests.play.test_clock import ALICE, ALICE_SEAT, BOB, BOB_SEAT, away, begun_duel, play

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
WEEKDAYS = "mtwtf--"
BERLIN = zone_of("Europe/Berlin")

# Midnights that there are not, or twice; days that there are not; clocks that are changed by half an hour.
ZONES = [
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Beirut", "America/Havana", "America/Sao_Paulo", "Africa/Cairo",
    "Pacific/Apia", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Kiritimati", "America/Asuncion",
]  # fmt: skip

zones = st.sampled_from([zone_of(name) for name in ZONES])
moments = st.timedeltas(timedelta(), timedelta(days=7300)).map(lambda since: datetime(2010, 1, 1, tzinfo=UTC) + since)
weeks = (
    st.lists(st.booleans(), min_size=7, max_size=7)
    .filter(any)
    .map(lambda counts: "".join(day if counts[number] else "-" for number, day in enumerate(EVERY_DAY)))
)
times = st.timedeltas(timedelta(), timedelta(days=60))


@st.composite
def timetables(draw: st.DrawFn) -> Timetable:
    starts = draw(st.lists(moments, max_size=3))
    away = tuple(Absence(start, start + draw(st.timedeltas(HOUR, 20 * DAY))) for start in starts)
    return Timetable(away, draw(weeks), draw(zones))


def counts_hour_by_hour(timetable: Timetable, since: datetime, until: datetime) -> timedelta:
    """What is counted, found by looking at a clock on the wall every quarter of an hour."""
    quarter = timedelta(minutes=15)
    looks = [since + number * quarter for number in range((until - since) // quarter)]
    counted = [
        look
        for look in looks
        if timetable.days[look.astimezone(timetable.zone).weekday()] != "-"
        and not any(absence.start <= look < absence.end for absence in timetable.away)
    ]
    return len(counted) * quarter


# Arithmetic


@given(timetables(), moments, st.integers(0, 1000))
def test_what_is_counted_is_what_a_clock_on_the_wall_shows(table: Timetable, since: datetime, quarters: int) -> None:
    since = since.replace(minute=0, second=0, microsecond=0)
    away = tuple(
        Absence(
            each.start.replace(minute=0, second=0, microsecond=0), each.end.replace(minute=0, second=0, microsecond=0)
        )
        for each in table.away
    )
    table = Timetable(away, table.days, table.zone)
    until = since + quarters * timedelta(minutes=15)

    assert table.waited(since, until) == counts_hour_by_hour(table, since, until)


@given(timetables(), moments, times)
def test_when_a_time_is_reached_so_much_has_been_counted(table: Timetable, since: datetime, time: timedelta) -> None:
    assert table.waited(since, table.reached(since, time)) == time


@given(timetables(), moments, times, times)
def test_time_is_counted_in_parts_as_in_one(
    table: Timetable, since: datetime, first: timedelta, second: timedelta
) -> None:
    middle, end = since + first, since + first + second

    assert table.waited(since, middle) + table.waited(middle, end) == table.waited(since, end)


@given(timetables(), moments)
def test_a_clock_that_goes_on_runs(table: Timetable, moment: datetime) -> None:
    back = table.when_back(moment)

    assert back >= moment
    assert table.waited(moment, back) == timedelta()
    assert table.waited(back, back + timedelta(minutes=1)) > timedelta()


@given(weeks.filter(lambda days: days != EVERY_DAY), zones, moments)
def test_stretches_off_follow_each_other_from_midnight_to_midnight(days: str, zone: object, since: datetime) -> None:
    table = Timetable((), days, zone)  # type: ignore[arg-type]
    stretches = list(takewhile(lambda each: each.start < since + 60 * DAY, days_off(days, table.zone, since)))

    assert stretches[0].start <= since
    for stretch, after in pairwise(stretches):
        assert stretch.start <= stretch.end < after.start
        assert days[stretch.end.astimezone(table.zone).weekday()] != "-"


def test_a_weekend_in_which_clocks_are_changed_is_an_hour_shorter() -> None:
    table = Timetable((), WEEKDAYS, BERLIN)
    friday = datetime(2024, 3, 29, 22, 0, tzinfo=UTC)

    assert table.reached(friday, 2 * HOUR) == datetime(2024, 3, 31, 23, 0, tzinfo=UTC)
    assert table.when_back(friday + 2 * HOUR) == datetime(2024, 3, 31, 22, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("away", "settled"), [(HOUR, HOUR), (2 * DAY, 2 * DAY), (3 * DAY, 3 * DAY), (14 * DAY, 3 * DAY)]
)
def test_who_comes_back_settles_in_for_as_long_as_they_were_away_and_no_longer_than_is_given(
    away: timedelta, settled: timedelta
) -> None:
    friday = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
    table = Timetable((Absence(friday, friday + away),))

    assert table.when_back(friday, 3 * DAY) == friday + away + settled


# Words


@pytest.mark.parametrize(
    ("typed", "days"),
    [("mtwtf--", "mtwtf--"), ("MTWTF--", "mtwtf--"), ("mtwtfss", EVERY_DAY), ("-----ss", "-----ss")]
    + [(wrong, None) for wrong in ("", "-------", "mtwtf", "mtwtfsst", "ttwtf--", "m t w t", "weekdays", "mtwtf‐‐")],
)
def test_days_are_read_as_letters_from_monday_on(typed: str, days: str | None) -> None:
    assert read_days(typed) == days


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ("mtwtf--", "Monday to Friday"),
        ("mtwtfss", "Monday to Sunday"),
        ("m-w-f--", "Monday, Wednesday, Friday"),
        ("mt---ss", "Monday, Tuesday, Saturday, Sunday"),
        ("------s", "Sunday"),
    ],
)
def test_days_are_told_in_words(days: str, words: str) -> None:
    assert in_words(days) == words


# The clock of a board, which begins on Friday, 2024-03-01, at 12:00


def at(day: int, hour: int = 12) -> datetime:
    return datetime(2024, 3, day, hour, 0, tzinfo=UTC)


def duel(**terms: int) -> Board:
    return begun_duel(Terms(**terms, days=WEEKDAYS))  # type: ignore[arg-type]


def test_nobody_is_reminded_on_a_day_that_does_not_count() -> None:
    board = duel(nag_days=1)

    assert decide(board, at(3, 23)) is None
    assert next_look(board) == at(4)
    assert decide(board, at(4)) == Decision(Verdict.NAG, (BOB_SEAT,))


def test_a_second_reminder_waits_for_a_day_that_counts() -> None:
    board = duel(nag_days=1)
    remind(board, [BOB_SEAT], at(8))

    assert decide(board, at(10, 23)) is None
    assert decide(board, at(11, 0)) == Decision(Verdict.NAG, (BOB_SEAT,))


def test_the_forfeit_comes_after_so_many_days_that_count() -> None:
    board = duel(nag_days=2, forfeit_days=5)
    remind(board, [BOB_SEAT], at(6))

    assert move_by(board, BOB) == at(8)
    assert decide(board, at(8, 11)) == Decision(Verdict.NAG, (BOB_SEAT,))
    assert decide(board, at(8)) == Decision(Verdict.FORFEIT, (BOB_SEAT,))


def test_the_day_after_a_reminder_is_one_that_counts() -> None:
    board = duel(nag_days=5, forfeit_days=5)
    remind(board, [BOB_SEAT], at(8))

    assert decide(board, at(11, 11)) == Decision(Verdict.NAG, (BOB_SEAT,))
    assert decide(board, at(11)) == Decision(Verdict.FORFEIT, (BOB_SEAT,))


def test_the_weekend_does_not_count_in_the_total_time() -> None:
    board = duel(total_days=10)

    play(board, at(5), BOB)

    assert board.seats[BOB_SEAT].used == 2 * DAY


def test_a_vacation_that_ends_on_a_weekend_goes_on_until_its_end() -> None:
    board = duel(nag_days=1)
    away(board, BOB, at(4, 0), at(9, 15))

    assert decide(board, at(10, 23)) is None
    assert next_look(board) == at(11)


def test_silence_about_a_tie_agrees_on_a_day_that_counts() -> None:
    from pbmserv.play import voting

    board = duel(forfeit_days=1, nag_days=1)
    voting.propose(board, BOB, Question.DRAW, at(1))

    assert decide(board, at(3)) is None
    assert decide(board, at(4)) == Decision(Verdict.NAG, (ALICE_SEAT, BOB_SEAT))
    remind(board, [ALICE_SEAT, BOB_SEAT], at(4))
    assert decide(board, at(5)) == Decision(Verdict.TIE)


def test_each_player_has_the_weekend_where_they_live() -> None:
    board = duel(nag_days=1)
    board.seats[BOB_SEAT].zone = zone_of("Pacific/Auckland")

    # On Friday at noon it is Saturday there already; there, Monday begins on Sunday at eleven.
    assert next_look(board) == datetime(2024, 3, 4, 11, 0, tzinfo=UTC)


def test_a_long_time_is_found_in_a_moment_even_if_one_day_in_a_week_counts() -> None:
    board = begun_duel(Terms(nag_days=365, forfeit_days=3650, total_days=3650, increment_hours=8760, days="m------"))

    found = move_by(board, BOB)

    assert found is not None
    assert found.year == 2094


def test_who_is_left_when_a_game_begins_again_keeps_their_zone() -> None:
    from pbmserv.play import leaving
    from tests.play.test_clock import CAROL, party

    board = party(Terms(days=WEEKDAYS))
    board.seats[2].zone = BERLIN

    leaving.resign(board, ALICE, at(2), bytes(16))

    assert [seat.player for seat in board.seats] == [BOB, CAROL]
    assert board.seats[1].zone is BERLIN
    assert board.terms.days == WEEKDAYS
