"""A game that somebody wants in words of their own, with a player or a friend: asked about, and begun by a yes."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from pbmserv.storage.database import Database
from pbmserv.storage.invitations import INVITED
from tests.conversation import Server
from tests.mail.test_asked_in_own_words import letters_to, mail, words_to
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike

ZOE, BEN = "zoe@example.com", "ben@example.com"


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


class TestAStranger:
    @pytest.mark.parametrize(
        ("line", "asked", "board"),
        [
            ("I'd like to play Hex with my friend ben@example.com", "a game of Hex?", ""),
            ("Go 9x9 with ben@example.com", "a game of Go (size 9)?", "Parameters: size 9"),
            (
                "Can I play hex, size 7, unrated, with ben@example.com?",
                "a game of Hex (size 7, not rated)?",
                "Parameters: size 7",
            ),
            ("Ich möchte mit ben@example.com Go auf 13x13 spielen", "a game of Go (size 13)?", "Parameters: size 13"),
            ("Je voudrais jouer au hex contre ben@example.com", "a game of Hex?", ""),
            ("hex with ben@example.com on a small board", "a game of Hex (size 7)?", "Parameters: size 7"),
        ],
    )
    def test_is_asked_about_the_very_invitation_and_a_yes_signs_up_and_sends_it(
        self, post: Post, line: str, asked: str, board: str
    ) -> None:
        mail(post, ZOE, line)

        assert f"Shall ben@example.com be invited to {asked}" in words_to(post, ZOE)
        assert letters_to(post, BEN) == 0
        assert post.answer(ZOE, "yes") == "done: invitation ****** yes"
        assert "zoe invites you to a game of" in words_to(post, BEN)
        assert board in words_to(post, BEN)
        # The game begins for both when the friend agrees.
        assert post.answer(BEN, "yes") == "done: invitation ****** yes"
        assert "Players: zoe" in words_to(post, ZOE)

    def test_the_words_may_stand_in_the_body(self, post: Post) -> None:
        mail(post, ZOE, "Hello", "Dear server,\n\nplay hex with ben@example.com please\n\n-- \nZoe Example")

        assert "Shall ben@example.com be invited to a game of Hex?" in words_to(post, ZOE)

    def test_another_name_and_another_game_keep_the_friend(self, post: Post) -> None:
        mail(post, ZOE, "I'd like to play Hex with ben@example.com")
        first = post.reply_to(ZOE)
        post.answer(ZOE, "hmm, let me think")
        assert "Shall a game of Hex begin, with ben@example.com and you?" in words_to(post, ZOE)
        assert post.answer(ZOE, "name robin", to=first) == "done: invitation ****** robin"

        assert "robin invites you to a game of Hex" in words_to(post, BEN)

    def test_the_name_of_another_game_keeps_the_friend(self, post: Post) -> None:
        mail(post, ZOE, "Hex on 7x7 with ben@example.com")
        post.answer(ZOE, "chess")

        assert "zoe invites you to a game of Chess" in words_to(post, BEN)

    def test_words_below_the_yes_go_to_the_friend(self, post: Post) -> None:
        mail(post, ZOE, "I'd like to play Hex with ben@example.com")
        post.answer(ZOE, "Yes, please\n\nHello Ben, this is Zoe from work!")

        assert "Hello Ben, this is Zoe from work!" in words_to(post, BEN)

    def test_a_no_sends_nothing_and_keeps_no_address(self, post: Post) -> None:
        mail(post, ZOE, "I'd like to play Hex with ben@example.com")
        post.answer(ZOE, "no")

        assert letters_to(post, BEN) == 0
        with post.server.database.reading() as connection:
            assert BEN not in connection.scalars(select(INVITED.c.address)).all()

    def test_can_name_a_player(self, post: Post) -> None:
        mail(post, ZOE, "Can I play Hex against bob? Size 7 please")
        assert "Shall a game of Hex (size 7) begin, with bob and you?" in words_to(post, ZOE)
        post.answer(ZOE, "yes")

        assert "A new Hex board (102) has been started by zoe." in words_to(post, BOB)
        assert "Parameters: size 7" in words_to(post, BOB)

    def test_that_nobody_has_the_name_is_told_and_the_server_plays(self, post: Post) -> None:
        mail(post, ZOE, "Can I play Hex against benno?")

        assert "There is no player called benno here. Answer this letter with the word hex" in words_to(post, ZOE)

    @pytest.mark.parametrize("line", ["Can I play Hex with Ben?", "Hex with Ben"])
    def test_a_name_that_is_nearly_right_is_asked_about(self, post: Post, line: str) -> None:
        post.server.hear("ben.hall@example.com", "signup ben.hall until-then-ben")
        mail(post, ZOE, line)

        assert "There is no player called Ben here. Did you mean ben.hall?" in words_to(post, ZOE)
        assert "Shall a game of Hex begin, with ben.hall and you?" in words_to(post, ZOE)
        post.answer(ZOE, "yes")
        assert "A new Hex board" in words_to(post, "ben.hall@example.com")

    def test_so_is_a_board_that_the_game_does_not_have(self, post: Post) -> None:
        mail(post, ZOE, "hex with ben@example.com, size 77")

        assert "-size takes a whole number from 3 to 19" in words_to(post, ZOE)
        assert post.answer(ZOE, "hex") == "done: invitation ****** hex"
        assert letters_to(post, BEN) == 0

    def test_who_does_not_want_to_play_with_strangers_is_not_challenged(self, post: Post) -> None:
        post.server.hear(BOB, "hex limit bob bobpw123 0")
        mail(post, ZOE, "Can I play Hex against bob?")

        assert post.answer(ZOE, "yes").startswith("refused: ")
        assert "zoe" not in words_to(post, BOB)

    @pytest.mark.parametrize(
        "line",
        ["I don't want to play hex with ben@example.com", "ben@example.com told me about you", "Hello from Ben"],
    )
    def test_who_asks_for_nothing_of_the_kind_is_only_greeted(self, post: Post, line: str) -> None:
        mail(post, ZOE, line)

        assert "Shall" not in words_to(post, ZOE)
        assert "Answer this letter with the word chess" in words_to(post, ZOE)

    @pytest.mark.parametrize("line", ["chess", "Hex", "go"])
    def test_the_name_of_a_game_alone_offers_it(self, post: Post, line: str) -> None:
        mail(post, ZOE, line)

        assert f"Answer this letter with the word {line.lower()}, and the server plays" in words_to(post, ZOE)

    @pytest.mark.parametrize(
        "line",
        [
            "Hex with ben@example.com",
            "I would like to play Hex with Ben, his address is ben@example.com",
            "Please invite ben@example.com to a game of Hex",
            "Hello!\n\nCan I play hex with my friend ben@example.com?",
            "Ich möchte Hex mit ben@example.com spielen",
            "hex please\nwith ben@example.com, we want to play together",
        ],
    )
    def test_may_say_so_in_answer_to_the_first_letter(self, post: Post, line: str) -> None:
        mail(post, ZOE, "What is this?")
        assert "To play with a friend, answer with the game and their mail address" in words_to(post, ZOE)
        post.answer(ZOE, line)

        assert "Shall ben@example.com be invited to a game of Hex?" in words_to(post, ZOE)
        assert letters_to(post, BEN) == 0
        assert post.answer(ZOE, "yes") == "done: invitation ****** yes"
        assert "zoe invites you to a game of Hex" in words_to(post, BEN)

    @pytest.mark.parametrize(("line", "game"), [("hex", "Hex"), ("What is this?", "Chess")])
    def test_a_friend_without_a_game_is_asked_about_for_the_game_that_was_offered(
        self, post: Post, line: str, game: str
    ) -> None:
        mail(post, ZOE, line)
        post.answer(ZOE, "I'd rather play with my friend ben@example.com")

        assert f"Shall ben@example.com be invited to a game of {game}?" in words_to(post, ZOE)
        assert letters_to(post, BEN) == 0

    def test_who_answers_each_letter_gets_more_than_may_go_unanswered(self, post: Post) -> None:
        mail(post, ZOE, "What is this?")
        for number in range(5):
            post.answer(ZOE, f"Hex with ben{number}@example.com")

            assert f"Shall ben{number}@example.com be invited" in words_to(post, ZOE)

    def test_the_answer_may_name_a_player_and_how_to_play(self, post: Post) -> None:
        mail(post, ZOE, "What is this?")
        post.answer(ZOE, "Hex against bob, size 7 please")

        assert "Shall a game of Hex (size 7) begin, with bob and you?" in words_to(post, ZOE)

    @pytest.mark.parametrize(
        "line", ["hex", "hex please\nRegards with love, Zoe", "I want to play hex\n-- \nZoe, zoe@example.com"]
    )
    def test_the_name_of_a_game_still_begins_it(self, post: Post, line: str) -> None:
        mail(post, ZOE, "What is this?")

        assert post.answer(ZOE, line) == "done: invitation ****** hex"

    @pytest.mark.parametrize(
        "line", ["I don't want to play hex with ben@example.com", "Hmm, ben@example.com told me about you"]
    )
    def test_an_answer_that_asks_for_nothing_of_the_kind_asks_nobody(self, post: Post, line: str) -> None:
        mail(post, ZOE, "What is this?")
        post.answer(ZOE, line)

        assert "Shall" not in words_to(post, ZOE)
        assert letters_to(post, BEN) == 0

    @pytest.mark.parametrize(
        ("line", "barred"),
        [("no", 0), ("No thanks", 0), ("No, sorry, no time", 0), ("Nein danke", 0), ("stop", 1), ("unsubscribe", 1)],
    )
    def test_a_no_to_the_first_letter_bars_nothing(self, post: Post, line: str, barred: int) -> None:
        mail(post, ZOE, "What is this?")
        post.answer(ZOE, line)

        told = "no invitation from here comes" if barred else "Nothing has been done: no game begins"
        assert told in words_to(post, ZOE)
        before = letters_to(post, ZOE)
        post.server.hear(ALICE, "hex challenge alice zoe@example.com")
        assert letters_to(post, ZOE) == before + 1 - barred

    @pytest.mark.parametrize(
        ("line", "word"),
        [
            ("anyone for chess?", "chess"), ("Anybody up for a game of Go?", "go"), ("who wants to play hex?", "hex"),
            ("Looking for an opponent for hex", "hex"), ("Wer hat Lust auf Hex?", "hex"),
            ("I'd like to play hex with someone", "hex"),
        ],
    )  # fmt: skip
    def test_who_looks_for_anyone_is_offered_that_game(self, post: Post, line: str, word: str) -> None:
        mail(post, ZOE, line)

        assert f"Answer this letter with the word {word}, and the server plays" in words_to(post, ZOE)

    @pytest.mark.parametrize("line", ["anyone chess zoe secret7", "anyone who plays chess is a fool"])
    def test_what_looks_for_nobody_is_told_as_before(self, post: Post, line: str) -> None:
        mail(post, ZOE, line)

        assert "and the server plays" not in words_to(post, ZOE)

    def test_in_a_name_that_may_be_forged_nobody_is_asked(self, post: Post) -> None:
        mail(post, ZOE, "I'd like to play Hex with ben@example.com", envelope="mallory@evil.example")

        assert letters_to(post, ZOE) == 0


class TestAPlayer:
    @pytest.mark.parametrize(
        ("line", "command"),
        [
            ("Invite bob to a game of Go", "go challenge alice bob"),
            ("challenge bob to go 9x9", "go challenge alice bob -size=9"),
            ("I want to play bob at chess", "chess challenge alice bob"),
            ("Can I play Hex against bob?", "hex challenge alice bob"),
            ("hex with Bob, unrated", "hex challenge alice bob --unrated"),
            ("Ich möchte bob zu einer Partie Go herausfordern", "go challenge alice bob"),
            ("Je voudrais jouer au go contre bob sur 13x13", "go challenge alice bob -size=13"),
            ("Invita a bob a una partida de hex", "hex challenge alice bob"),
            ("I'd like to play reversi against bob", "othello challenge alice bob -start=reversi"),
            ("backgammon against bob, 5 points, with the cube", "backgammon challenge alice bob -points=5 -cube=on"),
            ("backgammon with bob, with doubling", "backgammon challenge alice bob -cube=on"),
            ("I'd like to play backgammon with bob, using the cube", "backgammon challenge alice bob -cube=on"),
            ("backgammon with the doubling cube with bob", "backgammon challenge alice bob -cube=on"),
            ("Backgammon mit bob spielen, mit Dopplerwürfel", "backgammon challenge alice bob -cube=on"),
            ("jouer au backgammon avec bob, avec le videau", "backgammon challenge alice bob -cube=on"),
            ("backgammon with bob, 5 points and the cube", "backgammon challenge alice bob -points=5 -cube=on"),
            ("backgammon with bob without the cube", "backgammon challenge alice bob "),
            ("Can Bob and I play chess?", "chess challenge alice bob"),
            ("Bob and I would like to play hex, size 7", "hex challenge alice bob -size=7"),
            ("Können Bob und ich Schach spielen?", "chess challenge alice bob"),
            ("play yacht with bob and carol", "yacht challenge alice bob carol"),
            ("I want to play hex with someone, size 7", "hex anyone alice -size=7"),
            ("I'd like to play reversi with somebody", "othello anyone alice -start=reversi"),
            ("Ich möchte mit jemandem Schach spielen, ungewertet", "chess anyone alice --unrated"),
            ("Go with ben@example.com on 9x9", "go challenge alice ben@example.com -size=9"),
            ("a game of Connect Four with Bob please", "connect4 challenge alice bob"),
            ("I want to play Connect 4 with bob", "connect4 challenge alice bob"),
            ("four in a row with bob", "connect4 challenge alice bob"),
            ("I'd like to play 4 in a row against bob", "connect4 challenge alice bob"),
            ("Please invite bob to a game of hex on a board of 5", "hex challenge alice bob -size=5"),
            ("invite bob to hex on a 5 board", "hex challenge alice bob -size=5"),
            ("invite bob to go on a board of nine", "go challenge alice bob -size=9"),
            ("play chess with bob, 5 days a move", "chess challenge alice bob --forfeittime=5"),
            ("chess with bob, a week per move", "chess challenge alice bob --forfeittime=7"),
            ("Schach mit bob, drei Tage pro Zug", "chess challenge alice bob --forfeittime=3"),
            ("jouer au go contre bob, deux semaines par coup", "go challenge alice bob --forfeittime=14"),
            ("Connect six with bob, please", "connect6 challenge alice bob"),
            ("nine men's morris with bob", "morris challenge alice bob -men=9"),
            ("I want to play twelve men's morris with bob", "morris challenge alice bob -men=12"),
            ("Je veux jouer à puissance quatre avec bob", "connect4 challenge alice bob"),
            ("Vier gewinnt mit bob spielen", "connect4 challenge alice bob"),
            ("Brazilian draughts with bob", "draughts challenge alice bob -variant=brazilian"),
            ("go with bob, handicap four", "go challenge alice bob -handicap=4"),
        ],
    )
    def test_is_asked_about_the_challenge_with_its_options(self, post: Post, line: str, command: str) -> None:
        mail(post, ALICE, line)

        assert f"The command for that is: {command.strip()} If" in words_to(post, ALICE)
        before = letters_to(post, BOB)
        assert post.answer(ALICE, "Yes please!") == "done: confirm ******"
        assert letters_to(post, BOB) == before + (" bob" in command)

    def test_options_may_stand_below_the_subject_that_says_with_whom(self, post: Post) -> None:
        mail(post, ALICE, "Go with Bob?", "Fancy a game on a 9x9 board?")

        assert "The command for that is: go challenge alice bob -size=9 If" in words_to(post, ALICE)

    def test_who_wants_to_play_with_someone_takes_the_seat_that_waits(self, post: Post) -> None:
        post.server.hear(BOB, "chess anyone bob bobpw123")
        mail(post, ALICE, "I'd like to play chess with someone")
        assert "If an open challenge waits that fits, you take it" in words_to(post, ALICE)
        post.answer(ALICE, "yes")

        assert "A new Chess board" in words_to(post, BOB)
        assert "No game waits for players." in post.server.hear(ALICE, "list open").text

    @pytest.mark.parametrize(
        ("line", "command"),
        [
            ("Play chess with Ben", "chess challenge alice ben.hall"),
            ("I'd like to play hex, size 7, against benhall", "hex challenge alice ben.hall -size=7"),
            ("chess with carrol please", "chess challenge alice carol"),
        ],
    )
    @pytest.mark.parametrize("is_answer", [False, True])
    def test_a_name_that_is_nearly_right_is_asked_about(
        self, post: Post, line: str, command: str, is_answer: bool
    ) -> None:
        post.server.hear("ben.hall@example.com", "signup ben.hall until-then-ben")
        if is_answer:
            post.server.hear(ALICE, "help hex")
            post.answer(ALICE, line)
        else:
            mail(post, ALICE, line)

        other = command.split()[3]
        assert f"Did you mean {other}? The command would be: {command} " in words_to(post, ALICE)
        assert post.answer(ALICE, "yes") == "done: confirm ******"
        assert "board (10" in words_to(post, ALICE)
        assert other in post.server.hear(ALICE, "all show alice").text

    def test_of_several_names_that_are_near_none_is_asked_about(self, post: Post) -> None:
        for name in ("ben.hall", "ben.hill"):
            post.server.hear(f"{name}@example.com", f"signup {name} until-then-ben")
        mail(post, ALICE, "Play chess with Ben")

        assert "There is no player called Ben here. Did you mean" in words_to(post, ALICE)
        assert "The command would be" not in words_to(post, ALICE)

    def test_an_unknown_name_is_told(self, post: Post) -> None:
        mail(post, ALICE, "Can I play Hex against benno?")

        assert "There is no player called benno here." in words_to(post, ALICE)

    @pytest.mark.parametrize("line", ["Go on 11x11 with bob", "hex with bob on 40x40"])
    def test_a_board_that_the_game_does_not_have_is_told(self, post: Post, line: str) -> None:
        mail(post, ALICE, line)

        assert "is not understood: -size takes" in words_to(post, ALICE)

    @pytest.mark.parametrize(
        "line",
        [
            "I do not want to play hex with bob",
            "Thanks, hex was fun with you",
            "Bob and Carol play hex often",
            "Bob and I play hex often",
        ],
    )
    def test_near_misses_ask_for_nothing(self, post: Post, line: str) -> None:
        mail(post, ALICE, line)

        assert "challenge alice" not in words_to(post, ALICE)

    def test_in_answer_to_a_board_a_word_of_its_own_is_needed(self, post: Post) -> None:
        assert post.answer(ALICE, "d3 with check").startswith("refused: hex move 101")
        assert post.answer(ALICE, "I'd like to play go with bob as well") == "done: go challenge alice bob"

    @pytest.mark.parametrize(
        "line",
        [
            "I'd rather play with my friend Ben, ben@example.com. Can you invite him?",
            "Please invite ben@example.com",
        ],
    )
    def test_in_answer_to_a_board_a_friend_is_invited_to_its_game(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)

        assert "An invitation to a game of Hex would go to ben@example.com" in words_to(post, ALICE)
        assert letters_to(post, BEN) == 0

    def test_an_option_is_no_player(self, post: Post) -> None:
        mail(post, ALICE, "backgammon with the doubling cube")

        assert "called doubling" not in words_to(post, ALICE)

    @pytest.mark.parametrize(
        "line", ["Bob and I play hex often", "I have four games", "We are six in the family", "ten to one I win"]
    )
    def test_a_number_alone_names_no_game(self, post: Post, line: str) -> None:
        mail(post, ALICE, line)

        assert "challenge alice" not in words_to(post, ALICE)

    def test_who_is_blocked_cannot_challenge_so_either(self, post: Post) -> None:
        post.server.hear(BOB, "block bob bobpw123 carol")
        before = letters_to(post, BOB)
        mail(post, "carol@example.org", "Can I play Hex against bob?")

        assert post.letter_to("carol@example.org")["subject"] == "What you wrote"
        assert letters_to(post, BOB) == before

    def test_the_name_of_a_game_alone_brings_its_rules(self, post: Post) -> None:
        for line in ("go", "Chess", "dots"):
            assert mail(post, ALICE, line) == f"done: {line.lower()} help"

    def test_a_game_above_other_words_is_still_refused(self, post: Post) -> None:
        assert mail(post, ALICE, "hex", "d3").startswith("refused: hex")


class TestANewPlayer:
    """Answers to the welcome."""

    @pytest.fixture
    def post(self, undone_database: Database) -> Post:
        post = Post(Server(undone_database))
        post.server.hear(ZOE, "signup zoe until-then-zoe")
        return post

    @pytest.mark.parametrize(
        ("line", "game"),
        [
            ("I want to play chess.", "chess"), ("go", "go"), ("play go please", "go"), ("Can we play Hex?", "hex"),
            ("I'd love a game of backgammon", "backgammon"), ("Ich möchte gerne Schach spielen", "chess"),
            ("Schach bitte", "chess"), ("Je voudrais jouer aux échecs", "chess"),
            ("vorrei giocare a scacchi", "chess"),
        ],
    )  # fmt: skip
    def test_who_names_nothing_but_a_game_plays_it_with_the_server(self, post: Post, line: str, game: str) -> None:
        assert post.answer(ZOE, line) == f"done: {game} challenge zoe bot-easy"

    @pytest.mark.parametrize("line", ["Let's go!", "I like chess", "chess is dull", "I don't want to play chess"])
    def test_nothing_begins_by_other_words(self, post: Post, line: str) -> None:
        post.answer(ZOE, line)

        assert not post.server.hear(ZOE, "all show zoe").text.count("bot-easy")

    @pytest.mark.parametrize("line", ["I want to play", "Let's play!", "Ich will spielen", "play bob"])
    def test_who_names_no_game_is_asked_which(self, post: Post, line: str) -> None:
        post.answer(ZOE, line)

        assert "Which game do you want to play, and with whom?" in words_to(post, ZOE)

    @pytest.mark.parametrize("line", ["challenge bob", "a game with bob please"])
    def test_who_names_a_player_is_asked_about_the_usual_game(self, post: Post, line: str) -> None:
        post.answer(ZOE, line)

        assert "Shall a game of Chess begin, with bob and you, zoe?" in words_to(post, ZOE)
        assert "For another game, write a sentence that names one" in words_to(post, ZOE)

    def test_a_misspelt_game_is_not_taken_for_the_usual_one(self, post: Post) -> None:
        post.answer(ZOE, "othelo challenge bob")

        assert "Shall a game" not in words_to(post, ZOE)

    def test_nobody_is_found_by_a_name_that_nobody_has(self, post: Post) -> None:
        post.answer(ZOE, "a game with nobody99 please")

        assert "Shall a game" not in words_to(post, ZOE)
