"""A code in a letter that was forwarded: who was not sent it can do nothing with it, and it stays good."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbmserv.commands.requests.credentials import Credential, signed_in
from pbmserv.commands.run.parser import CommandFields
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import Answer, Request
from tests.conversation import Server, code_in

ALICE, WORK, ELSEWHERE = "alice@example.org", "alice@work.example", "mallory@example.com"
REFUSED = (
    "This code is good only in a letter from the address that it was sent to, or from one that the player has"
    " confirmed. Nothing has been done, and the code is still good."
)
ON_PAGE = (
    "Sign in first, as the player whom the letter is for. Or answer it from where it was sent to. Nothing has been"
    " done, and the code is still good."
)


def of_an_address(server: Server) -> str:
    return code_in(server.hear(ALICE, f"add alice secret7 {WORK}").letter_to(WORK))


def of_leaving(server: Server) -> str:
    return code_in(server.hear(ALICE, "signoff alice secret7").letter)


def of_a_challenge(server: Server) -> str:
    reply = server.say(ALICE, "hex challenge alice bob", envelope="somebody@relay.example")
    return code_in(reply.letter_to(ALICE))


def of_a_forgotten_password(server: Server) -> str:
    text = server.hear(ELSEWHERE, "forgot alice").letter_to(ALICE).text
    return next(line.split()[3] for line in text.splitlines() if " NEW" in line)


def on_page(server: Server, code: str, answer: str, userid: str = "") -> Answer:
    who = signed_in(userid) if userid else Credential("", client="192.0.2.7")
    return server.office.handle(Request(who, fields=CommandFields("confirm", (code, answer))))


QUESTIONS = [of_an_address, of_leaving, of_a_challenge]


@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("ask", QUESTIONS)
def test_a_question_is_answered_by_nobody_else(server: Server, ask: Callable[[Server], str], answer: str) -> None:
    code = ask(server)
    before = server.everything_stored()

    assert server.say(ELSEWHERE, f"confirm {code} {answer}").error == REFUSED
    assert server.say("bob@example.org", f"confirm {code} {answer}").error == REFUSED
    assert on_page(server, code, answer).error == ON_PAGE
    assert on_page(server, code, answer, "bob").error == ON_PAGE

    assert server.everything_stored() == before
    assert server.say(ALICE, f"confirm {code} {answer}").ok


@pytest.mark.parametrize("ask", QUESTIONS)
def test_on_a_page_its_player_answers_it(server: Server, ask: Callable[[Server], str]) -> None:
    assert on_page(server, ask(server), "yes", "alice").ok


def test_an_address_is_confirmed_from_there_however_it_is_spelt(server: Server) -> None:
    code = code_in(
        server.hear(ALICE, "add alice secret7 alice+games@work.example").letter_to("alice+games@work.example")
    )

    assert server.say("Alice@Work.example", f"confirm {code}").ok


def test_an_answer_to_the_letter_from_elsewhere_is_refused_as_well(server: Server) -> None:
    letter = server.hear(ALICE, "signoff alice secret7").letter
    assert letter.reply_to
    code = tokens_in([letter.reply_to])[Tag.CODE]

    assert server.say(ELSEWHERE, f"confirm {code}").error == REFUSED


def test_who_has_no_address_that_letters_reach_is_asked_where_they_write_from(server: Server) -> None:
    page = Credential("", client="192.0.2.7")
    assert server.office.handle(Request(page, ("signup dave davepw45 dave@example.org",))).ok
    code = code_in(server.hear("dave@home.example", "signoff dave davepw45").letter)

    assert server.say(ELSEWHERE, f"confirm {code}").error == REFUSED
    assert server.say("dave@home.example", f"confirm {code}").ok


def test_with_the_password_a_code_to_leave_is_good_from_anywhere(server: Server) -> None:
    code = of_leaving(server)

    assert server.say(ELSEWHERE, f"signoff alice secret7 {code}").ok


def test_a_forgotten_password_is_replaced_by_mail_from_where_the_code_was_sent_and_on_the_page(
    server: Server,
) -> None:
    first, second = of_a_forgotten_password(server), of_a_forgotten_password(server)

    assert server.say(ELSEWHERE, f"change password alice {first} better-secret9").error == REFUSED
    assert server.say(ALICE, f"change password alice {first} better-secret9").ok
    assert not server.say(ALICE, f"change password alice {second} better-secret9").ok


def test_who_has_confirmed_no_address_replaces_the_password_from_where_they_signed_up(server: Server) -> None:
    page = Credential("", client="192.0.2.7")
    assert server.office.handle(Request(page, ("signup dave davepw45 dave@example.org",))).ok
    text = server.hear(ELSEWHERE, "forgot dave").letter_to("dave@example.org").text
    code = next(line.split()[3] for line in text.splitlines() if " NEW" in line)

    assert server.say(ELSEWHERE, f"change password dave {code} better-secret9").error == REFUSED
    assert server.say("dave@example.org", f"change password dave {code} better-secret9").ok


def test_on_the_page_the_code_is_enough_for_who_has_forgotten_the_password(server: Server) -> None:
    code = of_a_forgotten_password(server)
    page = Credential("", client="192.0.2.7")

    assert server.office.handle(Request(page, (f"change password alice {code} better-secret9",))).ok
