"""A forgotten password: one letter, which is answered with the new one."""

from __future__ import annotations

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_replies import ALICE, BOB, Post
from tests.post import arrive

NEW = "gerbil-lamp-42"


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


@pytest.fixture
def forgot(post: Post) -> Post:
    """The same when alice has asked for a new password."""
    post.answer(ALICE, "", to=post.server.address, subject="forgot alice")
    return post


def words_to(post: Post, address: str) -> str:
    return " ".join(str(post.letter_to(address)["text"]).split())


def is_in_any_letter(post: Post, word: str) -> bool:
    return any(word in f"{letter['subject']} {letter['text']} {letter['page']}" for letter in post.server.outbox())


def test_who_asks_from_the_own_address_gets_one_letter(post: Post) -> None:
    before = len(post.server.outbox())
    post.answer(ALICE, "", to=post.server.address, subject="forgot alice")

    [letter] = post.server.outbox()[before:]
    assert letter["subject"] == "A new password for alice"


def test_who_asks_from_elsewhere_learns_no_more_than_of_nobody(post: Post) -> None:
    post.answer(BOB, "", to=post.server.address, subject="forgot alice")
    told = post.letter_to(BOB)["text"]
    post.answer(BOB, "", to=post.server.address, subject="forgot zoe")

    assert post.letter_to(BOB)["text"] == told
    assert post.letter_to(ALICE)["subject"] == "A new password for alice"


@pytest.mark.parametrize("body", [NEW, f"{NEW}\n\n-- \nAlice\nSent from my phone"])
def test_the_answer_is_the_new_password(forgot: Post, body: str) -> None:
    assert forgot.answer(ALICE, body) == "done: change password alice ****** ******"

    assert forgot.letter_to(ALICE)["subject"] == "Your password has been changed"
    assert not is_in_any_letter(forgot, NEW)
    assert forgot.server.say("elsewhere@example.org", f"hex move 101 alice {NEW} d3").ok


@pytest.mark.parametrize(
    "body",
    [
        "yes",
        "no",
        "thanks!",
        "Thank you!",
        "help",
        "hello?",
        "stop",
        "Hallo",
        "my new one is gerbil-lamp-42",
        "Danke",
    ],
)
def test_anything_else_brings_the_same_letter_again_and_sets_nothing(forgot: Post, body: str) -> None:
    forgot.answer(ALICE, body)

    assert not is_in_any_letter(forgot, NEW)
    if body not in {"help", "stop"}:
        assert "Your answer was not one word, so no password has been set." in words_to(forgot, ALICE)
    assert forgot.server.say(ALICE, "change receipts alice secret7 on").ok


def test_the_code_alone_asks_for_the_new_password(forgot: Post) -> None:
    code = forgot.reply_to(ALICE).split("+c-")[1].split("@")[0]

    forgot.answer(ALICE, code)

    assert forgot.letter_to(ALICE)["subject"] == "A new password for alice"
    assert forgot.answer(ALICE, f"{code} {NEW}") == "done: change password alice ****** ******"


def test_nobody_else_sets_it_with_the_address_of_the_answer(forgot: Post) -> None:
    to = forgot.reply_to(ALICE)

    assert forgot.answer(BOB, NEW, to=to, subject="Re: A new password for alice").startswith("refused")
    assert not is_in_any_letter(forgot, NEW)
    assert forgot.answer(ALICE, NEW, to=to) == "done: change password alice ****** ******"


@pytest.mark.parametrize("short", ["abc12", "hex"])
def test_a_password_that_cannot_be_is_refused_and_the_code_stays_good(forgot: Post, short: str) -> None:
    to = forgot.reply_to(ALICE)

    assert forgot.answer(ALICE, short, to=to, subject="Re: A new password for alice").startswith("refused")
    assert forgot.answer(ALICE, NEW, to=to, subject="Re: A new password for alice").startswith("done")


def test_an_answer_after_an_hour_says_so_and_one_word_brings_a_new_code(forgot: Post) -> None:
    forgot.server.wait(hours=1, seconds=1)
    assert forgot.answer(ALICE, NEW).startswith("refused")

    assert "has been used already, or is too old" in words_to(forgot, ALICE)
    assert not is_in_any_letter(forgot, NEW)
    assert forgot.answer(ALICE, "forgot") == "done: forgot alice"
    assert forgot.letter_to(ALICE)["subject"] == "A new password for alice"


def test_a_machine_sets_no_password(forgot: Post) -> None:
    to = forgot.reply_to(ALICE)
    raw = (
        f"From: {ALICE}\r\nTo: {to}\r\nSubject: Re: A new password for alice\r\nPrecedence: bulk\r\n\r\nReceived\r\n"
    )

    arrive(forgot.server, raw.encode(), sender=ALICE, to=[to])

    assert forgot.server.say(ALICE, "change receipts alice secret7 on").ok


class TestGreeting:
    def stranger(self, post: Post) -> str:
        post.answer("dora@example.com", "", to=post.server.address, subject="I want to play chess")
        return post.reply_to("dora@example.com")

    def test_an_offer_that_is_too_old_is_made_anew(self, post: Post) -> None:
        to = self.stranger(post)
        post.server.wait(days=8)
        post.answer("dora@example.com", "chess", to=to)

        assert "Here is a new one." in words_to(post, "dora@example.com")
        assert post.answer("dora@example.com", "chess") == "done: invitation ****** chess"

    def test_an_offer_that_has_been_taken_says_what_else_there_is(self, post: Post) -> None:
        to = self.stranger(post)
        post.answer("dora@example.com", "chess", to=to)
        post.answer("dora@example.com", "chess", to=to, subject="Re: Help for pbmserv")

        assert "used already, or is too old" in words_to(post, "dora@example.com")
        assert post.answer("dora@example.com", "hex").startswith("done: hex challenge dora")

    @pytest.mark.parametrize("line", ["chess please", "Chess bitte!", "chess, s'il vous plaît", "hex por favor"])
    def test_a_please_in_any_language_changes_nothing(self, post: Post, line: str) -> None:
        to = self.stranger(post)

        assert post.answer("dora@example.com", line, to=to).startswith("done: invitation ******")
