"""Moves by letter: what they do, and in which order they are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server, undone

NOT_RIGHT = "The userid or the password is not right."


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """alice and bob play on Trichet board 101, where bob has to move; board 102 is over, and 103 is carol's."""
    server = Server(another_with_players())
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("alice@example.org", "trichet challenge alice bob -num_tiles=3")
    server.hear("bob@example.org", "trichet move 102 bob bobpw123 d3")
    server.hear("alice@example.org", "trichet challenge alice carol")
    return server.database


@pytest.fixture
def playing(world: Database) -> Iterator[Server]:
    yield from undone(world)


def test_a_move_is_told_to_both_players(either_server: Server) -> None:
    either_server.hear("alice@example.org", "trichet challenge alice bob")

    reply = either_server.say("bob@example.org", "trichet move 101 bob bobpw123 d3")

    assert reply.ok
    assert reply.readers == {"alice@example.org", "bob@example.org"}
    assert reply.letter_to("alice@example.org").subject == "Trichet Board 101"
    assert "It is your turn, alice: move 2." in reply.letter_to("alice@example.org").text
    assert "It is alice's turn: move 2." in reply.letter_to("bob@example.org").text


def test_the_comment_goes_to_everybody_with_its_author(playing: Server) -> None:
    reply = playing.say("bob@example.org", "trichet move 101 bob bobpw123 d3", comment="Good luck!\n\n  +--+  ")

    letter = reply.letter_to("alice@example.org")
    assert letter.subject == "Trichet Board 101"
    assert letter.text.endswith(f"{'*' * 60}\nbob writes:\n\nGood luck!\n\n  +--+\n")


def test_a_move_may_come_from_any_address(playing: Server) -> None:
    reply = playing.say("bob@holiday.example", "trichet move 101 bob bobpw123 d3")

    assert reply.readers == {"alice@example.org", "bob@example.org", "bob@holiday.example"}
    assert reply.letter_to("bob@holiday.example").subject == "Trichet Board 101"


@pytest.mark.parametrize("word", ["move", "board", "mvoe"])
def test_all_names_of_the_command_mean_the_same(playing: Server, word: str) -> None:
    assert playing.hear("bob@example.org", f"trichet {word} 101 bob bobpw123 d3").subject == "Trichet Board 101"


def test_a_move_with_the_number_of_the_next_one_is_made(playing: Server) -> None:
    assert playing.say("bob@example.org", "trichet move 101 bob bobpw123 d3#1").ok


def test_a_move_is_shown_in_the_games_own_words(playing: Server) -> None:
    reply = playing.say("bob@example.org", "trichet move 101 BOB bobpw123 3D")

    assert "bob (Dot): d3" in reply.text


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        # Each line has every fault that comes later in the order, too.
        ("trichet move zzz no%body wrongpw", "A board number such as 101 is expected here."),
        ("trichet move 999 no%body wrongpw z#9", "A userid is a letter, then letters, digits, '_', '-' or '.',"),
        ("trichet move 999 nobody wrongpw", "The move is missing."),
        ("trichet move 999 nobody wrongpw z#9", "There is no Trichet board 999."),
        ("trichet move 102 nobody wrongpw z#9", NOT_RIGHT),
        ("trichet move 102 carol wrongpw z#9", NOT_RIGHT),
        ("trichet move 102 carol secret9 z#9", "carol does not play on Trichet Board 102."),
        ("trichet move 102 alice secret7 z#9", "The game on Trichet Board 102 is over."),
        ("trichet move 101 alice secret7 z#9", "It is not your turn on Trichet Board 101: bob has to move."),
        ("trichet move 101 bob bobpw123 z#9", "The next move on Trichet Board 101 has number 1, not 9:"),
        ("trichet move 101 bob bobpw123 z#1", 'The text "z" is not a Trichet move:'),
        ("trichet move 101 bob bobpw123 a9#1", "Rotation a does not fit at position 9:"),
    ],
)
def test_the_first_check_that_fails_is_the_answer(playing: Server, line: str, refusal: str) -> None:
    before = playing.everything_stored()

    reply = playing.say("bob@example.org", line)

    assert reply.error.startswith(refusal)
    assert reply.readers == {"bob@example.org"}
    assert playing.everything_stored() == before


def test_who_names_the_game_of_another_board_is_told_which_was_meant(playing: Server) -> None:
    error = playing.say("alice@example.org", "hex move 101 alice secret7 d3").error

    assert error == (
        "There is no Hex board 101. Did you mean Trichet Board 101? The first word of the command names the game."
    )


def test_so_is_who_names_a_board_of_that_game_on_which_others_play(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("carol@example.org", "hex challenge bob carol")

    error = server.say("alice@example.org", "hex resign 101 alice secret7").error

    assert error == (
        "alice does not play on Hex Board 101. Did you mean Trichet Board 101? The first word of the command names"
        " the game."
    )
    assert (
        server.say("carol@example.org", "trichet resign 102 carol secret9").error == "There is no Trichet board 102."
    )
    assert (
        server.say("alice@example.org", "hex resign 101 alice wrongpw").error
        == "The userid or the password is not right."
    )


def test_a_refusal_shows_the_board_as_it_stands(playing: Server) -> None:
    reply = playing.say("bob@example.org", "trichet move 101 bob bobpw123 zz")

    assert reply.subject == "Trichet Board 101"
    assert "Summary of Trichet Board 101\n" in reply.text
    assert "It is your turn, bob: move 1." in reply.text


def test_a_refusal_without_a_board_names_the_game_only(playing: Server) -> None:
    assert playing.say("bob@example.org", "trichet move 999 bob bobpw123 d3").subject == "What you wrote"


def test_who_gives_a_wrong_password_is_shown_no_board(playing: Server) -> None:
    reply = playing.say("mallory@example.org", "trichet move 101 bob wrongpw d3")

    assert "The userid or the password is not right." in reply.text
    assert "Summary of Trichet Board 101" not in reply.text
    assert "trichet move 101 bob PASSWORD " in reply.text
    assert "wrongpw" not in reply.text


def test_a_comment_of_a_refused_move_goes_nowhere(playing: Server) -> None:
    reply = playing.say("bob@example.org", "trichet move 101 bob bobpw123 zz", comment="Gotcha!")

    assert reply.readers == {"bob@example.org"}
    assert "Gotcha!" not in reply.text


def test_the_game_ends_when_its_rules_say_so(either_server: Server) -> None:
    either_server.hear("alice@example.org", "trichet challenge alice bob -num_tiles=3")

    reply = either_server.say("bob@example.org", "trichet move 101 bob bobpw123 d3")

    assert reply.letter_to("alice@example.org").subject == "Trichet Board 101"
    assert "\nGame was a tie.\n" in reply.text
    assert "The tiles ran out before anyone surrounded a region of 10 tiles." in reply.text


def test_a_board_that_was_removed_is_gone(playing: Server) -> None:
    playing.hear("bob@example.org", "trichet resign 101 bob bobpw123")

    reply = playing.say("bob@example.org", "trichet move 101 bob bobpw123 d3")

    assert reply.error.startswith("Trichet Board 101 has been removed")
