"""Looking at things: answered without writing anything, and without waiting for who writes."""

from __future__ import annotations

import pytest

from pbmserv.commands.boards.showing import BoardsShown
from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.credentials import OPERATOR, Credential
from pbmserv.commands.requests.outcome import Refused, Why
from pbmserv.commands.run.runner import ChangesSomething
from pbmserv.commands.run.table import COMMANDS
from pbmserv.post_office import Request
from pbmserv.storage.database import Database
from tests.commands.examples import prepare
from tests.conversation import Server

READING = [command for command in COMMANDS if command.reads_only]

every_reading_command = pytest.mark.parametrize("command", READING, ids=lambda command: command.example)


@pytest.fixture
def busy_server(sqlite_database: Database) -> Server:
    """A server on a file of its own: what one connection holds there, all others wait for."""
    server = Server(sqlite_database)
    server.sign_up("alice", "bob", "carol")
    return server


@every_reading_command
def test_what_only_reads_is_answered_while_somebody_else_writes(busy_server: Server, command: Command) -> None:
    example = prepare(busy_server, command.example)

    with busy_server.database.writing():
        answer = busy_server.office.look(Request(OPERATOR, (example,)))

    assert answer.ok, answer.error
    assert answer.letters


@every_reading_command
def test_what_is_looked_at_is_what_would_have_been_answered(either_server: Server, command: Command) -> None:
    example = prepare(either_server, command.example)
    before = either_server.everything_stored(), either_server.outbox()

    looked = either_server.office.look(Request(OPERATOR, (example,)))

    assert (either_server.everything_stored(), either_server.outbox()) == before
    handled = either_server.say(None, example)
    assert [letter.text for letter in looked.letters] == [letter.text for letter in handled.letters]


@pytest.mark.parametrize(
    "line",
    [
        "trichet move 101 bob bobpw123 d3",
        "trichet move 101 bob",
        "change broadcasts alice secret7 off",
        "forgot alice",
        "multiple",
        "trichet challenge alice bob",
    ],
)
def test_what_changes_something_is_not_looked_at(server: Server, line: str) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    before = server.everything_stored(), server.outbox()

    with pytest.raises(ChangesSomething, match="has to be handled"):
        server.office.look(Request(OPERATOR, (line,)))

    assert (server.everything_stored(), server.outbox()) == before


def test_whoever_looks_learns_what_was_wrong(server: Server) -> None:
    answer = server.office.look(Request(OPERATOR, ("trichet show 999",)))

    assert answer.error == "There is no Trichet board 999."
    assert isinstance(answer.came_of_it, Refused)
    assert answer.came_of_it.why is Why.REFUSED
    assert answer.came_of_it.command == "show"


def test_what_is_looked_at_comes_as_facts(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    shown = server.office.look(Request(OPERATOR, ("trichet show 101 999",))).came_of_it

    assert isinstance(shown, BoardsShown)
    [board, missing] = shown.boards
    assert not isinstance(board, str)
    assert board.board.title == "Trichet Board 101"
    assert missing == "There is no Trichet board 999."


def test_wrong_passwords_are_counted_though_nothing_else_is_written(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    guess = Request(Credential("mallory@example.net"), ("trichet showas alice wrong-guess 101",))

    for _ in range(server.budgets.wrong_passwords.most):
        answer = server.office.look(guess)
        assert isinstance(answer.came_of_it, Refused)
        assert answer.came_of_it.why is Why.UNAUTHORISED
    right = Request(Credential("mallory@example.net"), ("trichet showas alice secret7 101",))

    assert not server.office.look(right).ok
    assert not server.say("mallory@example.net", "trichet showas alice secret7 101").ok
