"""Questions whose answer is a fact: what one is on a board, whose turn it is, until when, where the pages are."""

from __future__ import annotations

import re

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.play.plans import ChosenMove
from pbmserv.post_office import PostOffice
from pbmserv.storage.database import Database
from pbmserv.storage.work import UnitOfWork
from tests.conversation import Server, html_in
from tests.mail.test_asked_in_own_words import words_to
from tests.mail.test_replies import ALICE, BOB, Post
from tests.worlds import change_what_is_hidden

pytestmark = pytest.mark.alike


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


class TestOfABoard:
    @pytest.mark.parametrize(
        "line",
        ["Am I black or white?", "Whose turn is it?", "How long do I have?", "Until when?", "Which board?",
         "Bin ich dran?", "Combien de temps me reste-t-il ?", "¿Qué color tengo?", "I thought I had moved"],
    )  # fmt: skip
    def test_who_has_to_move_is_told_the_side_and_the_time(self, post: Post, line: str) -> None:
        assert post.answer(ALICE, line).startswith("done: ")
        assert words_to(post, ALICE).startswith(
            "On Hex Board 101 against bob, you are Vertical."
            " It is your turn, and you have until 2024-03-22 12:00 UTC."
        )

        # The letter shows the board, and a move answers it.
        assert post.answer(ALICE, "d3") == "done: hex move 101 alice ****** d3"

    def test_who_waits_is_told_for_whom(self, post: Post) -> None:
        post.answer(BOB, "Is it my turn?")

        assert words_to(post, BOB).startswith(
            "On Hex Board 101 against alice, you are Horizontal. It is alice's turn."
        )

    @pytest.mark.parametrize("line", ["It is my turn to laugh", "I am black and I win", "How long is this game?"])
    def test_near_misses_are_no_such_questions(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)
        assert not words_to(post, ALICE).startswith("On Hex Board 101")

    def test_words_below_a_chat_letter_go_to_the_opponent(self, post: Post) -> None:
        post.server.hear(BOB, "hex chat 101 bob bobpw123", comment="Hello!")

        assert post.answer(ALICE, "Whose turn is it?") == "done: hex chat 101 alice ******"

    def test_a_hidden_hand_is_shown_to_its_owner_only(self, post: Post) -> None:
        post.server.hear(None, "goofspiel challenge alice bob --unrated")
        post.answer(ALICE, "Whose turn is it?")

        told = post.letter_to(ALICE)
        assert "you are" in told["text"] or "This is" in told["text"]
        assert told["recipients"] == [ALICE]


@pytest.mark.long
@pytest.mark.parametrize("game", ["goofspiel", "triominoes", "trioker", "hearts"])
def test_facts_are_the_same_in_worlds_that_differ_only_in_what_the_other_hides(post: Post, game: str) -> None:
    server = post.server
    if game == "hearts":
        server.sign_up("dave")
    server.hear(None, f"{game} challenge alice bob{' carol dave' if game == 'hearts' else ''} --unrated")
    if game == "goofspiel":
        server.hear(BOB, "goofspiel move 101 bob bobpw123 3")

    def told() -> list[str]:
        asked = [
            "Whose turn is it?",
            "Am I black?",
            "How long do I have?",
            "ok",
            "Which cards do I have?",
            "who is bob?",
        ]
        to, subject, letters = post.reply_to(ALICE), f"Re: {post.letter_to(ALICE)['subject']}", []
        for line in asked:
            post.answer(ALICE, line, to=to, subject=subject)
            letter = post.letter_to(ALICE)
            letters.append(re.sub(r"\+r-\w+", "", f"{letter['text']} {html_in(letter)}"))
        return letters

    before = told()
    if game == "goofspiel":
        with server.database.writing() as connection:
            work = UnitOfWork(connection, installed())
            board = work.boards.load(game, 101, for_change=True)
            assert board is not None
            board.seats[1].chosen = ChosenMove("9")
            work.boards.save(board)
    else:
        change_what_is_hidden(server.database, game)

    assert told() == before
    assert len(set(before)) > 2


class TestOfPages:
    @pytest.mark.parametrize(
        "line", ["log in", "website?", "is there a website", "How do I log in?", "Gibt es eine Webseite?", "url?"]
    )
    def test_without_pages_it_is_said_plainly(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)
        assert "The letters of this server name no web pages: everything can be done by mail" in words_to(post, ALICE)

    def test_with_pages_their_address_is_told(self, post: Post) -> None:
        server = post.server
        server.office = PostOffice(
            server.database,
            installed(),
            server.address,
            server.passwords,
            now=lambda: server.now,
            web_url="https://games.example.net",
        )
        post = Post(server, has_begun=True)
        post.answer(ALICE, "is there a website?")
        assert "https://games.example.net" in words_to(post, ALICE)
        assert 'href="https://games.example.net"' in (html_in(post.letter_to(ALICE)) or "")

    @pytest.mark.parametrize("line", ["I like your website", "the site is down", "sign me up"])
    def test_near_misses_do_not_ask_for_it(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)
        assert "web pages" not in words_to(post, ALICE)


class TestOfTime:
    @pytest.mark.parametrize("line", ["I need more time", "Bitte mehr Zeit", "Can I have a few more days?"])
    def test_who_needs_more_time_is_told_until_when_and_what_stops_the_clock(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)
        told = words_to(post, ALICE)
        assert "Shall your words go to bob?" in told
        assert "You have until 2024-03-22 12:00 UTC. What stops your clock is a vacation: answer" in told

        post.answer(ALICE, "away until 8 March 2024")
        assert "Do you want a vacation then?" in words_to(post, ALICE)

    @pytest.mark.parametrize(
        "line", [
            "I'm away for a few days", "bin ein paar Tage weg", "Je pars quelques jours en vacances",
            "I'm on holiday",
            "on vacation", "I am on vacation in Spain", "Sorry, bin gerade im Urlaub", "Je suis en vacances",
            "Estoy de vacaciones", "Я сейчас в отпуске",
        ],
    )  # fmt: skip
    def test_who_is_away_for_a_while_is_asked_how_long(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)
        told = words_to(post, ALICE)
        assert "alice, you do not write until when. Do you want a vacation until 8 March 2024?" in told
        assert "answer for example: I'm away until 15 March 2024" in told

        post.answer(ALICE, "I'm away until 15 March 2024")
        post.answer(ALICE, "yes")
        assert "alice, you are on vacation until 2024-03-16 00:00 UTC" in words_to(post, ALICE)

    @pytest.mark.parametrize(
        "line",
        ["I was away for a few days", "You were gone for a while", "She is away for a few days", "Away for a while?",
         "I'm not away", "My holiday was nice", "We are on holiday?"],
    )  # fmt: skip
    def test_near_misses_ask_about_no_vacation(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)
        assert "vacation" not in words_to(post, ALICE)

    def test_a_vacation_in_words_is_no_name_and_password(self, post: Post) -> None:
        post.answer(ALICE, "vacation until Friday")
        assert "alice, you write that you will be away until" in words_to(post, ALICE)


class TestRefusals:
    def test_how_a_word_was_read_is_told(self, post: Post) -> None:
        post.answer(ALICE, "", to="games@example.net", subject="hex mvoe 101 c3")
        assert words_to(post, ALICE).startswith("The word mvoe was read as move. The password is missing.")

    @pytest.mark.parametrize("subject", ["hexx mve 101", "hexx mvoe 101 c3"])
    def test_two_words_that_are_nearly_right_are_both_told(self, post: Post, subject: str) -> None:
        post.answer(ALICE, "", to="games@example.net", subject=subject)
        assert "Did you mean hex move?" in words_to(post, ALICE)
        assert "    hex move 101 alice PASSWORD " in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("subject", ["hex move 101 c3", "hex mov 101 c3"])
    def test_a_word_and_its_beginning_need_no_remark(self, post: Post, subject: str) -> None:
        post.answer(ALICE, "", to="games@example.net", subject=subject)
        assert "was read as" not in words_to(post, ALICE)

    def test_a_wrong_password_brings_no_board(self, post: Post) -> None:
        post.answer(ALICE, "", to="games@example.net", subject="hex move 101 alice wrong-one c3")
        told = post.letter_to(ALICE)
        assert told["subject"] == "Hex Board 101"
        assert "The userid or the password is not right." in told["text"]
        assert "-a-b-c-d-e-" not in told["text"]
        assert "wrong-one" not in told["text"]

        # How it is written is shown, and no more of the board than a move that could be made.
        assert "    hex move 101 alice PASSWORD a1\n" in told["text"]

        # Without a password, the letter can simply be answered.
        post.answer(ALICE, "c3")
        assert "Your answer is a move on Hex Board 101." in words_to(post, ALICE)


class TestPasswordsInWords:
    """A password is asked for in words, from an address that several players have."""

    @pytest.fixture
    def shared(self, post: Post) -> Post:
        post.server.hear(ALICE, "signup ann annpw1234")
        return post

    def test_the_letter_answered_says_whose_it_is(self, shared: Post) -> None:
        board = next(each for each in shared.server.outbox() if each["subject"] == "Hex Board 101")
        shared.answer(ALICE, "I forgot my password", to=board["headers"]["Reply-To"], subject="Re: Hex Board 101")
        assert "alice" in words_to(shared, ALICE)
        assert "    change password alice " in shared.letter_to(ALICE)["text"]

        shared.answer(ALICE, "I want a password", to=welcome_to_ann(shared), subject="Re: Welcome to pbmserv, ann")
        assert "    change password ann " in shared.letter_to(ALICE)["text"]

    def test_a_mail_of_its_own_says_of_nobody(self, shared: Post) -> None:
        shared.answer(ALICE, "", to="games@example.net", subject="I want a password")

        assert "    change password " not in shared.letter_to(ALICE)["text"]

    def test_the_passwords_of_all_of_them_are_masked(self, shared: Post) -> None:
        for line in ("I want a password and not annpw1234", "my password secret7 is lost, annpw1234 is not"):
            shared.answer(ALICE, line)
            assert "secret7" not in words_to(shared, ALICE)
            assert "annpw1234" not in words_to(shared, ALICE)


def welcome_to_ann(post: Post) -> str:
    [welcome] = [each for each in post.server.outbox() if each["subject"] == "Welcome to pbmserv, ann"]
    return str(welcome["headers"]["Reply-To"])
