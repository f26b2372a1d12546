"""Mistakes as people make them in answer to a board: what was meant is asked about, or what can be done is told."""

from __future__ import annotations

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_asked_in_own_words import mail, words_to
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


class TestWithoutOnesOwnName:
    def test_a_challenge_that_names_only_the_other_is_asked_about_and_begun_by_a_yes(self, post: Post) -> None:
        mail(post, ALICE, "chess challenge bob --unrated")

        assert words_to(post, ALICE).startswith("Your own name is missing, alice. The command would be: chess")
        assert "chess challenge alice bob --unrated" in words_to(post, ALICE)
        assert "Chess Board 101" not in words_to(post, BOB)
        post.answer(ALICE, "yes")
        assert post.letter_to(BOB)["subject"] == "Chess Board 101"

    def test_one_that_could_not_be_made_is_refused_as_it_was(self, post: Post) -> None:
        mail(post, ALICE, "chess challenge bob carol dave")

        assert "Your own name is missing" not in words_to(post, ALICE)

    def test_nobody_is_asked_by_mail_that_may_be_forged(self, post: Post) -> None:
        mail(post, ALICE, "chess challenge bob", envelope="mallory@elsewhere.example")

        assert words_to(post, ALICE).startswith("Invalid challenge")


class TestABoardThatIsNotThere:
    @pytest.mark.parametrize("line", ["hex show 999", "hex move 999 alice secret7 d3", "hex record 999"])
    def test_who_names_it_is_shown_their_own_of_this_game(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex challenge alice bob")
        mail(post, ALICE, line)

        text = post.letter_to(ALICE)["text"]
        assert text.startswith("There is no Hex board 999.\n\nYou play on these boards of Hex:\n")
        assert "\n    hex showas 102\n    hex showas 101\n" in text
        assert post.answer(ALICE, "hex showas 102").startswith("done: hex showas")

    def test_who_plays_none_is_not(self, post: Post) -> None:
        mail(post, ALICE, "go show 999")

        assert "You play on" not in words_to(post, ALICE)


class TestForgottenPasswords:
    SAID = (
        *("Passwort vergessen", "mot de passe oublié", "I forgot my password", "He olvidado mi contraseña"),
        *("Password dimenticata", "wachtwoord vergeten", "Забыл пароль", "Zapomniałem hasła", "Glömt lösenord"),
    )

    @pytest.mark.parametrize("subject", SAID)
    def test_as_a_subject_it_brings_a_code(self, post: Post, subject: str) -> None:
        assert mail(post, ALICE, subject) == "done: forgot alice"

        assert post.letter_to(ALICE)["subject"] == "A new password for alice"

    @pytest.mark.parametrize("subject", SAID)
    def test_in_mail_that_may_be_forged_it_brings_the_way_to_one_and_no_code(self, post: Post, subject: str) -> None:
        mail(post, ALICE, subject, envelope="mallory@elsewhere.example")

        letter = post.letter_to(ALICE)
        assert letter["text"].startswith("For a new password, write a letter with this Subject: forgot alice.")
        assert "change password" not in letter["text"]
        assert mail(post, ALICE, "forgot alice") == "done: forgot alice"

    def test_however_often_somebody_writes_it_no_more_codes_come_than_budgets_allow(self, post: Post) -> None:
        for _ in range(12):
            mail(post, ALICE, "Passwort vergessen")

        letters = [each for each in post.server.outbox() if each["recipients"] == [ALICE]]
        assert sum("change password alice" in each["text"] for each in letters) == 3

    def test_what_answers_the_letter_with_the_code_under_a_mangled_subject_brings_no_other(self, post: Post) -> None:
        mail(post, ALICE, "A new password for")

        assert post.letter_to(ALICE)["subject"] == "What you wrote"
