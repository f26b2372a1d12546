"""Letters of boards tell until when their reader has to move, and who keeps the others waiting with good reason."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.letters.board_html import page_html
from pbmserv.letters.stored_html import stored_page
from pbmserv.scheduler import Scheduler
from tests.conversation import Reply, Server

ALICE, BOB, CAROL = (f"{name}@example.org" for name in ("alice", "bob", "carol"))


def words(reply: Reply, reader: str) -> str:
    """What somebody reads, in one line."""
    return " ".join(reply.letter_to(reader).text.split())


def test_who_has_to_move_reads_until_when(server: Server) -> None:
    begun = server.hear(ALICE, "hex challenge alice bob")

    assert "It is your turn, alice: move 1. You have until 2024-03-22 12:00 UTC." in words(begun, ALICE)
    assert "You have until" not in words(begun, BOB)


def test_it_is_told_in_the_zone_of_the_reader(server: Server) -> None:
    server.hear(BOB, "change timezone bob bobpw123 Europe/Berlin")
    server.hear(ALICE, "hex challenge alice bob")

    moved = server.hear(ALICE, "hex move 101 alice secret7 c4")

    assert "You have until 2024-03-22 13:00 CET." in words(moved, BOB)


@pytest.mark.parametrize(
    "line", ["hex showas alice secret7 101", "hex move 101 alice secret7 z99", "hex queue 101 alice secret7 z99"]
)
def test_whoever_asks_or_is_refused_reads_it_too(server: Server, line: str) -> None:
    server.hear(ALICE, "change timezone alice secret7 Europe/Berlin")
    server.hear(ALICE, "hex challenge alice bob --forfeittime=9")

    answer = server.say(ALICE, line)

    assert "You have until 2024-03-10 13:00 CET." in words(answer, ALICE)


def test_what_is_tried_out_or_shown_as_it_stood_has_no_such_time(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex move 101 alice secret7 c4")
    server.hear(BOB, "vacation bob bobpw123 14")
    server.hear(BOB, "hex move 101 bob bobpw123 d4")

    for line in ("hex submit 101 alice secret7 d5", "hex showas alice secret7 101#1"):
        told = words(server.hear(ALICE, line), ALICE)
        assert "You have until" not in told
        assert "on vacation" not in told


def test_while_a_tie_is_proposed_no_move_is_awaited(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex move 101 alice secret7 c4")

    proposed = server.hear(ALICE, "hex move 101 alice secret7 propose")

    assert "You have until" not in words(proposed, BOB)


def test_a_reminder_says_it_once(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.wait(days=8)

    Scheduler(server.database, server.office, installed()).make_round(server.now)

    [reminder] = [each["text"] for each in server.outbox() if each["headers"].get("From") == "Reminder"]
    assert "Without a move before 2024-03-22 12:00 UTC you are out of the game." in reminder
    assert "You have until" not in reminder


class TestVacation:
    def test_all_read_that_who_has_to_move_is_away(self, server: Server) -> None:
        server.hear(BOB, "vacation bob bobpw123 14")
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(CAROL, "hex subscribe 101 carol secret9")

        moved = server.hear(ALICE, "hex move 101 alice secret7 c4")

        assert "It is bob's turn: move 2. bob is on vacation until 2024-03-15 12:00 UTC." in words(moved, ALICE)
        assert "bob is on vacation until 2024-03-15 12:00 UTC." in words(moved, CAROL)
        assert (
            "You have until 2024-04-05 12:00 UTC. You are on vacation until 2024-03-15 12:00 UTC: your clock stands"
            " still." in words(moved, BOB)
        )

    def test_the_first_letter_of_a_board_tells_it(self, server: Server) -> None:
        server.hear(BOB, "vacation bob bobpw123 14")

        begun = server.hear(ALICE, "hex challenge bob alice")

        assert "bob is on vacation until 2024-03-15 12:00 UTC." in words(begun, ALICE)
        assert "You have until 2024-04-05 12:00 UTC. You are on vacation until 2024-03-15 12:00 UTC" in words(
            begun, BOB
        )

    def test_the_public_reads_it_in_its_answer(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 3")
        server.hear(ALICE, "hex challenge alice bob")

        assert "alice is on vacation until 2024-03-04 12:00 UTC." in server.hear(CAROL, "hex show 101").text

    def test_it_is_not_told_of_who_is_not_waited_for(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 3")
        server.hear(ALICE, "hex challenge alice bob")

        moved = server.hear(ALICE, "hex move 101 alice secret7 c4")

        assert not [each.text for each in moved.letters if "on vacation" in each.text]

    def test_what_is_set_ahead_is_told_when_it_has_begun(self, server: Server) -> None:
        server.hear(ALICE, "vacation alice secret7 from 2024-03-05 until 2024-03-07")
        server.hear(ALICE, "hex challenge alice bob")

        before = server.hear(BOB, "hex show 101").text
        server.wait(days=4)
        meanwhile = server.hear(BOB, "hex show 101").text
        server.wait(days=4)
        afterwards = server.hear(BOB, "hex show 101").text

        assert "alice is on vacation until 2024-03-08 00:00 UTC." in meanwhile
        assert "on vacation" not in before + afterwards

    def test_where_all_move_at_once_it_is_told_of_those_who_have_yet_to_choose(self, server: Server) -> None:
        for line in ("vacation bob bobpw123 5", "vacation carol secret9 5"):
            server.hear(f"{line.split()[1]}@example.org", line)
        server.hear(ALICE, "goofspiel challenge alice bob carol")
        server.hear(BOB, "goofspiel move 101 bob bobpw123 7")

        shown = server.hear(ALICE, "goofspiel show 101").text

        assert "carol is on vacation until 2024-03-06 12:00 UTC." in shown
        assert "bob is on vacation" not in shown

    def test_nobody_waits_any_more_when_the_game_is_over(self, server: Server) -> None:
        server.hear(BOB, "vacation bob bobpw123 5")
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(ALICE, "hex move 101 alice secret7 c4")
        server.hear(BOB, "hex move 101 bob bobpw123 d4")

        over = server.hear(ALICE, "hex resign 101 alice secret7")

        assert "Game won by bob." in words(over, ALICE)
        assert "on vacation" not in words(over, ALICE)


def test_the_page_of_a_letter_says_it_below_whose_turn_it_is(server: Server) -> None:
    server.hear(BOB, "vacation bob bobpw123 14")
    server.hear(ALICE, "hex challenge alice bob")
    letter = server.hear(ALICE, "hex move 101 alice secret7 c4").letter_to(BOB)

    html = page_html(letter.text, stored_page(letter) or {}, letter.subject)

    assert html.count("You have until 2024-04-05 12:00 UTC.") == 1
    assert html.index("It is your turn") < html.index("You have until") < html.index("You are on vacation until")


def test_the_page_of_a_letter_from_an_older_version_still_says_it(server: Server) -> None:
    letter = server.hear(ALICE, "hex challenge alice bob").letter_to(ALICE)
    stored = stored_page(letter) or {}
    stored["parts"] = [part for part in stored["parts"] if part[0] != "time"]

    html = page_html(letter.text, stored | {"until": "2024-03-22 12:00 UTC"}, letter.subject)

    assert html.count("You have until 2024-03-22 12:00 UTC.") == 1
