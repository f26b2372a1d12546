"""Trying moves out: on a board as it stands or as it stood, and in a game that nobody has started."""

from __future__ import annotations

import pytest

from tests.conversation import Server

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"


@pytest.fixture
def playing(server: Server) -> Server:
    """Trichet board 101, after d3 of bob and a1 of alice."""
    server.hear(ALICE, "trichet challenge alice bob")
    server.hear(BOB, "trichet move 101 bob bobpw123 d3")
    server.hear(ALICE, "trichet move 101 alice secret7 a1")
    return server


def test_a_new_game_can_be_tried_out_with_a_number_of_players(server: Server) -> None:
    reply = server.hear(CAROL, "trichet preview new 2 d3 -num_tiles=20")

    assert reply.subject == "Trichet preview"
    assert "A game of Trichet as it might be played. Nothing has been started." in reply.text
    assert "Players: player1 (Oh), player2 (Dot)" in reply.text
    assert "player2 (Dot): d3" in reply.text
    assert "It would be player1's turn." in reply.text


def test_each_number_of_players_that_the_game_takes_can_be_tried_out(server: Server) -> None:
    reply = server.hear(CAROL, "goofspiel preview new 4")

    assert "Players: player1 (Clubs), player2 (Hearts), player3" in reply.text


@pytest.mark.parametrize("number", ["0", "1", "3", "99", "9" * 300])
def test_a_number_of_players_that_the_game_does_not_take_is_refused(server: Server, number: str) -> None:
    reply = server.say(CAROL, f"trichet preview new {number} d3")

    assert reply.error == (
        "After new the names of players are expected, or how many there are (Trichet is played by 2 players), and"
        " then moves."
    )


def test_names_may_still_stand_where_the_number_may(server: Server) -> None:
    reply = server.hear(CAROL, "trichet preview new alice bob d3")

    assert "Players: alice (Oh), bob (Dot)" in reply.text


def test_a_board_is_replayed_as_it_stood_after_a_move(playing: Server) -> None:
    assert playing.hear(CAROL, "trichet replay 101 1").text == playing.hear(CAROL, "trichet preview 101#1").text


def test_moves_are_replayed_from_there(playing: Server) -> None:
    replayed = playing.hear(CAROL, "trichet replay 101 0 d3 a1")

    assert replayed.text == playing.hear(CAROL, "trichet preview 101#0 d3 a1").text
    assert "bob (Dot): d3" in replayed.text


@pytest.mark.parametrize("command", ["preview 101#1 a1", "replay 101#1 a1", "replay 101 1 a1"])
def test_the_number_of_the_move_may_stand_behind_the_board_too(playing: Server, command: str) -> None:
    assert "alice (Oh): a1" in playing.hear(CAROL, f"trichet {command}").text


def test_without_a_number_a_board_is_replayed_as_it_stands(playing: Server) -> None:
    replayed = playing.hear(CAROL, "trichet replay 101 b1").text

    assert replayed == playing.hear(CAROL, "trichet preview 101 b1").text


def test_a_move_that_was_never_made_cannot_be_replayed_from(playing: Server) -> None:
    reply = playing.say(CAROL, "trichet replay 101 3")

    assert reply.error.startswith("Trichet Board 101 has 2 moves: after the # a number from 0 (the start) to 2")


def test_a_new_game_can_be_replayed(server: Server) -> None:
    assert server.hear(CAROL, "trichet replay new 2 d3").subject == "Trichet preview"
