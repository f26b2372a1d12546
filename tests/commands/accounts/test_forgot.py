"""forgot: a code that stands in for the old password once."""

from __future__ import annotations

import re

from pbmserv.commands.requests.credentials import Credential
from pbmserv.post_office import Request
from tests.conversation import Reply, Server

ALICE = "alice@example.org"
BOB = "bob@example.org"
STRANGER = "stranger@example.com"


def code_in(reply: Reply) -> str:
    """The code in the letter that goes to alice."""
    [letter] = [letter for letter in reply.letters if letter.subject == "A new password for alice"]
    found = re.search(r"change password alice (\w+) NEW", letter.text)
    assert found
    return found[1]


def test_the_code_is_good_once_in_place_of_the_old_password(either_server: Server) -> None:
    code = code_in(either_server.hear(ALICE, "forgot alice"))

    reply = either_server.say(ALICE, f"change password alice {code} brand-new1")

    assert reply.subject == "Your password has been changed"
    assert either_server.say(ALICE, "hex accept alice brand-new1").ok
    assert not either_server.say(ALICE, "hex accept alice secret7").ok
    again = either_server.say(ALICE, f"change password alice {code} another-one2")
    assert again.error == "The userid or the password is not right."
    assert "If you have forgotten your password, answer with forgot.\n" in again.text


def test_it_goes_to_the_confirmed_addresses_and_nowhere_else(server: Server) -> None:
    server.hear(ALICE, "add alice secret7 waiting@example.org")

    reply = server.hear(STRANGER, "forgot alice")

    assert reply.readers == {ALICE, STRANGER}
    assert reply.letter_to(ALICE).subject == "A new password for alice"
    assert code_in(reply) not in reply.letter_to(STRANGER).text


def test_the_answer_is_the_same_whether_there_is_such_a_player_or_not(server: Server) -> None:
    known = server.hear(STRANGER, "forgot alice").letter_to(STRANGER)
    unknown = server.hear(STRANGER, "forgot zoe").letter_to(STRANGER)

    assert known.subject == unknown.subject
    assert known.text.replace("alice", "zoe") == unknown.text


def test_for_nobody_no_letter_is_sent(server: Server) -> None:
    assert server.hear(STRANGER, "forgot zoe").readers == {STRANGER}


def test_the_code_is_good_for_an_hour(either_server: Server) -> None:
    code = code_in(either_server.hear(ALICE, "forgot alice"))
    either_server.wait(hours=1, seconds=-1)
    assert either_server.rehearse(ALICE, f"change password alice {code} brand-new1").reply.ok

    either_server.wait(seconds=1)

    assert not either_server.say(ALICE, f"change password alice {code} brand-new1").ok


def test_the_code_is_good_for_its_player_only(server: Server) -> None:
    code = code_in(server.hear(ALICE, "forgot alice"))

    assert not server.say(BOB, f"change password bob {code} brand-new1").ok
    assert server.say(ALICE, f"change password alice {code} brand-new1").ok


def test_the_code_is_no_password_for_anything_else(server: Server) -> None:
    code = code_in(server.hear(ALICE, "forgot alice"))

    assert not server.say(ALICE, f"hex reject alice {code}").ok


def test_the_old_password_stays_good_and_other_codes_end_with_the_new_one(server: Server) -> None:
    first = code_in(server.hear(ALICE, "forgot alice"))
    second = code_in(server.hear(ALICE, "forgot alice"))
    assert server.say(ALICE, "hex accept alice secret7").ok

    server.hear(ALICE, f"change password alice {second} brand-new1")

    assert not server.say(ALICE, f"change password alice {first} another-one2").ok


def test_nobody_can_have_a_player_flooded(server: Server) -> None:
    letters = [len(server.hear(STRANGER, "forgot alice").letters) for _ in range(5)]
    server.wait(hours=1)

    assert letters == [2, 2, 2, 1, 1]
    assert len(server.hear(STRANGER, "forgot alice").letters) == 1
    server.wait(days=1)
    assert len(server.hear(STRANGER, "forgot alice").letters) == 2


def test_no_code_is_ever_quoted(server: Server) -> None:
    code = code_in(server.hear(ALICE, "forgot alice"))

    reply = server.say(ALICE, f"change password alice {code} short")

    assert not reply.ok
    assert code not in reply.text + reply.outcome


class TestWhoHasConfirmedNoAddress:
    def sign_up(self, server: Server) -> None:
        """Eve signs up on the page: nobody has written from her address yet."""
        request = Request(Credential("", client="192.0.2.7"), ("signup eve eve-pass1 eve@e.example",))
        assert server.office.handle(request).ok

    def letters_to_eve(self, server: Server) -> list[str]:
        letters = [each for each in server.outbox() if "eve@e.example" in each["recipients"]]
        return [each["text"] for each in letters if each["subject"] == "A new password for eve"]

    def ask(self, server: Server) -> str:
        return server.hear(STRANGER, "forgot eve").letter_to(STRANGER).text

    def test_gets_a_code_where_they_have_signed_up_which_confirms_that_address(self, either_server: Server) -> None:
        self.sign_up(either_server)
        self.ask(either_server)
        [letter] = self.letters_to_eve(either_server)
        [code] = re.findall(r"change password eve (\w+) NEW", letter)

        assert not either_server.say(STRANGER, f"change password eve {code} brand-new1").ok
        assert either_server.say("eve@e.example", f"change password eve {code} brand-new1").ok

        assert not either_server.say("eve@e.example", f"change password eve {code} other-new1").ok
        assert "eve@e.example" in either_server.hear(ALICE, "message alice secret7 eve", comment="Hello!").readers

    def test_no_address_gets_more_codes_than_go_to_one_that_answers_none(self, server: Server) -> None:
        most = server.budgets.unanswered.most
        self.sign_up(server)
        for _ in range(most + 2):
            server.wait(hours=1)
            self.ask(server)

        assert len(self.letters_to_eve(server)) == most - 1

    def test_whoever_asks_is_told_the_same_whether_the_code_goes_out_or_not(self, server: Server) -> None:
        self.sign_up(server)
        told = set()
        for _ in range(6):
            server.wait(hours=1)
            told.add(self.ask(server))

        assert told == {server.hear(STRANGER, "forgot zoe").letter_to(STRANGER).text}

    def test_an_address_that_was_added_later_gets_none_beside_a_confirmed_one(self, server: Server) -> None:
        server.hear(ALICE, "add alice secret7 waiting@example.org")

        assert server.hear(STRANGER, "forgot alice").readers == {ALICE, STRANGER}
