"""What a session can do that was opened by a link to one board: play there, and nothing else anywhere."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.commands.requests.outcome import Refused, Why
from pbmserv.commands.run.table import COMMANDS
from pbmserv.post_office import Answer, Request
from tests.commands.examples import prepare, takes_secrets
from tests.commands.test_signed_in import without_password
from tests.conversation import PLAYERS, Server

ONE_BOARD = "The link by which you came is good for one board only. For anything else, sign in."
PART_OF_PLAYING = {"move", "queue", "submit", "confirm", "swap", "resign", "chat", "analyse", "showas"}


def by_link(server: Server, userid: str, line: str, comment: str = "", number: int = 101) -> Answer:
    """Have somebody do something who came by a link to a board of Trichet."""
    return server.office.handle(
        Request(signed_in(userid, only_on=("trichet", number)), (line,), body=comment, comment=comment)
    )


def test_who_came_by_a_link_moves_chats_and_votes_on_its_board(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert by_link(server, "bob", "trichet move 101 bob - d3", "Hello!").ok
    assert by_link(server, "alice", "trichet chat 101 alice -", "Hello yourself!").ok
    assert by_link(server, "alice", "trichet move 101 alice - propose").ok
    assert by_link(server, "bob", "trichet move 101 bob - reject").ok
    assert by_link(server, "alice", "trichet analyse 101 alice - a1").ok


@pytest.mark.parametrize("line", ["move 102 bob - d3", "chat 102 bob -", "showas bob - 102", "showas bob - active",
    "showas bob - 101 102", "record 102", "analyse 102 bob - d3", "preview 102 d3"])  # fmt: skip
def test_on_other_boards_it_is_good_for_nothing(server: Server, line: str) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("alice@example.org", "trichet challenge alice bob")
    before = server.everything_stored()

    answer = by_link(server, "bob", f"trichet {line}", "Hello!")

    assert answer.error == ONE_BOARD
    assert isinstance(answer.came_of_it, Refused)
    assert answer.came_of_it.why is Why.UNAUTHORISED
    assert answer.came_of_it.board is None
    assert server.everything_stored() == before


def test_a_board_of_another_game_is_another_board(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")

    assert by_link(server, "bob", "hex move 101 bob - d3").error == ONE_BOARD


@pytest.mark.alike
@pytest.mark.parametrize(
    "command",
    [command for command in COMMANDS if takes_secrets(command) and command.name not in PART_OF_PLAYING],
    ids=lambda command: command.example,
)
def test_whatever_else_takes_a_password_takes_more_than_a_link(server: Server, command: Command) -> None:
    example = without_password(prepare(server, command.example))
    userid = next((word for word in example.split() if word in PLAYERS), "alice")
    before = server.everything_stored()

    answer = by_link(server, userid, example, "Hello!")

    assert not answer.ok
    assert server.everything_stored() == before


@pytest.mark.parametrize("line", ["rematch 101 alice -", "rematch 101 alice - no"])
def test_it_begins_no_other_game(server: Server, line: str) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")
    server.hear("alice@example.org", "trichet move 101 alice secret7 a1")
    server.hear("alice@example.org", "trichet resign 101 alice secret7")
    server.hear("bob@example.org", "trichet rematch 101 bob bobpw123")

    assert by_link(server, "alice", f"trichet {line}").error == ONE_BOARD
    assert server.hear("alice@example.org", f"trichet {line}".replace("-", "secret7")).ok


def test_it_seats_nobody(server: Server) -> None:
    server.hear("alice@example.org", "yacht challenge alice bob carol")
    server.hear("carol@example.org", "yacht resign 101 carol secret9")

    def substitute(who: str) -> Answer:
        asked = Request(signed_in("alice", only_on=("yacht", 101)), (f"yacht substitute 101 alice - {who}",))
        return server.office.handle(asked)

    assert [substitute(who).error for who in ("anyone", "bot-easy")] == [ONE_BOARD] * 2


def test_a_link_is_good_for_its_player_only(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    answer = by_link(server, "alice", "trichet move 101 bob - d3")

    assert answer.error == "You are signed in as alice, and cannot do this for anybody else."


def test_several_commands_in_one_are_no_way_around_it(server: Server) -> None:
    answer = by_link(server, "alice", "multiple", "change broadcasts alice - off")

    assert answer.error == ONE_BOARD
