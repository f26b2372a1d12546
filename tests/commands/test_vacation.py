"""vacation: time in which nobody is reminded, and none of it too much."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from pbmserv.play.days import Absence
from pbmserv.play.vacations import days_taken
from pbmserv.settings import load
from pbmserv.store.tables import BOARDS
from tests.conversation import START, Server

ALICE = "alice@example.org"
BOB = "bob@example.org"


def left(text: str) -> str:
    """What a letter says about the days that are left."""
    return next(line for line in text.splitlines() if line.startswith("Days of vacation"))


class TestGoing:
    def test_a_number_of_days_begins_now(self, either_server: Server) -> None:
        reply = either_server.hear(ALICE, "vacation alice secret7 14")

        assert reply.subject == "Your vacation"
        assert reply.text.startswith(
            "alice, you are on vacation until 2024-03-15 12:00 UTC. Nobody reminds you of\n"
            "your games, and you lose none for lack of time; for the first 3 days after that\n"
            "you are only reminded.\n"
        )
        assert left(reply.text) == "Days of vacation that you have left in 2024: 16 of 30."

    @pytest.mark.parametrize("words", ["14 days", "1 day", "UNTIL 2024-03-10", "Off"])
    def test_the_words_may_be_written_out_and_in_any_case(self, server: Server, words: str) -> None:
        server.hear(ALICE, "vacation alice secret7 3")

        assert server.say(ALICE, f"vacation alice secret7 {words}").ok

    def test_the_day_until_which_it_lasts_belongs_to_it(self, server: Server) -> None:
        reply = server.hear(ALICE, "vacation alice secret7 until 2024-03-10")

        assert "on vacation until 2024-03-11 00:00 UTC." in reply.text
        assert left(reply.text).endswith("20 of 30.")

    def test_days_end_when_they_do_where_the_player_lives(self, server: Server) -> None:
        server.hear(ALICE, "change timezone alice secret7 America/New_York")

        reply = server.hear(ALICE, "vacation alice secret7 until 2024-03-09")
        over_the_change = server.hear(ALICE, "vacation alice secret7 until 2024-03-10")

        assert "until 2024-03-10 00:00 EST." in reply.text
        assert "until 2024-03-11 00:00 EDT." in over_the_change.text

    def test_a_new_length_changes_the_end(self, either_server: Server) -> None:
        either_server.hear(ALICE, "vacation alice secret7 5")
        either_server.wait(days=2)

        reply = either_server.hear(ALICE, "vacation alice secret7 10")

        assert "until 2024-03-13 12:00 UTC." in reply.text
        assert left(reply.text).endswith("18 of 30.")

    def test_without_a_length_the_present_state_is_told(self, server: Server) -> None:
        before = server.hear(ALICE, "vacation alice secret7").text
        server.hear(ALICE, "vacation alice secret7 14")
        during = server.hear(ALICE, "vacation alice secret7").text
        server.wait(days=14)
        after = server.hear(ALICE, "vacation alice secret7").text

        assert before.startswith("alice, you are not on vacation.\n\nDays of vacation that you have left in 2024: 30")
        assert "vacation alice PASSWORD 14" in before
        assert during.startswith("alice, you are on vacation until 2024-03-15")
        assert "vacation alice PASSWORD off" in during
        assert after.startswith("alice, you are not on vacation.")
        assert left(after).endswith("16 of 30.")


class TestComingBack:
    def test_off_ends_it_and_gives_back_the_days_that_have_not_begun(self, either_server: Server) -> None:
        either_server.hear(ALICE, "vacation alice secret7 14")
        either_server.wait(days=3, hours=1)

        reply = either_server.hear(ALICE, "vacation alice secret7 off")

        assert reply.text.startswith("alice, you are not on vacation.")
        assert left(reply.text).endswith("26 of 30.")

    def test_off_at_once_takes_nothing(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 14")

        assert left(server.hear(ALICE, "vacation alice secret7 off").text).endswith("30 of 30.")

    def test_who_is_not_away_cannot_come_back(self, server: Server) -> None:
        assert server.say(ALICE, "vacation alice secret7 off").error == (
            "You are not on vacation, so there is none to end."
        )


class TestHowMuch:
    def test_more_than_30_days_in_a_calendar_year_are_refused(self, either_server: Server) -> None:
        either_server.hear(ALICE, "vacation alice secret7 20")
        either_server.wait(days=30)

        reply = either_server.say(ALICE, "vacation alice secret7 11")

        assert reply.error == (
            "That would make 31 days of vacation in 2024. You have 30 in a calendar year, of which 20 are taken."
        )
        assert either_server.say(ALICE, "vacation alice secret7 10").ok

    def test_a_vacation_that_is_made_longer_counts_once(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 20")
        server.wait(days=10)

        assert server.say(ALICE, "vacation alice secret7 20").ok

    def test_each_year_counts_for_itself(self, server: Server) -> None:
        server.now = datetime(2024, 12, 12, 0, 0, tzinfo=UTC)

        assert server.say(ALICE, "vacation alice secret7 50").ok
        server.now = datetime(2025, 1, 2, 0, 0, tzinfo=UTC)
        assert left(server.hear(ALICE, "vacation alice secret7").text) == (
            "Days of vacation that you have left in 2025: 0 of 30."
        )

    def test_the_days_of_the_next_year_are_limited_too(self, server: Server) -> None:
        server.now = datetime(2024, 12, 12, 0, 0, tzinfo=UTC)

        reply = server.say(ALICE, "vacation alice secret7 51")

        assert reply.error.startswith("That would make 31 days of vacation in 2025.")

    def test_how_many_days_there_are_is_a_setting(self) -> None:
        assert load(None, {}).vacation_days == 30
        assert load(None, {"PBMSERV_VACATION_DAYS": "60"}).vacation_days == 60

    def test_a_day_that_has_begun_counts(self) -> None:
        day = timedelta(days=1)
        absences = [Absence(START, START + timedelta(minutes=1)), Absence(START + 2 * day, START + 3 * day)]

        assert days_taken(absences, 2024) == 2
        assert days_taken(absences, 2023) == 0


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("0", "The number of days has to be a whole number from 1 to 366."),
        ("9999999999", "The number of days has to be a whole number from 1 to 366."),
        ("soon", "The number of days has to be a whole number from 1 to 366."),
        ("until tomorrow", "A date is written with year, month and day: for example 2024-08-31."),
        ("until", "The number of days has to be"),
        ("14 weeks", "A number of days is expected, or until and a date, or off: 14, until 2024-08-31, off."),
        (
            "until 2024-02-29",
            "A vacation begins now and ends within a year: until 2024-02-29 cannot be, until 2024-03-",
        ),
        ("until 9999-12-31", "A vacation begins now and ends within a year:"),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_expected(server: Server, words: str, error: str) -> None:
    reply = server.say(ALICE, f"vacation alice secret7 {words}")

    assert reply.error.startswith(error)


def test_it_needs_the_password(server: Server) -> None:
    before = server.everything_stored()

    assert server.say(ALICE, "vacation alice wrong-one 14").error == "The userid or the password is not right."
    assert server.everything_stored() == before


def test_the_clock_looks_at_the_players_boards_again(either_server: Server) -> None:
    either_server.hear(BOB, "hex challenge alice bob")

    either_server.hear(ALICE, "vacation alice secret7 14")

    with either_server.database.reading() as connection:
        assert connection.scalar(select(BOARDS.c.due_at)) == either_server.now
