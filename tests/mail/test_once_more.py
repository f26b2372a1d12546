"""Another game, wanted in one's own words: of which board and with whom; and a lone yes when a game is over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_asked_in_own_words import words_to
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike

CAROL = "carol@example.org"
ONCE_MORE = "Do you want to play Hex once more, after Hex Board 101, in the order bob, alice?"


def over(post: Post, game: str = "hex", number: int = 101) -> None:
    """Alice has resigned a game."""
    moves = {"hex": ("b2", "c3"), "chess": ("e4", "e5"), "gomoku": ("h8", "h9")}[game]
    for userid, password, move in zip(
        ("alice", "bob", "alice"), ("secret7", "bobpw123", "secret7"), (*moves, "resign"), strict=True
    ):
        post.server.hear(f"{userid}@example.org", f"{game} move {number} {userid} {password} {move}")


@pytest.fixture
def post(undone_database: Database) -> Post:
    post = Post(Server(undone_database))
    over(post)
    return post


class TestAfterAGame:
    @pytest.mark.parametrize(
        "line",
        ["play again with alice", "rematch with alice", "Another game with alice?", "New game!", "Let's have another",
         "I want to play alice again", "Noch eine Partie mit alice?", "Otra partida con alice"],
    )  # fmt: skip
    def test_the_opponent_may_be_named(self, post: Post, line: str) -> None:
        assert post.answer(BOB, line) == "done: hex rematch 101 bob ******"
        assert "bob would like to play Hex once more, after Hex Board 101" in words_to(post, ALICE)
        assert "bob writes" not in words_to(post, ALICE)

    @pytest.mark.parametrize("line", ["new game with carol", "play again with carol", "Rematch with carol?"])
    def test_with_somebody_else_it_is_the_game_of_the_letter(self, post: Post, line: str) -> None:
        post.answer(BOB, line)
        assert "Shall a game of Hex begin, with carol and you, bob?" in words_to(post, BOB)

        assert post.answer(BOB, "yes").startswith("done: confirm")
        assert post.letter_to(CAROL)["subject"] == "Hex Board 102"

    @pytest.mark.parametrize(
        "line",
        ["rematch with alice in chess", "play chess with alice", "Let's play chess with alice", "Chess this time?"],
    )
    def test_another_game_that_is_named_is_asked_about(self, post: Post, line: str) -> None:
        post.answer(BOB, line)
        assert "Shall a game of Chess begin, with alice and you, bob?" in words_to(post, BOB)

        post.answer(BOB, "no")
        assert "alice would" not in words_to(post, BOB)
        assert post.letter_to(ALICE)["subject"] == "Hex Board 101"

    @pytest.mark.parametrize(
        "line", ["I played chess with alice yesterday", "another day", "I told carol of our game"]
    )
    def test_near_misses_are_words_for_the_opponent(self, post: Post, line: str) -> None:
        assert post.answer(BOB, line) == "done: hex chat 101 bob ******"


class TestALoneYesOrNo:
    @pytest.mark.parametrize("line", ["yes", "Yes!", "OK", "Ja gern", "Oui", "Да"])
    def test_a_yes_is_asked_about_and_goes_to_nobody(self, post: Post, line: str) -> None:
        before = len(post.server.outbox())
        post.answer(BOB, line)

        assert f"{ONCE_MORE} Your answer has gone to nobody." in words_to(post, BOB)
        assert len(post.server.outbox()) == before + 1
        post.answer(BOB, "yes")
        assert "bob would like to play Hex once more" in words_to(post, ALICE)

    def test_a_no_is_asked_about_and_a_yes_to_that_sends_it(self, post: Post) -> None:
        post.answer(BOB, "no")
        assert "This letter asks for no yes or no. Shall your words go to the others?" in words_to(post, BOB)

        post.answer(BOB, "yes")
        assert "bob writes: no" in words_to(post, ALICE)

    def test_it_answers_what_the_opponent_has_said_since(self, post: Post) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Shall we play again tomorrow?")

        assert post.answer(BOB, "yes") == "done: hex chat 101 bob ******"

    def test_so_it_does_what_stood_beside_the_last_move(self, undone_database: Database) -> None:
        post = Post(Server(undone_database))
        for who, words in ((ALICE, "b2"), (BOB, "c3"), (ALICE, "resign\nWell played. Tomorrow again?")):
            post.answer(who, words)

        assert post.answer(BOB, "yes") == "done: hex chat 101 bob ******"

    def test_where_a_rematch_is_asked_for_a_yes_to_an_older_letter_is_about_that(self, post: Post) -> None:
        result = post.letter_to(BOB)
        post.answer(ALICE, "rematch")

        post.answer(BOB, "yes", to=result["headers"]["Reply-To"])
        assert "alice would like to play Hex once more" in words_to(post, BOB)
        post.answer(BOB, "yes")
        assert "A new Hex board (102) has been started by alice." in words_to(post, BOB)

    @pytest.mark.parametrize("line", ["Yes, good game!", "No thanks, that was enough for me"])
    def test_with_more_words_it_goes_to_the_opponent(self, post: Post, line: str) -> None:
        assert post.answer(BOB, line) == "done: hex chat 101 bob ******"

    def test_on_a_board_that_goes_on_it_is_chat_as_before(self, post: Post) -> None:
        post.server.hear(ALICE, "hex challenge alice bob")
        post.server.hear(ALICE, "hex chat 102 alice secret7", comment="Did you see that?")

        assert post.answer(BOB, "yes") == "done: hex chat 102 bob ******"


class TestInAnswerToOtherLetters:
    @pytest.mark.parametrize("line", ["play again with alice", "another game", "rematch", "Again?"])
    @pytest.mark.parametrize("command", ["help", "hex standings", "list"])
    def test_the_only_game_that_is_over_is_asked_about(self, post: Post, command: str, line: str) -> None:
        post.server.hear(BOB, command)

        post.answer(BOB, line)
        assert ONCE_MORE in words_to(post, BOB)
        post.answer(BOB, "yes")
        assert "bob would like to play Hex once more" in words_to(post, ALICE)

    def test_of_several_it_is_that_of_the_standings_which_are_answered(self, post: Post) -> None:
        post.server.hear(ALICE, "gomoku challenge alice bob")
        over(post, "gomoku")
        post.server.hear(BOB, "hex standings")

        post.answer(BOB, "play again with alice")
        assert ONCE_MORE in words_to(post, BOB)

    def test_where_the_letter_does_not_tell_it_is_asked_which(self, post: Post) -> None:
        post.server.hear(ALICE, "gomoku challenge alice bob")
        over(post, "gomoku")
        post.server.hear(BOB, "help")

        post.answer(BOB, "play again with alice")
        told = post.letter_to(BOB)["text"]
        assert "it is not clear which game you want to play once more" in " ".join(told.split())
        assert "    hex rematch 101\n" in told
        assert "    gomoku rematch 101\n" in told
        post.answer(BOB, "gomoku rematch 101")
        post.answer(BOB, "yes")
        assert "bob would like to play Gomoku once more" in words_to(post, ALICE)

    def test_standings_give_their_game_to_a_new_opponent_too(self, post: Post) -> None:
        post.server.hear(BOB, "hex standings")

        post.answer(BOB, "play again with carol")
        assert "Shall a game of Hex begin, with carol and you, bob?" in words_to(post, BOB)

    def test_a_digest_is_answered_in_the_same_way(self, post: Post) -> None:
        from tests.mail.test_digest_answers import digest

        post.server.hear(BOB, "change letters bob bobpw123 daily")
        for game, move in (("gomoku", "h8"), ("chess", "e4")):
            post.server.hear(ALICE, f"{game} challenge alice bob")
            post.server.hear(ALICE, f"{game} move 101 alice secret7 {move}")
        letter = digest(post.server, post.server.now + timedelta(days=1))

        post.answer(BOB, "play again with alice", to=letter.reply_to, subject=f"Re: {letter.subject}")
        assert ONCE_MORE in words_to(post, BOB)
