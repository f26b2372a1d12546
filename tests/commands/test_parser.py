"""The parser: what a line becomes, with the games and the commands alone; there is no database in these tests."""

from __future__ import annotations

import pytest

from pbmserv.commands.run.parser import Action, ParseError, parse
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.language.argument_types import TypedMove
from pbmserv.language.command_spec import Claim
from pbmserv.language.words import Misspelt, NoCommand


def parsed(line: str) -> Action:
    action = parse(line, installed(), COMMANDS)
    assert isinstance(action, Action), action
    return action


def fault(line: str) -> ParseError:
    error = parse(line, installed(), COMMANDS)
    assert isinstance(error, ParseError), error
    return error


def test_who_asks_is_no_part_of_what_a_command_is_given() -> None:
    action = parsed("hex move 101 alice secret7 d4")

    assert action.claim == Claim("alice", "secret7")
    assert action.given.values == {"board": 101, "move": TypedMove("d4", None)}
    assert (action.command.name, action.game.word if action.game else "") == ("move", "hex")


def test_the_old_password_says_who_asks_and_the_new_one_is_what_is_wanted() -> None:
    action = parsed("change password alice secret7 otter-secret8")

    assert action.claim == Claim("alice", "secret7")
    assert action.given.values == {"new": "otter-secret8"}


def test_a_name_that_is_asked_about_is_no_claim() -> None:
    assert parsed("forgot alice").claim == Claim()
    assert parsed("forgot alice").given.values == {"userid": "alice"}


@pytest.mark.parametrize("line", ["hex subscribe 101 alice secret7", "hex subscribe alice secret7 101"])
def test_in_both_forms_of_a_command_it_is_known_who_asks(line: str) -> None:
    assert parsed(line).claim == Claim("alice", "secret7")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.example)
def test_whatever_needs_a_player_is_told_in_two_words_who_asks(command: object) -> None:
    forms = [form for form in (command.arguments, command.other_arguments) if form]  # type: ignore[attr-defined]
    claims = [sum(argument.authenticates for argument in form) for form in forms]

    assert set(claims) <= ({2} if command.needs_player else {0})  # type: ignore[attr-defined]


def test_of_a_line_without_a_command_nothing_is_known() -> None:
    error = fault("good morning")

    assert isinstance(error.refusal, NoCommand)
    assert (error.command, error.game, error.is_in_arguments) == (None, None, False)
    assert [word.text for word in error.line.words] == ["good", "morning"]


def test_of_a_command_that_nobody_knows_the_game_is_known() -> None:
    error = fault("hex moev 101 alice secret7 d4")

    assert error.game is installed()["hex"]
    assert error.command is None


def test_of_a_command_with_a_fault_in_its_words_the_command_is_known() -> None:
    error = fault("hex move 101 alice")

    assert error.refusal.words == "The password is missing."
    assert isinstance(error.refusal, Misspelt)
    assert "move" in (error.command.words if error.command else ())
    assert error.is_in_arguments
