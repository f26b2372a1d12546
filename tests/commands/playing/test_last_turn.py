"""What happened last on a board of Trichet is marked on it, in whatever letter it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server, undone

AFTER_D1 = "Dot laid the tile that is marked *; the one marked + followed by itself."
AFTER_E6 = "Oh laid the tile that is marked *; the 3 marked + followed by themselves."
TILES_OF_D1 = ["4   5 /.*.\\ 6   7", "8   9 \\.+.ooooo10  11"]


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """bob has moved d1 on Trichet board 101, and alice has to move."""
    server = Server(another_with_players())
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d1")
    return server.database


@pytest.fixture
def begun(world: Database) -> Iterator[Server]:
    yield from undone(world)


def test_who_is_to_move_sees_what_the_other_has_laid(begun: Server) -> None:
    letter = begun.hear("alice@example.org", "trichet show 101")

    assert [line for line in letter.text.splitlines() if line in TILES_OF_D1] == TILES_OF_D1
    assert AFTER_D1 in letter.text


def test_a_board_of_an_earlier_move_is_marked_as_it_was_then(begun: Server) -> None:
    begun.hear("alice@example.org", "trichet move 101 alice secret7 e6")

    now = begun.hear("alice@example.org", "trichet show 101").text
    then = begun.hear("alice@example.org", "trichet show 101#1").text
    at_the_start = begun.hear("alice@example.org", "trichet show 101#0").text

    assert AFTER_E6 in now
    assert AFTER_D1 in then
    assert [line for line in then.splitlines() if line in TILES_OF_D1] == TILES_OF_D1
    assert "marked *" not in at_the_start


def test_a_preview_marks_the_last_of_the_moves_that_were_tried_out(begun: Server) -> None:
    assert AFTER_E6 in begun.hear("alice@example.org", "trichet preview 101 e6").text
    assert AFTER_D1 in begun.hear("alice@example.org", "trichet show 101").text


def test_a_queued_answer_is_the_turn_that_is_marked_and_both_are_told(begun: Server) -> None:
    begun.hear("bob@example.org", "trichet queue 101 bob bobpw123 d4")

    letter = begun.say("alice@example.org", "trichet move 101 alice secret7 e6").letter_to("alice@example.org")

    assert "3 tiles followed e6 by themselves." in letter.text
    assert "bob (Dot): d6 (Auto)" in letter.text
    assert "Dot laid the tile that is marked *" in letter.text
    assert letter.text.count("laid the tile that is marked") == 1


def test_a_move_that_is_taken_back_leaves_the_turn_before_it_marked(begun: Server) -> None:
    begun.hear("alice@example.org", "trichet move 101 alice secret7 e6")
    begun.hear("alice@example.org", "trichet move 101 alice secret7 undo")

    letter = begun.say("bob@example.org", "trichet move 101 bob bobpw123 accept").letter_to("alice@example.org")

    assert AFTER_D1 in letter.text
