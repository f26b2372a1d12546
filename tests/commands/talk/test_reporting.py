"""report: a line of chat is shown to the operator, who can do something about it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbmserv.commands.operator import reports
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Refusal
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Letter
from pbmserv.post_office import PostOffice
from pbmserv.scheduler import Scheduler
from pbmserv.storage.reports import Report
from tests.conversation import FOUR, Server

ALICE, BOB, CAROL = (f"{name}@example.org" for name in ("alice", "bob", "carol"))
OPERATOR = "me@example.net"


@pytest.fixture
def insulted(server: Server) -> Server:
    """A board of Hex on which bob has written two lines to alice."""
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(BOB, "hex chat 101 bob bobpw123", "Good morning.")
    server.hear(BOB, "hex chat 101 bob bobpw123", "You are a fool.")
    return server


def open_reports(server: Server) -> list[Report]:
    return server.office.look_up(lambda call: call.work.reports.listed(100))


def make_round(server: Server, address: str = OPERATOR) -> list[Letter]:
    """The letters to the operator in a round of the clock."""
    office = PostOffice(
        server.database,
        installed(),
        server.address,
        server.passwords,
        now=lambda: server.now,
        operator_address=address,
    )
    letters = Scheduler(server.database, office, installed()).make_round(server.now).letters
    return [letter for letter in letters if letter.subject == "Reported chat"]


def test_the_last_line_is_reported_with_what_is_said_about_it(either_server: Server) -> None:
    server = either_server
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(BOB, "hex chat 101 bob bobpw123", "You are a fool.")

    reply = server.hear(ALICE, "hex report 101 alice secret7 bob", "He says that each day.")

    assert reply.readers == {ALICE}
    assert reply.text.startswith(
        "alice, the operator of games@example.net is shown what bob wrote on Hex Board\n101, and that you have"
    )
    assert reply.text.rstrip().endswith("You are a fool.")
    [report] = open_reports(server)
    assert (report.game, report.board, report.author, report.by) == ("hex", 101, "bob", "alice")
    assert (report.words, report.why) == ("You are a fool.", "He says that each day.")


def test_a_line_can_be_named_by_its_number(insulted: Server) -> None:
    insulted.hear(ALICE, "hex report 101 alice secret7 bob")
    [last] = open_reports(insulted)

    insulted.hear(ALICE, f"hex report 101 alice secret7 bob {last.remark_id - 1}")

    assert [report.words for report in open_reports(insulted)] == ["You are a fool.", "Good morning."]


def test_a_line_is_reported_once_by_each(insulted: Server) -> None:
    insulted.hear(ALICE, "hex report 101 alice secret7 bob")

    assert insulted.say(ALICE, "hex report 101 alice secret7 bob").error == (
        "You have reported this line already; the operator can see it."
    )


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("hex report 101 alice secret7 alice", "alice, this is your own name: name who wrote the line."),
        ("hex report 101 alice secret7 carol", "carol has written nothing on Hex Board 101 that you could report."),
        ("hex report 101 carol secret9 bob", "bob has written nothing on Hex Board 101 that you could report."),
        (
            "hex report 101 alice secret7 bob 999999999",
            "bob has written nothing on Hex Board 101 that you could report.",
        ),
        ("hex report 101 alice secret7 nobody7", "There is no player called nobody7 here."),
        ("hex report 102 alice secret7 bob", "There is no Hex board 102."),
    ],
)
def test_only_what_one_has_been_sent_can_be_reported(insulted: Server, line: str, error: str) -> None:
    insulted.hear(ALICE, "hex chat 101 alice secret7", "Good morning.")
    assert insulted.say(f"{line.split()[3]}@example.org", line).error == error
    assert open_reports(insulted) == []


def test_who_subscribes_later_cannot_report_what_was_said_before(insulted: Server) -> None:
    insulted.wait(minutes=1)
    insulted.hear(CAROL, "hex subscribe 101 carol secret9")

    assert "nothing" in insulted.say(CAROL, "hex report 101 carol secret9 bob").error
    insulted.wait(minutes=1)
    insulted.hear(BOB, "hex chat 101 bob bobpw123", "You too.")
    insulted.hear(CAROL, "hex report 101 carol secret9 bob")


def test_what_was_written_before_a_block_can_be_reported_after_it(insulted: Server) -> None:
    insulted.hear(ALICE, "block alice secret7 bob")

    insulted.hear(ALICE, "hex report 101 alice secret7 bob")


def test_ten_lines_a_day_and_not_eleven(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    for number in range(11):
        server.hear(BOB, "hex chat 101 bob bobpw123", f"Line {number}")
        if number < 10:
            server.hear(ALICE, "hex report 101 alice secret7 bob")

    assert server.say(ALICE, "hex report 101 alice secret7 bob").error == (
        "You have reported 10 lines within a day, which is the most. Try again tomorrow."
    )
    server.wait(days=1, seconds=1)
    server.hear(ALICE, "hex report 101 alice secret7 bob")


def test_a_password_in_the_reason_is_masked(insulted: Server) -> None:
    insulted.hear(ALICE, "hex report 101 alice secret7 bob", "alice secret7 is my password")

    assert "secret7" not in open_reports(insulted)[0].why


def test_of_the_reason_five_hundred_characters_are_kept(insulted: Server) -> None:
    insulted.hear(ALICE, "hex report 101 alice secret7 bob", "x" * 501)

    assert open_reports(insulted)[0].why == "x" * 500


class TestTheOperator:
    def test_gets_one_letter_a_day_about_all_that_waits(self, insulted: Server) -> None:
        insulted.hear(ALICE, "hex report 101 alice secret7 bob", "He says that each day.")

        [letter] = make_round(insulted)

        assert letter.to == (OPERATOR,)
        assert "Report 1: bob wrote on hex 101, as reported by alice:\n\nYou are a fool." in letter.text
        assert "He says that each day." in letter.text
        assert make_round(insulted) == []
        insulted.hear(BOB, "hex chat 101 bob bobpw123", "And a knave.")
        insulted.hear(ALICE, "hex report 101 alice secret7 bob")
        insulted.wait(hours=23)
        assert make_round(insulted) == []
        insulted.wait(hours=1)
        [second] = make_round(insulted)
        assert "Players of games@example.net have reported 2 lines of chat." in second.text
        insulted.now += timedelta(days=2)
        assert make_round(insulted) == []

    def test_gets_none_without_an_address_and_none_about_what_is_closed(self, insulted: Server) -> None:
        insulted.hear(ALICE, "hex report 101 alice secret7 bob")

        assert make_round(insulted, address="") == []
        insulted.office.act(lambda call: reports.dismiss(call, open_reports(insulted)[0].number))
        assert make_round(insulted) == []

    def test_is_shown_no_hand(self, server: Server) -> None:
        server.sign_up("dave")
        server.hear(ALICE, "hearts challenge alice bob carol dave")
        server.hear(BOB, "hearts chat 101 bob bobpw123", "I have the better cards.")
        server.hear(ALICE, "hearts report 101 alice secret7 bob")

        [letter] = make_round(server)

        assert "I have the better cards." in letter.text
        hand = server.hear(ALICE, f"hearts showas alice {FOUR['alice']} 101").text
        assert not [line for line in hand.splitlines() if len(line) > 20 and line in letter.text]

    def test_removes_a_line_from_everywhere_and_closes_all_its_reports(self, insulted: Server) -> None:
        insulted.hear(CAROL, "hex subscribe 101 carol secret9")
        insulted.hear(BOB, "hex chat 101 bob bobpw123", "You are fools.")
        insulted.hear(ALICE, "hex report 101 alice secret7 bob")
        insulted.hear(CAROL, "hex report 101 carol secret9 bob")
        [first, _] = open_reports(insulted)

        insulted.office.act(lambda call: reports.remove(call, first.number))

        assert open_reports(insulted) == []
        newest = insulted.office.look_up(lambda call: call.work.remarks.newest("hex", 101))
        assert newest
        assert newest.words == "[Removed by the operator]"
        assert insulted.hear(ALICE, "hex report 101 alice secret7 bob").text.rstrip().endswith("You are a fool.")

    @pytest.mark.parametrize("what", [reports.dismiss, reports.remove])
    def test_is_told_what_is_not_there_or_closed(self, insulted: Server, what: object) -> None:
        def act(call: Call) -> str:
            return what(call, 1)  # type: ignore[operator, no-any-return]

        with pytest.raises(Refusal, match="There is no report 1"):
            insulted.office.act(act)
        insulted.hear(ALICE, "hex report 101 alice secret7 bob")
        insulted.office.act(act)
        with pytest.raises(Refusal, match="Report 1 is closed"):
            insulted.office.act(act)
