"""The name that a guest asks for in a sentence: it is asked about, and nothing begins by a guess."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.questions import name_in_words
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_asked_in_own_words import letters_to, words_to
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike

FRIEND = "friend@example.com"


@pytest.fixture
def post(undone_database: Database) -> Post:
    post = Post(Server(undone_database))
    post.server.hear(ALICE, f"gomoku challenge alice {FRIEND}")
    return post


@pytest.mark.parametrize(
    "line",
    ["call me Zed", "Please call me Zed.", "Yes, you can call me Zed!", "My name is Zed", "Ich heiße Zed",
     "nennt mich Zed bitte", "Je m'appelle Zed", "Me llamo Zed.", "Sign me up as Zed", "Yes please\nCall me Zed",
     "Call me Zed and start chess", "Ich heiße Zed und will spielen"],
)  # fmt: skip
def test_a_name_is_read_in_sentences(line: str) -> None:
    assert name_in_words(line) == "Zed"


@pytest.mark.parametrize(
    "line",
    ["call me later", "Call me tomorrow!", "call me when you are ready", "call me maybe", "call me yes", "I'm busy",
     "Zed", "He calls me Zed's friend", "recall me Zed", "call me " + "a" * 500],
)  # fmt: skip
def test_near_misses_name_nobody(line: str) -> None:
    assert not name_in_words(line)


class TestAnInvitation:
    @pytest.mark.parametrize(
        "line", ["call me Zed", "Yes, call me Zed", "My name is Zed.", "Yes please\nCall me Zed"]
    )
    def test_a_yes_to_the_question_plays_under_that_name(self, post: Post, line: str) -> None:
        assert post.answer(FRIEND, line).startswith("refused: ")
        assert "Your name here is Zed then." in words_to(post, FRIEND)
        assert letters_to(post, FRIEND) == 2

        assert post.answer(FRIEND, "yes") == "done: invitation ****** Zed"
        assert "It is your turn, alice" in words_to(post, ALICE)
        assert "Zed" in words_to(post, ALICE)

    def test_another_name_in_answer_to_the_question_is_taken(self, post: Post) -> None:
        post.answer(FRIEND, "call me Zed")

        assert post.answer(FRIEND, "name robin") == "done: invitation ****** robin"

    def test_a_yes_to_the_invitation_itself_plays_under_the_name_that_it_tells(self, post: Post) -> None:
        first = post.reply_to(FRIEND)
        post.answer(FRIEND, "call me Zed")

        assert post.answer(FRIEND, "yes", to=first) == "done: invitation ****** yes"
        assert "friend (" in words_to(post, ALICE) or "friend" in words_to(post, ALICE)

    def test_a_no_begins_nothing(self, post: Post) -> None:
        post.answer(FRIEND, "call me Zed")

        assert post.answer(FRIEND, "no").startswith("done: invitation ****** no")

    @pytest.mark.parametrize(
        ("name", "why"), [("bob", "The userid bob is taken"), ("hex", "has a meaning of its own")]
    )
    def test_a_name_that_nobody_can_have_is_told_at_once(self, post: Post, name: str, why: str) -> None:
        post.answer(FRIEND, f"call me {name}")
        assert why in words_to(post, FRIEND)

        # That letter can be answered as the first.
        assert post.answer(FRIEND, "name robin") == "done: invitation ****** robin"

    def test_a_player_who_is_invited_has_a_name_already(self, post: Post) -> None:
        post.server.hear(ALICE, f"gomoku challenge alice {BOB}")
        post.answer(BOB, "call me Zed")

        assert "Zed then" not in words_to(post, BOB)

    def test_the_offer_of_a_first_game_is_answered_in_the_same_way(self, post: Post) -> None:
        post.answer("new@example.com", "I want to play chess", to="games@example.net", subject="hello")
        post.answer("new@example.com", "call me Zed")
        assert "Shall a game of Chess with the server begin? Your name here is Zed then." in words_to(
            post, "new@example.com"
        )

        assert post.answer("new@example.com", "yes") == "done: invitation ****** Zed"

    def test_a_name_beside_a_game_is_asked_about_with_it(self, post: Post) -> None:
        post.answer("new@example.com", "I want to play chess", to="games@example.net", subject="hello")
        post.answer("new@example.com", "call me Zed and start hex")
        assert "Shall a game of Hex with the server begin? Your name here is Zed then." in words_to(
            post, "new@example.com"
        )
        assert post.answer("new@example.com", "yes") == "done: invitation ****** Zed"
        assert post.letter_to("new@example.com")["subject"].startswith("Hex Board ")


def test_a_wish_for_another_game_reaches_nobody_once_the_inviter_has_left(post: Post) -> None:
    post.answer(FRIEND, "Can we play chess instead?")
    asked = post.reply_to(FRIEND)
    post.answer(ALICE, "STOP", to="games@example.net", subject="STOP")
    post.answer(ALICE, "yes")
    before = len(post.server.outbox())

    for words in ("yes", "not now"):
        assert post.answer(FRIEND, words, to=asked).startswith("refused: ")
    assert "This invitation is not open any more" in words_to(post, FRIEND)
    assert {to for letter in post.server.outbox()[before:] for to in letter["recipients"]} == {FRIEND}
