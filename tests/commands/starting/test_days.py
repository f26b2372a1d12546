"""Challenges in which some days of the week do not count, on every way from the challenge to the clock."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from pbmserv.games.catalogue import installed
from pbmserv.play import interchange
from pbmserv.play.days import EVERY_DAY
from pbmserv.play.fields import Fields, NotARecord
from pbmserv.storage.boards import Boards
from pbmserv.storage.tables import BOARDS
from tests.conversation import Server

ALICE, BOB = "alice@example.org", "bob@example.org"


def due_at(server: Server) -> datetime:
    with server.database.reading() as connection:
        due: datetime = connection.execute(select(BOARDS.c.due_at)).scalar_one()
        return due


def test_the_first_letter_tells_which_days_count(either_server: Server) -> None:
    reply = either_server.hear(ALICE, "trichet challenge alice bob --days=mtwtf--")

    assert "Days that count, as they are where each player lives: Monday to Friday." in reply.text


@pytest.mark.parametrize("typed", ["--days=MTWTF--", "--DAYS=mtwtf--", "--day=mtwtf--"])
def test_days_are_typed_in_any_case(server: Server, typed: str) -> None:
    assert "Monday to Friday." in server.hear(ALICE, f"trichet challenge alice bob {typed}").text


@pytest.mark.parametrize("typed", ["--days", "--days=", "--days=-------", "--days=mon-fri", "--days=mtwtf"])
def test_days_that_cannot_be_are_refused_with_what_was_expected(server: Server, typed: str) -> None:
    before = server.everything_stored()

    reply = server.say(ALICE, f"trichet challenge alice bob {typed}")

    assert (
        "--days takes the letters mtwtfss with a - for each day that does not count, such as mtwtf--" in reply.error
    )
    assert server.everything_stored() == before


def test_who_leaves_no_day_is_told_that_one_has_to_count(server: Server) -> None:
    reply = server.say(ALICE, "trichet challenge alice bob --days=-------")

    assert reply.error.startswith("At least one day has to count: --days takes the letters mtwtfss with a -")


@pytest.mark.parametrize(
    ("typed", "example"),
    [("-days=mtwtf--", "mtwtf--"), ("-days=MTWTF--", "mtwtf--"), ("-days=heron-moon9", "mtwtfss")],
)
def test_one_dash_too_few_is_answered_with_the_days_that_were_meant(server: Server, typed: str, example: str) -> None:
    reply = server.say(ALICE, f"trichet challenge alice bob {typed}")

    assert reply.error == f"days is written with two dashes, for example --days={example}."
    assert f"--days={example}." in reply.text
    assert ("trichet challenge alice bob -days=mtwtf--" in reply.text.lower()) == (example == "mtwtf--")


def test_all_seven_days_are_what_is_usual(server: Server) -> None:
    assert "Days that count" not in server.hear(ALICE, "trichet challenge alice bob --days=mtwtfss").text


def test_the_clock_is_due_on_a_day_that_counts_where_the_player_lives(either_server: Server) -> None:
    either_server.hear(BOB, "change timezone bob bobpw123 America/New_York")

    either_server.hear(ALICE, "trichet challenge alice bob --days=mtwtf-- --nagtime=1")

    # bob begins, on Friday at noon (UTC): seventeen hours are left until his weekend.
    assert due_at(either_server) == datetime(2024, 3, 4, 12, 0, tzinfo=UTC)


def test_who_moves_to_another_zone_has_the_boards_looked_at_again(either_server: Server) -> None:
    either_server.hear(ALICE, "trichet challenge alice bob --days=mtwtf-- --nagtime=1")

    either_server.hear(BOB, "change timezone bob bobpw123 Asia/Tokyo")

    assert due_at(either_server) == either_server.now


def test_the_record_tells_days_and_they_come_back(server: Server) -> None:
    server.hear(ALICE, "trichet challenge alice bob --days=mtwtf--")
    server.hear(ALICE, "trichet challenge alice bob")
    letters = [server.hear(ALICE, f"trichet record {number}").letter for number in (101, 102)]

    days = [interchange.read(letter.attachments[0].text).terms.days for letter in letters]

    assert days == ["mtwtf--", EVERY_DAY]
    assert '[Terms "--nagtime=7 --forfeittime=21 --days=mtwtf--"]' in letters[0].text
    assert '"days"' not in letters[1].attachments[0].text


def test_a_record_with_days_that_cannot_be_is_refused() -> None:
    with pytest.raises(NotARecord, match="are told like mtwtf--"):
        interchange._read_days(Fields({"days": "MTWTF--"}, "terms"))


def test_a_board_that_was_stored_before_there_were_days_has_all(server: Server) -> None:
    server.hear(ALICE, "trichet challenge alice bob")
    with server.database.writing() as connection:
        terms = connection.execute(select(BOARDS.c.terms)).scalar_one()
        connection.execute(BOARDS.update().values(terms={k: v for k, v in terms.items() if k != "days"}))

    with server.database.reading() as connection:
        board = Boards(connection, installed()).load("trichet", 101)

    assert board is not None
    assert board.terms.days == EVERY_DAY


class TestWhoChangesTheirZone:
    """With --days=m-w-f--, who moves from zone to zone could go around each day that counts."""

    def begin(self, server: Server, days: str) -> None:
        server.hear(ALICE, f"hex challenge bob alice --days={days}")
        server.hear(BOB, "change timezone bob bobpw123 Pacific/Pago_Pago")

    def test_can_do_so_once_in_seven_days(self, either_server: Server) -> None:
        self.begin(either_server, "m-w-f--")

        either_server.wait(days=7, seconds=-1)
        early = either_server.say(BOB, "change timezone bob bobpw123 Pacific/Kiritimati")
        either_server.wait(seconds=1)

        assert "once in 7 days, and the next time at 2024-03-08 01:00 SST." in early.error
        assert either_server.say(BOB, "change timezone bob bobpw123 Pacific/Kiritimati").ok

    def test_can_choose_the_same_zone_again(self, server: Server) -> None:
        self.begin(server, "m-w-f--")
        server.wait(days=6)

        assert server.say(BOB, "change timezone bob bobpw123 Pacific/Pago_Pago").ok

        server.wait(days=1)
        assert server.say(BOB, "change timezone bob bobpw123 Asia/Tokyo").ok

    @pytest.mark.parametrize("days", ["mtwtfss", "m-w-f--"])
    def test_can_do_so_at_will_where_all_days_count_or_it_is_over(self, either_server: Server, days: str) -> None:
        self.begin(either_server, days)
        if days != "mtwtfss":
            either_server.hear(BOB, "hex resign 101 bob bobpw123")

        assert either_server.say(BOB, "change timezone bob bobpw123 Pacific/Kiritimati").ok
        assert either_server.say(BOB, "change timezone bob bobpw123 UTC").ok
