"""change broadcasts and change timezone: what players choose for themselves."""

from __future__ import annotations

import pytest

from pbmserv.commands.preferences.actions import asks_to_confirm
from pbmserv.play.board import Terms
from tests.conversation import Server

ALICE = "alice@example.org"
BOB = "bob@example.org"


class TestBroadcasts:
    def test_off_ends_them_and_on_brings_them_back(self, either_server: Server) -> None:
        either_server.season("alice")
        off = either_server.hear(BOB, "change broadcasts bob bobpw123 off")
        on = either_server.hear(BOB, "change broadcasts bob bobpw123 on")

        assert off.subject == "Your settings"
        assert "bob, what players write to everybody is not sent to you any more." in off.text
        assert "bob, what players write to everybody is sent to you, too." in on.text
        assert BOB in either_server.hear(ALICE, "broadcast alice secret7", comment="Hello").readers

    def test_another_word_is_refused_with_the_form(self, server: Server) -> None:
        reply = server.say(BOB, "change broadcasts bob bobpw123 maybe")

        assert not reply.ok
        assert "change broadcasts userid password on|off" in reply.text
        assert "change broadcasts bob PASSWORD off" in reply.text

    def test_it_needs_the_password(self, server: Server) -> None:
        before = server.everything_stored()

        reply = server.say(BOB, "change broadcasts bob wrong-one off")

        assert reply.error == "The userid or the password is not right."
        assert server.everything_stored() == before


class TestConfirm:
    @pytest.mark.parametrize(
        ("chosen", "days", "is_asked"),
        [
            ("always", 1, True),
            ("slow", 3, False),
            ("slow", 4, True),
            ("never", 21, False),
        ],
    )
    def test_it_is_asked_for_by_the_pace_of_the_game(self, chosen: str, days: int, is_asked: bool) -> None:
        assert asks_to_confirm(chosen, Terms(forfeit_days=days)) is is_asked

    def test_what_is_chosen_is_told_with_the_other_choices(self, server: Server) -> None:
        reply = server.hear(ALICE, "change confirm alice secret7 slow")

        assert "is made at once in games with at most 3" in reply.text
        assert "    change confirm always\n    change confirm never" in reply.text

    def test_the_colours_of_boards_are_told_with_the_other_choices(self, server: Server) -> None:
        reply = server.hear(ALICE, "change colours alice secret7 wood")

        assert "alice, boards on your pages are in the colours wood." in reply.text
        assert "    change colours usual\n    change colours green" in reply.text
        assert "usual colours" in server.hear(ALICE, "change colours alice secret7 usual").text

    def test_another_word_is_refused_with_the_form(self, server: Server) -> None:
        reply = server.say(ALICE, "change confirm alice secret7 off")

        assert not reply.ok
        assert "change confirm userid password always|slow|never" in reply.text


class TestTimezone:
    @pytest.mark.parametrize("typed", ["Europe/Berlin", "europe/berlin", "Berlin", "berlin"])
    def test_a_zone_is_understood_in_any_case_and_by_its_city(self, server: Server, typed: str) -> None:
        reply = server.hear(ALICE, f"change timezone alice secret7 {typed}")

        assert "the time zone Europe/Berlin from\nnow on. There it is 2024-03-01 13:00 CET." in reply.text

    def test_a_city_of_two_words_is_understood(self, server: Server) -> None:
        reply = server.hear(ALICE, "change timezone alice secret7 New York")

        assert "America/New_York" in reply.text

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("Europe/Berlim", "Did you mean Europe/Berlin"),
            ("Berlni", "Did you mean Europe/Berlin?"),
            ("Louisville", "Did you mean America/Kentucky/Louisville or America/Louisville?"),
            ("xxxxxxxx", "A continent and a city are expected: for example Europe/Berlin."),
        ],
    )
    def test_a_near_miss_is_answered_with_what_may_have_been_meant(
        self, server: Server, typed: str, meant: str
    ) -> None:
        reply = server.say(ALICE, f"change timezone alice secret7 {typed}")

        assert reply.error.startswith("This is not a time zone that is known here.")
        assert meant in reply.error

    def test_a_zone_whose_sign_is_the_other_way_round_is_not_offered(self, server: Server) -> None:
        assert not server.say(ALICE, "change timezone alice secret7 GMT+2").ok

    def test_times_in_a_letter_are_those_of_its_reader(self, either_server: Server) -> None:
        either_server.hear(ALICE, "change timezone alice secret7 Berlin")
        either_server.hear(BOB, "hex challenge alice bob")
        either_server.hear(BOB, "hex move 101 alice secret7 d4")
        either_server.hear(BOB, "hex move 101 bob bobpw123 e5")

        reply = either_server.hear(ALICE, "hex resign 101 alice secret7")

        assert "Started 2024-03-01 13:00 CET, ended 2024-03-01 13:00 CET." in reply.letter_to(ALICE).text
        assert "Started 2024-03-01 12:00 UTC, ended 2024-03-01 12:00 UTC." in reply.letter_to(BOB).text
        assert "13:00 CET" in either_server.hear(ALICE, "hex show 101").text
        assert "12:00 UTC" in either_server.hear(BOB, "hex show 101").text
