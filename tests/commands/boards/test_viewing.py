"""The board that a command was about, as front ends show it that write no letters."""

from __future__ import annotations

import pytest

from pbmserv.play.view import BoardView
from tests.conversation import Server

ALICE, BOB, ZOE = "alice@example.org", "bob@example.org", "zoe@example.org"


@pytest.fixture
def playing(server: Server) -> Server:
    """Alice and bob play Trichet, in which bob begins, and Goofspiel, in which alice has bid."""
    server.hear(ALICE, "trichet challenge alice bob")
    server.hear(ALICE, "goofspiel challenge alice bob")
    server.hear(ALICE, "goofspiel move 101 alice secret7 5")
    return server


def seen(server: Server, sender: str, line: str) -> BoardView | None:
    answer = server.say(sender, line).answer
    return answer.came_of_it.board_view(answer.asker)


@pytest.mark.parametrize(
    ("line", "reader", "to_move", "occasion"),
    [
        ("trichet move 101 bob bobpw123 d3", "bob", ("alice",), "turn"),
        ("trichet move 101 bob bobpw123 d999", "bob", ("bob",), "show"),
        ("trichet move 101 bob wrong456 d3", None, ("bob",), "show"),
        ("trichet queue 101 alice secret7 d3", "alice", ("bob",), "chosen"),
        ("trichet submit 101 bob bobpw123 d3", "bob", ("alice",), "submitted"),
        ("trichet preview 101 d3", None, ("alice",), "preview"),
        ("trichet show 101", None, ("bob",), "show"),
        ("trichet showas alice secret7 101", "alice", ("bob",), "show"),
        ("trichet record 101", None, ("bob",), "show"),
        ("trichet resign 101 bob bobpw123", "bob", (), "show"),
    ],
)
def test_whoever_gives_a_command_sees_its_board_as_they_may(
    playing: Server, line: str, reader: str | None, to_move: tuple[str, ...], occasion: str
) -> None:
    view = seen(playing, ZOE, line)

    assert view is not None
    assert (view.reader, view.board.players_to_move, view.board.occasion) == (reader, to_move, occasion)


def test_only_who_has_given_the_password_sees_what_is_their_own(playing: Server) -> None:
    own = seen(playing, ALICE, "goofspiel showas alice secret7 101")
    of_others = [
        seen(playing, BOB, "goofspiel showas bob bobpw123 101"),
        seen(playing, ALICE, "goofspiel show 101"),
        seen(playing, ALICE, "goofspiel move 101 alice wrong456 7"),
    ]

    assert own is not None
    assert [plan.chosen for plan in own.plans] == ["5"]
    assert [view.plans for view in of_others if view] == [(), (), ()]


@pytest.mark.parametrize("line", ["trichet games", "list", "all show alice", "trichet move 999 bob bobpw123 d3"])
def test_there_is_none_where_a_command_is_about_no_board_or_about_several(playing: Server, line: str) -> None:
    assert seen(playing, ALICE, line) is None
