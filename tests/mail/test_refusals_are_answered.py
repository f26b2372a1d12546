"""A refusal can be answered by what it asks for, and a command that is nearly right is asked about."""

from __future__ import annotations

import re

import pytest

from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, Server, html_in
from tests.mail.test_replies import ALICE, BOB, Post
from tests.mail.test_strict import PROOF, Mailbox

MOVE = "hex move 101 alice d3#1"
STRANGER = "zoe@example.com"


@pytest.fixture
def mailbox(undone_database: Database) -> Mailbox:
    """Whose mail server proves where letters come from."""
    return Mailbox(undone_database)


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


def codes(server: Server) -> object:
    return server.everything_stored()["codes"]


class TestAboutABoard:
    def test_it_names_the_opponent_first_and_keeps_its_subject(self, post: Post) -> None:
        assert post.answer(ALICE, "z99").startswith("refused")

        letter = post.letter_to(ALICE)
        assert letter["text"].startswith("Hex Board 101 against bob: ")
        assert letter["subject"] == "Hex Board 101"

    def test_a_sentence_that_names_the_board_says_against_whom(self, post: Post) -> None:
        assert post.answer(ALICE, "rematch").startswith("refused")

        text = " ".join(post.letter_to(ALICE)["text"].split())
        assert text.startswith("The game on Hex Board 101 against bob is still on: ")

    def test_who_does_not_play_there_has_no_opponent(self, post: Post) -> None:
        refused = post.server.say("carol@example.org", "hex move 101 carol secret9 a1")

        assert not refused.ok
        assert "against" not in refused.text


class TestNearlyACommand:
    @pytest.mark.parametrize(
        ("line", "meant"),
        [
            ("moev 101 d3", MOVE),
            ("moev 101 alice d3", MOVE),
            ("moev 101 alice secret7 d3", MOVE),
            ("moev hex 101 alice d3", MOVE),
            ("hex moev 101 alice d3", MOVE),
            ("hex moev 101 d3", MOVE),
            ("hexx mvoe 101 d3", MOVE),
            ("hexx moev 101 alice secret7 d3", MOVE),
            ("move 101 d3", MOVE),
            ("hex 101 d3", MOVE),
            ("shwo 101", "hex show 101"),
            ("resing 101", "hex resign 101 alice"),
            ("rsign 101 alice", "hex resign 101 alice"),
            ("chalenge hex alice bob", "hex challenge alice bob"),
        ],
    )
    def test_it_is_asked_about_with_the_game_of_the_only_board_of_that_number(
        self, mailbox: Mailbox, line: str, meant: str
    ) -> None:
        mailbox.send(line, PROOF)

        asked = mailbox.server.outbox()[-1]
        assert asked["subject"] == "Did you mean this?"
        assert re.findall("^    (hex .*)$", asked["text"], re.MULTILINE) == [meant]
        answer = mailbox.send(f"Re: {asked['subject']}", PROOF, to=asked["headers"]["Reply-To"], body="yes")
        assert answer == "done: confirm ******"

    def test_the_yes_makes_the_move(self, mailbox: Mailbox) -> None:
        mailbox.send("moev 101 d3", PROOF)
        asked = mailbox.server.outbox()[-1]
        mailbox.send(f"Re: {asked['subject']}", PROOF, to=asked["headers"]["Reply-To"], body="yes")

        assert "It is your turn, bob: move 2." in mailbox.last_text

    @pytest.mark.parametrize("line", ["moev 101 d3", "moev 101 alice d3", "resing 101", "move 101 d3", "hex 101 d3"])
    def test_in_a_letter_that_anybody_may_have_written_nothing_waits_for_a_yes(self, post: Post, line: str) -> None:
        before = codes(post.server)
        post.answer(ALICE, "", to=ADDRESS, subject=line)

        assert post.letter_to(ALICE)["subject"] == "What you wrote"
        assert codes(post.server) == before

    @pytest.mark.parametrize("line", ["moev 101 alice", "moev d3", "moev 999 d3"])
    def test_what_cannot_be_completed_is_shown_with_an_own_board(self, mailbox: Mailbox, line: str) -> None:
        mailbox.send(line, PROOF)

        text = mailbox.server.outbox()[-1]["text"]
        assert "    <game> move board userid password move\n" in text
        assert re.search(r"^    hex move 101 alice PASSWORD [a-e][1-5]$", text, re.MULTILINE)

    def test_a_number_that_is_that_of_two_boards_brings_both_as_examples(self, mailbox: Mailbox) -> None:
        mailbox.server.hear(ALICE, "othello challenge alice bob")
        before = codes(mailbox.server)
        mailbox.send("moev 101 d3", PROOF)

        text = mailbox.server.outbox()[-1]["text"]
        assert re.findall(r"^    (\w+) move 101 alice PASSWORD ", text, re.MULTILINE) == ["hex", "othello"]
        assert codes(mailbox.server) == before

    @pytest.mark.parametrize("line", ["hexx mxyz 101 d3", "hexx m 101 alice secret7 d3"])
    def test_a_game_whose_command_stays_unknown_is_not_guessed(self, mailbox: Mailbox, line: str) -> None:
        before = codes(mailbox.server)
        mailbox.send(line, PROOF)

        assert codes(mailbox.server) == before

    @pytest.mark.parametrize("line", ["more than that", "What is this?", "now what", "that was fun"])
    def test_other_words_are_no_commands(self, mailbox: Mailbox, line: str) -> None:
        mailbox.send(line, PROOF)

        assert "Perhaps you mean: help" in mailbox.last_text

    def test_questions_are_not_repeated_for_ever_where_anybody_may_ask_them(self, post: Post) -> None:
        """The refusal then says what was wrong, and offers no yes that nobody waits for."""
        for _ in range(8):
            post.answer(ALICE, "", to=ADDRESS, subject="shwo 101")

        text = " ".join(post.letter_to(ALICE)["text"].split())
        assert "Did you mean show?" in text
        assert "The command would be" not in text


class TestRefusals:
    @pytest.mark.parametrize(
        "line",
        ["xyzzy", "", "hex show 999", "hex move 101 alcie secret7 d3", "hex move 101 alice sercet7 d3", "moev d3",
         "signup bob secret99", "change lettres alice secret7 all", "message alice secret7 nobody"],
    )  # fmt: skip
    def test_a_player_answers_one_with_the_right_command_or_help(self, post: Post, line: str) -> None:
        post.answer(ALICE, "", to=ADDRESS, subject=line)
        refusal = post.letter_to(ALICE)
        to = post.reply_to(ALICE)

        assert refusal["headers"]["Reply-To"] != ADDRESS
        assert post.answer(ALICE, "help", to=to).startswith("done: h")
        subject = f"Re: {refusal['subject']}"
        assert (
            post.answer(ALICE, "hex move 101 alice secret7 d3", to, subject) == "done: hex move 101 alice ****** d3"
        )

    @pytest.mark.parametrize("line", ["signup bob secret99", "hex show 999", "hex move 101 alice sercet7 d3"])
    def test_so_does_somebody_who_writes_for_the_first_time(self, post: Post, line: str) -> None:
        post.answer(STRANGER, "", to=ADDRESS, subject=line)
        refusal = post.letter_to(STRANGER)
        to = post.reply_to(STRANGER)
        subject = f"Re: {refusal['subject']}"

        assert refusal["headers"]["Reply-To"] != ADDRESS
        assert post.answer(STRANGER, "help", to, subject) == "done: help"
        assert post.answer(STRANGER, "signup zoe secret99", to, subject).startswith("done: signup")

    def test_who_is_blocked_answers_with_something_else(self, post: Post) -> None:
        post.server.hear(BOB, "block bob bobpw123 alice")
        post.answer(ALICE, "Hello", to=ADDRESS, subject="message alice secret7 bob")

        assert post.letter_to(ALICE)["subject"] == "What you wrote"
        assert post.answer(ALICE, "message alice secret7 carol\n\nHello").startswith("done: message")

    def test_forgot_is_enough_for_a_new_password(self, post: Post) -> None:
        post.answer(ALICE, "Hello", to=ADDRESS, subject="message alice wrong-99 bob")

        assert "If you have forgotten your password, answer with forgot." in post.letter_to(ALICE)["text"]
        assert post.answer(ALICE, "forgot") == "done: forgot alice"

    @pytest.mark.parametrize(
        ("word", "told"),
        [("yes", "asks for no yes or no"), ("no", "asks for no yes or no"), ("ok", "nothing had to be done")],
    )
    def test_a_yes_to_what_asks_nothing_does_nothing(self, post: Post, word: str, told: str) -> None:
        post.answer(ALICE, "", to=ADDRESS, subject="hex show 999")
        boards = post.server.everything_stored()["boards"]

        assert post.answer(ALICE, word).startswith("done: ")
        assert told in " ".join(post.letter_to(ALICE)["text"].split())
        assert post.server.everything_stored()["boards"] == boards

    def test_thanks_are_welcome(self, post: Post) -> None:
        post.answer(ALICE, "", to=ADDRESS, subject="help")
        post.answer(ALICE, "Thanks!")

        assert "You are welcome." in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("line", ["STOP", "please remove me"])
    def test_stop_asks_whether_they_leave(self, post: Post, line: str) -> None:
        post.answer(ALICE, "", to=ADDRESS, subject="hex show 999")
        post.answer(ALICE, line)

        assert post.letter_to(ALICE)["subject"] == "Do you want to leave?"

    @pytest.mark.parametrize("line", ["help", "rules", "Hilfe!"])
    def test_help_alone_in_answer_to_words_is_for_the_server(self, post: Post, line: str) -> None:
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "Good luck!")
        to, subject = post.reply_to(ALICE), f"Re: {post.letter_to(ALICE)['subject']}"
        before = post.server.everything_stored()["remarks"]

        assert post.answer(ALICE, line) == "done: hex help"
        assert post.server.everything_stored()["remarks"] == before
        assert post.answer(ALICE, "I need help with my move", to, subject) == "done: hex chat 101 alice ******"

    def test_no_machine_goes_round_with_one(self, post: Post) -> None:
        """An absence note in answer gets none."""
        post.answer(ALICE, "", to=ADDRESS, subject="hex show 999")
        before = len(post.server.outbox())
        post.answer(ALICE, "I am out of the office until Monday.", subject="Automatic reply: What you wrote")

        assert len(post.server.outbox()) == before

    def test_the_address_that_answers_help_pages_is_anybodys(self, post: Post) -> None:
        """Who has it may write in another's name: what needs a password is not even asked about."""
        post.answer(STRANGER, "", to=ADDRESS, subject="hex show 999")
        to = post.reply_to(STRANGER)
        before = codes(post.server)

        assert post.answer(ALICE, "hex resign 101", to) == "refused: hex resign 101"
        assert codes(post.server) == before


def test_a_proposal_is_answered_by_two_buttons_that_are_called_so(post: Post) -> None:
    post.server.hear(ALICE, "hex move 101 alice secret7 propose")

    html = html_in(post.letter_to(BOB)) or ""
    assert "Your answer to the proposal:" in html
    assert "Choose a move" not in html
    assert re.findall(r">(accept|reject)</a>", html) == ["accept", "reject"]
