"""Commands with a real password in them, malformed in all the ways that people have: it is readable nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest
import structlog

from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.credentials import OPERATOR, Credential
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.table import COMMANDS
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import Answer, Request
from pbmserv.storage.database import Database
from tests.conversation import PLAYERS, Server, outbox, undone
from tests.post import arrive, inbox

PASSWORDS = {"alice": "Gr8-tortoise", "bob": "bobpw12345"}
WITH_PASSWORD = [command for command in COMMANDS if set(PLAYERS.values()) & set(command.example.split())]


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """alice and bob play on Trichet board 101, and on Hex board 101."""
    server = Server(another_with_players())
    for userid, password in PASSWORDS.items():
        server.hear(f"{userid}@example.org", f"change password {userid} {PLAYERS[userid]} {password}")
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("alice@example.org", "hex challenge alice bob")
    return server.database


@pytest.fixture
def playing(world: Database) -> Iterator[Server]:
    yield from undone(world)


def author_of(command: Command) -> str:
    return next(word for word in command.example.split() if word in PASSWORDS)


some_or_all = pytest.mark.parametrize("part", [5, pytest.param(1, marks=pytest.mark.long)], ids=["some", "all"])


def lines(command: Command, part: int = 1) -> list[str]:
    """The command's example with its author's password, malformed in many ways, or such a part of these."""
    password = PASSWORDS[author_of(command)]
    words = [password if word in PLAYERS.values() else word for word in command.example.split()]
    at = words.index(password)
    found = [[*words[:place], *words[place + 1 :]] for place in range(len(words)) if place != at]
    found += [[*words[:place], words[place], *words[place:]] for place in range(len(words))]
    for place in range(len(words) - 1):
        found.append([*words[:place], words[place + 1], words[place], *words[place + 2 :]])
    for place, word in enumerate(words):
        if place != at:
            slips = (word[0] + word[2:], word[1::-1] + word[2:], f"{word}s", f"{word},", word.upper())
            found += [[*words[:place], slip, *words[place + 1 :]] for slip in slips if slip]
    as_typed = (
        *(f'"{password}"', f"({password})", f"{password},", f"{password}.", f"<{password}>", f"'{password}'"),
        *(f"-{password}", f"--{password}", f"-size={password}", f"--nagtime={password}", f"-x={password}"),
        *(f"{password}#1", f"{author_of(command)}{password}", f"pw={password}", f"password:{password}"),
        *(f"{password} {password}", f"x {password}", f"{password} -size={password}"),
    )
    found += [[*words[:at], typed, *words[at + 1 :]] for typed in as_typed]
    found += [words[1:], words[2:], [password], ["zork", *words], ["zork", *words[1:]], [words[0], password]]
    return list(dict.fromkeys(" ".join(each) for each in found))[COMMANDS.index(command) % part :: part]


@contextmanager
def tried(server: Server, request: Request) -> Iterator[tuple[Answer, str]]:
    """What comes of a request, which is undone afterwards: the answer, and all that is written and stored of it."""
    with server.database.writing() as connection, connection.begin_nested() as trial:
        known = [each["id"] for each in outbox(connection)]
        with structlog.testing.capture_logs() as logs:
            answer = server.office.handle_within(request, connection)
        written = [str(dict(each)) for each in outbox(connection) if each["id"] not in known]
        yield answer, "\n".join([str(answer), *written, str(logs)])
        trial.rollback()


def leaks(server: Server, command: Command, requests: Sequence[tuple[str, Request]]) -> list[str]:
    """The lines of which the password is written anywhere."""
    password = PASSWORDS[author_of(command)]
    found = []
    for line, request in requests:
        with tried(server, request) as (answer, written):
            # Somebody's userid is no secret, even if it is another's password.
            has_become_a_userid = answer.ok and answer.command == "signup"
            if password.lower() in written.lower() and not has_become_a_userid:
                found.append(f"{line}: {answer.outcome}")
    return found


@pytest.mark.in_part
@pytest.mark.parametrize("command", WITH_PASSWORD, ids=lambda command: command.name)
@pytest.mark.long
@pytest.mark.parametrize("sender", ["at home", "from elsewhere"])
def test_as_a_subject(playing: Server, command: Command, sender: str) -> None:
    address = f"{author_of(command)}@{'example.org' if sender == 'at home' else 'elsewhere.example'}"
    requests = [(line, Request(Credential(address), (line,), comment="Hello!")) for line in lines(command)]

    assert leaks(playing, command, requests) == []


@pytest.mark.in_part
@pytest.mark.alike
@some_or_all
@pytest.mark.parametrize("command", WITH_PASSWORD, ids=lambda command: command.name)
def test_as_the_first_line_of_an_answer(playing: Server, command: Command, part: int) -> None:
    address = f"{author_of(command)}@example.org"
    to = [each["headers"].get("Reply-To", "") for each in playing.outbox() if address in each["recipients"]]
    token = tokens_in(to).get(Tag.REPLY)
    assert token
    requests = [
        (
            line,
            Request(
                Credential(address), (), reply=Reply(line, "Hello!", "Hello!", f"{line}\nHello!", "Re: x", token)
            ),
        )
        for line in lines(command, part)
    ]

    assert leaks(playing, command, requests) == []


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("command", WITH_PASSWORD, ids=lambda command: command.name)
def test_as_one_of_many_commands(playing: Server, command: Command) -> None:
    address, all_lines = f"{author_of(command)}@example.org", lines(command)
    bodies = ["\n".join(all_lines[first : first + 20]) for first in range(0, len(all_lines), 20)]
    requests = [(body, Request(Credential(address), ("multiple",), body=body)) for body in bodies]

    assert leaks(playing, command, requests) == []


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("command", WITH_PASSWORD, ids=lambda command: command.name)
def test_typed_by_the_operator(playing: Server, command: Command) -> None:
    # Where only others are named, nothing tells that a word is somebody's password.
    author, others = author_of(command), set(PASSWORDS) - {author_of(command)}
    about_them = [line for line in lines(command) if author in line.lower() or not others & set(line.split())]
    requests = [(line, Request(OPERATOR, (line,), comment="Hello!")) for line in about_them]

    assert leaks(playing, command, requests) == []


@pytest.mark.in_part
@pytest.mark.alike
@some_or_all
@pytest.mark.parametrize("command", WITH_PASSWORD, ids=lambda command: command.name)
def test_words_that_are_short_or_mean_something_are_shown_nevertheless(
    playing: Server, command: Command, part: int
) -> None:
    author = author_of(command)
    password = PASSWORDS[author]
    hidden = []
    for line in lines(command, part):
        with tried(playing, Request(Credential(f"{author}@example.org"), (line,), comment="Hello!")) as (answer, _):
            quoted = re.search(r"Your command was:\n\n((?: {4}.+\n)+)", answer.letters[-1].text)
            words = [word for word in line.split() if password not in word]
            if quoted is None or password not in line.split() or line.split().index(password) < 2:
                continue
            shown = quoted[1].replace("-\n    ", "-").split()
            # What stands in the place of the password may be any of the words.
            in_place = len([argument for argument in command.arguments if argument.kind.secret])
            if len({word for word in words if word not in shown}) > in_place:
                hidden.append(f"{line}: {' '.join(shown)}")

    assert hidden == []


def test_nothing_of_it_is_kept_of_a_mail(playing: Server) -> None:
    [to] = [each["headers"]["Reply-To"] for each in playing.outbox() if "Trichet Board 101" in each["subject"]][-1:]
    body = "move 101 bob bobpw12345 d1"
    mail = f"From: bob@example.org\r\nTo: {to}\r\nSubject: Re: New Trichet Board 101 bob\r\n\r\n{body}\r\n"

    with structlog.testing.capture_logs() as logs:
        arrive(playing, mail.encode(), sender="bob@example.org", to=(to,))

    assert "bobpw12345" not in f"{inbox(playing)} {playing.outbox()} {logs}"
    assert inbox(playing)[-1].outcome.startswith("refused: trichet move 101 bob ****** ")
