"""Answers to letters of all kinds: what each does, for whom, and what an answer to an old one does not do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points

import pytest

from pbmserv.commands.requests.budgets import ANSWERED_WORDS
from pbmserv.commands.run.answers import OWN_WORDS
from pbmserv.games import catalogue
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, Server, code_in
from tests.games.test_testing import Countdown
from tests.mail.test_replies import ALICE, BOB, Post
from tests.post import arrive, inbox

pytestmark = pytest.mark.alike

CAROL = "carol@example.org"
AWAY = "Ja, ich bin bis 3. Dezember im Urlaub."
MALLORY = "mallory@example.org"


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


def subjects_since(post: Post, before: int) -> dict[str, str]:
    """The Subjects of the letters after so many, by who got them."""
    return {letter["recipients"][0]: letter["subject"] for letter in post.server.outbox()[before:]}


class TestWordsForOthers:
    def test_an_answer_to_the_final_letter_goes_to_the_others_whole(self, post: Post) -> None:
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")
        post.answer(ALICE, "resign")
        assert "To say something to the others, just answer this letter." in post.letter_to(BOB)["text"]

        outcome = post.answer(BOB, "Thanks for the game!\n\nOnce more?\n")

        assert outcome == "done: hex chat 101 bob ******"
        assert post.letter_to(ALICE)["subject"] == "Hex Board 101"
        assert "bob writes:\n\nThanks for the game!\n\nOnce more?\n" in post.letter_to(ALICE)["text"]

    def test_words_about_a_board_that_is_gone_reach_the_others(self, post: Post) -> None:
        post.server.hear(BOB, "hex resign 101 bob bobpw123")
        assert post.letter_to(ALICE)["headers"]["From"] == "Removed"

        outcome = post.answer(ALICE, "A pity. Another time?")

        assert outcome == "done: hex chat 101 alice ******"
        assert "alice writes:\n\nA pity. Another time?\n" in post.letter_to(BOB)["text"]

    def test_so_does_one_to_what_somebody_has_said(self, post: Post) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")

        assert "just answer this letter" in post.letter_to(BOB)["text"]
        assert post.answer(BOB, "Hello, Alice!") == "done: hex chat 101 bob ******"
        assert "bob writes:\n\nHello, Alice!\n" in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("line", ["chat Hello, Alice!", "Chat: Hello, Alice!", "chat   Hello, Alice!"])
    def test_the_word_chat_before_words_is_none_of_them(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")

        assert post.answer(BOB, line) == "done: hex chat 101 bob ******"
        assert "bob writes:\n\nHello, Alice!\n" in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("line", ["Chatting is fun", "chat"])
    def test_other_words_that_begin_like_it_stay(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")

        post.answer(BOB, line)

        assert f"bob writes:\n\n{line}\n" in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("word", ["(answer)", "(you)"])
    def test_no_word_of_an_answer_is_taken_for_a_password_that_nobody_has_given(self, post: Post, word: str) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")

        post.answer(BOB, f"Look below, {word} is mine.")

        assert f"bob writes:\n\nLook below, {word} is mine.\n" in post.letter_to(ALICE)["text"]

    def test_a_move_with_a_remark_behind_it_is_not_refused_for_a_password(self, post: Post) -> None:
        post.answer(ALICE, "d3 (answer)")

        assert "password" not in post.letter_to(ALICE)["text"].partition("Nothing has been changed")[0].lower()

    def test_a_subscriber_can_answer_too(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.answer(ALICE, "d3")

        assert post.answer(CAROL, "What a move!") == "done: hex chat 101 carol ******"
        assert "carol writes:\n\nWhat a move!\n" in post.letter_to(ALICE)["text"]

    def test_a_message_is_answered_to_its_author_alone(self, post: Post) -> None:
        post.server.hear(ALICE, "message alice secret7 bob carol", comment="Tournament?")
        before = len(post.server.outbox())

        outcome = post.answer(BOB, "Yes, but do not tell Carol.")

        assert outcome == "done: message bob ****** alice"
        assert subjects_since(post, before) == {ALICE: "Message from bob", BOB: "Your message"}
        assert "Yes, but do not tell Carol." in post.letter_to(ALICE)["text"]

    def test_so_is_a_broadcast(self, post: Post) -> None:
        post.server.season("alice")
        post.server.hear(ALICE, "broadcast alice secret7", comment="Who plays Trioker?")
        before = len(post.server.outbox())

        assert post.answer(BOB, "I do.") == "done: message bob ****** alice"
        assert subjects_since(post, before) == {ALICE: "Message from bob", BOB: "Your message"}

    @pytest.mark.parametrize("line", ["help me, I lose", "list", "Confirm tomorrow?", "multiple"])
    def test_words_that_look_like_a_command_are_words(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")

        assert post.answer(BOB, line) == "done: hex chat 101 bob ******"
        assert line in post.letter_to(ALICE)["text"]

    def test_a_command_with_a_password_is_not_passed_on(self, post: Post) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")

        post.answer(BOB, "hex chat 101 bob bobpw123\nHello yourself!")

        assert "bobpw123" not in post.letter_to(ALICE)["text"]
        assert "Hello yourself!" in post.letter_to(ALICE)["text"]

    def test_a_quote_that_is_not_closed_loses_nothing(self, post: Post) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")

        assert post.answer(BOB, '"Hello" she said, "and').startswith("done")

    def test_from_another_address_they_go_nowhere(self, post: Post) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")
        to = post.reply_to(BOB)
        before = len(post.server.outbox())

        assert post.answer(CAROL, "In Bob's name", to=to, subject="Re: x").startswith("refused")
        assert ALICE not in subjects_since(post, before)

    def test_an_answer_to_ones_own_words_goes_to_the_same_readers(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")
        assert "To say more to them, just answer this letter." in " ".join(post.letter_to(ALICE)["text"].split())

        assert post.answer(ALICE, "And good luck!") == "done: hex chat 101 alice ******"
        assert post.answer(ALICE, "I mean it.") == "done: hex chat 101 alice ******"

        assert "alice writes:\n\nI mean it.\n" in post.letter_to(BOB)["text"]
        assert "alice writes:\n\nI mean it.\n" in post.letter_to(CAROL)["text"]

    @pytest.mark.parametrize(
        ("line", "outcome"), [("d3", "refused"), ("STOP", "done: signoff"), ("rematch?", "refused")]
    )
    def test_what_means_something_else_there_is_not_passed_on(self, post: Post, line: str, outcome: str) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")
        before = len(post.server.outbox())

        assert post.answer(ALICE, line).startswith(outcome)
        assert BOB not in subjects_since(post, before)

    def test_a_machine_that_answers_its_own_words_does_not_go_on_for_ever(self, post: Post) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")
        post.answer(BOB, "Thank you for your letter.")
        before = len(post.server.outbox())

        assert post.answer(BOB, "Thank you for your letter.").startswith("refused")
        assert ALICE not in subjects_since(post, before)

    def test_nor_does_one_that_numbers_its_words(self, post: Post) -> None:
        post.server.hear(BOB, "hex chat 101 bob bobpw123", comment="Hello!")
        to = post.reply_to(BOB)
        outcomes = [post.answer(BOB, f"Away, {number}.", to=to) for number in range(OWN_WORDS.most + 1)]

        assert [outcome.startswith("done") for outcome in outcomes] == [True] * 10 + [False]
        post.server.wait(days=1)
        assert post.answer(BOB, "Away, 11.", to=to).startswith("done")

    def test_nor_do_two_of_them_with_each_other(self, post: Post) -> None:
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")
        to = post.reply_to(BOB)
        outcomes = [post.answer(BOB, f"Away, {number}.", to=to) for number in range(ANSWERED_WORDS.most + 1)]

        assert [outcome.startswith("done") for outcome in outcomes] == [True] * ANSWERED_WORDS.most + [False]

    def test_a_move_in_answer_to_words_is_not_told_to_the_others(self, post: Post) -> None:
        post.server.hear(BOB, "goofspiel challenge alice bob")
        post.server.hear(BOB, "goofspiel chat 101 bob bobpw123", comment="Good luck!")
        before = len(post.server.outbox())

        outcome = post.answer(ALICE, "7")

        assert outcome.startswith("refused")
        assert subjects_since(post, before) == {ALICE: "Goofspiel Board 101"}
        assert "Did you mean 7?" in post.letter_to(ALICE)["text"]
        assert post.answer(ALICE, "yes") == "done: goofspiel confirm 101 alice ******"
        assert BOB not in subjects_since(post, before)
        assert "You have chosen: 7." in post.letter_to(ALICE)["text"]


class TestOtherLetters:
    def test_a_submitted_move_is_confirmed(self, post: Post) -> None:
        post.server.hear(ALICE, "hex submit 101 alice secret7 d3")

        assert "just answer this letter with yes" in post.letter_to(ALICE)["text"]
        assert post.answer(ALICE, "yes\nHave fun!") == "done: hex confirm 101 alice ******"
        assert "alice writes:\n\nHave fun!\n" in post.letter_to(BOB)["text"]

    @pytest.mark.parametrize("answer", ["confirm", "OK", "Yes.", "Sure! I can't wait.", "Ja, bitte"])
    def test_in_whatever_words(self, post: Post, answer: str) -> None:
        post.server.hear(ALICE, "hex submit 101 alice secret7 d3")

        assert post.answer(ALICE, answer) == "done: hex confirm 101 alice ******"

    def test_or_not_or_another_one_is_made(self, post: Post) -> None:
        post.server.hear(ALICE, "hex submit 101 alice secret7 d3")
        submitted = post.reply_to(ALICE)

        assert post.answer(ALICE, "no", to=submitted).startswith("refused")
        assert post.letter_to(BOB)["subject"] == "Hex Board 101"
        assert post.answer(ALICE, "c2", to=submitted) == "done: hex move 101 alice ****** c2"

    def test_a_yes_is_for_the_move_of_its_letter(self, post: Post) -> None:
        post.server.hear(ALICE, "hex submit 101 alice secret7 d3")
        of_d3 = post.reply_to(ALICE)
        post.server.hear(ALICE, "hex submit 101 alice secret7 c2")

        assert post.answer(ALICE, "yes", to=of_d3).startswith("refused")
        assert "is no longer waiting" in post.letter_to(ALICE)["text"]

    def test_the_welcome_and_help_are_answered_with_help(self, post: Post) -> None:
        post.server.hear("dave@example.org", "signup dave davepw123")

        assert post.answer("dave@example.org", "How do I play?").startswith("done: help")
        assert post.answer("dave@example.org", "And hex?") == "done: help hex"
        assert post.letter_to("dave@example.org")["subject"] == "Help for Hex"
        assert post.answer("dave@example.org", "hex challenge dave bob").startswith("done: hex challenge")

    def test_also_where_the_answer_goes_to_the_servers_own_address(self, post: Post) -> None:
        post.server.hear(ALICE, "help")

        assert post.answer(ALICE, "trichet", to="games@example.net") == "done: help trichet"

    def test_a_letter_that_asks_nothing_can_be_answered_with_a_command(self, post: Post) -> None:
        post.server.hear(ALICE, "hex standings")

        assert post.answer(ALICE, "hex games active") == "done: hex games active"
        post.server.hear(ALICE, "hex standings")
        assert post.answer(ALICE, "Nice.") == "done: ******"
        assert post.letter_to(ALICE)["text"].startswith("You are welcome.")
        assert post.answer(ALICE, "Nice weather") == "done: ****** ******"
        assert post.letter_to(ALICE)["text"].startswith("It is not clear to this server,")

    def test_what_somebody_has_asked_to_see_can_be_answered_with_a_move(self, post: Post) -> None:
        post.server.hear(ALICE, "hex show 101")

        assert post.answer(ALICE, "d3") == "done: hex move 101 alice ****** d3"

    def test_but_not_the_board_as_it_stood(self, post: Post) -> None:
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")
        post.server.hear(ALICE, "hex show 101#0")

        assert post.answer(ALICE, "b2").startswith("refused")


class TestQuestions:
    def ask(self, post: Post) -> str:
        post.server.hear(ALICE, "add alice secret7 alice@work.example")
        return str(post.letter_to("alice@work.example")["headers"]["Reply-To"])

    @pytest.mark.parametrize("answer", ["yes", "Yes, please!", "OK", "Oui, c'est moi", "Да"])
    def test_an_address_is_confirmed_by_any_yes(self, post: Post, answer: str) -> None:
        self.ask(post)

        assert post.answer("alice@work.example", answer) == "done: confirm ******"
        thanks = "Спасибо, alice" if answer == "Да" else "letters for you now go to"
        assert thanks in post.letter_to("alice@work.example")["text"]

    @pytest.mark.parametrize(
        "answer",
        [
            "Ja. Das war ich nicht.",
            "Yes\n\nNo, that isn't me",
            "Ok, thank you for contacting us. We will be in touch.",
        ],
    )
    def test_a_yes_that_is_taken_back_confirms_none(self, post: Post, answer: str) -> None:
        self.ask(post)

        assert post.answer("alice@work.example", answer).startswith("refused")

    @pytest.mark.parametrize("answer", ["no", "No, thank you", "I do not know you", "Nein!"])
    def test_and_declined_by_any_no(self, post: Post, answer: str) -> None:
        to = self.ask(post)

        assert post.answer("alice@work.example", answer) == "done: confirm ****** no"
        assert "You said no, so none\nwill be." in post.letter_to("alice@work.example")["text"]
        assert post.answer("alice@work.example", "yes", to=to, subject="Re: x").startswith("refused")

    @pytest.mark.parametrize("answer", ["Who are you?", "", "yes but not today", AWAY])
    def test_what_is_neither_is_asked_about(self, post: Post, answer: str) -> None:
        to = self.ask(post)

        assert post.answer("alice@work.example", answer).startswith("refused")
        assert post.answer("alice@work.example", "yes", to=to).startswith("done")

    def test_the_subject_alone_confirms_nothing_and_the_command_does(self, post: Post) -> None:
        self.ask(post)
        letter = [each for each in post.server.outbox() if each["recipients"] == ["alice@work.example"]][-1]
        [code] = re.findall(r"confirm (\w+)", letter["text"])

        assert letter["subject"] == "Is this your address?"
        assert not post.server.say("alice@work.example", letter["subject"]).ok
        assert post.server.hear("alice@work.example", f"confirm {code}").ok

    def test_who_wants_to_leave_says_so(self, post: Post) -> None:
        post.server.hear(ALICE, "signoff alice secret7")
        assert post.answer(ALICE, "no") == "done: confirm ****** no"
        assert post.letter_to(ALICE)["subject"] == "You have not left"

        code = code_in(post.server.hear(ALICE, "signoff alice secret7").letter)
        assert code not in post.answer(ALICE, "yes")
        assert post.letter_to(ALICE)["subject"] == "Goodbye, alice"

    @pytest.mark.parametrize(
        "answer",
        ["yes", "YES.", "Ja", "да", "stop", "unsubscribe", "Remove!", "delete", "yes\nalice", "Ja\n\nLG Anna"],
    )
    def test_for_leaving_the_whole_answer_is_one_word_beside_a_signature(self, post: Post, answer: str) -> None:
        post.server.hear(ALICE, "signoff alice secret7")

        assert post.answer(ALICE, answer) == "done: confirm ******"
        assert post.letter_to(ALICE)["subject"] == "Goodbye, alice"

    @pytest.mark.parametrize(
        "answer",
        [
            "",
            "\n\n",
            AWAY,
            "yes please",
            "Yes, please!",
            "yes\nagain",
            "Tak",
            "so",
            "please stop",
            "Really?",
            "yes?",
            "stop?",
            "...",
        ],
    )
    def test_anything_else_leaves_everything_as_it_is_and_asks_again(self, post: Post, answer: str) -> None:
        post.server.hear(ALICE, "signoff alice secret7")
        to = post.reply_to(ALICE)

        assert post.answer(ALICE, answer).startswith("refused")
        assert "one word yes, and nothing else" in " ".join(post.letter_to(ALICE)["text"].split())
        assert post.answer(ALICE, "d3", to=to, subject="Re: x").startswith("refused")
        assert post.answer(ALICE, "yes", to=to, subject="Re: Do you want to leave?") == "done: confirm ******"

    @pytest.mark.parametrize("answer", ["no", "No, I'd rather stay", "Nein danke", "Don't!", "No. Stop it."])
    def test_a_no_may_be_longer(self, post: Post, answer: str) -> None:
        post.server.hear(ALICE, "signoff alice secret7")

        assert post.answer(ALICE, answer) == "done: confirm ****** no"
        assert post.letter_to(ALICE)["subject"] == "You have not left"

    def test_the_letter_says_how_to_answer_it(self, post: Post) -> None:
        post.server.hear(ALICE, "signoff alice secret7")

        text = " ".join(post.letter_to(ALICE)["text"].split())
        assert "answer this letter with the one word yes, and nothing else." in text

    def test_an_empty_answer_makes_no_submitted_move(self, post: Post) -> None:
        post.server.hear(ALICE, "hex submit 101 alice secret7 d3")

        assert post.answer(ALICE, "").startswith("refused")
        assert post.letter_to(BOB)["subject"] == "Hex Board 101"

    @pytest.mark.parametrize(
        "answer",
        [
            "Yeah, right",
            "Sure, when pigs fly",
            "Ok, let me check",
            "yes as long as it is unrated",
            "Okay, who are you?",
            "Yes\n\nOnly if unrated.",
            "Yes.\nJust kidding!",
            "No complaints",
        ],
    )
    def test_what_is_no_plain_yes_makes_no_move_that_was_asked_about(self, post: Post, answer: str) -> None:
        assert post.answer(ALICE, "d 3 !?").startswith("refused")
        asked = post.reply_to(ALICE)

        assert post.answer(ALICE, answer, to=asked).startswith("refused")
        assert post.letter_to(BOB)["subject"] == "Hex Board 101"
        assert post.answer(ALICE, "Yes, bob! Good luck!", to=asked) == "done: hex confirm 101 alice ******"

    @pytest.mark.parametrize(("answer", "vote"), [("Yes, great idea!", "accept"), ("No, sorry", "reject")])
    def test_a_vote_may_be_given_in_any_words(self, post: Post, answer: str, vote: str) -> None:
        post.answer(ALICE, "d3")
        post.answer(BOB, "propose")

        assert post.answer(ALICE, answer) == f"done: hex move 101 alice ****** {vote}"

    @pytest.mark.parametrize(("answer", "vote"), [("Yes, great idea!", "accept"), ("No, sorry", "reject")])
    def test_in_answer_to_a_letter_that_does_not_ask_for_it_a_vote_is_asked_about(
        self, post: Post, answer: str, vote: str
    ) -> None:
        post.answer(ALICE, "d3")
        before_it = post.reply_to(ALICE)
        post.answer(BOB, "propose")

        assert post.answer(ALICE, answer, to=before_it).startswith("refused")
        assert f"Did you mean {vote}?" in post.letter_to(ALICE)["text"]


class TestOldLetters:
    def test_an_older_button_lays_nothing(self, post: Post) -> None:
        old, page = post.reply_to(ALICE), post.letter_to(ALICE)["page"]
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")

        for move in page["moves"][:5]:
            assert post.answer(ALICE, f"{move}{page['ending']}", to=old).startswith("refused")
        assert "It is your turn, alice: move 3." in post.letter_to(ALICE)["text"]

    def test_a_letter_from_before_a_queued_move_shows_the_board_after_it(self, post: Post) -> None:
        post.answer(ALICE, "d3")
        post.server.hear(ALICE, "hex queue 101 alice secret7 if c3 then b2")
        old = post.reply_to(BOB)
        post.answer(BOB, "c3")
        before = len(post.server.outbox())

        assert post.answer(BOB, "e5", to=old) == "refused: hex move 101 bob ****** e5"

        assert subjects_since(post, before) == {BOB: "Hex Board 101"}
        assert "You have answered an older letter" in post.letter_to(BOB)["text"]
        assert "It is your turn, bob: move 4." in post.letter_to(BOB)["text"]

    def test_who_names_the_number_means_it(self, post: Post) -> None:
        old = post.reply_to(ALICE)
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")

        assert post.answer(ALICE, "b2#3", to=old) == "done: hex move 101 alice ****** b2#3"

    def test_after_an_undo_the_same_number_is_another_position(self, post: Post) -> None:
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")
        of_c3 = post.reply_to(ALICE)
        post.answer(BOB, "undo")
        post.answer(ALICE, "accept")
        post.answer(BOB, "e5")

        assert post.answer(ALICE, "b2#3", to=of_c3).startswith("refused")
        assert post.answer(ALICE, "b2#3") == "done: hex move 101 alice ****** b2#3"

    def test_undo_does_not_agree_to_what_the_answered_letter_does_not_say(self, post: Post) -> None:
        for who, move in ((ALICE, "a1"), (BOB, "b2"), (ALICE, "d3"), (BOB, "e4")):
            post.answer(who, move)
        of_his_own_move = post.reply_to(BOB)
        post.answer(ALICE, "undo")

        assert post.answer(BOB, "undo", to=of_his_own_move) == "refused: hex move 101 bob ****** undo"
        assert "alice proposes to take back" in " ".join(post.letter_to(BOB)["text"].split())
        assert post.answer(BOB, "undo") == "done: hex move 101 bob ****** undo"

    def test_a_proposal_that_is_over_cannot_be_accepted_instead_of_the_next(self, post: Post) -> None:
        post.answer(ALICE, "d3")
        post.answer(ALICE, "propose")
        of_the_tie = post.reply_to(BOB)
        post.answer(BOB, "reject")
        post.answer(ALICE, "undo")

        assert post.answer(BOB, "accept", to=of_the_tie).startswith("refused")
        assert "is not open any more" in " ".join(post.letter_to(BOB)["text"].split())
        assert post.answer(BOB, "accept") == "done: hex move 101 bob ****** accept"

    def test_the_newest_letter_still_answers_after_others_were_sent(self, post: Post) -> None:
        newest = post.reply_to(ALICE)
        post.server.hear(ALICE, "hex show 101")
        post.server.say(ALICE, "hex move 101 alice secret7 z9")
        post.server.hear(BOB, "hex chat 101 bob bobpw123", comment="Well?")

        assert post.answer(ALICE, "d3", to=newest, subject="Re: Hex Board 101 alice").startswith("done")

    def test_a_choice_in_a_round_can_be_made_again(self, post: Post) -> None:
        post.server.hear(BOB, "goofspiel challenge alice bob")
        first = post.reply_to(ALICE)

        assert post.answer(ALICE, "7", to=first).startswith("done")
        assert post.answer(ALICE, "8", to=first).startswith("done")
        post.answer(BOB, "3", to=post.reply_to(BOB))
        assert post.answer(ALICE, "9", to=first).startswith("refused")


class TestTokens:
    @pytest.mark.parametrize("command", ["hex chat 101 alice secret7", "message alice secret7 bob"])
    def test_a_token_in_anybodys_words_is_masked(self, post: Post, command: str) -> None:
        to = post.reply_to(ALICE)
        link = to.replace("+", "%2B")

        post.server.hear(ALICE, command, comment=f"On Monday {to} wrote:\nand {link} {to.upper()}\n+b-{'a' * 26}@x")

        text = post.letter_to(BOB)["text"]
        assert to.partition("@")[0][-26:] not in text.lower()
        assert "games+r-******@example.net wrote:" in text
        assert "+b-******@x" in text
        assert post.answer(BOB, "d3", to=to).startswith("refused")

    @pytest.mark.parametrize("form", ["{}", "r-{}@", "%252Br-{}%40example.net", "＋r-{}@", "+r-{cut}@"])
    def test_however_it_is_written_or_wrapped(self, post: Post, form: str) -> None:
        token = post.reply_to(ALICE).partition("-")[2].partition("@")[0]
        typed = form.format(token, cut=f"{token[:9]}\n> {token[9:]}")

        post.server.hear(ALICE, "message alice secret7 bob", comment=f"What is this?\n{typed}\nDo you know?")

        text = post.letter_to(BOB)["text"]
        assert token[9:] not in text
        assert "******" in text
        assert text.endswith("Do you know?\n")

    def test_nor_has_anybody_elses_comment_a_code_that_was_mailed(self, post: Post) -> None:
        code = code_in(
            post.server.hear(ALICE, "add alice secret7 alice@work.example").letter_to("alice@work.example")
        )

        post.server.hear(ALICE, "hex chat 101 alice secret7", comment=f"What is this?\nconfirm {code}")

        assert "What is this?\nconfirm ******\n" in post.letter_to(BOB)["text"]

    def test_nor_is_it_told_in_a_refusal_or_what_is_kept(self, post: Post) -> None:
        to = post.reply_to(ALICE)

        outcome = post.answer(ALICE, "hello", to="games@example.net", subject=f"what about {to}")

        token = to.partition("-")[2].partition("@")[0]
        assert token not in outcome
        assert token not in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("door", ["player", "operator"])
    def test_all_of_them_end_with_the_password(self, post: Post, door: str) -> None:
        of_board = post.reply_to(ALICE)
        post.server.hear(BOB, "message bob bobpw123 alice", comment="Hello")
        of_message = post.reply_to(ALICE)
        if door == "player":
            post.server.hear(ALICE, "change password alice secret7 another-word-9")
        else:
            from pbmserv.commands.operator.membership import reset_password

            post.server.office.act(lambda call: reset_password(call, "alice"))

        assert post.answer(ALICE, "d3", to=of_board, subject="Re: x").startswith("refused")
        assert post.answer(ALICE, "Hello", to=of_message, subject="Re: x").startswith("refused")
        post.server.hear(ALICE, "hex show 101")
        assert post.answer(ALICE, "d3").startswith("done")

    def test_no_letter_has_one_where_replies_are_switched_off(self, post: Post) -> None:
        post.server.hear(BOB, "change replies bob bobpw123 off")
        post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")
        assert "Reply-To" not in post.letter_to(BOB)["headers"]
        post.server.hear(ALICE, "message alice secret7 bob", comment="Hello!")
        assert "Reply-To" not in post.letter_to(BOB)["headers"]
        assert "just answer" not in post.letter_to(BOB)["text"]


class TestPraise:
    @pytest.mark.parametrize("line", ["d3!", "d3 !!", "d3! :-)", "d3 👍"])
    def test_signs_behind_a_move_that_only_praise_it_change_nothing(self, post: Post, line: str) -> None:
        assert post.answer(ALICE, line) == "done: hex move 101 alice ****** d3"

    @pytest.mark.parametrize("line", ["resign!", "swap!", "accept!"])
    def test_what_may_be_said_to_the_opponent_is_no_move_by_them(self, post: Post, line: str) -> None:
        assert not post.answer(ALICE, line).startswith("done: hex move")


class TestDidYouMean:
    @pytest.mark.parametrize(
        "body", ["d 3", "d3!?", "(d3)", "Hi Bob,\n\nd3\n", "I play d3", "*d3*", "My move: d3, ok?"]
    )
    def test_what_can_be_one_move_only_is_asked_about_and_made_after_a_yes(self, post: Post, body: str) -> None:
        outcome = post.answer(ALICE, body)
        if outcome.startswith("done"):
            pytest.fail("made by guess")

        assert (
            "Did you mean D3?" in post.letter_to(ALICE)["text"] or "Did you mean d3?" in post.letter_to(ALICE)["text"]
        )
        assert post.letter_to(BOB)["subject"] == "Hex Board 101"
        assert post.answer(ALICE, "yes\nGood luck!") == "done: hex confirm 101 alice ******"
        assert "Good luck!" in post.letter_to(BOB)["text"]
        assert post.letter_to(BOB)["subject"] == "Hex Board 101"

    @pytest.mark.parametrize("body", ["d3 or d4?", "z 9"])
    def test_what_can_be_none_or_more_is_not(self, post: Post, body: str) -> None:
        post.answer(ALICE, body)

        assert "Did you mean" not in post.letter_to(ALICE)["text"]
        assert post.answer(ALICE, "yes") == "done: yes"
        assert "nothing had to be done" in " ".join(post.letter_to(ALICE)["text"].split())
        assert "It is your turn, alice: move 1." in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("body", ["What a day it was!", "See you on the 3rd"])
    def test_talk_is_no_move(self, post: Post, body: str) -> None:
        post.answer(ALICE, body)

        assert "Did you mean" not in post.letter_to(ALICE)["text"]
        assert post.answer(ALICE, "yes") == "done: hex chat 101 alice ******"
        assert body in post.letter_to(BOB)["text"]

    def test_nothing_says_nothing(self, post: Post) -> None:
        post.answer(ALICE, "d 3")

        assert post.answer(ALICE, "").startswith("refused")
        assert post.letter_to(BOB)["subject"] == "Hex Board 101"

    def test_a_yes_comes_too_late_after_another_move(self, post: Post) -> None:
        post.answer(ALICE, "d 3")
        to = post.reply_to(ALICE)
        post.server.hear(ALICE, "hex move 101 alice secret7 e5")
        post.answer(BOB, "c3")

        assert post.answer(ALICE, "yes", to=to).startswith("refused")

    def test_it_does_not_take_the_place_of_a_submitted_move(self, post: Post) -> None:
        board = post.reply_to(ALICE)
        post.server.hear(ALICE, "hex submit 101 alice secret7 c2")
        post.answer(ALICE, "d 3", to=board, subject="Re: Hex Board 101 alice")

        post.server.hear(ALICE, "hex confirm 101 alice secret7")

        assert "1. C2" in post.letter_to(BOB)["text"] or "1. c2" in post.letter_to(BOB)["text"]

    def test_a_vote_is_answered_so_too(self, post: Post) -> None:
        before_it = post.reply_to(BOB)
        post.answer(ALICE, "propose")

        post.answer(BOB, "Accept!", to=before_it)

        assert "Did you mean accept?" in post.letter_to(BOB)["text"]
        assert post.answer(BOB, "yes") == "done: hex confirm 101 bob ******"
        assert "Game was a tie." in post.letter_to(ALICE)["text"]

    def test_a_player_who_proposes_twice_reads_how_to_withdraw(self, post: Post) -> None:
        post.answer(ALICE, "propose")

        assert post.answer(ALICE, "propose").startswith("refused")
        assert "To withdraw the proposal, write reject." in " ".join(post.letter_to(ALICE)["text"].split())

    @pytest.mark.parametrize("line", ["accept", "Accept.", "I accept", "Yes, I accept", "agreed"])
    def test_an_accept_is_no_yes_to_the_question_whether_reject_was_meant(self, post: Post, line: str) -> None:
        before_it = post.reply_to(BOB)
        post.answer(ALICE, "propose")
        post.answer(BOB, "no", to=before_it)
        assert "Did you mean reject?" in post.letter_to(BOB)["text"]

        outcome = post.answer(BOB, line)

        if outcome.startswith("refused"):
            assert "Did you mean accept?" in post.letter_to(BOB)["text"]
            post.answer(BOB, "yes")
        assert "Game was a tie." in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("line", ["reject", "reject."])
    def test_a_question_whether_reject_was_meant_can_be_answered_with_reject(self, post: Post, line: str) -> None:
        before_it = post.reply_to(BOB)
        post.answer(ALICE, "propose")
        post.answer(BOB, "no", to=before_it)

        assert post.answer(BOB, line) == "done: hex move 101 bob ****** reject"
        assert "bob does not agree: the game goes on." in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("line", ["yes", "Yes please"])
    def test_a_yes_to_the_question_whether_reject_was_meant_rejects(self, post: Post, line: str) -> None:
        before_it = post.reply_to(BOB)
        post.answer(ALICE, "propose")
        post.answer(BOB, "no", to=before_it)

        assert post.answer(BOB, line) == "done: hex confirm 101 bob ******"
        assert "bob does not agree: the game goes on." in post.letter_to(ALICE)["text"]

    def test_other_commands_of_the_board_need_no_password_either(self, post: Post) -> None:
        post.answer(ALICE, "d3")

        assert post.answer(ALICE, "queue if c3 then b2") == "done: hex queue 101 alice ****** if c3 then b2"
        assert post.answer(BOB, "chat Well done\nReally.") == "done: hex chat 101 bob ******"
        assert "Well done\nReally." in post.letter_to(ALICE)["text"]

    def test_one_mail_to_two_boards_that_comes_once_for_each_is_an_answer_to_both(self, post: Post) -> None:
        boards = [post.reply_to(ALICE)]
        post.server.hear(BOB, "hex challenge alice bob")
        boards.append(post.reply_to(ALICE))
        message = f"From: {ALICE}\r\nTo: {', '.join(boards)}\r\nSubject: Re: Hex\r\nMessage-ID: <1@a>\r\n\r\na1\r\n"

        for board in [*boards, *boards]:
            arrive(post.server, message.encode(), sender=ALICE, to=[board])

        outcomes = [row.outcome for row in inbox(post.server)]
        assert outcomes[:2] == ["done: hex move 101 alice ****** a1", "done: hex move 102 alice ****** a1"]
        assert outcomes[2:] == ["seen before"] * 2

    def test_words_of_a_chat_go_on_where_all_choose_at_once_as_well(self, post: Post) -> None:
        post.server.sign_up("dave")
        post.server.hear(BOB, "hearts challenge alice bob carol dave")
        assert post.letter_to(ALICE)["subject"] == "Hearts Board 101"

        assert post.answer(ALICE, "chat Sorry, I am away until Monday.") == "done: hearts chat 101 alice ******"

    @pytest.mark.parametrize(
        "words", ["Sorry, I am away until Monday.", "What a nice board this is", "Please remove it, move tomorrow."]
    )
    def test_words_of_a_chat_arrive_as_they_were_written(self, post: Post, words: str) -> None:
        post.answer(ALICE, f"chat {words}")

        assert f"\n{words}\n" in post.letter_to(BOB)["text"]

    def test_a_game_that_somebody_else_has_added_is_asked_about_too(
        self, countdown: str, undone_database: Database
    ) -> None:
        post = Post(Server(undone_database))
        post.server.hear(ALICE, f"{countdown} challenge alice bob")

        assert post.answer(ALICE, "I take 2!").startswith("refused")
        assert "Did you mean 2?" in post.letter_to(ALICE)["text"]
        assert post.answer(ALICE, "yes") == f"done: {countdown} confirm 101 alice ******"
        assert "10 left" in post.letter_to(BOB)["text"]
        assert post.answer(BOB, "1 or 2").startswith("refused")
        assert "Did you mean" not in post.letter_to(BOB)["text"]


@pytest.fixture
def countdown(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The word for a small game which a package beside ours brings with it."""
    entries = [*entry_points(group=catalogue.GROUP)]
    entries.append(EntryPoint("countdown", f"{Countdown.__module__}:Countdown", catalogue.GROUP))
    monkeypatch.setattr(catalogue, "entry_points", lambda **_: entries)
    catalogue.installed.cache_clear()
    yield "countdown"
    catalogue.installed.cache_clear()


class TestHiddenHands:
    @pytest.fixture
    def trioker(self, post: Post) -> Post:
        post.server.hear(ALICE, "trioker challenge alice bob")
        return post

    @pytest.mark.parametrize(
        "command",
        [
            "showas alice TOKEN 101",
            "showas bob TOKEN 101",
            "analyse 101 alice TOKEN pass",
            "analyse 101 bob TOKEN pass",
        ],
    )
    @pytest.mark.parametrize("sender", [ALICE, BOB, CAROL])
    def test_a_token_is_no_password_by_which_to_see_a_hand(self, trioker: Post, sender: str, command: str) -> None:
        token = trioker.reply_to(BOB).partition("+r-")[2].partition("@")[0]
        before = len(trioker.server.outbox())

        outcome = trioker.answer(sender, "", to=ADDRESS, subject=f"trioker {command.replace('TOKEN', token)}")

        assert outcome.startswith("refused: trioker ")
        assert hands_seen(trioker, before) <= {(BOB, hand_of(trioker, BOB)), (ALICE, hand_of(trioker, ALICE))}

    @pytest.mark.parametrize("answer", ["analyse pass", "analyse 000", "show", "showas bob 101", "pass"])
    @pytest.mark.parametrize("sender", [ALICE, CAROL])
    def test_another_player_s_token_shows_nothing(self, trioker: Post, sender: str, answer: str) -> None:
        before = len(trioker.server.outbox())

        assert trioker.answer(sender, answer, to=trioker.reply_to(BOB), subject="Re: x").startswith("refused")
        assert hands_seen(trioker, before) == set()

    @pytest.mark.parametrize(
        "answer", ["analyse pass", "analyse 000@1", "showas bob 101", "showas alice 101", "pass"]
    )
    def test_one_s_own_token_shows_no_hand_but_one_s_own(self, trioker: Post, answer: str) -> None:
        before = len(trioker.server.outbox())

        trioker.answer(BOB, answer)

        assert hands_seen(trioker, before) <= {(BOB, hand_of(trioker, BOB))}


def hand_of(post: Post, address: str) -> str:
    """The tiles that somebody was told of in the first letter of a board."""
    first = next(
        row for row in post.server.outbox() if row["recipients"] == [address] and "Trioker" in row["subject"]
    )
    [hand] = re.findall("Your tiles: (.*)", first["text"])
    return str(hand)


def hands_seen(post: Post, before: int) -> set[tuple[str, str]]:
    """Whose letters after so many show which hand, be it in their text or their page."""
    hands = {hand_of(post, each) for each in (ALICE, BOB)}
    return {
        (row["recipients"][0], hand)
        for row in post.server.outbox()[before:]
        for hand in hands
        if hand in row["text"] or hand in str(row["page"])
    }


def test_a_server_whose_own_address_is_too_long_for_tokens_asks_for_whole_commands(undone_database: Database) -> None:
    server = Server(undone_database, address=f"{'games' * 6}@example.net")
    server.sign_up("alice", "bob")
    server.hear(ALICE, "hex challenge alice bob")

    letter = server.outbox()[-1]

    assert "Reply-To" not in letter["headers"]
    assert "just answer this letter" not in letter["text"]


class TestBelowABanner:
    BANNER = "CAUTION: This email originated from outside of the organization. Be careful with links.\n\n"

    def test_a_move_is_made_and_the_banner_goes_to_nobody(self, post: Post) -> None:
        assert post.answer(ALICE, f"{self.BANNER}d3\nGood luck!") == "done: hex move 101 alice ****** d3"
        assert "Good luck!" in post.letter_to(BOB)["text"]
        assert "CAUTION" not in post.letter_to(BOB)["text"]

    def test_resigning_is_asked_about(self, post: Post) -> None:
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")

        assert post.answer(ALICE, f"{self.BANNER}Resign.").startswith("refused")
        assert post.letter_to(ALICE)["text"].startswith("Do you want to resign?")
        assert post.answer(ALICE, f"{self.BANNER}yes") == "done: hex confirm 101 alice ******"
        assert "Game won by bob." in post.letter_to(BOB)["text"]

    def test_so_is_a_yes_that_ends_the_game(self, post: Post) -> None:
        post.answer(BOB, "propose")

        assert post.answer(ALICE, f"{self.BANNER}Yes").startswith("refused")
        assert post.letter_to(ALICE)["text"].startswith("Did you mean accept?")

    def test_nobody_is_taken_off_the_server(self, post: Post) -> None:
        post.server.hear(CAROL, "signoff carol secret9")
        asked = post.reply_to(CAROL)

        assert post.answer(CAROL, f"{self.BANNER}yes", to=asked).startswith("refused")
        assert post.answer(CAROL, "yes", to=asked).startswith("done: confirm")


def test_a_move_with_a_question_mark_is_asked_about_in_every_game(post: Post) -> None:
    post.server.hear(ALICE, "chess challenge alice bob")
    to = post.reply_to(ALICE)

    assert post.answer(ALICE, "e4?", to=to).startswith("refused")
    assert post.letter_to(ALICE)["text"].startswith("Did you mean e2-e4?")
    assert post.answer(ALICE, "e4!?", to=to) == "done: chess move 101 alice ****** e4!?"


class TestStop:
    @pytest.mark.parametrize(
        "words", ["STOP", "unsubscribe", "Unsubscribe, please.", "Please remove me!\n", "stop\n\nThanks"]
    )
    def test_who_answers_a_board_with_it_is_asked_whether_they_want_to_leave(self, post: Post, words: str) -> None:
        assert post.answer(ALICE, words) == "done: signoff alice ******"
        assert post.letter_to(ALICE)["subject"] == "Do you want to leave?"
        assert "alice, do you want to leave games@example.net?" in post.letter_to(ALICE)["text"]
        assert "no password was needed" in " ".join(post.letter_to(ALICE)["text"].split())
        assert "somebody knows your password" not in post.letter_to(ALICE)["text"]

        assert post.answer(ALICE, "Yes").startswith("done: confirm")
        assert post.letter_to(ALICE)["subject"] == "Goodbye, alice"

    def test_nothing_changes_before_the_answer_nor_by_a_no(self, post: Post) -> None:
        to = post.reply_to(ALICE)
        post.answer(ALICE, "STOP")

        assert post.answer(ALICE, "No, sorry!").startswith("done: confirm")
        assert post.answer(ALICE, "d3", to=to) == "done: hex move 101 alice ****** d3"

    def test_so_is_who_answers_what_another_player_has_written(self, post: Post) -> None:
        post.server.hear(BOB, "message bob bobpw123 alice", comment="Hello!")

        assert post.answer(ALICE, "please remove me") == "done: signoff alice ******"

        post.server.hear(BOB, "hex chat 101 bob bobpw123", comment="Hello!")

        assert post.answer(ALICE, "STOP") == "done: signoff alice ******"

    def test_who_only_watches_a_board_watches_it_no_longer(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.answer(ALICE, "d3")

        assert post.answer(CAROL, "Stop, please") == "done: hex unsubscribe carol ****** 101"
        before = len(post.server.outbox())
        post.answer(BOB, "c3")
        assert CAROL not in subjects_since(post, before)

    @pytest.mark.parametrize("words", ["Stop it, that was my corner!", "stop?", "I cannot stop laughing"])
    def test_words_in_which_it_stands_are_words(self, post: Post, words: str) -> None:
        post.server.hear(BOB, "hex chat 101 bob bobpw123", comment="Hello!")

        assert post.answer(ALICE, words) == "done: hex chat 101 alice ******"

    @pytest.mark.parametrize("words", ["quit", "leave"])
    def test_who_may_mean_the_game_alone_is_not_asked_to_leave_the_server(self, post: Post, words: str) -> None:
        assert post.answer(ALICE, words).startswith("refused")
        assert post.letter_to(ALICE)["subject"] != "Do you want to leave?"

    def test_to_a_rematch_it_is_a_no(self, post: Post) -> None:
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")
        post.answer(ALICE, "resign")
        post.answer(BOB, "rematch")

        assert post.answer(ALICE, "stop") == "done: hex rematch 101 alice ****** no"

    def test_nobody_else_can_ask_it_in_a_players_name(self, post: Post) -> None:
        outcome = post.answer(MALLORY, "STOP", to=post.reply_to(ALICE), subject="Re: Hex Board 101 alice")

        assert outcome.startswith("refused")
        assert post.letter_to(ALICE)["subject"] != "Do you want to leave?"

    @pytest.mark.parametrize(
        ("subject", "body"),
        [
            ("STOP", ""),
            ("Unsubscribe", "Sent from my phone"),
            ("Please remove me", ""),
            ("", "unsubscribe, please"),
            ("Re: Your settings", "Please remove me"),
            ("Re: Help: hex", "stop"),
            ("Re: Goodbye, bob", "STOP\n\n> some letter"),
        ],
    )
    def test_of_a_known_address_it_needs_no_letter_to_answer(self, post: Post, subject: str, body: str) -> None:
        before = post.server.everything_stored()["users"]

        assert post.answer(ALICE, body, to=ADDRESS, subject=subject) == "done: signoff alice ******"

        assert post.letter_to(ALICE)["subject"] == "Do you want to leave?"
        assert post.server.everything_stored()["users"] == before
        assert post.answer(ALICE, "Yes!").startswith("done: confirm")
        assert post.letter_to(ALICE)["subject"] == "Goodbye, alice"

    def test_goes_to_a_letter_of_help_and_to_one_that_cannot_be_answered_any_more(self, post: Post) -> None:
        post.answer(ALICE, "", to=ADDRESS, subject="help")
        assert post.answer(ALICE, "STOP") == "done: signoff alice ******"

        post.server.hear(ALICE, "hex challenge alice bob")
        old = post.reply_to(ALICE)
        post.server.hear(ALICE, "change replies alice secret7 off")
        assert post.answer(ALICE, "unsubscribe", to=old) == "done: signoff alice ******"

    def test_may_stand_in_the_subject_of_an_answer_that_is_empty(self, post: Post) -> None:
        assert post.answer(ALICE, "d3", subject="STOP") == "done: hex move 101 alice ****** d3"
        assert post.answer(BOB, "", subject="Unsubscribe") == "done: signoff bob ******"

    def test_of_an_unknown_address_is_a_line_like_any_other(self, post: Post) -> None:
        assert post.answer(MALLORY, "", to=ADDRESS, subject="STOP") != "done: signoff alice ******"
        assert "Do you want to leave?" not in {each["subject"] for each in post.server.outbox()}

    @pytest.mark.parametrize("subject", ["stop?", "Don't stop", "quit", "leave", "stop the game", "delete my move"])
    def test_a_subject_that_says_more_or_may_mean_a_game_asks_nothing(self, post: Post, subject: str) -> None:
        post.answer(ALICE, "", to=ADDRESS, subject=subject)

        assert "Do you want to leave?" not in {each["subject"] for each in post.server.outbox()}

    def test_below_a_command_it_is_a_word_for_the_others(self, post: Post) -> None:
        outcome = post.answer(ALICE, "Stop", to=ADDRESS, subject="hex move 101 alice secret7 d3")

        assert outcome == "done: hex move 101 alice ****** d3"

    def test_each_of_several_players_at_an_address_is_asked(self, post: Post) -> None:
        post.server.hear(ALICE, "signup ally secret77")

        post.answer(ALICE, "", to=ADDRESS, subject="STOP")

        asked = [each["text"].split(",")[0] for each in post.server.outbox()[-2:]]
        assert sorted(asked) == ["alice", "ally"]
        assert {each["subject"] for each in post.server.outbox()[-2:]} == {"Do you want to leave?"}

    def test_who_was_invited_and_has_no_password_can_leave_without_one(self, post: Post) -> None:
        eve = "eve@friends.example"
        post.server.hear(ALICE, f"hex challenge alice {eve}")
        post.answer(eve, "name eve")
        assert post.letter_to(eve)["subject"] == "Hex Board 102"

        assert post.answer(eve, "Please remove me.") == "done: signoff eve ******"
        assert post.answer(eve, "yes").startswith("done: confirm")

        assert post.letter_to(eve)["subject"] == "Goodbye, eve"
        assert "eve" not in [each[1] for each in post.server.everything_stored()["addresses"]]
