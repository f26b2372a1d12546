"""Commands that are asked for in a sentence, or as letters print them, in an answer to any letter or in a mail."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import unquote

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.tournaments import TOURNAMENTS
from tests.conversation import Server, html_in
from tests.mail.test_replies import ALICE, BOB, Post
from tests.mail.test_strict import PROOF, Mailbox

pytestmark = pytest.mark.alike

CAROL, TOM = "carol@example.org", "tom@example.com"


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


@pytest.fixture
def cup(post: Post) -> Post:
    """The same with a tournament of Hex."""
    post.server.hear(BOB, "tournament create bob bobpw123 hex hex-cup")
    return post


def mail(post: Post, sender: str, subject: str, body: str = "", envelope: str | None = None) -> str:
    """A mail of its own."""
    return post.answer(sender, body, to=post.server.address, subject=subject, envelope_sender=envelope)


def words_to(post: Post, address: str) -> str:
    return " ".join(str(post.letter_to(address)["text"]).split())


def letters_to(post: Post, address: str) -> int:
    return sum(address in letter["recipients"] for letter in post.server.outbox())


class TestGreeting:
    @pytest.mark.parametrize("line", ["hello", "Hi there!", "Guten Tag"])
    def test_a_player_who_greets_is_told_what_waits_and_can_move_there(self, post: Post, line: str) -> None:
        mail(post, ALICE, "", line)

        assert "Hello alice! A board waits for your move." in words_to(post, ALICE)
        assert "hex showas 101 your board of Hex, with bob" in words_to(post, ALICE)
        assert post.answer(ALICE, "hex showas 101") == "done: hex showas alice ****** 101"
        assert post.answer(ALICE, "d3") == "done: hex move 101 alice ****** d3"

    def test_so_is_one_for_whom_nothing_waits(self, post: Post) -> None:
        mail(post, BOB, "Hello", "Hi!")

        assert "Hello bob! No board waits for your move." in words_to(post, BOB)
        assert "showas" not in words_to(post, BOB)

    @pytest.mark.parametrize(("subject", "body"), [("hello", "hex chellenge alice bob"), ("Hello", "Chess is dull")])
    def test_who_says_more_is_not_only_greeted(self, post: Post, subject: str, body: str) -> None:
        mail(post, ALICE, subject, body)

        assert "waits for your move" not in words_to(post, ALICE)

    def test_who_writes_without_an_envelope_sender_is_not_told_what_waits(self, post: Post) -> None:
        mail(post, ALICE, "hello", "", envelope="")

        assert "waits for your move" not in words_to(post, ALICE)


class TestAnsweringHelp:
    def test_a_command_without_a_name_is_no_question_about_the_rules(self, post: Post) -> None:
        mail(post, ALICE, "help resign")
        post.answer(ALICE, "hex resign 101")

        assert "Rules" not in str(post.letter_to(ALICE)["subject"])
        assert "hex resign 101 alice" in words_to(post, ALICE)

    @pytest.mark.parametrize("command", ["help tutorial", "list", "tournament list", "signup wendy until-then-wendy"])
    def test_a_move_is_asked_about_where_one_board_waits_for_it(self, post: Post, command: str) -> None:
        post.server.hear(ALICE, command)
        post.answer(ALICE, "d3")
        if command.startswith("signup"):
            # Two players have the address: it is not clear whose move it would be.
            assert "is a move on" not in words_to(post, ALICE)
            return
        assert words_to(post, ALICE).startswith("Your answer is a move on Hex Board 101. The command for that is:")

        assert post.answer(ALICE, "yes") == "done: confirm ******"
        assert "alice (Vertical): d3" in words_to(post, BOB)

    def test_so_is_one_in_answer_to_a_question_about_something_else(self, post: Post) -> None:
        post.answer(ALICE, "I'm away next week")
        post.answer(ALICE, "d3")

        assert words_to(post, ALICE).startswith("Your answer is a move on Hex Board 101.")

    @pytest.mark.parametrize("line", ["d9", "d3 or e3", "I live in d3 street, number 5, London", "hm"])
    def test_what_is_no_move_there_is_not(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "list")
        post.answer(ALICE, line)

        assert "is a move on" not in words_to(post, ALICE)

    def test_nor_is_what_fits_two_boards(self, post: Post) -> None:
        post.server.hear(ALICE, "hex challenge alice carol")
        post.server.hear(ALICE, "list")
        post.answer(ALICE, "d3")

        assert "is a move on" not in words_to(post, ALICE)


class TestInviting:
    @pytest.mark.parametrize(
        "line",
        [
            "please invite tom@example.com to a game of hex",
            "Can you invite my friend tom@example.com to a game of Hex?",
            "I would like to play hex with tom@example.com.",
            "Bitte lade tom@example.com zu einer Partie Hex ein",
            "Peux-tu inviter tom@example.com à une partie de Hex ?",
            "Invita a tom@example.com a una partida de hex, por favor",
            "Пригласи tom@example.com сыграть в hex",
        ],
    )
    @pytest.mark.parametrize("is_answer", [False, True])
    def test_who_wants_to_invite_somebody_is_asked_once(self, post: Post, line: str, is_answer: bool) -> None:
        if is_answer:
            post.answer(ALICE, line)
        else:
            mail(post, ALICE, "A friend", line)

        assert "An invitation to a game of Hex would go to tom@example.com, with your name, alice," in words_to(
            post, ALICE
        )
        assert letters_to(post, TOM) == 0
        assert post.answer(ALICE, "Yes please") == "done: confirm ******"
        assert post.letter_to(TOM)["subject"] == "Invitation to Hex from alice"

    def test_a_sentence_as_the_subject_is_read_as_well(self, post: Post) -> None:
        mail(post, ALICE, "please invite tom@example.com to hex", "Thanks!")

        assert "An invitation to a game of Hex would go to tom@example.com" in words_to(post, ALICE)

    def test_a_no_sends_nothing(self, post: Post) -> None:
        mail(post, ALICE, "invite tom@example.com to a game of go")
        post.answer(ALICE, "no")

        assert letters_to(post, TOM) == 0

    def test_without_a_game_chess_is_offered_and_the_words_for_another(self, post: Post) -> None:
        mail(post, ALICE, "please invite my friend tom@example.com")

        assert "invite tom@example.com to a game of hex." in words_to(post, ALICE)
        assert "An invitation to a game of Chess would go to tom@example.com" in words_to(post, ALICE)

    def test_to_go_and_invite_somebody_is_no_game_of_go(self, post: Post) -> None:
        mail(post, ALICE, "Let's go and invite tom@example.com to hex")

        assert "game of Hex would go to" in words_to(post, ALICE)

    def test_what_is_said_in_a_chat_is_for_the_others(self, post: Post) -> None:
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello!")
        post.answer(ALICE, "Please invite tom@example.com to a game of hex")

        assert "Please invite" in words_to(post, BOB)

    def test_who_denies_it_is_not_asked(self, post: Post) -> None:
        mail(post, ALICE, "Do not invite tom@example.com to a game of hex")

        assert "An invitation" not in words_to(post, ALICE)

    def test_a_stranger_invites_nobody(self, post: Post) -> None:
        mail(post, "mallory@example.com", "please invite tom@example.com to a game of hex")

        assert letters_to(post, TOM) == 0
        assert "An invitation" not in words_to(post, "mallory@example.com")

    def test_in_a_name_that_may_be_forged_nothing_is_asked(self, post: Post) -> None:
        mail(post, ALICE, "invite tom@example.com to hex", envelope="mallory@evil.example")

        assert "An invitation" not in words_to(post, ALICE)

    def test_three_questions_a_day_go_unanswered_and_an_answer_begins_anew(self, post: Post) -> None:
        for number in range(4):
            mail(post, ALICE, f"invite tom{number}@example.com to hex")
            asked = post.letter_to(ALICE)["subject"] == "Did you mean this?"
            assert asked is (number < 3)

        third = [each for each in post.server.outbox() if each["subject"] == "Did you mean this?"][-1]
        post.answer(ALICE, "yes", to=third["headers"]["Reply-To"], subject="Re: Did you mean this?")
        mail(post, ALICE, "invite tom9@example.com to hex")
        assert "tom9@example.com" in words_to(post, ALICE)

    def test_the_budget_of_who_is_invited_holds(self, post: Post) -> None:
        for name in ("alice", "bob", "carol"):
            mail(post, f"{name}@example.org", "invite tom@example.com to a game of hex")
            assert post.answer(f"{name}@example.org", "yes") == "done: confirm ******"
            # Whoever has not answered one invitation from here gets no second one.
            assert letters_to(post, TOM) == 1


class TestTournaments:
    @pytest.mark.parametrize(
        "line",
        [
            "I want to join the tournament hex-cup",
            "sign me up for the hex cup",
            "Sign me up for the Hex-Cup please!",
            "Count me in for the hex tournament",
            "Ich möchte beim Turnier hex-cup mitmachen",
            "Je voudrais participer au tournoi hex cup",
            "Quiero participar en el torneo hex-cup",
            "Хочу участвовать в турнире hex-cup",
        ],
    )
    def test_who_wants_to_play_in_one_is_asked_once(self, cup: Post, line: str) -> None:
        mail(cup, ALICE, "Hello", line)

        assert "Do you want to play in the tournament hex-cup?" in words_to(cup, ALICE)
        assert cup.answer(ALICE, "yes") == "done: confirm ******"
        assert cup.letter_to(ALICE)["subject"] == "The tournament hex-cup"
        assert "alice, you have joined hex-cup." in words_to(cup, ALICE)

    @pytest.mark.parametrize(
        "line",
        ["I want to join", "Count me in!", "sign me up please", "Ich mache gerne mit!", "I'm in", "J'en suis !",
         "I'll play, too", "me too!", "Ich spiele auch mit", "Moi aussi"],
    )  # fmt: skip
    def test_in_answer_to_its_letter_it_need_not_be_named(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament show hex-cup")
        cup.answer(ALICE, line)

        assert "Do you want to play in the tournament hex-cup?" in words_to(cup, ALICE)

    def test_the_words_that_its_letter_offers_hold_at_once(self, cup: Post) -> None:
        cup.server.hear(ALICE, "tournament show hex-cup")

        cup.answer(ALICE, "Join!")
        assert "alice, you have joined hex-cup." in words_to(cup, ALICE)
        cup.answer(ALICE, "leave")
        assert "alice, you do not play in the next season of hex-cup." in words_to(cup, ALICE)
        assert "standings" not in words_to(cup, ALICE)

    @pytest.mark.parametrize(
        "line",
        [
            "Looking forward to the next season!",
            "See you next season",
            "When does it start?",
            "Bis zur nächsten Runde!",
            "À la prochaine saison !",
            "Hasta la próxima temporada",
            "До следующего сезона!",
        ],
    )
    def test_who_looks_forward_to_the_next_season_is_shown_when_it_begins(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament show hex-cup")

        assert cup.answer(ALICE, line) == "done: tournament show hex-cup"

        assert "Season 1 begins on 2024-03-08" in words_to(cup, ALICE)
        cup.answer(ALICE, "join")
        assert "alice, you have joined hex-cup." in words_to(cup, ALICE)

    @pytest.mark.parametrize("line", ["Count me in for the next one", "join", "See you next season"])
    def test_who_is_entered_already_is_shown_it_and_told_no_fault(self, cup: Post, line: str) -> None:
        cup.server.hear(BOB, "tournament show hex-cup")

        assert cup.answer(BOB, line) == "done: tournament show hex-cup"

    @pytest.mark.parametrize("line", ["join sparrow", "join", "Join sparrow!", "tournament join sparrow", "yes"])
    def test_its_own_question_can_be_answered_with_its_command(self, post: Post, line: str) -> None:
        post.server.hear(BOB, "tournament create bob bobpw123 hex sparrow")
        post.server.hear(ALICE, "tournament show sparrow")
        post.answer(ALICE, "I would like to join")

        assert post.answer(ALICE, line) == "done: confirm ******"
        assert "alice, you have joined sparrow." in words_to(post, ALICE)

    @pytest.mark.parametrize("line", ["sparrow", "join eagle", "leave sparrow", "join us", "don't join sparrow"])
    def test_but_not_with_another(self, post: Post, line: str) -> None:
        post.server.hear(BOB, "tournament create bob bobpw123 hex sparrow")
        post.server.hear(ALICE, "tournament show sparrow")
        post.answer(ALICE, "I would like to join")
        post.answer(ALICE, line)

        assert "you have joined" not in words_to(post, ALICE)

    @pytest.mark.parametrize("recurring", [False, True])
    @pytest.mark.long
    def test_the_final_table_has_buttons_that_work(self, post: Post, recurring: bool) -> None:
        server = post.server
        server.hear(ALICE, "tournament create alice secret7 hex the-cup --players=3 -size=5")
        with server.database.writing() as connection:
            connection.execute(TOURNAMENTS.update().values(recurring=recurring))
        server.hear(BOB, "tournament join bob bobpw123 the-cup")
        server.hear(CAROL, "tournament join carol secret9 the-cup")
        self.round(server, minutes=1)
        for number, who in ((102, "alice secret7"), (104, "bob bobpw123"), (103, "carol secret9")):
            server.say(None, f"hex resign {number} {who}")
        for number, who in ((102, "bob bobpw123"), (103, "alice secret7"), (104, "carol secret9")):
            server.say(None, f"hex resign {number} {who}")
        self.round(server, hours=1)
        final = post.letter_to(BOB)
        assert "alice won, with 1 point. You are number 2 of 3, with 1 point." in " ".join(final["text"].split())

        buttons = [unquote(each) for each in re.findall(r'&body=([^"]+)"', unescape(html_in(final) or ""))]
        assert buttons == (["standings", "leave"] if recurring else ["rematch", "tournament list", "standings"])
        assert ("answer with the word rematch" in " ".join(final["text"].split())) != recurring
        to = final["headers"]["Reply-To"]
        post.answer(BOB, "No thanks, not next time", to=to, subject=f"Re: {final['subject']}")
        assert ("Do you want to leave the tournament the-cup?" in words_to(post, BOB)) == recurring
        for words in ["Who won?", "What was my place?", "Standings, please"]:
            asked = post.answer(BOB, words, to=to, subject=f"Re: {final['subject']}")
            assert asked == "done: tournament standings the-cup"
        for words in ["I want to leave", "I am leaving", "Ich möchte aussteigen"]:
            post.answer(BOB, words, to=to, subject=f"Re: {final['subject']}")
            told = "Do you want to leave the tournament the-cup?" if recurring else "the-cup is over."
            assert told in words_to(post, BOB)
        for words in buttons:
            done = "done: " if words == "rematch" else "done: tournament"
            assert post.answer(BOB, words, to=to, subject=f"Re: {final['subject']}").startswith(done)

    def test_the_end_of_one_of_its_games_is_answered_with_its_table(self, post: Post) -> None:
        post.server.hear(ALICE, "tournament create alice secret7 hex the-cup --players=3 -size=5")
        post.server.hear(BOB, "tournament join bob bobpw123 the-cup")
        post.server.hear(CAROL, "tournament join carol secret9 the-cup")
        self.round(post.server, minutes=1)
        board = re.search(r"Hex Board (\d+): .* against bob", str(post.letter_to(ALICE)["text"]))
        assert board
        post.server.hear(ALICE, f"hex resign {board[1]} alice secret7")
        assert "For the table of the tournament, answer with the one word standings." in words_to(post, BOB)
        to, subject = post.reply_to(BOB), str(post.letter_to(BOB)["subject"])

        for line in ("standings", "Table?", "The standings please"):
            assert post.answer(BOB, line, to=to, subject=subject) == "done: tournament standings the-cup"
        for line in ("Nice table, by the way", "standings do not matter to me"):
            assert post.answer(BOB, line, to=to, subject=subject).startswith("done: hex chat")

    @staticmethod
    def round(server: Server, **later: int) -> None:
        server.wait(**later)
        Scheduler(server.database, server.office, installed()).make_round(server.now)

    @pytest.mark.parametrize("words", ["rematch", "Rematch?", "Shall we play again?"])
    def test_who_asks_a_cup_for_a_rematch_is_asked_about_the_only_one_of_its_game(
        self, post: Post, words: str
    ) -> None:
        for command in (
            "hex move 101 alice secret7 b2",
            "hex move 101 bob bobpw123 c3",
            "hex resign 101 alice secret7",
        ):
            post.server.hear(None, command)
        post.server.hear(BOB, "tournament create bob bobpw123 hex the-cup --players=3 -size=5")
        post.server.hear(BOB, "tournament show the-cup")

        post.answer(BOB, words)
        assert "Do you want to play Hex once more, after Hex Board 101" in words_to(post, BOB)
        post.answer(BOB, "yes")

        assert "bob would like to play" in words_to(post, ALICE)

    def test_who_has_played_nothing_is_told_where_a_rematch_is_asked_for(self, cup: Post) -> None:
        cup.server.hear(ALICE, "tournament show hex-cup")

        cup.answer(ALICE, "rematch")

        assert "answer the last letter of a board with the word rematch" in words_to(cup, ALICE)

    def test_so_does_the_word_with_a_name_in_answer_to_the_list(self, cup: Post) -> None:
        cup.server.hear(ALICE, "tournament list")
        assert "for example: join hex-cup." in words_to(cup, ALICE)
        assert ">Join hex-cup</a>" in (html_in(cup.letter_to(ALICE)) or "")

        cup.answer(ALICE, "join hex-cup")

        assert "alice, you have joined hex-cup." in words_to(cup, ALICE)

    @pytest.mark.parametrize(
        "line", ["Sorry, I cannot play after all", "I don't want to join", "Ich spiele nicht mit"]
    )
    def test_who_does_not_want_to_play_is_asked_about_leaving(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament join alice secret7 hex-cup")
        cup.answer(ALICE, line)

        assert "Do you want to leave the tournament hex-cup?" in words_to(cup, ALICE)

    @pytest.mark.parametrize("line", ["hex", "chess", "yes", "Thank you!"])
    def test_nothing_else_begins_by_an_answer_to_it(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament show hex-cup")
        before = letters_to(cup, ALICE)

        cup.answer(ALICE, line)

        assert letters_to(cup, ALICE) == before + 1
        assert cup.letter_to(ALICE)["subject"] == "What you wrote"

    def test_without_replies_the_whole_commands_stand_there(self, cup: Post) -> None:
        cup.server.hear(ALICE, "change replies alice secret7 off")
        cup.server.hear(ALICE, "tournament show hex-cup")

        assert "tournament join YOU PASSWORD hex-cup" in words_to(cup, ALICE)

    def test_in_answer_to_the_list_who_wants_to_play_joins_the_only_one_to_join(self, cup: Post) -> None:
        cup.server.hear(ALICE, "tournament list")
        cup.answer(ALICE, "I'll play too")

        assert "Do you want to play in the tournament hex-cup?" in words_to(cup, ALICE)

    def test_in_answer_to_the_list_the_name_will_do(self, cup: Post) -> None:
        cup.server.hear(ALICE, "tournament list")
        cup.answer(ALICE, "hex-cup please")

        assert "Do you want to play in the tournament hex-cup?" in words_to(cup, ALICE)

    @pytest.mark.parametrize("line", ["yes", "Yes, gladly!", "Ja, gerne"])
    def test_a_yes_to_the_list_is_one_to_the_only_tournament_in_it(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament list")
        cup.answer(ALICE, line)

        assert "Do you want to play in the tournament hex-cup?" in words_to(cup, ALICE)

    @pytest.mark.parametrize(
        "line",
        ["When does it start?", "Who plays?", "how long is it?", "Wer ist dabei?", "What size?", "Is it rated?"],
    )
    @pytest.mark.parametrize("command", ["tournament list", "tournament show hex-cup"])
    def test_a_question_about_the_only_one_brings_its_letter(self, cup: Post, command: str, line: str) -> None:
        cup.server.hear(ALICE, command)
        cup.answer(ALICE, line)

        assert cup.letter_to(ALICE)["subject"] == "The tournament hex-cup"
        assert "have joined" not in words_to(cup, ALICE)

    @pytest.mark.parametrize("line", ["What are the rules?", "How does it work?", "Regeln?"])
    def test_the_rules_of_one_are_those_of_its_game_and_of_tournaments(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament show hex-cup")
        before = letters_to(cup, ALICE)
        assert cup.answer(ALICE, line) == "done: help hex tournaments"
        assert letters_to(cup, ALICE) > before

    @pytest.mark.parametrize("line", ["no", "What is that?", "Thanks!"])
    def test_other_words_to_the_list_are_none(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament list")
        cup.answer(ALICE, line)

        assert "hex-cup" not in words_to(cup, ALICE)

    def test_a_yes_to_a_list_of_several_joins_none(self, cup: Post) -> None:
        cup.server.hear(BOB, "tournament create bob bobpw123 chess chess-cup")
        cup.server.hear(ALICE, "tournament list")
        cup.answer(ALICE, "yes")

        assert "Do you want to play" not in words_to(cup, ALICE)

    @pytest.mark.parametrize(
        "line",
        [
            "I'd like to join the hex one please",
            "Ich möchte beim Hex-Turnier mitmachen",
            "Je voudrais m'inscrire au tournoi de hex",
            "I want to play in the hex one",
        ],
    )
    def test_of_several_the_one_of_the_game_is_asked_about(self, cup: Post, line: str) -> None:
        cup.server.hear(BOB, "tournament create bob bobpw123 chess spring-open")
        cup.server.hear(ALICE, "tournament list")
        cup.answer(ALICE, line)

        assert "Do you want to play in the tournament hex-cup?" in words_to(cup, ALICE)

    def test_who_says_only_that_they_play_is_asked_about_the_one_they_are_not_in(self, cup: Post) -> None:
        cup.server.hear(BOB, "tournament create bob bobpw123 chess spring-open")
        cup.server.hear(ALICE, "tournament list")
        cup.answer(ALICE, "count me in")
        assert cup.letter_to(ALICE)["subject"] == "The tournaments here"

        cup.server.hear(ALICE, "tournament join alice secret7 hex-cup")
        cup.server.hear(ALICE, "tournament list")
        cup.answer(ALICE, "count me in")
        assert "Do you want to play in the tournament spring-open?" in words_to(cup, ALICE)

    @pytest.mark.parametrize(
        "line",
        [
            "no thanks", "No", "Nein danke", "not next time", "Nächste Saison bitte ohne mich", "without me please",
            "I'm out", "Sorry, no time for the next season", "Non merci", "La prochaine saison sans moi",
        ],
    )  # fmt: skip
    def test_a_no_to_its_letter_asks_who_is_in_about_leaving(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament join alice secret7 hex-cup")
        cup.server.hear(ALICE, "tournament show hex-cup")
        cup.answer(ALICE, line)

        assert "Do you want to leave the tournament hex-cup?" in words_to(cup, ALICE)
        assert cup.answer(ALICE, "yes") == "done: confirm ******"
        assert "you do not play in the next season" in words_to(cup, ALICE)

    @pytest.mark.parametrize(
        "line", ["I can't wait for the next season!", "No idea", "Isn't the next season soon?", "Thank you!"]
    )
    def test_other_words_do_not(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament join alice secret7 hex-cup")
        cup.server.hear(ALICE, "tournament show hex-cup")
        cup.answer(ALICE, line)

        assert "Do you want to leave" not in words_to(cup, ALICE)

    @pytest.mark.parametrize("line", ["no thanks", "not next time"])
    def test_who_is_not_in_is_asked_nothing(self, cup: Post, line: str) -> None:
        cup.server.hear(ALICE, "tournament show hex-cup")
        cup.answer(ALICE, line)

        assert "Do you want to leave" not in words_to(cup, ALICE)

    def test_who_names_none_gets_the_list(self, cup: Post) -> None:
        mail(cup, ALICE, "I want to join a tournament")

        assert cup.letter_to(ALICE)["subject"] == "The tournaments here"

    def test_who_wants_to_leave_is_asked(self, cup: Post) -> None:
        cup.server.hear(ALICE, "tournament join alice secret7 hex-cup")
        cup.answer(ALICE, "I want to leave the tournament hex-cup")

        assert "Do you want to leave the tournament hex-cup?" in words_to(cup, ALICE)


class TestSettings:
    @pytest.mark.parametrize(
        "line",
        [
            "change letters daily",
            "change letters alice daily",
            "change letters alice PASSWORD daily",
            '"change letters daily"',
        ],
    )
    def test_a_setting_in_an_answer_to_a_board_holds_at_once(self, post: Post, line: str) -> None:
        assert post.answer(ALICE, line) == "done: change letters alice ****** daily"

    def test_so_does_one_in_an_answer_to_a_question_about_a_move(self, post: Post) -> None:
        post.answer(ALICE, "i play d3!")

        assert post.answer(ALICE, "change receipts off") == "done: change receipts alice ****** off"

    def test_in_answer_to_a_receipt_it_is_asked_about(self, post: Post) -> None:
        post.server.hear(ALICE, "message alice secret7 bob", "Hello!")
        post.answer(ALICE, "change letters daily")

        assert post.letter_to(ALICE)["subject"] == "Did you mean this?"
        assert post.answer(ALICE, "yes") == "done: confirm ******"
        assert "you get one letter a day with the boards" in words_to(post, ALICE)

    def test_in_answer_to_a_chat_it_is_not_taken_for_talk(self, post: Post) -> None:
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello!")
        post.answer(ALICE, "change letters daily")

        assert "Did you mean this command?" in words_to(post, ALICE)
        assert "change letters" not in words_to(post, BOB)

    def test_nobody_changes_settings_of_others(self, post: Post) -> None:
        to = post.reply_to(ALICE)

        assert post.answer(BOB, "change letters daily", to=to, subject="Re: Hex Board 101").startswith("refused")

    @pytest.mark.parametrize(
        "line", ["change password fresh-word-9", "change address eve@example.com", "add eve@example.com"]
    )
    def test_what_needs_the_password_is_not_done_without_it(self, post: Post, line: str) -> None:
        assert post.answer(ALICE, line).startswith("refused")


class TestNearMisses:
    def test_yes_to_a_misspelt_name_is_the_right_one(self, post: Post) -> None:
        mail(post, ALICE, "hex challenge alice caorl")

        assert "There is no player called caorl here. Did you mean carol?" in words_to(post, ALICE)
        assert post.answer(ALICE, "yes") == "done: confirm ******"
        assert post.letter_to("carol@example.org")["subject"] == "Hex Board 102"

    def test_yes_to_a_misspelt_tournament_joins_it(self, cup: Post) -> None:
        mail(cup, ALICE, "tournament join alice secret7 hex-cpu")

        assert "Did you mean hex-cup?" in words_to(cup, ALICE)
        assert "secret7" not in words_to(cup, ALICE)
        assert cup.answer(ALICE, "yes") == "done: confirm ******"

    def test_yes_to_a_misspelt_game_is_that_game(self, post: Post) -> None:
        mail(post, ALICE, "othelo challenge alice carol")

        assert post.letter_to(ALICE)["subject"] == "Did you mean this?"
        assert post.answer(ALICE, "yes") == "done: confirm ******"
        assert post.letter_to("carol@example.org")["subject"] == "Othello Board 101"

    def test_the_words_that_a_yes_sends_stand_in_the_question(self, post: Post) -> None:
        """Somebody else may have written them, and the letter."""
        mail(post, ALICE, "othelo challenge alice carol", "You are a fool.")

        assert "with these words for the others: You are a fool. If so" in words_to(post, ALICE)
        assert post.answer(ALICE, "yes") == "done: confirm ******"
        assert "You are a fool." in words_to(post, "carol@example.org")

    def test_a_yes_takes_the_place_of_a_wrong_password_in_a_letter_that_is_proven(
        self, undone_database: Database
    ) -> None:
        mailbox = Mailbox(undone_database)
        mailbox.send("hex move 101 alice sercet7 d3", PROOF)

        assert "The password in your letter is not right." in mailbox.last_text
        assert "sercet7" not in mailbox.last_text
        assert "hex move 101 alice d3#1" in mailbox.last_text
        asked = mailbox.server.outbox()[-1]
        answer = mailbox.send("Re: Did you mean this?", PROOF, to=asked["headers"]["Reply-To"], body="yes")
        assert answer == "done: confirm ******"
        assert "It is your turn, bob: move 2." in mailbox.last_text

    @pytest.mark.parametrize("line", ["hex move 101 alice sercet7 d3", "hex resign 101", "hex move 101 d3"])
    def test_a_letter_that_anybody_may_have_written_asks_for_no_yes(self, post: Post, line: str) -> None:
        before = post.server.everything_stored()["codes"]
        mail(post, ALICE, line)

        assert post.letter_to(ALICE)["subject"] != "Did you mean this?"
        assert post.server.everything_stored()["codes"] == before

    def test_a_wrong_password_counts_though_it_is_asked_about(self, post: Post) -> None:
        for number in range(11):
            mail(post, ALICE, f"hex move 101 alice wrong-{number} d3")

        assert "Too many wrong passwords were given" in words_to(post, ALICE)

    def test_a_guess_beside_a_misspelt_name_counts_too(self, post: Post) -> None:
        for number in range(11):
            mail(post, ALICE, f"message alice wrong-{number} caorl", "Hello")
        mail(post, ALICE, "message alice wrong-99 carol", "Hello")

        assert "Too many wrong passwords were given" in words_to(post, ALICE)

    @pytest.mark.parametrize("line", ["change replies alice sercet7 off", "signoff alice sercet7"])
    def test_a_yes_changes_no_account(self, post: Post, line: str) -> None:
        mail(post, ALICE, line)

        assert post.letter_to(ALICE)["subject"] == "What you wrote"

    def test_from_elsewhere_a_wrong_password_is_no_question(self, post: Post) -> None:
        mail(post, BOB, "hex move 101 alice sercet7 d3")

        assert post.letter_to(BOB)["subject"] != "Did you mean this?"


@pytest.mark.parametrize(("typed", "meant"), [("d33", "d3"), ("dd3", "d3"), ("3d", "d3")])
def test_a_move_with_a_slip_of_the_fingers_is_asked_about(post: Post, typed: str, meant: str) -> None:
    post.answer(ALICE, typed)

    assert f"Did you mean {meant}?" in words_to(post, ALICE)
    assert post.answer(ALICE, "yes").startswith("done")


def test_a_knight_with_a_figure_too_many_is_asked_about(post: Post) -> None:
    post.server.hear(ALICE, "chess challenge alice bob")
    for who, move in ((ALICE, "e4"), (BOB, "e5"), (ALICE, "Nf3")):
        post.answer(who, move)
    post.answer(BOB, "Nc66")

    assert "Did you mean b8-c6?" in words_to(post, BOB)


class TestMakruk:
    """Its queen is called met, which is an English word as well."""

    @pytest.fixture
    def makruk(self, post: Post) -> Post:
        post.server.hear(ALICE, "makruk challenge alice bob")
        return post

    @pytest.mark.parametrize("line", ["met to d2", "Met d2.", "met e1-d2"])
    def test_a_met_is_moved_by_its_name(self, makruk: Post, line: str) -> None:
        assert makruk.answer(ALICE, line).startswith("done: makruk move 101 alice ")

    @pytest.mark.parametrize(
        "line",
        [
            "we met at e4", "We met at d2.", "I met Ann at d2", "I met d4", "we met d2", "have we met? d4 was it",
            "I met you yesterday", "Nice to have met you, Bob", "met", "they met on d4 again and again",
        ],
    )  # fmt: skip
    def test_a_sentence_with_this_word_moves_nothing_unasked(self, makruk: Post, line: str) -> None:
        before = letters_to(makruk, BOB)

        assert makruk.answer(ALICE, line).startswith("refused: ")
        assert letters_to(makruk, BOB) == before
        assert "Nothing" in words_to(makruk, ALICE)


def test_a_slip_that_may_be_two_moves_is_not_guessed(post: Post) -> None:
    post.answer(ALICE, "d12")

    assert "Did you mean" not in words_to(post, ALICE)


class TestARemovedBoard:
    @pytest.fixture
    def removed(self, post: Post) -> Post:
        post.server.hear(None, "hex challenge alice bob")
        post.server.hear(ALICE, "hex move 102 alice secret7 resign")
        assert post.letter_to(BOB)["subject"] == "Hex Board 102"
        return post

    def test_begins_once_more_by_its_button(self, removed: Post) -> None:
        assert ">Rematch</a>" in (html_in(removed.letter_to(BOB)) or "")
        assert "answer this letter with the word rematch" in words_to(removed, BOB)

        assert removed.answer(BOB, "rematch") == "done: hex rematch 102 bob ******"
        assert removed.answer(ALICE, "Yes, of course!") == "done: hex rematch 102 alice ****** yes"

        assert removed.letter_to(BOB)["subject"] == "Hex Board 103"

    def test_does_not_where_somebody_has_left_the_server(self, removed: Post) -> None:
        removed.server.hear(ALICE, "signoff alice secret7")
        removed.answer(ALICE, "yes")

        assert removed.answer(BOB, "rematch").startswith("refused")


class TestANameFirst:
    EVE = "eve@example.com"

    @pytest.mark.parametrize("is_answer", [False, True])
    def test_a_stranger_who_begins_with_a_name_is_offered_a_game_and_may_choose_it(
        self, post: Post, is_answer: bool
    ) -> None:
        if is_answer:
            mail(post, self.EVE, "help")
            post.answer(self.EVE, "signup anna")
        else:
            mail(post, self.EVE, "signup anna")
        assert "Answer this letter with the word chess" in words_to(post, self.EVE)

        assert post.answer(self.EVE, "signup anna") == "done: invitation ****** anna"
        assert "Players: anna (White)" in words_to(post, self.EVE)

    @pytest.mark.parametrize("line", ["signup anna redbreast7 extra!", "move anna", "signup anna@"])
    def test_what_is_more_is_told_as_before(self, post: Post, line: str) -> None:
        mail(post, self.EVE, line)

        assert "What you wrote" in str(post.letter_to(self.EVE)["subject"]) or "anna" in words_to(post, self.EVE)

    def test_a_player_is_told_what_is_missing(self, post: Post) -> None:
        mail(post, ALICE, "signup anna")

        assert "The new password is missing." in words_to(post, ALICE)
