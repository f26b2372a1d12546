"""Words that stand beside a move which is asked about, and talk in answer to a board: a yes sends them."""

from __future__ import annotations

import time

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server, html_in
from tests.mail.test_asked_in_own_words import letters_to, words_to
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike

CAROL = "carol@example.org"
SHALL_IT_GO = "Shall your words go to bob?"


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


class TestBesideAMove:
    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("thanks! b4", "thanks!"),
            ("Hi Bob, nice to play you again. b4", "Hi Bob, nice to play you again."),
            ("I play b4 now, good luck!", "good luck!"),
            ("b4 - that was hard", "that was hard"),
            ("I think b4 is better than what I planned", "I think b4 is better than what I planned"),
            ("Hello Bob,\n\nb4\n\nHow are you?", "Hello Bob,\n\n\nHow are you?"),
        ],
    )
    def test_what_stands_there_is_shown_and_goes_with_the_yes(self, post: Post, line: str, words: str) -> None:
        assert post.answer(ALICE, line).startswith("refused: ")
        assert "Did you mean b4?" in words_to(post, ALICE)
        shown = " ".join(words.split())
        assert f"A yes sends these words with it: {shown}" in words_to(post, ALICE)

        assert post.answer(ALICE, "yes") == "done: hex confirm 101 alice ******"
        assert f"alice writes: {shown}" in words_to(post, BOB)

    def test_what_stands_below_the_yes_goes_as_well(self, post: Post) -> None:
        post.answer(ALICE, "thanks! b4")
        post.answer(ALICE, "yes\n\nSee you tomorrow")

        assert "alice writes: thanks! See you tomorrow" in words_to(post, BOB)

    def test_another_move_sends_nothing_of_it(self, post: Post) -> None:
        post.answer(ALICE, "thanks! b4")

        assert post.answer(ALICE, "c3") == "done: hex move 101 alice ****** c3"
        assert "thanks" not in words_to(post, BOB)

    def test_a_yes_to_an_earlier_question_does_not_send_the_words_of_a_later_one(self, post: Post) -> None:
        post.answer(ALICE, "thanks! b4")
        first = post.reply_to(ALICE)
        post.answer(ALICE, "you fool! b4")

        assert post.answer(ALICE, "yes", to=first).startswith("refused: ")

    @pytest.mark.parametrize("line", ["(b4)", "I play b4", "Hi Bob,\n\nb4", "my move is b4, please", "b4 now"])
    def test_a_move_alone_sends_no_words(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)
        assert "A yes sends these words" not in words_to(post, ALICE)

        post.answer(ALICE, "yes")
        assert "alice writes" not in words_to(post, BOB)

    def test_who_gives_up_says_goodbye(self, post: Post) -> None:
        post.server.hear(ALICE, "hex move 101 alice secret7 d3")
        post.server.hear(BOB, "hex move 101 bob bobpw123 c3")
        post.answer(ALICE, "I give up. Well played, Bob!")
        assert "A yes sends these words with it: Well played, Bob!" in words_to(post, ALICE)

        assert post.answer(ALICE, "yes") == "done: hex confirm 101 alice ******"
        assert "Well played, Bob!" in words_to(post, BOB)
        assert "I give up" not in words_to(post, BOB)

    def test_a_password_among_them_is_masked_at_once(self, post: Post) -> None:
        post.answer(ALICE, "thanks secret7! b4")

        assert "secret7" not in words_to(post, ALICE)
        post.answer(ALICE, "yes")
        assert "secret7" not in words_to(post, BOB)

    def test_once_the_move_has_been_made_the_yes_does_nothing(self, post: Post) -> None:
        post.answer(ALICE, "thanks! b4")
        asked = post.reply_to(ALICE)
        post.answer(ALICE, "b4", to=asked)

        assert post.answer(ALICE, "yes", to=asked).startswith("refused: ")
        assert "thanks" not in words_to(post, BOB)

    def test_nor_does_it_once_moves_have_been_taken_back(self, post: Post) -> None:
        post.server.hear(ALICE, "hex move 101 alice secret7 d3")
        post.server.hear(BOB, "hex move 101 bob bobpw123 c3")
        post.answer(ALICE, "thanks! b4")
        asked = post.reply_to(ALICE)
        post.server.hear(BOB, "hex move 101 bob bobpw123 undo")
        post.server.hear(ALICE, "hex move 101 alice secret7 accept")
        post.server.hear(BOB, "hex move 101 bob bobpw123 c4")

        assert post.answer(ALICE, "yes", to=asked).startswith("refused: ")
        assert "thanks" not in words_to(post, BOB)


class TestTalk:
    @pytest.mark.parametrize(
        "line",
        [
            "Hi Ben! How are you?",
            "I need more time",
            "I'll move tomorrow",
            "I'll move in 2 days",
            "Can we stop here?",
            "Ich brauche noch etwas Bedenkzeit",
            "Hello,\n\nhow was your weekend?",
            "Je joue demain",
        ],
    )
    @pytest.mark.parametrize("has_moved", [False, True])
    def test_it_goes_to_the_other_with_a_yes(self, post: Post, line: str, has_moved: bool) -> None:
        if has_moved:
            post.server.hear(ALICE, "hex move 101 alice secret7 d3")
            post.server.hear(ALICE, "hex showas alice secret7 101")
        before = letters_to(post, BOB)
        assert post.answer(ALICE, line).startswith("refused: ")
        assert SHALL_IT_GO in words_to(post, ALICE)
        assert f"These are the words: {' '.join(line.split())}" in words_to(post, ALICE)
        assert ">Yes, send it</a>" in (html_in(post.letter_to(ALICE)) or "")
        assert letters_to(post, BOB) == before

        assert post.answer(ALICE, "yes") == "done: hex chat 101 alice ******"
        assert f"alice writes: {' '.join(line.split())}" in words_to(post, BOB)

    def test_a_move_in_answer_to_the_question_is_a_move(self, post: Post) -> None:
        post.answer(ALICE, "Hi Ben! How are you?")

        assert post.answer(ALICE, "d3") == "done: hex move 101 alice ****** d3"
        assert "How are you" not in words_to(post, BOB)

    def test_other_words_are_asked_about_in_their_turn(self, post: Post) -> None:
        post.answer(ALICE, "Hi Ben! How are you?")
        first = post.reply_to(ALICE)
        post.answer(ALICE, "I mean bob, sorry")

        assert "These are the words: I mean bob, sorry" in words_to(post, ALICE)
        assert post.answer(ALICE, "yes", to=first).startswith("refused: ")
        assert "How are you" not in words_to(post, BOB)

    def test_a_no_sends_nothing(self, post: Post) -> None:
        post.answer(ALICE, "Hi Ben! How are you?")
        post.answer(ALICE, "no")

        assert "nothing that you wrote has been passed on" in words_to(post, ALICE)

    def test_a_second_yes_sends_nothing_more(self, post: Post) -> None:
        post.answer(ALICE, "Hi Ben! How are you?")
        asked = post.reply_to(ALICE)
        post.answer(ALICE, "yes")

        assert post.answer(ALICE, "yes", to=asked).startswith("refused: ")

    def test_they_go_although_the_other_has_moved_meanwhile(self, post: Post) -> None:
        post.server.hear(ALICE, "hex move 101 alice secret7 d3")
        post.server.hear(ALICE, "hex showas alice secret7 101")
        post.answer(ALICE, "Take your time, Bob, I can wait")
        asked = post.reply_to(ALICE)
        post.server.hear(BOB, "hex move 101 bob bobpw123 c3")

        assert post.answer(ALICE, "yes", to=asked) == "done: hex chat 101 alice ******"
        # No move can be made by it: the question showed another position.
        assert post.answer(ALICE, "b2", to=asked).startswith("refused: ")

    def test_in_answer_to_an_older_letter_it_is_asked_about_as_well(self, post: Post) -> None:
        first = post.reply_to(ALICE)
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")

        post.answer(ALICE, "Nice to meet you, Bob", to=first)
        assert SHALL_IT_GO in words_to(post, ALICE)
        post.answer(ALICE, "yes")
        assert "alice writes: Nice to meet you, Bob" in words_to(post, BOB)

    @pytest.mark.parametrize(
        "line",
        [
            "z99",
            "knight to h9",
            "h9 please",
            "hex move 101 alice secret7 z9",
            "move 101 alice secret7",
            "my password is secret7",
            "swap d3",
            "ok",
            "?",
        ],
    )
    def test_what_may_be_a_move_or_a_command_is_not_asked_about(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)

        assert "Shall your words go" not in words_to(post, ALICE)

    def test_a_note_of_absence_is_not(self, post: Post) -> None:
        post.answer(ALICE, "I am out of the office and have limited access to my email.")

        assert "Shall your words go" not in words_to(post, ALICE)

    def test_a_bot_reads_nothing(self, post: Post) -> None:
        post.server.hear(ALICE, "hex challenge alice bot-easy")
        post.answer(ALICE, "Hi Ben! How are you?")

        assert "Shall your words go" not in words_to(post, ALICE)

    @pytest.mark.long
    def test_they_count_as_what_is_said_in_answers(self, post: Post) -> None:
        outcomes = []
        for number in range(60):
            post.answer(ALICE, f"Did you know this, Bob: number {number}?")
            outcomes.append(post.answer(ALICE, "yes"))

        assert not all(each.startswith("done: ") for each in outcomes)

    @pytest.mark.long
    @pytest.mark.parametrize("piece", ["hello, ", "b4 ", "thanks! b4 ", "word ", "no yes ", "(((", "Bob"])
    def test_a_long_answer_takes_no_long_time(self, post: Post, piece: str) -> None:
        took = []
        for length in (25_000, 100_000):
            began = time.process_time()
            post.answer(ALICE, piece * (length // len(piece)) + "\n" + f"{piece}\n" * (length // 10))
            took.append(time.process_time() - began)

        assert took[1] < 8 * took[0] + 1


class TestRules:
    @pytest.mark.parametrize(
        "line",
        [
            "how do I win?",
            "How can you win this game?",
            "könnten Sie mir bitte die Regeln erklären?",
            "Könntest du mir die Spielregeln erklären?",
            "Pourriez-vous m'expliquer les règles ?",
            "Comment on gagne ?",
            "¿Cómo se gana?",
            "Could you please explain the rules to me?",
            "I have forgotten the rules",
            "Hello,\n\ncould you please explain\nthe rules?\n\nThanks, Alice",
            "Dear server,\nhow do I win?",
            "Guten Tag,\n\nkönnten Sie mir bitte die Regeln erklären?\n\nViele Grüße\nAlice",
        ],
    )
    def test_who_asks_for_them_is_shown_those_of_this_game(self, post: Post, line: str) -> None:
        assert post.answer(ALICE, line) == "done: hex help"

        assert "Hex" in words_to(post, ALICE)

    @pytest.mark.parametrize(
        "line",
        ["I win", "How did you win?", "You know the rules", "Hi Bob,\n\nyou know the rules!", "I will win this"],
    )
    def test_what_only_speaks_of_them_is_not_taken_for_it(self, post: Post, line: str) -> None:
        assert not post.answer(ALICE, line).endswith(" help")


class TestAnotherMove:
    """A move that was a mistake, and another one in its place."""

    @pytest.fixture
    def moved(self, post: Post) -> Post:
        post.server.hear(ALICE, "hex move 101 alice secret7 d3")
        post.server.hear(BOB, "hex move 101 bob bobpw123 c3")
        return post

    @pytest.mark.parametrize(
        "line",
        [
            "Sorry I meant d2",
            "I meant d2!",
            "Ich meinte d2",
            "Sorry, ich wollte d2 spielen",
            "Je voulais jouer d2",
            "oh, quise decir d2",
        ],
    )
    def test_in_answer_to_the_confirmation_an_undo_is_offered_and_the_words_go_with_it(
        self, moved: Post, line: str
    ) -> None:
        moved.answer(ALICE, "b4")
        before = letters_to(moved, BOB)
        assert moved.answer(ALICE, line).startswith("refused: ")
        assert "Do you want to ask for your last move back?" in words_to(moved, ALICE)
        assert letters_to(moved, BOB) == before

        assert moved.answer(ALICE, "yes") == "done: hex confirm 101 alice ******"
        assert f"alice writes: {line}" in words_to(moved, BOB)

    def test_so_it_is_in_answer_to_the_letter_that_asked_for_the_move(self, moved: Post) -> None:
        first = moved.reply_to(ALICE)
        moved.answer(ALICE, "b4")
        moved.answer(ALICE, "Sorry I meant d2", to=first)

        assert "Do you want to ask for your last move back?" in words_to(moved, ALICE)

    def test_where_no_move_can_be_taken_back_that_is_told(self, moved: Post) -> None:
        moved.answer(ALICE, "b4")
        moved.server.hear(ALICE, "hex move 101 alice secret7 undo")
        moved.answer(ALICE, "Sorry I meant d2")

        assert "You have already proposed" in words_to(moved, ALICE)

    def test_whose_turn_it_is_means_the_move(self, moved: Post) -> None:
        moved.answer(ALICE, "Sorry I meant d2")

        assert "Did you mean d2?" in words_to(moved, ALICE)

    @pytest.mark.parametrize("line", ["I meant no harm", "I meant to ask you how you are", "Ich wollte danke sagen"])
    def test_words_that_name_no_move_are_for_the_other(self, moved: Post, line: str) -> None:
        moved.answer(ALICE, "b4")
        moved.answer(ALICE, line)

        assert SHALL_IT_GO in words_to(moved, ALICE)


class TestCrossings:
    def test_with_several_others_all_are_named(self, post: Post) -> None:
        post.server.hear(ALICE, "yacht challenge alice bob carol")
        post.answer(ALICE, "Hello everybody, how are you?")
        assert "Shall your words go to bob and carol?" in words_to(post, ALICE)

        post.answer(ALICE, "yes")
        assert "Hello everybody" in words_to(post, BOB)
        assert "Hello everybody" in words_to(post, CAROL)

    def test_who_has_blocked_their_writer_does_not_read_them(self, post: Post) -> None:
        post.server.hear(BOB, "block bob bobpw123 alice")
        post.answer(ALICE, "Hi Ben! How are you?")
        post.answer(ALICE, "yes")

        assert "How are you" not in words_to(post, BOB)

    def test_only_the_player_may_say_yes(self, post: Post) -> None:
        post.answer(ALICE, "Hi Ben! How are you?")
        asked = post.reply_to(ALICE)

        assert post.answer(CAROL, "yes", to=asked).startswith("refused: ")
        assert "How are you" not in words_to(post, BOB)

    def test_a_signature_and_what_is_quoted_are_no_words(self, post: Post) -> None:
        quoted = "\n".join(f"> {line}" for line in str(post.letter_to(ALICE)["text"]).splitlines())
        post.answer(ALICE, f"Hi Ben! How are you?\n\n{quoted}\n\n-- \nAlice Example\n")

        told = words_to(post, ALICE)
        assert "These are the words: Hi Ben! How are you? " in told
        assert "Alice Example" not in told
