"""Every command with every fault that its declaration lets one think of: refused in a sentence, nothing changed.

The faults are made from the declarations, so that a new command is tried without a word here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbmserv.commands.requests.context import Command
from pbmserv.commands.run.table import COMMANDS
from pbmserv.commands.tournaments.actions import NewJoinWord, NewTournamentName
from pbmserv.commands.watching.actions import BoardOrAll
from pbmserv.games.base import Option
from pbmserv.games.catalogue import installed
from pbmserv.language import argument_types
from pbmserv.language.command_spec import Argument, ArgumentType
from pbmserv.storage.database import Database
from tests.commands.examples import CODE, prepare, sender_of
from tests.commands.refusals import complaints
from tests.conversation import Server, undone

OVER, REMOVED, OF_BOB_AND_CAROL, OF_ALICE_AND_CAROL = 102, 103, 104, 105

ALSO_AFTER_THE_END = {"chat", "subscribe", "unsubscribe", "notify", "record"}
ALSO_FOR_OTHERS = {"subscribe", "unsubscribe", "notify", "record"}
"""Commands that may be given on boards that are over, and on boards that one does not play on."""

ALSO_WHEN_REMOVED = {"chat"}
"""Commands that may be given on boards that were removed: who withdrew may be answered by the other players."""

KEEPS_ANY_MOVE = {"queue"}
"""Commands that cannot tell whether a move is legal, since it is meant for later."""

TELLS_NOBODY_WHO_PLAYS = {"forgot"}
"""Commands that are answered in the same way whether there is such a player or not."""

NUMBERS = ["abc", "-1", "1.5", "1e2", "0x65", "٣", "１０１", "99999999999999999999"]
WRONG: dict[type[ArgumentType], list[str]] = {
    argument_types.Userid: [
        "nobody",
        "9lives",
        "al%ice",
        "аlice",
        "alıce",
        "alicé",
        "ａｌｉｃｅ",
        '"ali ce"',
        '""',
        "x" * 33,
    ],
    argument_types.NewUserid: ["ALICE", "All", "new", "9lives", "аlice", "x" * 33, '""'],
    argument_types.Password: ["wrongpw", "SECRET7", "ѕecret7", "secret", '""', "x" * 300],
    argument_types.NewPassword: ["short", "x" * 73, '"with blanks"', '""'],
    argument_types.Code: ["aaaaaaaaaaaaaaaaa", CODE[:-1], '""'],
    argument_types.BoardNumber: [*NUMBERS, "0", "999", "999999999", "101#1", '""'],
    BoardOrAll: [*NUMBERS[1:], "0", "999", "999999999", "101#1"],
    argument_types.BoardsOrSelectors: [
        *NUMBERS[1:],
        "0",
        "999",
        "999999999",
        "101#99",
        "101#",
        "101,102",
        "nobody",
        '""',
    ],
    argument_types.MoveText: ["zz", "d3#99", "#1", "x" * 300, "-5", '""'],
    NewTournamentName: ["ALICE_CUP", "9lives", "x" * 300, "-5", '""'],
    NewJoinWord: ["short", "x" * 300, '""'],
    argument_types.MailAddress: [
        "nobody",
        "@example.org",
        "alice@",
        "alice@ex%ample.org",
        "аlice@example.org",
        "x" * 300,
        '""',
    ],
}
IN_GENERAL = ["xyzzyxyzzy", "x" * 300, "-5", "99999999999999999999", '""']
"""What fits no other kind of argument."""


@dataclass(frozen=True)
class Fault:
    """A line with something wrong in it."""

    what: str
    line: str


def faults_of(command: Command) -> Iterator[Fault]:
    """All the faults that a command can be given with."""
    yield Fault("a quote that is not closed", f'{command.example} "')
    yield Fault("a character that nobody can see", f"{command.example} \u202e")
    yield Fault("10,000 characters", f"{command.example} {'x' * 10_000}")
    for unknown in ("--nope=1", "-nope=1", "--nope", "-nope"):
        yield Fault(f"unknown option {unknown}", f"{command.example} {unknown}")
    for option, dashes in _options_of(command):
        yield from _faults_of_an_option(command, option, dashes)
    for names, arguments, words in _forms_of(command):
        yield from _faults_of_arguments(names, arguments, words)
        yield from _faults_of_boards(command, names, arguments, words)


def _options_of(command: Command) -> Iterator[tuple[Option, str]]:
    yield from ((option, "--") for option in command.options)
    if command.takes_game_parameters:
        yield from ((option, "-") for option in installed()["trichet"].options)


def _faults_of_an_option(command: Command, option: Option, dashes: str) -> Iterator[Fault]:
    values = ["=", "=many", "=-1", "=1.5", "=99999999999999999999", f"={'x' * 300}"]
    if option.low:
        values.append(f"={option.low - 1}")
    if option.high:
        values.append(f"={option.high + 1}")
    for value in values:
        yield Fault(f"a wrong value of {option.name}", f"{command.example} {dashes}{option.name}{value}")
    default = str(option.default).replace("False", "off")
    twice = f"{dashes}{option.name}={default} {dashes}{option.name}={default}"
    yield Fault(f"{option.name} twice", f"{command.example} {twice}")


def _forms_of(command: Command) -> Iterator[tuple[list[str], Sequence[Argument], list[str]]]:
    """For each form of a command: the words that name it, its arguments, and words that would be right for them."""
    words = command.example.split()
    named = len(command.name.split()) + command.of_a_game
    yield words[:named], command.arguments, words[named:]
    if command.other_arguments:
        right = {argument_types.Userid: "alice", argument_types.Password: "secret7"}
        others = [right.get(type(argument.kind), "101") for argument in command.other_arguments]
        yield words[:named], command.other_arguments, others


def _faults_of_arguments(names: list[str], arguments: Sequence[Argument], words: list[str]) -> Iterator[Fault]:
    for place, argument in enumerate(arguments):
        if not argument.optional:
            yield Fault(f"no {argument.name}", " ".join([*names, *words[:place]]))
        for wrong in _wrong(argument.kind):
            if place > len(words):
                continue
            rest = [] if argument.repeated else words[place + 1 :]
            yield Fault(f"a wrong {argument.name}", " ".join([*names, *words[:place], wrong, *rest]))
    if arguments and arguments[-1].repeated:
        last = len(arguments) - 1
        many = [words[last] if len(words) > last else "bob"] * (arguments[-1].most + 1)
        yield Fault("too many words", " ".join([*names, *words[:last], *many]))
    else:
        yield Fault("too many words", " ".join([*names, *words, "surplus", "surplus"]))


def _faults_of_boards(
    command: Command, names: list[str], arguments: Sequence[Argument], words: list[str]
) -> Iterator[Fault]:
    places = [
        place
        for place, argument in enumerate(arguments)
        if isinstance(argument.kind, (argument_types.BoardNumber, BoardOrAll))
    ]
    if not places or len(words) <= places[0]:
        return
    before, after = [*names, *words[: places[0]]], words[places[0] + 1 :]
    if command.name not in ALSO_WHEN_REMOVED:
        yield Fault("a board that was removed", " ".join([*before, str(REMOVED), *after]))
    if command.name not in ALSO_AFTER_THE_END:
        yield Fault("a board that is over", " ".join([*before, str(OVER), *after]))
    if command.name not in ALSO_FOR_OTHERS:
        foreign = OF_BOB_AND_CAROL if "alice" in after else OF_ALICE_AND_CAROL
        yield Fault("somebody else's board", " ".join([*before, str(foreign), *after]))


def _wrong(kind: ArgumentType) -> list[str]:
    return next((WRONG[each] for each in type(kind).__mro__ if each in WRONG), IN_GENERAL)


def is_no_fault(command: Command, fault: Fault) -> bool:
    """Whether this command may be given like that all the same."""
    if command.name in TELLS_NOBODY_WHO_PLAYS and fault.what == "a wrong userid" and fault.line.endswith(" nobody"):
        return True
    return command.name in KEEPS_ANY_MOVE and fault.what == "a wrong move" and not fault.line.endswith(("#1", '""'))


@pytest.fixture(scope="module")
def boards(another_with_players: Callable[[], Database]) -> Database:
    """Trichet boards: 101 of alice and bob, whose turn it is; 102 over; 103 removed; 104 and 105 of carol and one."""
    server = Server(another_with_players())
    prepare(server, "")
    server.hear("alice@example.org", "trichet challenge alice bob -num_tiles=3")
    server.hear("bob@example.org", f"trichet move {OVER} bob bobpw123 d3")
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", f"trichet resign {REMOVED} bob bobpw123")
    server.hear("alice@example.org", "trichet challenge bob carol")
    server.hear("alice@example.org", "trichet challenge alice carol")
    return server.database


@pytest.fixture
def world(boards: Database) -> Iterator[Server]:
    yield from undone(boards)


@pytest.mark.alike
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.example)
def test_every_fault_is_refused_in_a_sentence_and_changes_nothing(world: Server, command: Command) -> None:
    sender = sender_of(command.example)
    before = world.everything_stored()
    wrong = []

    for fault in faults_of(command):
        if is_no_fault(command, fault):
            continue
        reply = world.say(sender, fault.line, comment="Hello!", body="help")
        wrong += [f"{fault.what}: {fault.line[:100]}: {complaint}" for complaint in complaints(reply, sender)]

    assert wrong == []
    assert world.everything_stored() == before


@pytest.mark.parametrize("line", ["", " ", "\t", '"', '""', "-", "--", "-x", "101", "#", "?" * 500, "Ünïcödé", "🎲"])
def test_a_line_that_is_no_command_at_all_is_refused(world: Server, line: str) -> None:
    before = world.everything_stored()

    reply = world.say("alice@example.org", line)

    assert complaints(reply, "alice@example.org") == []
    assert world.everything_stored() == before


FRAGMENTS = st.sampled_from(
    [
        *(word for command in COMMANDS for word in command.example.split()),
        *(
            "999",
            "-1",
            "0",
            "#",
            "101#1",
            '"',
            '""',
            "--",
            "-",
            "-x",
            "--x=",
            "-num_tiles=5",
            "=",
            "\t",
            "\u202e",
            "é",
        ),
    ]
)


@given(st.lists(FRAGMENTS | st.text(max_size=8), max_size=9).map(" ".join))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.long
def test_whatever_is_written_is_done_or_refused_in_a_sentence(world: Server, line: str) -> None:
    rehearsal = world.rehearse("alice@example.org", line, comment="Hello!", body="help")

    if not rehearsal.reply.ok:
        assert complaints(rehearsal.reply, "alice@example.org") == []
        assert not rehearsal.changes


@pytest.mark.parametrize("strange", ["\0", "\ud800", "\x1b[31m", "\r\n.\r\nQUIT\r\n"])
def test_characters_that_mail_and_databases_cannot_hold_harm_nobody(either_server: Server, strange: str) -> None:
    either_server.hear("alice@example.org", "trichet challenge alice bob")

    reply = either_server.say("bob@example.org", "trichet move 101 bob bobpw123 d3", comment=f"Hello,{strange}alice!")

    assert reply.ok
    assert "bob writes:" in reply.letter_to("alice@example.org").text
    assert strange not in reply.letter_to("alice@example.org").text
