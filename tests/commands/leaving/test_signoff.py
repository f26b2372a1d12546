"""signoff: leaving for good, after having been asked."""

from __future__ import annotations

import pytest

from pbmserv.commands.boards.records import verify_board
from pbmserv.games.catalogue import installed
from tests import conversation
from tests.conversation import Reply, Server

ALICE = "alice@example.org"
BOB = "bob@example.org"
CAROL = "carol@example.org"
ELSEWHERE = "elsewhere@example.com"


def code_in(reply: Reply) -> str:
    """The code in the letter that asks alice."""
    return conversation.code_in(reply.letter_to(ALICE))


def ask(server: Server) -> str:
    return code_in(server.hear(ALICE, "signoff alice secret7"))


def start_board(server: Server, number: int, opponent: str = "bob") -> None:
    """A board of alice and somebody, who have both moved, so that it counts; alice is to move."""
    password = {"bob": "bobpw123", "carol": "secret9"}[opponent]
    server.hear(ALICE, f"hex challenge alice {opponent}")
    server.hear(ALICE, f"hex move {number} alice secret7 d4")
    server.hear(f"{opponent}@example.org", f"hex move {number} {opponent} {password} e5")


class TestAsking:
    def test_nothing_happens_before_the_code_is_sent_back(self, either_server: Server) -> None:
        start_board(either_server, 101)

        reply = either_server.hear(ALICE, "signoff alice secret7")

        assert reply.readers == {ALICE}
        assert "alice, do you want to leave games@example.net?" in reply.text
        assert f"    confirm {code_in(reply)}\n" in reply.text
        assert either_server.say(ALICE, "hex move 101 alice secret7 a1").ok

    def test_the_other_name_of_the_command_is_delete(self, server: Server) -> None:
        assert code_in(server.hear(ALICE, "delete alice secret7"))

    def test_from_elsewhere_the_code_still_goes_to_the_players_addresses_only(self, server: Server) -> None:
        reply = server.hear(ELSEWHERE, "signoff alice secret7")

        code = code_in(reply)
        assert reply.letter_to(ELSEWHERE).subject == "Do you want to leave?"
        assert code not in reply.letter_to(ELSEWHERE).text

    def test_who_has_no_address_is_asked_where_the_command_came_from(self, server: Server) -> None:
        server.hear(ELSEWHERE, "signup dave davepw123 dave@example.org")

        reply = server.hear(ELSEWHERE, "signoff dave davepw123")

        assert conversation.code_in(reply.letter_to(ELSEWHERE))

    def test_it_needs_the_password(self, server: Server) -> None:
        reply = server.say(ALICE, "signoff alice wrong-one")

        assert reply.error == "The userid or the password is not right."
        assert reply.readers == {ALICE}


@pytest.mark.parametrize("line", ["confirm {code}", "signoff alice secret7 {code}", "delete ALICE secret7 {code}"])
class TestLeaving:
    def test_the_games_are_given_up_at_once_and_the_others_are_told(self, either_server: Server, line: str) -> None:
        start_board(either_server, 101, "bob")
        start_board(either_server, 102, "carol")
        either_server.hear(ALICE, "hex move 102 alice secret7 a1")

        reply = either_server.hear(ALICE, line.format(code=ask(either_server)))

        assert "Game won by bob." in reply.letter_to(BOB).text
        assert "alice resigned." in reply.letter_to(BOB).text
        assert "Game won by carol." in reply.letter_to(CAROL).text
        assert reply.letter_to(ALICE).subject == "Goodbye, alice"
        assert "* Hex Board 101\n* Hex Board 102\n" in reply.letter_to(ALICE).text
        assert verify_board(either_server.database, installed(), "hex", 102).holds

    def test_nobody_can_log_in_or_take_the_name(self, server: Server, line: str) -> None:
        server.hear(ALICE, line.format(code=ask(server)))

        assert server.say(ALICE, "hex accept alice secret7").error == "The userid or the password is not right."
        assert server.say(BOB, "signup alice other-pw1").error.startswith("The userid alice is taken")
        assert "no player called alice" in server.say(BOB, "hex challenge alice bob").error

    def test_no_more_letters_come(self, server: Server, line: str) -> None:
        server.hear(ALICE, "hex subscribe alice secret7 all")
        server.hear(ALICE, "hex notify alice secret7")
        start_board(server, 101)
        server.season("bob")
        server.hear(ALICE, line.format(code=ask(server)))

        assert ALICE not in server.hear(BOB, "hex challenge bob carol").readers
        assert ALICE not in server.hear(BOB, "hex chat 101 bob bobpw123", comment="Bye").readers
        assert ALICE not in server.hear(BOB, "broadcast bob bobpw123", comment="Hello").readers


class TestWhatIsLeft:
    def test_nothing_is_kept_of_the_player_but_the_name(self, either_server: Server) -> None:
        either_server.hear(ALICE, "change timezone alice secret7 Berlin")
        either_server.hear(ALICE, "vacation alice secret7 3")
        either_server.hear(ALICE, f"confirm {ask(either_server)}")

        stored = either_server.everything_stored()

        assert ALICE not in str(stored)
        assert "Berlin" not in str(stored)
        assert stored["vacations"] == stored["codes"] == []

    def test_the_history_and_the_standings_still_know_the_name(self, server: Server) -> None:
        start_board(server, 101)
        server.hear(ALICE, f"confirm {ask(server)}")

        assert "alice bob" in server.hear(BOB, "hex history alice").text
        assert "Inactive players\n\nplayer  rating  won  lost  Glicko-2\nalice" in (
            server.hear(BOB, "hex standings").text
        )

    def test_a_board_on_which_not_everybody_has_moved_is_removed(self, server: Server) -> None:
        server.hear(BOB, "hex challenge bob alice")

        reply = server.hear(ALICE, f"confirm {ask(server)}")

        assert reply.letter_to(BOB).subject == "Hex Board 101"

    def test_nobody_is_offered_a_rematch_with_who_has_left(self, server: Server) -> None:
        server.hear(BOB, "hex challenge bob alice")
        server.hear(BOB, "hex move 101 bob bobpw123 a1")
        server.hear(ALICE, "hex move 101 alice secret7 b2")

        reply = server.hear(ALICE, f"confirm {ask(server)}")

        assert "alice resigned." in reply.letter_to(BOB).text
        assert "rematch" not in reply.letter_to(BOB).text
        assert "rematch" not in server.hear(BOB, "hex showas bob bobpw123 101").text
        assert "alice has left this server." in server.say(BOB, "hex rematch 101 bob bobpw123").text

    def test_who_resigns_without_leaving_is_offered_one(self, server: Server) -> None:
        server.hear(BOB, "hex challenge bob alice")
        server.hear(BOB, "hex move 101 bob bobpw123 a1")
        server.hear(ALICE, "hex move 101 alice secret7 b2")

        reply = server.hear(ALICE, "hex resign 101 alice secret7")

        assert "rematch" in reply.letter_to(BOB).text

    def test_a_game_of_several_goes_on_without_the_player(self, server: Server) -> None:
        server.hear(ALICE, "goofspiel challenge alice bob carol")
        for sender, userid, password in ((ALICE, "alice", "secret7"), (BOB, "bob", "bobpw123")):
            server.hear(sender, f"goofspiel move 101 {userid} {password} 1")
        server.hear(CAROL, "goofspiel move 101 carol secret9 2")

        reply = server.hear(ALICE, f"confirm {ask(server)}")

        assert "alice has resigned." in reply.letter_to(BOB).text
        assert server.say(BOB, "goofspiel move 101 bob bobpw123 3").ok


class TestTheCode:
    def test_it_is_good_for_a_day_and_once(self, server: Server) -> None:
        code = ask(server)
        server.wait(days=1, seconds=-1)
        assert server.rehearse(ALICE, f"confirm {code}").reply.ok
        server.wait(seconds=1)

        assert server.say(ALICE, f"confirm {code}").error == (
            "This code is not known, has been used already, or is too old."
        )
        assert server.say(ALICE, f"signoff alice secret7 {code}").error == (
            "This code is not known, has been used already, or is too old."
        )

    def test_only_the_last_one_is_good(self, server: Server) -> None:
        first = ask(server)
        ask(server)

        assert not server.say(ALICE, f"confirm {first}").ok

    def test_it_is_no_good_for_somebody_else(self, server: Server) -> None:
        code = ask(server)

        assert not server.say(BOB, f"signoff bob bobpw123 {code}").ok
        assert server.say(ALICE, f"signoff alice secret7 {code}").ok

    def test_a_code_that_confirms_an_address_is_none_to_leave_with(self, server: Server) -> None:
        reply = server.hear(ALICE, "add alice secret7 new@example.org")
        code = conversation.code_in(reply.letter_to("new@example.org"))

        assert not server.say(ALICE, f"signoff alice secret7 {code}").ok
        assert server.say(ALICE, f"confirm {code}").subject == "Address confirmed"
