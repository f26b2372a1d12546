"""One player in both seats of a board, where the game can bear it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbmserv.commands.boards.records import verify_board
from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from tests.conversation import Reply, Server

ALICE = "alice@example.org"


@pytest.fixture
def alone(server: Server) -> Server:
    """Hex board 101, on which alice plays with herself."""
    server.hear(ALICE, "hex challenge alice alice -size=3")
    return server


def move(server: Server, text: str) -> Reply:
    return server.hear(ALICE, f"hex move 101 alice secret7 {text}")


@pytest.mark.parametrize("game", ["trichet", "hex", "pairimpair"])
def test_a_game_that_hides_nothing_can_be_played_with_oneself(either_server: Server, game: str) -> None:
    reply = either_server.hear(ALICE, f"{game} challenge alice alice")

    assert reply.readers == {ALICE}
    assert len(reply.letters) == 1
    assert f"{game} 101" in either_server.hear(ALICE, "all show alice next").text.lower()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("triominoes challenge alice ALICE", "in Triominoes each seat has something to hide from the others"),
        ("trioker challenge bob alice bob", "in Trioker each seat has something to hide from the others"),
        ("goofspiel challenge alice alice", "in Goofspiel all move at once"),
    ],
)
def test_a_game_that_cannot_bear_it_says_why(server: Server, line: str, why: str) -> None:
    before = server.everything_stored()

    reply = server.say(ALICE, line)

    assert f"is named more than once: {why}" in reply.error
    assert server.everything_stored() == before


def test_letters_say_which_seat_is_to_move(alone: Server) -> None:
    first, second = move(alone, "a1"), move(alone, "b2")

    assert "It is your turn, alice (Horizontal): move 2." in first.text
    assert "It is your turn, alice (Vertical): move 3." in second.text
    assert "It is alice (Vertical)'s turn: move 3." in alone.hear("bob@example.org", "hex show 101").text
    assert "hex move 101 alice PASSWORD" in second.text


def test_where_each_has_one_seat_letters_name_the_player_alone(server: Server) -> None:
    reply = server.hear(ALICE, "hex challenge alice bob")

    assert "It is your turn, alice: move 1." in reply.letter_to(ALICE).text
    assert "It is alice's turn: move 1." in reply.letter_to("bob@example.org").text


def test_sides_are_swapped_with_oneself(alone: Server) -> None:
    move(alone, "a1")

    assert "It is your turn, alice (Horizontal): move 3." in move(alone, "swap").text


def test_a_move_is_taken_back_at_once(alone: Server) -> None:
    move(alone, "a1")
    move(alone, "b2")

    reply = move(alone, "undo")

    assert "The last move of alice has been taken back" in reply.text
    assert "It is your turn, alice (Horizontal): move 2." in reply.text


def test_a_tie_is_agreed_on_at_once(alone: Server) -> None:
    reply = move(alone, "propose")

    assert reply.subject == "Hex Board 101"
    assert "Game over." in reply.text
    assert verify_board(alone.database, installed(), "hex", 101).holds


def test_a_game_that_is_won_changes_no_rating(alone: Server) -> None:
    for text in ("b1", "a2", "b2", "a3", "b3"):
        last = move(alone, text)

    assert "Game won by alice.\nVertical has joined top and bottom." in last.text
    assert "Rating" not in last.text
    assert verify_board(alone.database, installed(), "hex", 101).holds
    assert "1600" not in alone.hear(ALICE, "hex standings").text


def test_to_resign_gives_up_both_seats(alone: Server) -> None:
    move(alone, "a1")
    move(alone, "b2")

    reply = alone.hear(ALICE, "hex resign 101 alice secret7")

    assert "Game over." in reply.text
    assert "alice resigned." in reply.text
    assert verify_board(alone.database, installed(), "hex", 101).holds


def test_a_game_that_has_not_begun_is_removed(alone: Server) -> None:
    move(alone, "a1")

    assert alone.hear(ALICE, "hex resign 101 alice secret7").subject == "Hex Board 101"


def test_a_move_can_be_queued_for_after_a_move_of_ones_own_other_seat(alone: Server) -> None:
    alone.hear(ALICE, "hex queue 101 alice secret7 if a1 then b2")

    reply = move(alone, "a1")

    assert "It is your turn, alice (Vertical): move 3." in reply.text


def test_what_is_thrown_away_is_told_whichever_of_the_seats_it_was_queued_for(alone: Server) -> None:
    alone.hear(ALICE, "hex queue 101 alice secret7 if c3 then b2")

    assert "Your queued move (if c3 then b2) was for another position" in move(alone, "a1").text


def test_who_runs_out_of_time_is_out_with_both_seats(alone: Server) -> None:
    move(alone, "a1")
    move(alone, "b2")
    clockwork = Scheduler(alone.database, alone.office, installed())
    for days in (8, 14, 2):
        alone.now += timedelta(days=days)
        round_of_clock = clockwork.make_round(alone.now)
        assert not round_of_clock.failed

    shown = alone.hear(ALICE, "hex show 101").text
    assert "alice ran out of time." in shown
    assert verify_board(alone.database, installed(), "hex", 101).holds


def test_it_counts_as_one_board_of_one_player(alone: Server) -> None:
    assert "1 board with 1 player at the moment" in " ".join(alone.hear(ALICE, "list hex").text.split())
    assert "you play 1 board" in " ".join(alone.hear(ALICE, "hex limit alice secret7").text.split())
