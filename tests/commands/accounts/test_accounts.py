"""Being a player: signing up, addresses, and the codes that prove that an address is one's own."""

from __future__ import annotations

import pytest

from pbmserv.commands.accounts.actions import MOST_ADDRESSES
from tests.conversation import Reply, Server, code_in


def code_to(address: str, reply: Reply) -> str:
    """The code in the letter that goes to this address."""
    return code_in(reply.letter_to(address))


def gets_letters(server: Server, address: str) -> bool:
    """Whether letters for alice go to this address."""
    return address in server.hear("bob@example.org", "trichet challenge alice bob").readers


# Signing up


def test_who_signs_up_is_welcomed_and_gets_letters_at_once(either_server: Server) -> None:
    reply = either_server.say("dave@example.org", "signup dave secret10")

    assert reply.subject == "Welcome to pbmserv, dave"
    assert "Letters for you go to dave@example.org." in reply.text
    assert "dave@example.org" in either_server.hear("alice@example.org", "trichet challenge alice dave").readers


def test_an_address_that_is_not_the_senders_is_asked_first(either_server: Server) -> None:
    reply = either_server.say("dave@example.org", "signup dave secret10 dave@work.example")

    assert reply.readers == {"dave@example.org", "dave@work.example"}
    assert reply.letter_to("dave@work.example").subject == "Is this your address?"
    assert "dave, a player of games@example.net, would like letters" in reply.letter_to("dave@work.example").text
    assert "Now answer the letter with the code, and you can play." in " ".join(reply.text.split())


def test_an_address_that_is_not_confirmed_gets_no_other_letter(server: Server) -> None:
    server.hear("dave@example.org", "signup dave secret10 dave@example.org dave@work.example")

    reply = server.say("alice@example.org", "trichet challenge alice dave", comment="Welcome!")

    assert reply.readers == {"alice@example.org", "dave@example.org"}


def test_the_code_confirms_the_address(either_server: Server) -> None:
    code = code_to(
        "dave@work.example", either_server.say("dave@example.org", "signup dave secret10 dave@work.example")
    )

    reply = either_server.say("dave@work.example", f"confirm {code}")

    assert reply.text == "Thank you, dave: letters for you now go to dave@work.example.\n"
    assert "dave@work.example" in either_server.hear("alice@example.org", "trichet challenge alice dave").readers


def test_a_code_may_be_typed_in_capitals(server: Server) -> None:
    code = code_to("dave@work.example", server.say("dave@example.org", "signup dave secret10 dave@work.example"))

    assert server.say("dave@work.example", f"CONFIRM {code.upper()}").ok


def test_a_code_is_good_once_only(server: Server) -> None:
    code = code_to("dave@work.example", server.say("dave@example.org", "signup dave secret10 dave@work.example"))
    server.hear("dave@work.example", f"confirm {code}")

    reply = server.say("dave@work.example", f"confirm {code}")

    assert reply.error == "This code is not known, has been used already, or is too old."


def test_a_code_grows_too_old(server: Server) -> None:
    code = code_to("dave@work.example", server.say("dave@example.org", "signup dave secret10 dave@work.example"))

    server.wait(days=14)

    assert not server.say("dave@work.example", f"confirm {code}").ok


def test_a_code_is_still_good_on_its_last_day(server: Server) -> None:
    code = code_to("dave@work.example", server.say("dave@example.org", "signup dave secret10 dave@work.example"))

    server.wait(days=14, seconds=-1)

    assert server.say("dave@work.example", f"confirm {code}").ok


def test_a_wrong_code_confirms_nothing(server: Server) -> None:
    server.hear("dave@example.org", "signup dave secret10 dave@work.example")

    reply = server.say("dave@work.example", "confirm aaaaaaaaaaaaaaaaa")

    assert not reply.ok
    assert "dave@work.example" not in server.hear("alice@example.org", "trichet challenge alice dave").readers


def test_codes_are_not_stored_as_they_are(server: Server) -> None:
    code = code_to("dave@work.example", server.say("dave@example.org", "signup dave secret10 dave@work.example"))

    assert code not in str(server.everything_stored())


def test_the_operator_vouches_for_any_address(server: Server) -> None:
    reply = server.say(None, "signup dave secret10 dave@work.example")

    assert [letter.subject for letter in reply.letters] == ["Welcome to pbmserv, dave"]
    assert "dave@work.example" in server.hear("alice@example.org", "trichet challenge alice dave").readers


def test_the_operator_has_to_name_an_address(server: Server) -> None:
    reply = server.say(None, "signup dave secret10")

    assert reply.error.startswith("The mail address is missing")


@pytest.mark.parametrize("userid", ["alice", "ALICE", "Alice"])
def test_a_userid_that_is_taken_is_refused_in_any_case(either_server: Server, userid: str) -> None:
    before = either_server.everything_stored()

    reply = either_server.say("mallory@example.org", f"signup {userid} secret10")

    assert reply.error == (
        f"The userid {userid} is taken: choose another one. If it is yours, and you have forgotten your password,"
        f' write "forgot {userid}".'
    )
    assert either_server.everything_stored() == before


@pytest.mark.parametrize(
    "userid", ["аlice", "alicе", "a\u200blice", "\uff41lice", "ａｌｉｃｅ", "al\u0131ce", "alice\u0301"]
)
def test_a_userid_that_only_looks_like_another_is_refused(server: Server, userid: str) -> None:
    before = server.everything_stored()

    assert not server.say("mallory@example.org", f"signup {userid} secret10").ok
    assert server.everything_stored() == before


@pytest.mark.parametrize(
    "userid", ["all", "Active", "inactive", "NEXT", "new", "end", "none", "operator", "postmaster"]
)
def test_words_that_mean_something_in_commands_cannot_be_userids(server: Server, userid: str) -> None:
    reply = server.say("dave@example.org", f"signup {userid} secret10")

    assert reply.error == "This name has a meaning of its own here: please choose another userid."


def test_a_password_cannot_be_the_userid(server: Server) -> None:
    reply = server.say("dave@example.org", "signup dave-jones dave-jones")

    assert reply.error == "The password stands where the userid is expected, too."


def test_too_many_addresses_are_refused(server: Server) -> None:
    addresses = " ".join(f"dave{number}@example.org" for number in range(MOST_ADDRESSES + 1))

    reply = server.say("dave@example.org", f"signup dave secret10 {addresses}")

    assert reply.error == "At most 8 can be named at once, not 9."


@pytest.mark.parametrize(
    "address", ["dave", "dave@", "@example.org", "dave@ex ample.org", "d\u0430ve@example.org", "a@b@c.org"]
)
def test_what_is_no_mail_address_is_refused(server: Server, address: str) -> None:
    reply = server.say("dave@example.org", f'signup dave secret10 "{address}"')

    assert reply.error.startswith("This is not a mail address.")


def test_an_address_in_another_script_is_kept_as_mail_servers_write_it(server: Server) -> None:
    reply = server.say("dave@example.org", "signup dave secret10 dave@bücher.example")

    assert "dave@xn--bcher-kva.example" in reply.readers


def test_one_address_named_twice_gets_one_letter(server: Server) -> None:
    reply = server.say("dave@example.org", "signup dave secret10 dave@work.example DAVE@WORK.example")

    assert len([letter for letter in reply.letters if letter.subject == "Is this your address?"]) == 1


# Households


def test_a_household_may_share_an_address(server: Server) -> None:
    server.hear("alice@example.org", "signup alfred secret10")

    reply = server.say("bob@example.org", "trichet challenge alice alfred")

    assert [letter.subject for letter in reply.letters if letter.to == ("alice@example.org",)] == [
        "Trichet Board 101",
        "Trichet Board 101",
    ]


def test_somebody_elses_address_has_to_be_confirmed_like_any_other(server: Server) -> None:
    reply = server.say("dave@example.org", "signup dave secret10 alice@example.org")

    assert code_in(reply.letter_to("alice@example.org"))
    assert server.hear("bob@example.org", "trichet challenge bob dave").readers == {"bob@example.org"}


# Adding addresses


def test_the_address_that_one_writes_from_is_added_without_a_code(either_server: Server) -> None:
    reply = either_server.say("alice@work.example", "add alice secret7")

    assert reply.readers == {"alice@example.org", "alice@work.example"}
    assert "Letters for you go to alice@example.org, alice@work.example." in reply.text
    assert gets_letters(either_server, "alice@work.example")


def test_the_welcome_to_an_address_that_is_not_confirmed_lists_no_commands(server: Server) -> None:
    letters = server.hear("dora@example.org", "signup dora first-pw-7 dora@elsewhere.example").letters
    welcome = next((each.text for each in letters if each.subject.startswith("Welcome")), "")

    assert "Now answer the letter with the code, and you can play." in welcome.replace("\n", " ")
    assert "challenge" not in welcome


def test_another_address_is_added_once_it_is_confirmed(server: Server) -> None:
    reply = server.say("alice@example.org", "add alice secret7 alice@work.example")
    assert not gets_letters(server, "alice@work.example")

    server.hear("alice@work.example", f"confirm {code_to('alice@work.example', reply)}")

    assert gets_letters(server, "alice@work.example")
    assert gets_letters(server, "alice@example.org")


def test_all_addresses_are_told_when_one_is_added(server: Server) -> None:
    reply = server.say("mallory@example.org", "add alice secret7")

    assert "If it was not you who asked for this" in reply.letter_to("alice@example.org").text


def test_nobody_can_have_more_addresses_than_the_most(server: Server) -> None:
    server.hear(None, "add alice secret7 " + " ".join(f"alice{number}@example.org" for number in range(7)))

    reply = server.say(None, "add alice secret7 alice8@example.org")

    assert reply.error == "A player can have 8 addresses at most."


def test_adding_needs_the_password(server: Server) -> None:
    reply = server.say("mallory@example.org", "add alice secret9")

    assert reply.error == "The userid or the password is not right."
    assert reply.readers == {"mallory@example.org"}
    assert not gets_letters(server, "mallory@example.org")


# Changing addresses


def test_the_address_that_one_writes_from_replaces_all_others_at_once(either_server: Server) -> None:
    either_server.hear("alice@new.example", "change address alice secret7")

    assert gets_letters(either_server, "alice@new.example")
    assert not gets_letters(either_server, "alice@example.org")


def test_the_old_addresses_are_told_that_they_are_replaced(server: Server) -> None:
    reply = server.say("alice@new.example", "change address alice secret7")

    assert reply.letter_to("alice@example.org").subject == "Your addresses"
    assert "Letters for you go to alice@new.example." in reply.letter_to("alice@example.org").text


def test_the_old_addresses_stay_until_a_new_one_is_confirmed(either_server: Server) -> None:
    reply = either_server.say("alice@example.org", "change address alice secret7 alice@new.example")
    assert "and no longer\nto your old addresses" in reply.text
    assert gets_letters(either_server, "alice@example.org")

    either_server.hear("alice@new.example", f"confirm {code_to('alice@new.example', reply)}")

    assert gets_letters(either_server, "alice@new.example")
    assert not gets_letters(either_server, "alice@example.org")


def test_an_address_that_is_kept_needs_no_new_code(server: Server) -> None:
    server.hear("alice@work.example", "add alice secret7")

    reply = server.say("alice@example.org", "change address alice secret7 alice@work.example")

    assert {letter.subject for letter in reply.letters} == {"Your addresses"}
    assert gets_letters(server, "alice@work.example")
    assert not gets_letters(server, "alice@example.org")


def test_a_mistyped_address_is_worth_nothing_once_another_is_named(server: Server) -> None:
    mistyped = server.say("alice@example.org", "change address alice secret7 alice@nwe.example")
    server.hear("alice@example.org", "change address alice secret7 alice@new.example")

    reply = server.say("stranger@nwe.example", f"confirm {code_to('alice@nwe.example', mistyped)}")

    assert not reply.ok
    assert gets_letters(server, "alice@example.org")


def test_an_address_that_waits_twice_is_confirmed_by_either_letter(server: Server) -> None:
    first = server.say("alice@example.org", "change address alice secret7 alice@new.example")
    second = server.say("alice@example.org", "add alice secret7 alice@new.example")

    server.hear("alice@new.example", f"confirm {code_to('alice@new.example', second)}")

    assert gets_letters(server, "alice@new.example")
    assert not gets_letters(server, "alice@example.org")
    assert not server.say("alice@new.example", f"confirm {code_to('alice@new.example', first)}").ok


def test_an_address_that_is_given_again_is_not_replaced_by_a_code_from_before(server: Server) -> None:
    change = server.say("alice@example.org", "change address alice secret7 alice@new.example alice@work.example")
    server.hear("alice@new.example", f"confirm {code_to('alice@new.example', change)}")
    assert not gets_letters(server, "alice@example.org")
    server.hear("alice@example.org", "add alice secret7")

    server.hear("alice@work.example", f"confirm {code_to('alice@work.example', change)}")

    assert gets_letters(server, "alice@example.org")
    assert gets_letters(server, "alice@work.example")


def test_nor_is_one_that_is_added_before_the_new_one_is_confirmed(server: Server) -> None:
    change = server.say("alice@example.org", "change address alice secret7 alice@new.example")
    server.hear("alice@example.org", "add alice secret7")

    server.hear("alice@new.example", f"confirm {code_to('alice@new.example', change)}")

    assert gets_letters(server, "alice@example.org")
    assert gets_letters(server, "alice@new.example")


def test_an_address_added_after_a_change_survives_its_confirmation(server: Server) -> None:
    change = server.say("alice@example.org", "change address alice secret7 alice@new.example")
    server.hear("alice@phone.example", "add alice secret7")

    server.hear("alice@new.example", f"confirm {code_to('alice@new.example', change)}")

    assert gets_letters(server, "alice@phone.example")
    assert not gets_letters(server, "alice@example.org")
