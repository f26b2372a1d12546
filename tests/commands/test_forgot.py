"""forgot: a code that stands in for the old password once."""

from __future__ import annotations

import re

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
    assert 'If you have forgotten your password: Subject "forgot USERID".\n' in again.text


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
    assert len(server.hear(STRANGER, "forgot alice").letters) == 2


def test_no_code_is_ever_quoted(server: Server) -> None:
    code = code_in(server.hear(ALICE, "forgot alice"))

    reply = server.say(ALICE, f"change password alice {code} short")

    assert not reply.ok
    assert code not in reply.text + reply.outcome
