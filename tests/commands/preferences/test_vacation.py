"""vacation: time in which nobody is reminded, and none of it too much."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from pbmserv.games.catalogue import installed
from pbmserv.play.clock import next_look
from pbmserv.play.days import Absence
from pbmserv.play.vacations import days_taken
from pbmserv.settings import load
from pbmserv.storage.boards import Boards
from pbmserv.storage.tables import BOARDS
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
            "alice, you are on vacation until 2024-03-15 12:00 UTC. Until then you get no\n"
            "reminders, and you cannot lose a game on time. After that you get reminders,\n"
            "but still cannot lose on time for as long as you were away, at most 3 days.\n"
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
        assert "vacation 14" in before
        assert during.startswith("alice, you are on vacation until 2024-03-15")
        assert "vacation off" in during
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
        ("until tomorrow", "A date is written with year, month and day: for example 2030-08-31."),
        ("until", "The number of days has to be"),
        ("14 weeks", "The days of the vacation cannot be read. Write one of these: 14, until 2030-08-31, from"),
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


def ahead(text: str) -> list[str]:
    """What a letter says of vacations that are set ahead."""
    return [line.removeprefix("* ") for line in text.splitlines() if line.startswith("* from")]


class TestSetAhead:
    def test_it_is_told_with_the_days_that_are_left_and_how_to_cancel_it(self, either_server: Server) -> None:
        reply = either_server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-14")

        assert reply.text.startswith("alice, you are not on vacation.\n\nVacations that you have set ahead:\n")
        assert ahead(reply.text) == ["from 2024-07-01 until 2024-07-14"]
        assert left(reply.text).endswith("16 of 30.")
        assert "vacation off 2024-07-01" in reply.text

    def test_it_begins_by_itself(self, either_server: Server) -> None:
        either_server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-14")
        either_server.now = datetime(2024, 7, 1, 0, 0, tzinfo=UTC)

        reply = either_server.hear(ALICE, "vacation alice secret7")

        assert reply.text.startswith("alice, you are on vacation until 2024-07-15 00:00 UTC.")
        assert ahead(reply.text) == []

    def test_several_wait_in_their_order(self, either_server: Server) -> None:
        either_server.hear(ALICE, "vacation alice secret7 from 2024-12-24 3 days")
        reply = either_server.hear(ALICE, "vacation alice secret7 FROM 2024-07-01 10")

        assert ahead(reply.text) == ["from 2024-07-01 until 2024-07-10", "from 2024-12-24 until 2024-12-26"]
        assert left(reply.text).endswith("17 of 30.")

    def test_what_is_on_now_is_changed_apart_from_it(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-14")
        server.hear(ALICE, "vacation alice secret7 3")

        reply = server.hear(ALICE, "vacation alice secret7 off")

        assert ahead(reply.text) == ["from 2024-07-01 until 2024-07-14"]
        assert left(reply.text).endswith("16 of 30.")

    def test_the_same_first_day_changes_the_end(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-14")

        reply = server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-05")

        assert ahead(reply.text) == ["from 2024-07-01 until 2024-07-05"]
        assert left(reply.text).endswith("25 of 30.")

    @pytest.mark.parametrize(
        ("words", "joined"),
        [
            ("from 2024-07-10 until 2024-07-20", "from 2024-07-01 until 2024-07-20"),
            ("from 2024-07-15 until 2024-07-16", "from 2024-07-01 until 2024-07-16"),
            ("from 2024-06-28 until 2024-07-02", "from 2024-06-28 until 2024-07-14"),
            ("from 2024-06-28 until 2024-07-20", "from 2024-06-28 until 2024-07-20"),
            ("from 2024-07-03 until 2024-07-04", "from 2024-07-01 until 2024-07-14"),
        ],
    )
    def test_those_that_meet_become_one(self, either_server: Server, words: str, joined: str) -> None:
        either_server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-14")

        reply = either_server.hear(ALICE, f"vacation alice secret7 {words}")

        assert ahead(reply.text) == [joined]

    def test_one_can_join_two(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-03")
        server.hear(ALICE, "vacation alice secret7 from 2024-07-06 until 2024-07-09")

        reply = server.hear(ALICE, "vacation alice secret7 from 2024-07-03 until 2024-07-06")

        assert ahead(reply.text) == ["from 2024-07-01 until 2024-07-09"]
        assert left(reply.text).endswith("21 of 30.")

    def test_a_vacation_now_that_lasts_into_one_set_ahead_goes_on_until_its_end(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 from 2024-03-05 until 2024-03-10")

        reply = server.hear(ALICE, "vacation alice secret7 until 2024-03-05")

        assert "on vacation until 2024-03-11 00:00 UTC." in reply.text
        assert ahead(reply.text) == []

    @pytest.mark.parametrize("day", ["2024-07-01", "2024-07-09", "2024-07-14"])
    def test_off_with_any_of_its_days_cancels_it(self, either_server: Server, day: str) -> None:
        either_server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-14")
        either_server.hear(ALICE, "vacation alice secret7 from 2024-12-24 3")

        reply = either_server.hear(ALICE, f"vacation alice secret7 off {day}")

        assert ahead(reply.text) == ["from 2024-12-24 until 2024-12-26"]
        assert left(reply.text).endswith("27 of 30.")

    @pytest.mark.parametrize("day", ["2024-06-30", "2024-07-15", "0001-01-01", "9999-12-31"])
    def test_off_with_another_day_is_refused(self, server: Server, day: str) -> None:
        server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-14")

        assert server.say(ALICE, f"vacation alice secret7 off {day}").error == (
            f"No vacation of yours that is on or set ahead has {day} in it, so there is none to end."
        )

    def test_off_alone_says_how_to_cancel_what_is_set_ahead(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-14")

        assert server.say(ALICE, "vacation alice secret7 off").error == (
            "You are not on vacation, so there is none to end."
            " To cancel what you have set ahead, write off 2024-07-01."
        )

    def test_all_together_keep_within_the_years_days(self, either_server: Server) -> None:
        either_server.hear(ALICE, "vacation alice secret7 from 2024-07-01 20")

        reply = either_server.say(ALICE, "vacation alice secret7 from 2024-12-20 until 2025-01-05")

        assert reply.error == (
            "That would make 32 days of vacation in 2024. You have 30 in a calendar year, of which 20 are taken."
        )

    def test_over_new_year_each_year_gives_its_own_days(self, either_server: Server) -> None:
        reply = either_server.hear(ALICE, "vacation alice secret7 from 2024-12-22 until 2025-01-05")

        assert "left in 2024: 20 of 30.\nDays of vacation that you have left in 2025: 25 of 30." in reply.text

    def test_its_days_are_those_of_the_players_zone(self, server: Server) -> None:
        server.hear(ALICE, "change timezone alice secret7 Asia/Tokyo")
        reply = server.hear(ALICE, "vacation alice secret7 from 2024-07-01 until 2024-07-02")
        server.now = datetime(2024, 6, 30, 15, 0, tzinfo=UTC)

        assert ahead(reply.text) == ["from 2024-07-01 until 2024-07-02"]
        assert "until 2024-07-03 00:00 JST." in server.hear(ALICE, "vacation alice secret7").text

    def test_the_clock_stands_still_when_it_has_begun(self, either_server: Server) -> None:
        either_server.hear(BOB, "hex challenge alice bob --nagtime=7")

        either_server.hear(ALICE, "vacation alice secret7 from 2024-03-05 until 2024-03-10")

        with either_server.database.reading() as connection:
            assert connection.scalar(select(BOARDS.c.due_at)) == either_server.now
            board = Boards(connection, installed()).load("hex", 101)
        assert board is not None
        # Seven days from March 1 at noon, of which three and a half are over when it begins.
        assert next_look(board) == datetime(2024, 3, 14, 12, 0, tzinfo=UTC)

    @pytest.mark.parametrize("to", ["until", "to", "till", "TO"])
    def test_the_last_day_is_named_as_people_say_it(self, server: Server, to: str) -> None:
        told = server.hear(ALICE, f"vacation alice secret7 from 2024-07-01 {to} 2024-07-14").text

        assert "* from 2024-07-01 until 2024-07-14" in told

    @pytest.mark.parametrize(
        ("words", "error"),
        [
            ("from 2024-02-29 until 2024-03-10", "A vacation begins within a year: from 2024-02-29 cannot be, from"),
            ("from 2026-01-01 until 2026-01-10", "A vacation begins within a year: from 2026-01-01 cannot be, from"),
            (
                "from 0001-01-01 9",
                "A vacation begins within a year: from 0001-01-01 cannot be, from 2024-03-01 could.",
            ),
            ("from 2024-07-14 until 2024-07-01", "A vacation begins on 2024-07-14 and ends within a year: until"),
            ("from 2024-07-14 until 9999-12-31", "A vacation begins on 2024-07-14 and ends within a year: until"),
            ("from 2024-07-14", "The days of the vacation cannot be read."),
            ("from 2024-07-14 until", "The number of days has to be a whole number from 1 to 366."),
            ("from tomorrow 3", "A date is written with year, month and day: for example 2030-08-31."),
            ("off tomorrow", "A date is written with year, month and day: for example 2030-08-31."),
        ],
    )
    def test_what_cannot_be_changes_nothing(self, server: Server, words: str, error: str) -> None:
        before = server.everything_stored()

        assert server.say(ALICE, f"vacation alice secret7 {words}").error.startswith(error)
        assert server.everything_stored() == before
