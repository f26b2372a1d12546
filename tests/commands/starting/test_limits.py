"""accept, reject, limit and seek: how much somebody wants to play, and what challenges make of it."""

from __future__ import annotations

import pytest

from tests.conversation import Server

ALICE = "alice@example.org"
BOB = "bob@example.org"


def test_who_rejects_cannot_be_challenged_and_the_challenger_is_told(either_server: Server) -> None:
    either_server.hear(BOB, "trichet reject bob bobpw123")

    reply = either_server.say(ALICE, "trichet challenge alice bob")

    assert reply.error == "bob takes no challenges of Trichet."
    assert reply.readers == {ALICE}


def test_who_rejects_one_game_can_be_challenged_in_another(server: Server) -> None:
    server.hear(BOB, "trichet reject bob bobpw123")

    assert server.say(ALICE, "hex challenge alice bob").ok


def test_accepting_ends_rejecting(server: Server) -> None:
    server.hear(BOB, "trichet reject bob bobpw123")
    reply = server.hear(BOB, "trichet accept bob bobpw123")

    assert "You take challenges, as many as come." in reply.text
    assert server.say(ALICE, "trichet challenge alice bob").ok


def test_accepting_with_a_number_is_setting_a_limit(server: Server) -> None:
    reply = server.hear(BOB, "trichet accept bob bobpw123 5")

    assert "You take challenges for up to 5 boards at the same time." in reply.text


@pytest.mark.parametrize("word", ["none", "all", "inf", "accept", "ALL"])
def test_a_limit_is_lifted_by_any_of_the_words_for_it(server: Server, word: str) -> None:
    server.hear(BOB, "trichet limit bob bobpw123 1")

    reply = server.hear(BOB, f"trichet limit bob bobpw123 {word}")

    assert "You take challenges, as many as come." in reply.text


def test_a_limit_can_be_the_word_reject(server: Server) -> None:
    server.hear(BOB, "trichet limit bob bobpw123 reject")

    assert "bob takes no challenges of Trichet." in server.say(ALICE, "trichet challenge alice bob").error


def test_words_for_a_limit_mean_nothing_where_challenges_are_sought(server: Server) -> None:
    reply = server.say(BOB, "trichet seek bob bobpw123 inf")

    assert reply.error == "The number has to be a whole number from 0 to 999, or none."


def test_a_limit_is_reached_with_as_many_boards(either_server: Server) -> None:
    either_server.hear(BOB, "trichet limit bob bobpw123 2")
    either_server.hear(ALICE, "trichet challenge alice bob")
    either_server.hear(ALICE, "trichet challenge bob carol")

    reply = either_server.say(ALICE, "trichet challenge alice bob")

    assert "bob is at the limit of 2 boards of Trichet at the same time." in reply.error


def test_a_limit_holds_for_boards_that_one_starts_oneself(server: Server) -> None:
    server.hear(BOB, "trichet limit bob bobpw123 1")
    server.hear(BOB, "trichet challenge bob carol")

    reply = server.say(BOB, "trichet challenge bob alice")

    assert "bob is at the limit of 1 board of Trichet at the same time." in reply.error


def test_boards_of_other_games_do_not_count(server: Server) -> None:
    server.hear(BOB, "trichet limit bob bobpw123 1")
    server.hear(BOB, "hex challenge bob carol")

    assert server.say(ALICE, "trichet challenge alice bob").ok


def test_a_board_that_is_over_makes_room(server: Server) -> None:
    server.hear(BOB, "trichet limit bob bobpw123 1")
    server.hear(ALICE, "trichet challenge alice bob")
    server.hear(ALICE, "trichet resign 101 alice secret7")

    assert server.say(ALICE, "trichet challenge alice bob").ok


def test_a_limit_can_be_lifted(server: Server) -> None:
    server.hear(BOB, "trichet limit bob bobpw123 1")
    server.hear(ALICE, "trichet challenge alice bob")
    server.hear(BOB, "trichet limit bob bobpw123 none")

    assert server.say(ALICE, "trichet challenge alice bob").ok


def test_a_limit_of_0_rejects_all_challenges(server: Server) -> None:
    reply = server.hear(BOB, "trichet limit bob bobpw123 0")

    assert "You take no challenges." in reply.text
    assert not server.say(ALICE, "trichet challenge alice bob").ok


def test_all_who_do_not_want_are_named_at_once(server: Server) -> None:
    server.hear(ALICE, "trichet reject alice secret7")
    server.hear(BOB, "trichet reject bob bobpw123")

    reply = server.say(ALICE, "trichet challenge alice bob")

    assert reply.error == (
        "Invalid challenge\n\n* alice takes no challenges of Trichet.\n* bob takes no challenges of Trichet."
    )


@pytest.mark.parametrize("command", ["limit", "seek"])
def test_without_a_number_the_present_state_is_told(server: Server, command: str) -> None:
    server.hear(BOB, "trichet limit bob bobpw123 3")
    server.hear(BOB, "trichet seek bob bobpw123 2")
    server.hear(ALICE, "trichet challenge alice bob")

    reply = server.hear(BOB, f"trichet {command} bob bobpw123")

    assert reply.subject == "Trichet limits of bob"
    assert reply.text.startswith(
        "bob, you play 1 board of Trichet now.\n"
        "\n"
        "You take challenges for up to 3 boards at the same time.\n"
        "You would like 1 more challenge: the standings say so, and the server brings\n"
        "you together with others who seek the game (help open).\n"
    )


def test_a_program_that_seeks_is_not_told_that_it_is_brought_together_with_anybody(server: Server) -> None:
    server.hear(BOB, "change bot bob bobpw123 on")

    assert "2 more challenges: the standings say so.\n" in server.hear(BOB, "trichet seek bob bobpw123 2").text


def test_seeking_goes_down_by_one_with_each_challenge_and_ends_at_none(either_server: Server) -> None:
    either_server.hear(BOB, "trichet seek bob bobpw123 1")
    either_server.hear(ALICE, "trichet challenge alice bob")
    either_server.hear(ALICE, "trichet challenge alice bob")

    assert "would like" not in either_server.hear(BOB, "trichet seek bob bobpw123").text


def test_a_refused_challenge_does_not_count_as_one_that_was_sought(server: Server) -> None:
    server.hear(BOB, "trichet seek bob bobpw123 2")
    server.say(ALICE, "trichet challenge alice bob zoe")

    assert "You would like 2 more challenges" in server.hear(BOB, "trichet seek bob bobpw123").text


def test_who_rejects_does_not_seek_any_more(server: Server) -> None:
    server.hear(BOB, "trichet seek bob bobpw123 2")
    server.hear(BOB, "trichet reject bob bobpw123")

    assert "would like" not in server.hear(BOB, "trichet accept bob bobpw123").text


def test_who_rejects_cannot_seek(server: Server) -> None:
    server.hear(BOB, "trichet reject bob bobpw123")

    reply = server.say(BOB, "trichet seek bob bobpw123 2")

    assert reply.error == (
        'You take no challenges of Trichet, so you cannot seek any. First write: "trichet accept bob PASSWORD".'
    )


@pytest.mark.parametrize("word", ["accept", "reject"])
def test_who_answers_a_proposal_without_the_word_move_is_told_how(server: Server, word: str) -> None:
    reply = server.say(BOB, f"trichet {word} 101 bob bobpw123")

    assert f'write {word} as a move, such as "trichet move 101 alice PASSWORD {word}".' in reply.error


@pytest.mark.parametrize("number", ["-1", "1.5", "many", "1000", "9" * 400, "²"])
def test_a_number_that_is_none_is_refused_with_what_was_expected(server: Server, number: str) -> None:
    reply = server.say(BOB, f"trichet limit bob bobpw123 {number}")

    assert reply.error == "The number has to be a whole number from 0 to 999, or none."
    assert "trichet limit userid password [number]" in reply.text
    assert "trichet limit bob PASSWORD 5" in reply.text


def test_a_wrong_password_changes_nothing(server: Server) -> None:
    before = server.everything_stored()

    for command in ("accept", "reject", "limit", "seek"):
        assert server.say(BOB, f"trichet {command} bob secret9").error == "The userid or the password is not right."

    assert server.everything_stored() == before
