"""Challenges: who can start which games for whom, and what everybody is told."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Option
from pbmserv.games.trichet import Trichet
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import PostOffice
from tests.conversation import ADDRESS, Server


def test_a_challenge_starts_a_board_and_everybody_named_gets_a_letter(either_server: Server) -> None:
    reply = either_server.say("alice@example.org", "trichet challenge alice bob")

    assert reply.ok
    assert reply.readers == {"alice@example.org", "bob@example.org"}
    assert reply.letter_to("alice@example.org").subject == "Trichet Board 101"
    assert reply.letter_to("bob@example.org").subject == "Trichet Board 101"
    assert "A new Trichet board (101) has been started by alice." in reply.letter_to("bob@example.org").text


def test_boards_are_numbered_from_101_one_after_the_other(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert server.say("bob@example.org", "trichet challenge bob carol").subject == "Trichet Board 102"


def test_a_refused_challenge_uses_up_no_number(either_server: Server) -> None:
    either_server.say("alice@example.org", "trichet challenge alice zoe")

    reply = either_server.say("alice@example.org", "trichet challenge alice bob")

    assert reply.subject == "Trichet Board 101"


def test_the_comment_goes_to_everybody_and_the_subject_says_that_there_is_one(server: Server) -> None:
    reply = server.say("alice@example.org", "trichet challenge alice bob", comment="Shall we?")

    assert reply.letter_to("bob@example.org").subject == "Trichet Board 101"
    assert reply.letter_to("bob@example.org").text.endswith(f"{'*' * 60}\nalice writes:\n\nShall we?\n")


def test_names_are_understood_in_any_case_and_shown_as_registered(server: Server) -> None:
    reply = server.say("ALICE@example.org", "TRICHET Challenge ALICE Bob")

    assert reply.subject == "Trichet Board 101"
    assert "Players: alice (Oh), bob (Dot)" in reply.text


@pytest.mark.parametrize(
    "line",
    [
        "trichet challenge -num_tiles=50 alice -win_size=8 bob --unrated",
        "trichet -num_tiles=50 --unrated challenge alice bob -win_size=8",
        "-num_tiles=50 trichet -win_size=8 challenge --unrated alice bob",
    ],
)
def test_parameters_and_options_may_stand_anywhere(server: Server, line: str) -> None:
    reply = server.say("alice@example.org", line)

    assert "Parameters: num tiles 50, win size 8, not rated" in reply.text


def test_an_unknown_parameter_is_refused_with_those_that_exist(server: Server) -> None:
    reply = server.say("alice@example.org", "trichet challenge alice bob -size=5")

    assert not reply.ok
    assert reply.error == "-size is not known: there are -num_tiles, -win_size."


@pytest.mark.parametrize(
    ("typed", "parameters"),
    [
        ("othello challenge alice bob -reversi", "start reversi"),
        ("backgammon challenge alice bob -nackgammon", "start nackgammon"),
        ("hnefatafl challenge alice bob -tablut", "rules tablut"),
        ("hnefatafl challenge alice bob -small", "rules tablut"),
        ("abalone challenge alice bob -Bowl", "start belgian"),
        ("abalone challenge alice bob -start=bowl", "start belgian"),
        ("twixt challenge alice bob -pp -size=12", "size 12, links pp"),
    ],
)
def test_a_word_that_a_parameter_can_be_chooses_it_alone(server: Server, typed: str, parameters: str) -> None:
    reply = server.hear("alice@example.org", typed)

    assert f"Parameters: {parameters}\n" in reply.text


@pytest.mark.parametrize("typed", ["othello challenge alice bob -reversi", "reversi challenge alice bob"])
def test_a_word_chooses_a_parameter_once(server: Server, typed: str) -> None:
    assert server.say("alice@example.org", f"{typed} -start=othello").error == "-start is given twice."


def test_where_there_is_one_parameter_a_refusal_says_what_it_can_be(server: Server) -> None:
    reply = server.say("alice@example.org", "hnefatafl challenge alice bob -large")

    assert reply.error == "-large is not known: there is -rules (fetlar or tablut or brandubh)."


@pytest.mark.parametrize(
    ("typed", "title", "parameters"),
    [
        ("reversi challenge alice bob", "Othello Board 101", "start reversi"),
        ("Nackgammon challenge alice bob -cube", "Backgammon Board 101", "cube, start nackgammon"),
        ("tablut challenge alice bob", "Hnefatafl Board 101", "rules tablut"),
        ("nmm challenge alice bob", "Morris Board 101", ""),
        ("oware challenge alice bob", "Wari Board 101", ""),
    ],
)
def test_a_game_can_be_called_by_another_word(server: Server, typed: str, title: str, parameters: str) -> None:
    reply = server.hear("alice@example.org", typed)

    assert title in reply.subject
    assert (f"Parameters: {parameters}\n" in reply.text) == bool(parameters)


def test_another_word_of_a_game_goes_for_all_its_commands(server: Server) -> None:
    server.hear("alice@example.org", "reversi challenge alice bob")

    assert server.hear("alice@example.org", "reversi move 101 alice secret7 d4").subject == "Othello Board 101"
    assert "Parameters: start reversi\n" in server.hear("bob@example.org", "reversi show 101").text
    assert "Parameters: start reversi\n" in server.hear("bob@example.org", "reversi preview new alice bob").text
    assert server.hear("bob@example.org", "reversi preview 101 e4").ok
    assert server.hear("bob@example.org", "help nmm").subject == "Help for Morris"
    assert "\nMorris (2 players)" in server.hear("bob@example.org", "list nmm").text


def test_an_unknown_option_is_refused_with_those_that_exist(server: Server) -> None:
    reply = server.say("alice@example.org", "trichet challenge alice bob --nope=5")

    assert not reply.ok
    assert reply.error.startswith("--nope is not known: there are --nagtime, --forfeittime, --totaltime,")


@pytest.mark.parametrize(
    ("shortened", "whole"),
    [
        ("-num=20", "num tiles 20"),
        ("-w=8", "win size 8"),
        ("-NUM_T=20 -Win=8", "num tiles 20, win size 8"),
        ("--unr", "not rated"),
    ],
)
def test_parameters_and_options_are_known_by_their_beginnings(server: Server, shortened: str, whole: str) -> None:
    reply = server.hear("alice@example.org", f"trichet challenge alice bob {shortened}")

    assert f"Parameters: {whole}\n" in reply.text


def test_a_beginning_that_several_parameters_have_is_answered_with_the_choices(server: Server) -> None:
    class Sized(Trichet):
        options = (Option("size", 9, "how large"), Option("si", 3, "which side"))

    server.office = PostOffice(server.database, {"trichet": Sized()}, ADDRESS, server.passwords)

    ambiguous = server.say("alice@example.org", "trichet challenge alice bob -s=5")
    exact = server.say("alice@example.org", "trichet challenge alice bob -si=5 -siz=abc")

    assert ambiguous.error == "-s may mean -size or -si."
    assert exact.error.startswith("The parameter -size=abc is not understood")


def test_an_option_is_given_twice_however_it_is_shortened(server: Server) -> None:
    reply = server.say("alice@example.org", "trichet challenge alice bob --n=3 --nag=5")

    assert reply.error == "--nagtime is given twice."


@pytest.mark.parametrize(("forfeit", "nag"), [("30", 7), ("8", 7), ("7", 3), ("5", 2), ("3", 1), ("2", 1), ("1", 1)])
def test_the_reminder_comes_in_time_where_only_the_forfeit_is_named(server: Server, forfeit: str, nag: int) -> None:
    reply = server.hear("alice@example.org", f"trichet challenge alice bob --forfeittime={forfeit}")

    days = f"Reminder after {nag} {_days(nag)}, forfeit after {forfeit} {_days(int(forfeit))} without a move."
    assert days in " ".join(reply.text.split())


def test_a_reminder_that_was_asked_for_has_to_come_before_the_forfeit(server: Server) -> None:
    reply = server.say("alice@example.org", "trichet challenge alice bob --nagtime=7 --forfeittime=5")

    assert "The reminder (--nagtime) would come after the forfeit (--forfeittime)." in reply.error


@pytest.mark.parametrize("value", ["2", "1000", "-5", "5.5", "many", "", "99999999999999999999"])
def test_a_parameter_out_of_range_is_refused_with_what_was_expected(server: Server, value: str) -> None:
    reply = server.say("alice@example.org", f"trichet challenge alice bob -num_tiles={value}")

    assert not reply.ok
    assert "-num_tiles takes a whole number from 3 to 999, for example -num_tiles=96." in reply.error


@pytest.mark.parametrize(
    "line", ["hex challenge alice", "hex challenge alice bob -size=99", "hex challenge alice bob --x"]
)
def test_every_refused_challenge_has_the_subject_that_old_players_know(server: Server, line: str) -> None:
    assert server.say("alice@example.org", line).subject == "What you wrote"


def test_all_that_is_wrong_is_told_at_once(server: Server) -> None:
    reply = server.say("alice@example.org", "trichet challenge alice zoe ALICE --nagtime=30 --forfeittime=10")

    assert not reply.ok
    assert reply.subject == "What you wrote"
    assert reply.error == (
        "Invalid challenge\n"
        "\n"
        "* Trichet is played by 2 players, and 3 are named.\n"
        "* There is no player called zoe here.\n"
        "* The reminder (--nagtime) would come after the forfeit (--forfeittime)."
    )


def test_one_player_alone_is_too_few(server: Server) -> None:
    reply = server.say("alice@example.org", "trichet challenge alice")

    assert "Trichet is played by 2 players, and 1 is named." in reply.error


def test_somebody_who_is_no_player_cannot_start_games_for_others(server: Server) -> None:
    reply = server.say("mallory@example.org", "trichet challenge alice bob")

    assert not reply.ok
    assert "mallory@example.org is not the confirmed address of a player" in reply.error
    assert reply.readers == {"mallory@example.org"}


def test_an_address_that_is_not_confirmed_is_nobodys(server: Server) -> None:
    server.hear("alice@example.org", "add alice secret7 alice@work.example")

    reply = server.say("alice@work.example", "trichet challenge alice bob")

    assert reply.error == (
        "alice@work.example waits for confirmation: a letter with a code has gone there."
        " Answer that letter with yes, and then challenge once more."
    )


def test_who_has_yet_to_confirm_an_address_is_told_of_that_alone(either_server: Server) -> None:
    signup = either_server.hear("heidi@example.org", "signup heidi a-word-of-hers heidi@home.example")
    line = "hex challenge heidi ivan@example.org"

    reply = either_server.say("heidi@home.example", line)

    assert reply.readers == {"heidi@home.example"}
    assert reply.error.startswith("heidi@home.example waits for confirmation")
    assert "\n* " not in reply.error
    code = tokens_in([signup.letter_to("heidi@home.example").reply_to or ""])[Tag.CODE]
    assert either_server.say("heidi@home.example", f"confirm {code}").ok
    assert "ivan@example.org" in either_server.say("heidi@home.example", line).readers


def test_the_operator_can_start_games_for_anybody(server: Server) -> None:
    reply = server.say(None, "trichet challenge alice bob")

    assert reply.ok
    assert "A new Trichet board (101) has been started.\n" in reply.letter_to("bob@example.org").text


def test_a_player_can_start_a_game_for_others(server: Server) -> None:
    reply = server.say("carol@example.org", "trichet challenge alice bob")

    assert "has been started by carol." in reply.letter_to("alice@example.org").text
    assert reply.readers == {"alice@example.org", "bob@example.org", "carol@example.org"}


def _days(count: int) -> str:
    return "day" if count == 1 else "days"


def test_a_clock_of_one_day_and_one_hour_is_told_in_the_singular(server: Server) -> None:
    reply = server.hear("alice@example.org", "trichet challenge alice bob --totaltime=1 --increment=1")

    assert "Each player has 1 day for the whole game, and 1 hour more for each move." in reply.text


def test_a_vote_that_one_day_decides_says_so_in_the_singular(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob --forfeittime=1")

    reply = server.hear("alice@example.org", "trichet move 101 alice secret7 propose")

    assert "No answer within 1 day has the board removed, and it counts for nobody." in " ".join(reply.text.split())


@pytest.mark.parametrize(
    "line",
    ["hex challenge bob bot-easy", "hex challenge bob bob", "yacht challenge bot-easy bob bot-medium bot-hard"],
)
def test_nobody_begins_games_that_another_plays_alone_or_with_bots(server: Server, line: str) -> None:
    refused = server.say("alice@example.org", line)

    assert "A game that bob plays alone or with bots is begun by bob, and by nobody else." in refused.error
    assert server.say("bob@example.org", line).ok
    assert server.say(None, line).ok


def test_nor_a_game_for_one_that_is_another_s(server: Server) -> None:
    assert not server.say("alice@example.org", "trioker-puzzle challenge bob").ok
    assert server.say("bob@example.org", "trioker-puzzle challenge bob").ok


def test_a_game_of_two_others_with_a_bot_can_be_begun_by_anybody(server: Server) -> None:
    assert server.say("alice@example.org", "yacht challenge bob carol bot-easy").ok


def test_who_types_a_password_is_told_that_a_challenge_has_none(server: Server) -> None:
    error = server.say("alice@example.org", "trichet challenge alice secret7 bob").error

    assert "* Trichet is played by 2 players, and 3 are named. A challenge is written without a password.\n" in error
    assert "secret7" not in error
    assert "without a password" not in server.say("alice@example.org", "trichet challenge alice zoe bob").error
