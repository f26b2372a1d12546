"""Commands whose parts are known one by one, as pages, programs and bots have them: they mean what is typed."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.credentials import STRANGER, signed_in
from pbmserv.commands.run.parser import Action, CommandFields, ParseError, action_of, parse
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.language.command_spec import Claim
from pbmserv.post_office import Answer, Request
from tests.conversation import Server


def acted(fields: CommandFields, userid: str | None = "alice") -> Action:
    action = action_of(fields, userid, installed(), COMMANDS)
    assert isinstance(action, Action), action
    return action


def why_not(fields: CommandFields) -> str:
    error = action_of(fields, "alice", installed(), COMMANDS)
    assert isinstance(error, ParseError), error
    return error.refusal.words


def done(server: Server, fields: CommandFields, comment: str = "") -> Answer:
    return server.office.handle(Request(signed_in("alice"), comment=comment, fields=fields))


@pytest.mark.parametrize(
    "command",
    # In the others' examples stands a password that nobody can choose.
    [each for each in COMMANDS if each.name not in {"signup", "change password"}],
    ids=lambda command: command.example,
)
def test_the_parts_of_a_command_mean_what_the_whole_means(command: Command) -> None:
    typed = parse(command.example, installed(), COMMANDS)
    assert isinstance(typed, Action)
    words = [word.text for word in typed.line.plain]
    who = {place for place, argument in enumerate(command.arguments_for(words)) if argument.authenticates}
    values = tuple(word for place, word in enumerate(words) if place not in who)

    action = acted(CommandFields(command.name, values, typed.game.word if command.of_a_game and typed.game else ""))

    same = {name: value for name, value in action.given.values.items() if name not in {"board", "boards"}}
    assert same == {name: value for name, value in typed.given.values.items() if name not in {"board", "boards"}}
    assert (action.command, action.game) == (typed.command, typed.game)
    assert action.given.options == typed.given.options


def test_who_is_signed_in_gives_no_password() -> None:
    assert acted(CommandFields("move", ("101", "d4"), "hex")).claim == Claim("alice", None)
    assert acted(CommandFields("list", ("hex",))).claim == Claim()


def test_a_password_that_a_form_asks_for_is_the_claim() -> None:
    action = acted(CommandFields("change password", ("otter-secret8",), claim=Claim("bob", "bobpw123")), None)

    assert action.claim == Claim("bob", "bobpw123")
    assert action.given.values == {"new": "otter-secret8"}


def test_options_are_read_by_their_names_whoever_has_them() -> None:
    given = acted(CommandFields("challenge", ("alice", "bob"), "hex", {"size": "9", "unrated": "on"})).given

    assert given.parameters == {"size": 9}
    assert given.options["unrated"] is True
    assert given.typed == {"unrated"}


def test_an_option_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    assert why_not(CommandFields("challenge", ("alice", "bob"), "hex", {"colour": "red"})).startswith(
        "-colour is not known"
    )


def test_a_value_that_begins_with_a_dash_is_no_option() -> None:
    assert why_not(CommandFields("message", ("--bots",))).startswith("A userid is a letter")


def test_a_value_holds_no_character_that_cannot_be_seen() -> None:
    assert "a character that cannot be seen (U+202E)" in why_not(CommandFields("forgot", ("ali\u202ece",)))


def test_the_parts_are_as_long_as_a_line_at_most() -> None:
    fits = CommandFields("move", ("101", "d" * (2000 - len("hex move 101 alice - "))), "hex")
    too_long = fits._replace(values=("101", f"{fits.values[1]}d"))

    assert acted(fits).given["move"].text == fits.values[1]
    assert why_not(too_long) == "This command is longer than 2,000 characters."


def test_nothing_is_looked_at_of_parts_that_are_longer() -> None:
    refused = action_of(CommandFields("move", ("101", "b3,c4," * 10_000), "hex"), "alice", installed(), COMMANDS)

    assert isinstance(refused, ParseError)
    assert [word.text for word in refused.line.words] == ["hex", "move"]


def test_a_missing_value_is_refused_as_where_it_is_typed() -> None:
    assert why_not(CommandFields("move", ("101",), "hex")).startswith("The move is missing.")


def test_being_signed_in_is_not_enough_to_take_an_account_over(server: Server) -> None:
    before = server.everything_stored()["addresses"]

    answer = done(server, CommandFields("add", ("mallory@example.net",)))

    assert answer.error == "The userid or the password is not right."
    assert server.everything_stored()["addresses"] == before


def test_nobody_who_is_not_signed_in_does_anything_for_a_player(server: Server) -> None:
    answer = server.office.handle(Request(STRANGER, fields=CommandFields("change letters", ("turns",))))

    assert (answer.error or "").startswith("A userid is a letter, then letters, digits,")


def test_a_password_that_is_typed_into_a_field_is_quoted_nowhere(server: Server) -> None:
    answer = done(server, CommandFields("move", ("101", "secret7"), "trichet"))

    assert not answer.ok
    assert "secret7" not in f"{answer.error} {answer.outcome} {[letter.text for letter in answer.letters]}"


def test_what_is_done_by_its_parts_is_done(server: Server) -> None:
    assert done(server, CommandFields("change letters", ("turns",))).ok
    assert done(server, CommandFields("change timezone", ("Europe/Berlin",))).ok
    assert done(server, CommandFields("message", ("bob",)), "Hello!").ok
