"""Mistakes as people make them in answer to a board: what was meant is asked about, or what can be done is told."""

from __future__ import annotations

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_asked_in_own_words import words_to
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


@pytest.fixture
def begun(post: Post) -> Post:
    """The same after a move of each: it is alice's turn."""
    post.answer(ALICE, "d3")
    post.answer(BOB, "c3")
    return post


@pytest.fixture
def of_go(post: Post) -> Post:
    """A board of Go, too, on which alice moves first."""
    post.server.hear(ALICE, "go challenge alice bob -size=9")
    return post


class TestMisspelt:
    @pytest.mark.parametrize(
        ("line", "asked"),
        [("resing", "resign"), ("resig", "resign"), ("propsoe", "propose a tie"), ("unndo", "undo")],
    )
    def test_a_word_of_every_game_is_asked_about(self, begun: Post, line: str, asked: str) -> None:
        assert begun.answer(ALICE, line).startswith("refused")

        text = words_to(begun, ALICE)
        assert f"Do you want to {asked}?" in text or f"Did you mean {asked}?" in text or "last move back?" in text
        # What was mistyped is no word for the other.
        assert "A yes sends these words" not in text

    def test_a_yes_does_it(self, begun: Post) -> None:
        begun.answer(ALICE, "resing")

        assert begun.answer(ALICE, "yes").startswith("done: hex confirm 101 alice")
        assert "alice resigned." in words_to(begun, BOB)

    @pytest.mark.parametrize("line", ["lovely", "accpet", "design", "Design!", "reign", "resist", "purpose"])
    def test_another_word_or_one_that_answers_nothing_is_not(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)

        assert "Do you want to" not in words_to(begun, ALICE)


class TestTheSame:
    @pytest.mark.parametrize("line", ["me too", "Same here.", "ok me too", "ich auch", "Moi aussi !", "yo también"])
    def test_who_does_as_the_other_has_done_is_asked(self, of_go: Post, line: str) -> None:
        of_go.answer(ALICE, "pass")

        assert of_go.answer(BOB, line).startswith("refused")
        assert "Did you mean pass?" in words_to(of_go, BOB)
        assert of_go.answer(BOB, "yes").startswith("done: go confirm 101 bob")

    def test_kind_words_beside_it_go_with_the_yes(self, of_go: Post) -> None:
        of_go.answer(ALICE, "pass")
        of_go.answer(BOB, "me too, good game")
        of_go.answer(BOB, "yes")

        assert "good game" in words_to(of_go, ALICE)

    def test_a_move_that_cannot_be_made_again_is_none(self, of_go: Post) -> None:
        of_go.answer(ALICE, "c3")
        of_go.answer(BOB, "me too")

        assert "Did you mean" not in words_to(of_go, BOB)

    def test_a_hidden_choice_of_another_is_not_told_by_it(self, post: Post) -> None:
        post.server.hear(ALICE, "goofspiel challenge alice bob")
        post.answer(ALICE, "5")
        post.answer(BOB, "me too", to=post.reply_to(BOB))

        assert "Did you mean" not in words_to(post, BOB)


class TestNoWords:
    @pytest.mark.parametrize("body", ["", "\n-- \nAlice Miller\n", "Sent from my iPhone"])
    def test_who_writes_nothing_sees_the_board_and_a_move_that_works(self, begun: Post, body: str) -> None:
        assert begun.answer(ALICE, body).startswith("refused")

        text = words_to(begun, ALICE)
        assert "Your answer has no words in it" in text
        assert "Now you could write a1." in text
        assert "It is your turn, alice: move 3." in text
        assert "nothing that can be read" not in text
        assert begun.answer(ALICE, "a1") == "done: hex move 101 alice ****** a1"


class TestInAChat:
    @pytest.mark.parametrize("line", ["I give up, you're too strong", "Ich gebe auf, du bist zu stark"])
    def test_who_gives_up_first_is_asked_and_nothing_goes_to_others(self, begun: Post, line: str) -> None:
        begun.answer(BOB, "chat How are you?")
        before = words_to(begun, BOB)

        assert begun.answer(ALICE, line).startswith("refused")
        assert "Do you want to resign?" in words_to(begun, ALICE)
        assert words_to(begun, BOB) == before

    @pytest.mark.parametrize("line", ["I don't give up, ha", "You are strong, I may give up soon", "gg"])
    def test_who_only_talks_of_it_is_not(self, begun: Post, line: str) -> None:
        begun.answer(BOB, "chat How are you?")

        assert begun.answer(ALICE, line).startswith("done: hex chat")


class TestAnotherGame:
    @pytest.mark.parametrize("line", ["How about chess now?", "Chess next?", "Wie wäre es mit Schach?"])
    def test_while_one_goes_on_it_is_asked_about(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)

        assert "Shall a game of Chess begin, with bob and you, alice?" in words_to(begun, ALICE)
        assert begun.answer(ALICE, "yes").startswith("done: confirm")
        assert "A new Chess board (101) has been started" in words_to(begun, BOB)

    def test_the_game_that_goes_on_is_no_other(self, begun: Post) -> None:
        begun.answer(ALICE, "hex now?")

        assert "Shall a game of" not in words_to(begun, ALICE)


def test_what_cannot_be_taken_back_is_told_in_any_language(post: Post) -> None:
    post.answer(ALICE, "Rückgängig")

    text = words_to(post, ALICE)
    assert "alice has made no move on Hex Board 101 against bob that could be taken back." in text
    assert "You wrote:" in text
