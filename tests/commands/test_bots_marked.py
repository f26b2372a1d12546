"""Wherever letters list players, those for whom no human being plays are marked."""

from __future__ import annotations

import pytest

from tests.conversation import Server

ALICE, BOB, CAROL = (f"{name}@example.org" for name in ("alice", "bob", "carol"))


@pytest.fixture
def playing(server: Server) -> Server:
    """A server on which alice plays with a bot of the server, and carol is a program."""
    server.hear(CAROL, "change bot carol secret9 on")
    server.hear(ALICE, "hex challenge alice bot-easy")
    return server


@pytest.mark.parametrize("line", ["hex games active", "hex games 101", "all show alice"])
def test_in_lists_of_boards(playing: Server, line: str) -> None:
    text = playing.hear(ALICE, line).text

    assert "Hex 101  alice bot-easy (bot)  alice    " in text
    assert "alice (bot)" not in text


def test_in_lists_of_boards_with_opponents(playing: Server) -> None:
    playing.hear(ALICE, "hex challenge alice bob")
    playing.hear(ALICE, "hex challenge alice carol")

    refused = playing.say(ALICE, "hex move 101 alice secret7 z99")
    of_a_person = playing.say(ALICE, "hex move 102 alice secret7 z99")

    assert "Hex Board 101 against bot-easy (bot): " in " ".join(refused.text.split())
    assert "Hex Board 102 against bob: " in " ".join(of_a_person.text.split())


def test_in_lists_of_games_that_are_over(playing: Server) -> None:
    playing.hear(ALICE, "hex challenge alice carol")
    playing.hear(ALICE, "hex move 102 alice secret7 a1")
    playing.hear(CAROL, "hex move 102 carol secret9 b2")
    playing.hear(ALICE, "hex resign 102 alice secret7")

    text = playing.hear(ALICE, "hex history").text

    assert "2024-03-01    102  carol        1  alice carol (bot)\n" in text


def test_in_open_challenges_and_the_letters_about_them(playing: Server) -> None:
    put_up = playing.hear(CAROL, "goofspiel challenge carol anyone anyone")
    joined = playing.hear(ALICE, "goofspiel join 101 alice secret7")
    playing.hear(BOB, "triominoes challenge bob anyone anyone")
    joined_by_program = playing.hear(CAROL, "triominoes join 101 carol secret9")

    listed = playing.hear(BOB, "list open").text

    assert "Goofspiel Board 101: carol (bot), anyone, anyone." in put_up.letter_to(CAROL).text
    assert "To take it back, just answer" in put_up.letter_to(CAROL).text
    assert "Goofspiel Board 101: carol (bot), alice, anyone." in joined.letter_to(CAROL).text
    assert "Triominoes Board 101: bob, carol (bot), anyone." in joined_by_program.letter_to(BOB).text
    assert "goofspiel 101   carol (bot) alice anyone" in listed
    assert "triominoes 101  bob carol (bot) anyone" in listed


def test_where_seats_are_to_be_taken_over(playing: Server) -> None:
    playing.hear(ALICE, "goofspiel challenge alice bob carol")
    for player in ("alice secret7", "bob bobpw123", "carol secret9"):
        playing.hear(f"{player.split()[0]}@example.org", f"goofspiel move 101 {player} 1")
    playing.hear(BOB, "goofspiel resign 101 bob bobpw123")
    playing.hear(ALICE, "goofspiel substitute 101 alice secret7 anyone")
    playing.hear(CAROL, "goofspiel substitute 101 carol secret9 yes")

    listed = [line.split("  ") for line in playing.hear(BOB, "list open").text.splitlines()]
    assert ["goofspiel 101", "alice bob carol (bot)", "bob"] in [line[:3] for line in listed]
