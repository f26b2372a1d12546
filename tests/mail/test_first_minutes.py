"""A newcomer's first minutes: a game with the server, asked for in own words, and the name they play under."""

from __future__ import annotations

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_asked_in_own_words import letters_to, mail, words_to
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike

ZOE, BEN = "zoe@example.com", "ben@example.com"


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


@pytest.fixture
def greeted(post: Post) -> Post:
    """Somebody new has said hello, and got the offer of a game of Chess with the server."""
    mail(post, ZOE, "hello", "hi, how does this work?")
    return post


@pytest.fixture
def begun(greeted: Post) -> Post:
    """The same once the game has begun."""
    greeted.answer(ZOE, "chess")
    return greeted


class TestTheServerAsOpponent:
    @pytest.mark.parametrize(
        ("line", "game"),
        [
            ("Can I play chess against the computer?", "Chess"),
            ("hex vs a bot please", "Hex"),
            ("I want to play against the computer", "Chess"),
            ("against the machine", "Chess"),
            ("Ich möchte gegen den Computer spielen", "Chess"),
        ],
    )
    def test_who_names_it_begins_the_game_that_is_offered_or_named(self, greeted: Post, line: str, game: str) -> None:
        assert greeted.answer(ZOE, line).startswith("done: invitation")
        assert f"A new {game} board (10" in words_to(greeted, ZOE)
        assert "bot-easy is a bot" in words_to(greeted, ZOE)

    @pytest.mark.parametrize(
        "line", ["Does chess against the computer cost anything?", "Not against the computer", "My computer is old"]
    )
    def test_who_says_anything_else_of_it_begins_none(self, greeted: Post, line: str) -> None:
        greeted.answer(ZOE, line)

        assert "You are a player here now" not in words_to(greeted, ZOE)
        assert not greeted.server.hear(None, "list").text.count("1 board")

    def test_it_does_not_take_the_place_of_a_friend(self, post: Post) -> None:
        mail(post, ZOE, f"I'd like to play Hex with {BEN}")

        assert not post.answer(ZOE, "hex against the computer").startswith("done: invitation")
        assert letters_to(post, BEN) == 0


class TestTheName:
    @pytest.mark.parametrize(
        "line",
        ["Call me Robin", "My name is Robin.", "name robin", "Can I change my name to Robin?", "Ich heiße Robin"],
    )
    def test_it_stays_and_what_can_be_done_is_told(self, begun: Post, line: str) -> None:
        begun.answer(ZOE, line)

        assert "Your name here is zoe, and it cannot be changed" in words_to(begun, ZOE)
        assert "signup NAME PASSWORD" in words_to(begun, ZOE)

    def test_what_is_told_can_be_done(self, begun: Post) -> None:
        begun.answer(ZOE, "Call me Robin")

        assert mail(begun, ZOE, "signup Robin violet-pond-7").startswith("done: signup Robin")

    def test_it_may_be_asked_in_a_mail_of_its_own(self, begun: Post) -> None:
        mail(begun, ZOE, "my name", "Call me Robin")

        assert "Your name here is zoe, and it cannot be changed" in words_to(begun, ZOE)

    def test_where_somebody_else_plays_only_what_asks_for_another_name_is_for_the_server(self, post: Post) -> None:
        post.answer(ALICE, "My name is Alice")

        assert "Shall your words go to bob?" in words_to(post, ALICE)
        post.answer(ALICE, "Can I change my name?")
        assert "Your name here is alice, and it cannot be changed" in words_to(post, ALICE)
        assert "name" not in words_to(post, BOB)

    def test_a_move_is_a_move(self, post: Post) -> None:
        assert post.answer(ALICE, "d3\nCall me Robin") == "done: hex move 101 alice ****** d3"


class TestAGameInASentence:
    @pytest.mark.parametrize(
        ("line", "game"),
        [
            ("Let's do hex", "Hex"),
            ("Chess sounds great!", "Chess"),
            ("Va bene, scacchi", "Chess"),
            ("Hex, gern", "Hex"),
        ],
    )
    def test_who_says_no_more_than_yes_to_one_begins_it(self, greeted: Post, line: str, game: str) -> None:
        assert greeted.answer(ZOE, line).startswith("done: invitation")
        assert f"A new {game} board (10" in words_to(greeted, ZOE)

    @pytest.mark.parametrize(
        ("line", "game", "name"),
        [
            ("sure lets try chess. I'm Tina", "Chess", "Tina"),
            ("ja gern, schach. ich bin der Peter", "Chess", "Peter"),
            ("Let me see... othello maybe", "Othello", ""),
            ("othello, but easy please, I am a beginner", "Othello", ""),
        ],
    )
    def test_who_says_more_is_asked_about_it_and_begins_it_by_a_yes(
        self, greeted: Post, line: str, game: str, name: str
    ) -> None:
        greeted.answer(ZOE, line)

        question = f"Shall a game of {game} with the server begin?"
        assert words_to(greeted, ZOE).startswith(f"{question} Your name here is {name} then." if name else question)
        assert greeted.answer(ZOE, "Yes!").startswith("done: invitation")
        assert f"A new {game} board (10" in words_to(greeted, ZOE)
        assert f"Players: {name or 'zoe'} (" in words_to(greeted, ZOE)

    def test_another_game_may_answer_that(self, greeted: Post) -> None:
        greeted.answer(ZOE, "Let me see... othello maybe")

        assert greeted.answer(ZOE, "hex").startswith("done: invitation")
        assert "A new Hex board (10" in words_to(greeted, ZOE)

    def test_of_two_questions_that_wait_the_letter_answered_decides(self, greeted: Post) -> None:
        offer = greeted.reply_to(ZOE)
        greeted.answer(ZOE, "Let me see... othello maybe")
        about_othello = greeted.reply_to(ZOE)
        greeted.answer(ZOE, "or chess, for a beginner", to=offer)
        assert words_to(greeted, ZOE).startswith("Shall a game of Chess with the server begin?")

        assert greeted.answer(ZOE, "yes", to=about_othello).startswith("done: invitation")
        assert "A new Othello board (10" in words_to(greeted, ZOE)

    def test_nobody_else_begins_it(self, greeted: Post) -> None:
        greeted.answer(ZOE, "Let me see... othello maybe")

        assert greeted.answer(BEN, "yes", to=greeted.reply_to(ZOE), subject="Re: What you wrote").startswith(
            "refused"
        )
        assert "A new" not in words_to(greeted, ZOE)

    def test_a_no_begins_none(self, greeted: Post) -> None:
        greeted.answer(ZOE, "Let me see... othello maybe")
        greeted.answer(ZOE, "no")

        assert "A new" not in words_to(greeted, ZOE)

    def test_a_name_that_somebody_has_is_not_proposed_to_who_only_says_who_they_are(self, greeted: Post) -> None:
        greeted.answer(ZOE, "I'm Bob, chess please")

        assert words_to(greeted, ZOE).startswith("Shall a game of Chess with the server begin? Answer this letter")

    @pytest.mark.parametrize("line", ["What does it cost?", "Is chess free?", "who are you?"])
    def test_who_asks_what_this_is_is_told(self, greeted: Post, line: str) -> None:
        greeted.answer(ZOE, line)

        assert "It costs nothing, no password is needed" in words_to(greeted, ZOE)
        assert greeted.answer(ZOE, "yes").startswith("done: invitation")

    @pytest.mark.parametrize("line", ["I don't like chess", "Not chess", "Chess or othello, whatever you like"])
    def test_who_denies_one_or_names_several_is_asked_which(self, greeted: Post, line: str) -> None:
        greeted.answer(ZOE, line)

        assert words_to(greeted, ZOE).startswith("Would you like to play? Answer this letter with the name of a game")
