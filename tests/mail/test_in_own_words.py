"""Answers to the letters of boards in one's own words, as who does not know the commands writes them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.commands.requests.budget_table import DEFAULT
from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from tests.commands.starting.test_substitutes import yacht_without_carol
from tests.conversation import Server, headline_of
from tests.correspondents import Received
from tests.mail.test_replies import ALICE, BOB, Post
from tests.post import arrive, mails

pytestmark = pytest.mark.alike

CAROL = "carol@example.org"


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


@pytest.fixture
def begun(post: Post) -> Post:
    """The same after a move of each: it is alice's turn."""
    post.answer(ALICE, "d3")
    post.answer(BOB, "c3")
    return post


def words_to(post: Post, address: str) -> str:
    """The last letter to somebody, on one line."""
    return " ".join(str(post.letter_to(address)["text"]).split())


def letters_to(post: Post, address: str) -> int:
    return sum(address in letter["recipients"] for letter in post.server.outbox())


class TestRules:
    @pytest.mark.parametrize("who", [ALICE, BOB])
    @pytest.mark.parametrize(
        "line",
        ["help", "Help me please!", "Rules?", "Hi Bob, how do I play?"],
    )  # fmt: skip
    def test_who_asks_for_help_gets_the_rules_of_this_game(self, begun: Post, who: str, line: str) -> None:
        assert begun.answer(who, line) == "done: hex help"

        letter = begun.letter_to(who)
        assert letter["subject"] == "Hex Board 101"
        assert letter["text"].startswith("Two players lay stones on a board of hexagons.")
        assert 'All the rules: Subject "help hex".' in letter["text"]
        assert "\n* propose: Offer a tie\n" in letter["text"]
        assert ("A move is the cell where your stone goes" in letter["text"].partition("****")[0]) == (who == ALICE)
        assert len(letter["text"]) < 3_000

    def test_the_rules_can_be_answered_with_a_move_as_the_board_can(self, begun: Post) -> None:
        begun.answer(ALICE, "How do I play?")

        assert begun.answer(ALICE, "e5\nI see!") == "done: hex move 101 alice ****** e5"

    @pytest.mark.parametrize("line", ["I need help with this corner", "No help needed", "The rules are strange"])
    def test_other_words_with_help_in_them_ask_for_none(self, begun: Post, line: str) -> None:
        assert begun.answer(ALICE, line).startswith("refused")


class TestAsked:
    @pytest.mark.parametrize(
        ("who", "line"),
        [(ALICE, "I resign."), (BOB, "I resign"), (ALICE, "resign?"), (BOB, "Ich gebe auf, gut gespielt")],
    )
    @pytest.mark.alike
    def test_who_seems_to_resign_is_asked_and_resigns_with_a_yes(self, begun: Post, who: str, line: str) -> None:
        other = BOB if who == ALICE else ALICE
        before = letters_to(begun, other)

        assert begun.answer(who, line).startswith("refused")

        assert begun.letter_to(who)["text"].startswith("Do you want to resign?")
        assert letters_to(begun, other) == before
        assert begun.answer(who, "Yes, sorry").startswith("refused")
        assert begun.answer(who, "Yes").startswith("done: hex confirm 101")
        winner = other.partition("@")[0]
        assert f"Game won by {winner}." in begun.letter_to(other)["text"]

    @pytest.mark.parametrize("line", ["Ich gebe auf", "resign?"])
    def test_who_has_not_moved_yet_reads_that_a_yes_removes_the_board(self, post: Post, line: str) -> None:
        post.answer(ALICE, "d3")

        post.answer(BOB, line)

        would = "You have not moved yet: the board would be removed, and count for nobody."
        assert would in words_to(post, BOB)
        assert "gives up the game" not in words_to(post, BOB)
        post.answer(BOB, "hm, I am not sure")
        assert would in words_to(post, BOB)
        assert post.answer(BOB, "yes").startswith("done: hex confirm 101")
        assert words_to(post, BOB).startswith("Hex Board 101 has been removed: bob withdrew. It counts for nobody")

    def test_who_has_moved_when_others_have_not_reads_the_same_of_the_board(self, post: Post) -> None:
        post.answer(ALICE, "d3")

        post.answer(ALICE, "I give up")

        assert "Not everybody has moved yet: the board would be removed, and count for nobody." in words_to(
            post, ALICE
        )

    @pytest.mark.parametrize("line", ["I give up", "resign?"])
    def test_who_has_moved_reads_that_a_yes_gives_up_the_game(self, begun: Post, line: str) -> None:
        begun.answer(BOB, line)

        assert "That gives up the game." in words_to(begun, BOB)
        assert "removed" not in words_to(begun, BOB)

    @pytest.mark.parametrize("line", ["draw?", "Draw", "a draw?", "I offer a draw"])
    def test_who_wants_a_tie_is_asked_and_proposes_it_with_a_yes(self, begun: Post, line: str) -> None:
        assert begun.answer(ALICE, line).startswith("refused")

        assert begun.letter_to(ALICE)["text"].startswith("Do you want to propose a tie?")
        assert "That proposes to the others that the game ends as a tie." in words_to(begun, ALICE)
        assert begun.answer(ALICE, "yes") == "done: hex confirm 101 alice ******"
        assert begun.answer(BOB, "OK, good game!\nThat was close.") == "done: hex move 101 bob ****** accept"
        assert "Game was a tie." in begun.letter_to(ALICE)["text"]
        assert "bob writes:\n\nOK, good game!\nThat was close.\n" in begun.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("line", ["take back", "Can I take that back?", "Oops!"])
    def test_who_wants_a_move_back_is_asked_and_asks_with_a_yes(self, begun: Post, line: str) -> None:
        assert begun.answer(BOB, line).startswith("refused")

        assert begun.letter_to(BOB)["text"].startswith("Do you want to ask for your last move back?")
        assert begun.answer(BOB, "yes please") == "done: hex confirm 101 bob ******"
        assert begun.answer(ALICE, "Sure, no problem") == "done: hex move 101 alice ****** accept"
        assert "It is your turn, bob: move 2." in begun.letter_to(BOB)["text"]

    @pytest.mark.parametrize("line", ["I do not resign", "No draw!"])
    def test_who_denies_it_is_not_asked(self, begun: Post, line: str) -> None:
        assert begun.answer(ALICE, line).startswith("refused")
        assert "Did you mean" not in begun.letter_to(ALICE)["text"]

    def test_what_cannot_be_is_not_asked_about(self, post: Post) -> None:
        post.server.hear(ALICE, "yacht challenge alice bob")

        assert post.answer(ALICE, "Can I take that back?").startswith("refused")
        assert "Did you mean" not in post.letter_to(ALICE)["text"]
        assert "No move can be taken back in Yacht." in words_to(post, ALICE)

    @pytest.mark.parametrize(
        ("line", "label"), [("I give up", "Yes: resign"), ("a draw?", "Yes: propose"), ("I play d4", "Yes: d4")]
    )
    def test_the_button_of_the_question_names_the_move(self, begun: Post, line: str, label: str) -> None:
        mails(begun.server)
        begun.answer(ALICE, line)
        [letter] = map(Received, mails(begun.server))

        assert f">{label}</a>" in letter.html

    @pytest.mark.parametrize("line", ["I give up, well done", "I'd like to play c4, thanks", "e5, good luck Bob"])
    def test_the_question_calls_no_sentence_a_command(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)

        asked = words_to(begun, ALICE).partition("Nothing has been changed")[0]
        assert "answer this letter with yes" in asked
        assert "command" not in asked
        assert "******" not in asked

    @pytest.mark.parametrize("line", ["Hm, let me think", "I want to win!", "e5"])
    def test_what_answers_a_proposal_unclearly_is_asked_again(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, "propose")

        assert begun.answer(BOB, line).startswith("refused")
        assert words_to(begun, BOB).startswith(
            "alice proposes that the game on Hex Board 101 ends as a tie: do you agree? Answer this letter with yes"
        )
        assert begun.answer(BOB, "Yes, fine with me") == "done: hex move 101 bob ****** accept"

    def test_who_has_to_move_beside_it_and_mistypes_a_move_is_told_of_that(self, begun: Post) -> None:
        begun.answer(BOB, "propose")

        begun.answer(ALICE, "move e55 thanks")

        assert "ends as a tie: do you agree?" not in words_to(begun, ALICE)

    @pytest.mark.parametrize("line", ["Nah, let's play on!", "No, let's keep playing"])
    def test_who_wants_to_play_on_rejects_a_tie(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, "propose")

        assert begun.answer(BOB, line) == "done: hex move 101 bob ****** reject"

    def test_who_wants_a_tie_that_the_other_has_proposed_is_asked_whether_they_accept(self, begun: Post) -> None:
        before_it = begun.reply_to(ALICE)
        begun.answer(BOB, "propose")

        assert begun.answer(ALICE, "draw?", to=before_it).startswith("refused")
        assert begun.letter_to(ALICE)["text"].startswith("Did you mean accept?")

    @pytest.mark.parametrize(
        ("word", "asked"),
        [
            ("undo", "Do you want to ask for your last move back?"),
            ("resign", "Do you want to resign?"),
            ("propose", "Do you want to propose a tie?"),
        ],
    )
    def test_the_word_itself_is_asked_about_in_answer_to_the_letter_before_ones_own_move(
        self, begun: Post, word: str, asked: str
    ) -> None:
        before_it = begun.reply_to(ALICE)
        begun.answer(ALICE, "e4")

        assert begun.answer(ALICE, word, to=before_it).startswith("refused")
        assert begun.letter_to(ALICE)["text"].startswith(asked)
        assert begun.answer(ALICE, "yes") == "done: hex confirm 101 alice ******"

    def test_an_older_letter_asks_about_the_board_as_it_is_now(self, begun: Post) -> None:
        old = begun.reply_to(ALICE)
        begun.answer(ALICE, "e5")
        begun.answer(BOB, "b2")

        begun.answer(ALICE, "I resign", to=old)

        assert "Do you want to resign?" in begun.letter_to(ALICE)["text"]
        assert "It is your turn, alice: move 5." in begun.letter_to(ALICE)["text"]

    def test_a_yes_after_another_move_comes_too_late(self, begun: Post) -> None:
        begun.answer(ALICE, "I resign")
        asked = begun.reply_to(ALICE)
        begun.server.hear(ALICE, "hex move 101 alice secret7 e5")

        assert begun.answer(ALICE, "yes", to=asked).startswith("refused")
        assert "Game won" not in begun.letter_to(BOB)["text"]


class TestReadOnly:
    """What says only that a letter has been read is no move, and goes to nobody."""

    @pytest.mark.parametrize(
        "line",
        ["ok", "ok 👍", "👍", "Will do", "yes", "Ja gerne", "d'accord", "Хорошо", "no", "Ok\n\nAlice"],
    )
    @pytest.mark.parametrize("who", [ALICE, BOB])
    def test_it_is_told_whose_turn_it_is(self, begun: Post, who: str, line: str) -> None:
        assert begun.answer(who, line).startswith("done: ")

        words = words_to(begun, who)
        assert words.startswith("All right: nothing had to be done, and nothing that you wrote has been passed on.")
        assert ("It is your turn, and you have until" in words) == (who == ALICE)
        assert "writes:" not in words_to(begun, BOB if who == ALICE else ALICE)

    def test_a_move_below_it_is_asked_about(self, begun: Post) -> None:
        begun.answer(ALICE, "ok\nd4")

        assert "Did you mean d4?" in words_to(begun, ALICE)

    @pytest.mark.parametrize("line", ["ok", "yes", "👍"])
    def test_after_words_of_the_other_it_may_answer_these(self, begun: Post, line: str) -> None:
        board = begun.reply_to(ALICE)
        begun.server.hear(BOB, "hex chat 101 bob bobpw123", "Shall we meet on Friday?")
        begun.answer(ALICE, line, to=board)

        assert "Shall your words go to bob?" in words_to(begun, ALICE)
        assert begun.answer(ALICE, "yes").startswith("done")
        assert f"alice writes: {line}" in words_to(begun, BOB)

    @pytest.mark.parametrize("line", ["Thanks!", "Thank you for the reminder", "Danke"])
    def test_thanks_for_a_reminder_go_to_nobody(self, begun: Post, line: str) -> None:
        begun.server.wait(days=8)
        Scheduler(begun.server.database, begun.server.office, installed()).make_round(begun.server.now)
        assert headline_of(begun.letter_to(ALICE)).startswith("Reminder")

        assert begun.answer(ALICE, line).startswith("done: ")
        assert "nothing had to be done" in words_to(begun, ALICE)
        assert "writes:" not in words_to(begun, BOB)

    @pytest.mark.parametrize("line", ["no more reminders", "Stop reminding me!", "Keine Erinnerungen mehr bitte"])
    def test_who_wants_no_reminders_reads_how_they_are_set(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)

        assert begun.letter_to(ALICE)["subject"] == "Your settings"
        assert "at most once a day, and not while you are on vacation" in words_to(begun, ALICE)


class TestAnotherGame:
    @pytest.mark.parametrize("line", ["another game please", "new game", "noch ein Spiel?"])
    def test_beside_one_that_goes_on_it_is_asked_about(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)
        assert "Shall a game of Hex begin, with bob and you, alice?" in words_to(begun, ALICE)

    @pytest.mark.parametrize("line", ["let's play chess too", "Can we play chess as well?"])
    def test_so_is_one_of_another_kind(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)
        assert "Shall a game of Chess begin, with bob and you, alice?" in words_to(begun, ALICE)

    @pytest.mark.parametrize("line", ["again", "I play chess, too", "What a game!", "No more games, please"])
    def test_near_misses_ask_for_none(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)
        assert "Shall a game of" not in words_to(begun, ALICE)


class TestCorrections:
    @pytest.mark.parametrize(
        "line",
        ["wait, not d4 but e4", "d4... no, e4", "d4, sorry, I mean e4", "d4, nein, e4", "e4, if I may",
         "I'd like to play e4, if you like"],
    )  # fmt: skip
    def test_the_move_that_is_meant_is_asked_about(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)
        assert "Did you mean e4?" in words_to(begun, ALICE)

    @pytest.mark.parametrize("line", ["not e4", "d4 or e4, what do you think?", "no e4"])
    def test_near_misses_are_none(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)
        assert "Did you mean" not in words_to(begun, ALICE)


@pytest.mark.parametrize("line", ["How was your weekend?", "This is plainly talk", "on joue demain ?"])
def test_of_what_is_plainly_talk_no_move_is_expected(begun: Post, line: str) -> None:
    begun.answer(ALICE, line)

    assert "Shall your words go to bob?" in words_to(begun, ALICE)
    assert "is expected" not in words_to(begun, ALICE)


class TestSwapping:
    @pytest.mark.parametrize(
        "line", ["Can I swap?", "swap please", "I'd like to swap", "Swap sides!", "Ich möchte tauschen", "J'échange"]
    )
    def test_who_wants_to_swap_where_that_is_allowed_is_asked(self, post: Post, line: str) -> None:
        post.answer(ALICE, "d3")
        assert post.answer(BOB, line).startswith("refused: ")

        assert "Did you mean swap?" in words_to(post, BOB)
        assert post.answer(BOB, "yes") == "done: hex confirm 101 bob ******"
        assert "bob has taken your side" in words_to(post, ALICE)

    @pytest.mark.parametrize("line", ["Can I swap?", "swap please"])
    def test_where_it_is_not_nothing_is_asked(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, line)

        assert "Did you mean" not in words_to(begun, ALICE)

    @pytest.mark.parametrize("line", ["I won't swap", "What does swap mean?", "swap d3 for c3"])
    def test_near_misses_are_not_asked_about(self, post: Post, line: str) -> None:
        post.answer(ALICE, "d3")
        post.answer(BOB, line)

        assert "Did you mean swap?" not in words_to(post, BOB)


class TestKindWords:
    @pytest.mark.parametrize(
        ("who", "text"),
        [
            (ALICE, "Thanks!"),
            (BOB, "Good game"),
            (ALICE, "Thank you, Bob!"),
            (BOB, "Danke!"),
            (ALICE, "Good luck!\n\nAlice"),
            (BOB, "Thanks for the game!\nHave fun!"),
        ],
    )
    def test_they_go_to_the_others(self, begun: Post, who: str, text: str) -> None:
        name, other = who.partition("@")[0], BOB if who == ALICE else ALICE

        assert begun.answer(who, text) == f"done: hex chat 101 {name} ******"
        assert f"{name} writes:\n\n{text}" in begun.letter_to(other)["text"]

    @pytest.mark.parametrize(
        "text",
        ["Thanks!\nd4", "Thanks!\n\nI play d4", "Thanks?", "again", "Thanks! My key is under the mat."],
    )
    def test_what_could_be_something_else_goes_nowhere(self, begun: Post, text: str) -> None:
        before = letters_to(begun, BOB)

        assert begun.answer(ALICE, text).startswith("refused")
        assert letters_to(begun, BOB) == before

    def test_who_plays_alone_has_nobody_to_thank(self, post: Post) -> None:
        post.server.hear(ALICE, "trioker-puzzle challenge alice")

        assert post.answer(ALICE, "Thanks!").startswith("refused")

    @pytest.mark.long
    def test_they_are_counted_like_other_words(self, begun: Post) -> None:
        to = begun.reply_to(BOB)
        outcomes = [begun.answer(BOB, "Thanks!", to=to) for _ in range(21)]

        assert [outcome.startswith("done") for outcome in outcomes] == [True] * 20 + [False]


@pytest.mark.parametrize("line", ["Who are you?", "Wer bist du?"])
def test_who_asks_who_we_are_is_told_and_can_go_on(begun: Post, line: str) -> None:
    assert begun.answer(ALICE, line).startswith("done")

    words = words_to(begun, ALICE)
    assert words.startswith("This is pbmserv at games@example.net, a program")
    assert "On Hex Board 101 you play with bob." in words
    assert begun.answer(ALICE, "e5").startswith("done: hex move")


class TestAway:
    @pytest.mark.parametrize(
        ("line", "days"),
        [
            ("I'm away until 13 March", "until 2024-03-13"),
            ("Away until 2024-03-13", "until 2024-03-13"),
            ("I'll be on holiday from 10 to 12 March", "from 2024-03-10 until 2024-03-12"),
            ("Ich bin bis 13. März verreist.", "until 2024-03-13"),
        ],
    )
    def test_who_writes_until_when_is_asked_about_a_vacation(self, post: Post, line: str, days: str) -> None:
        post.answer(ALICE, line)

        letter = post.letter_to(ALICE)
        assert letter["subject"] == "Did you mean this?"
        assert f"\n    vacation alice {days}\n" in letter["text"]
        assert post.answer(ALICE, "Yes, please").startswith("done: confirm")
        assert post.letter_to(ALICE)["subject"] == "Your vacation"

    def test_nothing_changes_without_a_yes(self, post: Post) -> None:
        before = post.server.everything_stored()
        post.answer(ALICE, "I'm away until 13 March")

        assert {name for name, rows in post.server.everything_stored().items() if rows != before[name]} == {"codes"}
        assert post.answer(ALICE, "No, thanks").startswith("done: confirm")
        assert post.letter_to(ALICE)["subject"] == "Nothing has been done"
        assert post.server.everything_stored()["vacations"] == []

    def test_a_machine_that_writes_so_each_time_is_asked_once(self, post: Post) -> None:
        board = post.reply_to(ALICE)
        post.answer(ALICE, "I'm away until 13 March", to=board)
        question = post.reply_to(ALICE)
        before = letters_to(post, ALICE)

        post.answer(ALICE, "I'm away until 13 March", to=board)
        post.answer(ALICE, "I'm away until 13 March", to=question)

        assert letters_to(post, ALICE) == before

    @pytest.mark.parametrize(
        ("subject", "line"),
        [
            ("Automatic reply: Hex Board 101", "I'm away until 13 March"),
            ("Re: Hex", "I'm away until 3/4"),
            ("Re: Hex", "I'm away until 31 February"),
            ("Re: Hex", "I'm away from 1 April, 3 April or 5 April"),
        ],
    )
    def test_what_a_program_says_of_itself_or_no_day_asks_nothing(self, post: Post, subject: str, line: str) -> None:
        before = letters_to(post, ALICE)

        post.answer(ALICE, line, subject=subject)

        assert letters_to(post, ALICE) == before

    def test_what_cannot_be_is_refused_at_once(self, post: Post) -> None:
        assert post.answer(ALICE, "Re: bin weg, away until 13 May", subject="Re: Hex").startswith("refused")

        post.answer(ALICE, "> quoted\n\nI'm away until 13 May")

        assert "That would make 74 days of vacation in 2024." in words_to(post, ALICE)

    def test_nobody_else_can_answer_it(self, post: Post) -> None:
        post.answer(ALICE, "I'm away until 13 March")

        assert post.answer(CAROL, "yes", to=post.reply_to(ALICE), subject="Re: x").startswith("refused")


class TestAskedAgain:
    def test_a_rematch_with_who_asks_for_it(self, begun: Post) -> None:
        begun.answer(ALICE, "resign")
        begun.answer(BOB, "rematch")

        assert begun.answer(ALICE, "Hm?").startswith("refused")
        asked = "bob would like to play Hex once more, after Hex Board 101, in the order bob, alice: do you?"
        assert words_to(begun, ALICE).startswith(f"{asked} Answer this letter")

        begun.answer(ALICE, "Maybe later")

        assert words_to(begun, ALICE).startswith(f"{asked} These words of yours")
        assert begun.answer(ALICE, "Hm, who begins?").startswith("refused")
        assert words_to(begun, ALICE).startswith(f"{asked} Answer this letter")
        assert begun.answer(ALICE, "Yes!\nLet us see.") == "done: confirm ******"
        assert headline_of(begun.letter_to(BOB)) == "Your turn: Hex Board 102"
        assert words_to(begun, BOB).startswith("A new Hex board (102) has been started by bob.")
        assert "alice writes:\n\nMaybe later\n\nLet us see.\n" in begun.letter_to(BOB)["text"]

    def test_an_address(self, post: Post) -> None:
        post.server.hear(ALICE, "add alice secret7 alice@work.example")

        assert post.answer("alice@work.example", "What is this?").startswith("refused")
        words = words_to(post, "alice@work.example")
        assert words.startswith("Is alice@work.example an address of alice, who plays here?")
        assert post.answer("alice@work.example", "Hm, perhaps").startswith("refused")
        assert post.answer("alice@work.example", "Ah, yes!").startswith("done")

    def test_leaving(self, post: Post) -> None:
        post.answer(ALICE, "STOP")

        assert post.answer(ALICE, "yes please").startswith("refused")
        assert words_to(post, ALICE).startswith(
            "alice, do you want to leave games@example.net? Answer this letter with the one word yes, and nothing"
        )
        assert post.answer(ALICE, "yes").startswith("done: confirm")
        assert post.letter_to(ALICE)["subject"] == "Goodbye, alice"

    def test_a_challenge_that_may_be_forged(self, post: Post) -> None:
        message = b"From: alice@example.org\r\nSubject: chess challenge alice bob\r\nMessage-ID: <c@x>\r\n\r\n"
        arrive(post.server, message, sender="x@mallory.example")
        assert post.letter_to(ALICE)["subject"] == "Is this challenge yours?"

        assert post.answer(ALICE, "Hm, what is that?").startswith("refused")
        assert words_to(post, ALICE).startswith(
            "Is the challenge to a game of Chess yours, alice? Answer this letter"
        )
        assert post.answer(ALICE, "Yes, that is mine").startswith("done: confirm")
        assert headline_of(post.letter_to(BOB)) == "New game: Chess Board 101"

    def test_a_move_that_waits(self, post: Post) -> None:
        post.answer(ALICE, "d 3")

        assert post.answer(ALICE, "\n\n").startswith("refused")
        assert words_to(post, ALICE).startswith("Do you want to play d3 on Hex Board 101?")
        assert post.answer(ALICE, "Yes") == "done: hex confirm 101 alice ******"

    def test_a_seat(self, post: Post) -> None:
        yacht_without_carol(post.server)
        post.server.hear(ALICE, "yacht substitute 101 alice secret7 dave")
        assert post.answer(BOB, "Yes, good idea!") == "done: yacht substitute 101 bob ****** yes"

        assert post.answer("dave@example.org", "Who is that?").startswith("refused")
        assert words_to(post, "dave@example.org").startswith(
            "alice asks you to take over a seat on Yacht Board 101: do you want to? Answer this letter with yes or no"
        )
        assert post.answer("dave@example.org", "Yes, gladly").startswith("done: yacht join 101")


class TestTwoQuestionsAtOnce:
    """The letter that is answered says which of them is meant."""

    def test_a_tie_and_a_rematch(self, begun: Post) -> None:
        begun.answer(ALICE, "resign")
        begun.answer(BOB, "rematch")
        rematch = begun.reply_to(ALICE)
        begun.server.hear(BOB, "hex challenge alice bob")
        begun.server.hear(BOB, "hex move 102 bob bobpw123 propose")
        tie = begun.reply_to(ALICE)

        assert begun.answer(ALICE, "Yes", to=rematch) == "done: hex rematch 101 alice ****** yes"
        assert begun.answer(ALICE, "Yes", to=tie) == "done: hex move 102 alice ****** accept"

    def test_a_tie_and_the_question_whether_to_resign(self, begun: Post) -> None:
        begun.answer(ALICE, "I resign")
        resigning = begun.reply_to(ALICE)
        begun.answer(BOB, "propose")
        tie = begun.reply_to(ALICE)

        assert begun.answer(ALICE, "yes", to=tie) == "done: hex move 101 alice ****** accept"
        assert begun.answer(ALICE, "yes", to=resigning).startswith("refused")
        assert "Game was a tie." in begun.letter_to(BOB)["text"]

    def test_a_vacation_and_a_tie(self, begun: Post) -> None:
        begun.answer(BOB, "propose")
        tie = begun.reply_to(ALICE)
        begun.answer(ALICE, "I'm away until 13 March", to=tie)
        vacation = begun.reply_to(ALICE)

        assert begun.answer(ALICE, "yes", to=vacation).startswith("done: confirm")
        assert "Game was a tie." not in begun.letter_to(BOB)["text"]
        assert begun.answer(ALICE, "yes", to=tie) == "done: hex move 101 alice ****** accept"

    def test_a_tie_that_is_over_and_the_next_one(self, begun: Post) -> None:
        begun.answer(BOB, "propose")
        first = begun.reply_to(ALICE)
        begun.answer(ALICE, "No, not yet")
        begun.server.wait(hours=1)
        begun.answer(BOB, "propose")

        assert begun.answer(ALICE, "Yes", to=first).startswith("refused")
        assert "is not open any more" in words_to(begun, ALICE)
        assert begun.answer(ALICE, "Yes").startswith("done: hex move 101 alice ****** accept")


@pytest.mark.parametrize("line", ["yes", "I resign", "Thanks!", "rules"])
def test_a_forwarded_letter_is_answered_by_nobody_else(begun: Post, line: str) -> None:
    begun.answer(BOB, "propose")
    before = begun.server.everything_stored()

    assert begun.answer(CAROL, line, to=begun.reply_to(ALICE), subject="Fwd: Hex Board 101").startswith("refused")

    assert begun.server.everything_stored() == before


@pytest.mark.parametrize("line", ["Yes, I got your mail", "Ok, received", "Yes, I have seen your letter"])
def test_who_only_says_that_a_letter_has_come_agrees_to_nothing(begun: Post, line: str) -> None:
    begun.answer(BOB, "propose")

    begun.answer(ALICE, line)

    assert "Game was a tie." not in begun.letter_to(BOB)["text"]


class TestNoGameNamed:
    def test_a_move_is_asked_about_and_made_by_a_yes(self, post: Post) -> None:
        post.server.say(ALICE, "move 101 alice secret7 d3")

        letter = post.letter_to(ALICE)
        assert letter["subject"] == "Did you mean this?"
        assert "\n    hex move 101 alice d3#1\n" in letter["text"]
        assert post.answer(ALICE, "Yes") == "done: confirm ******"
        assert headline_of(post.letter_to(BOB)) == "Your turn: Hex Board 101"

    def test_with_the_words_of_both_letters(self, post: Post) -> None:
        post.server.say(ALICE, "move 101 alice secret7 d3", comment="Take that! secret7")

        post.answer(ALICE, "Yes\nAnd good luck.")

        assert "alice writes:\n\nTake that! ******\n\nAnd good luck.\n" in post.letter_to(BOB)["text"]
        assert "secret7" not in str(post.server.everything_stored())

    @pytest.mark.parametrize(
        ("typed", "meant", "headline", "words"),
        [
            ("show 101", "hex show 101", "Being played: Hex Board 101", "It is alice's turn: move 1."),
            (
                *("resign 101 alice secret7", "hex resign 101 alice"),
                *("Removed: Hex Board 101", "Hex Board 101 has been removed: alice withdrew."),
            ),
            ("record 101", "hex record 101", "Record: Hex Board 101", '[Result "still being played"]'),
        ],
    )
    def test_so_are_other_commands(self, post: Post, typed: str, meant: str, headline: str, words: str) -> None:
        post.server.say(ALICE, typed)

        assert f"\n    {meant}\n" in post.letter_to(ALICE)["text"]
        post.answer(ALICE, "Ja, bitte")
        assert headline_of(post.letter_to(ALICE)) == headline
        assert words in words_to(post, ALICE)

    def test_mail_that_asks_for_no_answer_is_not_asked(self, post: Post) -> None:
        message = b"From: alice@example.org\r\nSubject: show 101\r\nList-Id: <l.example.org>\r\n\r\n"
        before = letters_to(post, ALICE)

        arrive(post.server, message, sender=ALICE)

        assert letters_to(post, ALICE) == before

    def test_what_cannot_be_done_is_refused_with_its_board(self, post: Post) -> None:
        post.server.say(ALICE, "move 101 alice secret7 z99")

        assert headline_of(post.letter_to(ALICE)) == "Not done: Hex Board 101"
        assert post.server.everything_stored()["codes"] == []

    def test_words_that_are_kept_back_do_not_carry_it_out(self, post: Post) -> None:
        post.server.say(ALICE, "chat 101 alice secret7", comment="My password is secret7.")

        assert "alice writes" not in post.letter_to(BOB)["text"]

    def test_not_with_a_wrong_password(self, post: Post) -> None:
        reply = post.server.say(ALICE, "move 101 alice secret8 d3")

        assert reply.error == "The userid or the password is not right."

    def test_of_two_boards_both_are_named_and_none_is_played_on(self, post: Post) -> None:
        post.server.hear(BOB, "chess challenge alice bob")

        reply = post.server.say(ALICE, "show 101")

        assert "Perhaps you mean: chess show 101 or hex show 101." in reply.error

    def test_a_stranger_and_a_board_of_others_are_told_what_they_were(self, post: Post) -> None:
        for sender in (CAROL, "eve@example.com"):
            assert post.server.say(sender, "show 101").error == "The name of a game is expected before show."

    def test_a_yes_after_the_board_has_gone_on_makes_no_move(self, post: Post) -> None:
        post.server.say(ALICE, "move 101 alice secret7 d3")
        asked = post.reply_to(ALICE)
        post.server.hear(ALICE, "hex move 101 alice secret7 e5")
        post.server.hear(BOB, "hex move 101 bob bobpw123 c3")

        assert post.answer(ALICE, "yes", to=asked).startswith("refused")
        assert "It is your turn, alice: move 3." in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("line", ["challenge hex alice bob", "show hex 101", "move hex 101 alice secret7 d3"])
    def test_a_game_that_stands_behind_the_command_is_found(self, post: Post, line: str) -> None:
        assert post.server.hear(ALICE, line).ok


class TestManyAnswers:
    @pytest.fixture
    def few(self, undone_database: Database) -> Post:
        """A server that gives six answers an hour, of fewer bytes than one has, and two to who may be forged."""
        most, few = replace(DEFAULT.answers, most=6, most_bytes=20_000), replace(DEFAULT.unsure_answers, most=2)
        return Post(Server(undone_database, budgets=replace(DEFAULT, answers=most, unsure_answers=few)))

    def test_who_answers_letters_gets_as_many_as_anybody_of_any_size_and_the_last_says_so(self, few: Post) -> None:
        board, before = few.reply_to(ALICE), letters_to(few, ALICE)
        for number in range(6):
            assert letters_to(few, ALICE) == before + number
            few.answer(ALICE, "hm", to=board)
            is_last = "For a while, no more go there." in words_to(few, ALICE)
            assert is_last == (number == 5)

        few.answer(ALICE, "hm", to=board)
        assert letters_to(few, ALICE) == before + 6
        assert few.answer(ALICE, "d3", to=board).startswith("done: hex move")
        assert "It is bob's turn: move 2." in few.letter_to(ALICE)["text"]

    def test_each_time_that_it_is_the_last_the_letter_says_so(self, few: Post) -> None:
        board, said = few.reply_to(ALICE), []
        for minutes in (0, 0, 40, 0, 0, 0, 25, 0):
            few.server.wait(minutes=minutes)
            few.answer(ALICE, "hm", to=board)
            said.append("For a while, no more go there." in words_to(few, ALICE))

        assert said == [False] * 5 + [True, False, True]

    def test_not_where_the_envelope_names_somebody_else(self, few: Post) -> None:
        board, before = few.reply_to(ALICE), letters_to(few, ALICE)
        for _ in range(6):
            few.answer(ALICE, "hm", to=board, envelope_sender="x@mallory.example")

        assert letters_to(few, ALICE) == before + 3
        assert few.letter_to(ALICE)["subject"] == "No more answers for a while"
        few.answer(ALICE, "hm", to=board)
        assert letters_to(few, ALICE) == before + 4


class TestRematch:
    @pytest.mark.parametrize("line", ["Shall we play again?", "Another game?", "Thanks, good game! Another one?"])
    def test_who_asks_for_another_game_after_the_end_asks_for_a_rematch(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, "resign")

        assert begun.answer(BOB, line) == "done: hex rematch 101 bob ******"
        assert begun.answer(ALICE, "Sure!").startswith("done: hex rematch 101 alice ******")

    @pytest.mark.parametrize("line", ["Never play again!", "I will not play again", "Did you play again last week?"])
    def test_other_words_are_for_the_others(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, "resign")

        assert begun.answer(BOB, line) == "done: hex chat 101 bob ******"

    def test_a_chat_after_the_end_says_how_to_play_once_more(self, begun: Post) -> None:
        begun.answer(ALICE, "resign")
        begun.answer(BOB, "That was close.")

        assert "To play once more, answer with the one word rematch." in begun.letter_to(ALICE)["text"]
        assert begun.answer(ALICE, "rematch").startswith("done: hex rematch")

    def test_what_stands_beside_a_yes_goes_to_who_has_asked(self, begun: Post) -> None:
        begun.answer(ALICE, "resign")
        begun.answer(BOB, "rematch")

        begun.answer(ALICE, "Yes, with great pleasure!")

        assert "with great pleasure" in begun.letter_to(BOB)["text"]

    def test_while_the_game_is_on_it_is_no_rematch(self, begun: Post) -> None:
        begun.answer(BOB, "chat Hello")

        assert begun.answer(ALICE, "Shall we play again?") == "done: hex chat 101 alice ******"


def test_a_new_password_that_answers_the_letter_with_its_code_is_not_quoted(post: Post) -> None:
    post.server.hear(ALICE, "forgot alice")

    assert post.answer(ALICE, "brand-new1") == "done: change password alice ****** ******"
    assert "brand-new1" not in str(post.letter_to(ALICE))


class TestAgreed:
    """What the letter asks may be called by its name beside a yes."""

    @pytest.mark.parametrize(
        "line",
        ["Agreed, a draw", "agreed draw", "OK, draw!", "Yes, a draw is fine. Good game!", "a draw then",
         "Fine, let's call it a draw", "I accept the draw", "Einverstanden, Remis", "D'accord pour la nulle"],
    )  # fmt: skip
    def test_it_takes_the_offer_in_its_letter(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, "draw?")
        begun.answer(ALICE, "yes")

        assert begun.answer(BOB, line) == "done: hex move 101 bob ****** accept"
        assert "Game was a tie." in begun.letter_to(ALICE)["text"]

    @pytest.mark.parametrize(
        "line", ["Agreed, a draw?", "Agreed, a draw, but only this time", "Agreed, a draw\nbut I was winning", "draw"]
    )
    def test_what_is_doubtful_is_asked_about(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, "draw?")
        begun.answer(ALICE, "yes")

        assert begun.answer(BOB, line).startswith("refused")
        assert begun.letter_to(BOB)["text"].startswith("Did you mean accept?")

    @pytest.mark.parametrize("line", ["No draw", "Not a draw!"])
    def test_it_may_be_denied(self, begun: Post, line: str) -> None:
        begun.answer(ALICE, "draw?")
        begun.answer(ALICE, "yes")

        assert begun.answer(BOB, line) == "done: hex move 101 bob ****** reject"

    @pytest.mark.parametrize("line", ["Sure, take it back", "Yes, you can take it back"])
    def test_the_same_of_a_move_that_is_asked_back(self, begun: Post, line: str) -> None:
        begun.answer(BOB, "take back")
        begun.answer(BOB, "yes")

        assert begun.answer(ALICE, line) == "done: hex move 101 alice ****** accept"

    def test_it_takes_nothing_else_that_is_asked(self, begun: Post) -> None:
        begun.answer(BOB, "take back")
        begun.answer(BOB, "yes")
        before = letters_to(begun, BOB)

        assert begun.answer(ALICE, "Agreed, a draw").startswith("refused")
        assert letters_to(begun, BOB) == before

    def test_it_takes_no_offer_that_its_letter_does_not_show(self, begun: Post) -> None:
        before = begun.reply_to(BOB)
        begun.answer(ALICE, "draw?")
        begun.answer(ALICE, "yes")

        assert begun.answer(BOB, "Agreed, a draw", to=before).startswith("refused")
        assert "Game was a tie." not in begun.letter_to(ALICE)["text"]

    def test_where_nothing_is_asked_it_takes_nothing(self, begun: Post) -> None:
        assert begun.answer(ALICE, "Agreed, a draw").startswith("refused")
        assert "Shall your words go to bob?" in words_to(begun, ALICE)


class TestAnotherGameAtTheEnd:
    """A game's name, with little beside it, asks for that game with the same opponent."""

    @pytest.fixture
    def over(self, begun: Post) -> Post:
        begun.answer(ALICE, "resign")
        return begun

    @pytest.mark.parametrize(
        ("line", "game"),
        [("Chess this time?", "chess"), ("How about chess?", "chess"), ("Good game! Chess?", "chess"),
         ("Go next?", "go"), ("Let's try Go 9x9 now", "go"), ("Schach diesmal?", "chess"),
         ("Et si on jouait aux échecs ?", "chess"), ("¿Qué tal ajedrez esta vez?", "chess")],
    )  # fmt: skip
    def test_it_is_asked_about_and_begins_with_a_yes(self, over: Post, line: str, game: str) -> None:
        before = letters_to(over, ALICE)

        over.answer(BOB, line)

        assert f"{game} challenge bob alice" in words_to(over, BOB)
        assert letters_to(over, ALICE) == before
        assert over.answer(BOB, "yes").startswith("done")
        assert over.letter_to(ALICE)["subject"] == f"{installed()[game].name} Board 101"

    def test_a_no_begins_nothing_and_passes_nothing_on(self, over: Post) -> None:
        before = letters_to(over, ALICE)
        over.answer(BOB, "Chess this time?\nYou would start.")
        assert "with these words for the others: You would start." in words_to(over, BOB)

        over.answer(BOB, "no")

        assert words_to(over, BOB).startswith("You said no, so this has not been carried out")
        assert letters_to(over, ALICE) == before

    def test_words_below_it_go_with_the_challenge(self, over: Post) -> None:
        over.answer(BOB, "Chess this time?\nYou would start.")
        over.answer(BOB, "yes")

        assert "bob writes: You would start." in words_to(over, ALICE)

    def test_the_same_game_is_a_rematch(self, over: Post) -> None:
        over.answer(BOB, "Hex again this time?")

        assert "Do you want to play Hex once more, after Hex Board 101" in words_to(over, BOB)
        assert over.answer(BOB, "yes").startswith("done")

    @pytest.mark.parametrize("line", ["I like chess", "No chess please", "Chess this time? I want white", "Go away"])
    def test_other_words_go_to_the_opponent_as_the_letter_says(self, over: Post, line: str) -> None:
        assert over.answer(BOB, line) == "done: hex chat 101 bob ******"
        assert f"bob writes: {line}" in words_to(over, ALICE)

    @pytest.mark.parametrize("line", ["Send me the record", "record please", "Bitte schick mir das Protokoll"])
    def test_the_record_comes_to_who_asks_for_it(self, over: Post, line: str) -> None:
        before = letters_to(over, ALICE)

        assert over.answer(BOB, line) == "done: hex record 101"
        assert over.letter_to(BOB)["text"].startswith('[Game "Hex"]')
        assert letters_to(over, ALICE) == before

    @pytest.mark.parametrize("line", ["That's a record!", "The record is yours"])
    def test_other_words_about_records_ask_for_none(self, over: Post, line: str) -> None:
        assert over.answer(BOB, line) == "done: hex chat 101 bob ******"


def test_the_record_of_a_game_that_goes_on_comes_as_well(begun: Post) -> None:
    assert begun.answer(ALICE, "Can I have the record of this game?") == "done: hex record 101"


class TestWordsThatAreNoMove:
    """What cannot be a move is told how one is written, and asked about: it may be for the others."""

    @pytest.mark.parametrize("line", ["lol", "test", "ha", "yo", "Ha!", "asdf", "left"])
    def test_it_is_asked_whether_they_go_to_the_others(self, begun: Post, line: str) -> None:
        before = letters_to(begun, BOB)

        assert begun.answer(ALICE, line).startswith("refused")

        assert words_to(begun, ALICE).startswith("Shall your words go to bob?")
        assert (
            "To move, write the cell where your stone goes, for example d4. Now you could write a1. These are the"
            f" words: {line}" in words_to(begun, ALICE)
        )
        assert "is expected" not in words_to(begun, ALICE)
        assert letters_to(begun, BOB) == before
        assert begun.answer(ALICE, "yes").startswith("done")
        assert f"alice writes: {line}" in words_to(begun, BOB)

    @pytest.mark.parametrize("line", ["dd3", "d33", "z9", "c3 lol"])
    def test_what_is_nearly_a_move_is_refused_as_one(self, begun: Post, line: str) -> None:
        assert begun.answer(ALICE, line).startswith("refused")
        assert "Shall your words go" not in words_to(begun, ALICE)

    @pytest.mark.parametrize(("game", "line"), [("hearts", "yo"), ("hearts", "ks"), ("hex", "swpa"), ("hex", "undp")])
    def test_a_word_like_those_of_the_game_is_no_talk(self, post: Post, game: str, line: str) -> None:
        post.server.sign_up("dave")
        others = "bob carol dave" if game == "hearts" else "bob"
        post.server.hear(ALICE, f"{game} challenge alice {others}")

        assert post.answer(ALICE, line).startswith("refused")
        assert "Shall your words go" not in words_to(post, ALICE)

    def test_a_bot_reads_none_and_its_opponent_is_told_how_to_move(self, post: Post) -> None:
        post.server.hear(ALICE, "hex challenge alice bot-easy -size=5")

        assert post.answer(ALICE, "lol").startswith("refused")
        assert "Your answer has no move in it. To move, write the cell where your stone goes" in words_to(post, ALICE)
        assert "is expected" not in words_to(post, ALICE)

    @pytest.mark.parametrize(
        ("line", "place"),
        [("middle", "e5"), ("In the middle, please!", "e5"), ("top left", "a9"), ("the upper right corner", "j9"),
         ("oben links", "a9"), ("au centre", "e5"), ("в центр", "e5"), ("bottom middle", "e1"), ("middle left", "a5"),
         ("Abajo a la derecha", "j1"), ("linksboven", "a9"), ("topleft", "a9")],
    )  # fmt: skip
    def test_a_place_that_is_meant_is_asked_about(self, post: Post, line: str, place: str) -> None:
        post.server.hear(ALICE, "go challenge alice bob -size=9")

        assert post.answer(ALICE, line).startswith("refused")

        assert words_to(post, ALICE).startswith(f"Did you mean {place}?")
        assert post.answer(ALICE, "yes").startswith("done: go confirm 101")
        assert f"alice (Black): {place}" in words_to(post, BOB)

    @pytest.mark.parametrize(
        ("game", "line"),
        [("gomoku -size=10", "middle"), ("go -size=9", "left"), ("go -size=9", "I'm in the middle of something"),
         ("go -size=9", "top bottom"), ("othello", "middle"), ("chess", "middle"), ("connect4", "left")],
    )  # fmt: skip
    def test_without_one_place_none_is_asked_about(self, post: Post, game: str, line: str) -> None:
        name, _, size = game.partition(" ")
        post.server.hear(ALICE, f"{name} challenge alice bob {size}".strip())

        assert post.answer(ALICE, line).startswith("refused")
        assert "Did you mean" not in words_to(post, ALICE)

    def test_a_place_that_is_taken_is_not_asked_about(self, begun: Post) -> None:
        assert begun.answer(ALICE, "middle").startswith("refused")
        assert "Did you mean" not in words_to(begun, ALICE)

    def test_kind_words_may_stand_beside_a_place(self, post: Post) -> None:
        post.server.hear(ALICE, "go challenge alice bob -size=9")

        post.answer(ALICE, "center please, and hi Bob!")

        assert words_to(post, ALICE).startswith("Did you mean e5?")

    @pytest.mark.parametrize("line", ["not in the middle", "the knight, top left", "middle, e4"])
    def test_what_changes_the_meaning_may_not(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "go challenge alice bob -size=9")

        post.answer(ALICE, line)

        assert "Did you mean e5?" not in words_to(post, ALICE)
        assert "Did you mean a9?" not in words_to(post, ALICE)


class TestMovesInAnswerToAChat:
    @pytest.fixture
    def chatted(self, begun: Post) -> Post:
        """It is alice's turn, and each has got a chat of the other."""
        begun.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello!")
        begun.server.hear(ALICE, "hex chat 101 alice secret7", "Hi!")
        return begun

    @pytest.mark.parametrize("line", ["d2. How's work?", "ok, d2 then", "d2 nice try"])
    def test_a_move_with_words_is_asked_about(self, chatted: Post, line: str) -> None:
        before = letters_to(chatted, BOB)

        chatted.answer(ALICE, line)

        assert words_to(chatted, ALICE).startswith("Did you mean d2?")
        assert letters_to(chatted, BOB) == before

    @pytest.mark.parametrize("line", ["d2 or e2, what do you think?", "Nice d3 there, well played", "See you at 5"])
    def test_words_about_moves_go_on(self, chatted: Post, line: str) -> None:
        assert chatted.answer(ALICE, line).startswith("done: hex chat 101")

    def test_a_move_of_who_is_not_to_move_is_told_to_nobody(self, chatted: Post) -> None:
        before = letters_to(chatted, ALICE)

        assert chatted.answer(BOB, "d2").startswith("refused")

        assert "d2 is a move, and it is not your turn on Hex Board 101" in words_to(chatted, BOB)
        assert letters_to(chatted, ALICE) == before
        assert chatted.answer(BOB, "chat d2").startswith("done: hex chat 101")


@pytest.mark.parametrize("line", ["e4", "e2-e4", "Nf3"])
def test_whether_others_could_make_a_move_that_is_hidden_is_told_to_nobody(post: Post, line: str) -> None:
    post.server.hear(ALICE, "darkchess challenge alice bob")
    post.server.hear(ALICE, "darkchess chat 101 alice secret7", "Hello!")

    assert post.answer(BOB, line) == "done: darkchess chat 101 bob ******"


@pytest.mark.parametrize("line", ["This is going nowhere, draw?", "I have a headache. A tie?"])
def test_who_says_why_and_asks_for_a_tie_is_asked(begun: Post, line: str) -> None:
    begun.answer(ALICE, line)

    assert words_to(begun, ALICE).startswith("Do you want to propose a tie?")


@pytest.mark.parametrize("line", ["A draw would be a shame, no?", "No draw?", "Draw a card, will you?"])
def test_who_speaks_of_a_tie_is_not(begun: Post, line: str) -> None:
    begun.answer(ALICE, line)

    assert "propose a tie" not in words_to(begun, ALICE).partition("****")[0]
