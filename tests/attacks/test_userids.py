"""Who guesses learns nothing of who plays here: not from words, and not from the work that an answer takes."""

from __future__ import annotations

import re

import pytest

from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.run.table import COMMANDS
from pbmserv.language.argument_types import Password, Userid
from tests.conversation import Server

MALLORY = "mallory@example.com"
TAKES_PASSWORD = [
    command
    for command in COMMANDS
    if any(type(argument.kind) is Password for argument in (*command.arguments, *command.other_arguments))
    and any(type(argument.kind) is Userid for argument in (*command.arguments, *command.other_arguments))
]


class CountedHasher:
    """argon2's, which counts how often it does its work."""

    def __init__(self, passwords: Passwords) -> None:
        self.hasher = passwords._hasher
        self.times = 0

    def hash(self, password: str) -> str:
        self.times += 1
        return self.hasher.hash(password)

    def verify(self, password_hash: str, password: str) -> bool:
        self.times += 1
        return self.hasher.verify(password_hash, password)

    def check_needs_rehash(self, password_hash: str) -> bool:
        return self.hasher.check_needs_rehash(password_hash)


@pytest.fixture
def hasher(server: Server, monkeypatch: pytest.MonkeyPatch) -> CountedHasher:
    hasher = CountedHasher(server.passwords)
    monkeypatch.setitem(vars(server.passwords), "_hasher", hasher)
    return hasher


def guessed(command: Command, userid: str) -> str:
    """The command's example with another userid and a wrong password; for Trichet, where it is of a game."""
    line = re.sub(r"\b(secret7|bobpw123|secret9)\b", "wrong-one9", command.example)
    # What stands on our pages cannot be chosen, and would be refused before any password is looked at.
    line = line.replace("better-secret8", "wrong-too-10")
    line = re.sub(r"\b(alice|bob|carol)\b(?!@)", userid, line, count=1)
    return re.sub(r"^\S+", "trichet", line) if command.of_a_game else line


@pytest.mark.alike
@pytest.mark.parametrize("command", TAKES_PASSWORD, ids=lambda command: command.name)
def test_a_wrong_password_and_a_wrong_userid_are_answered_alike_and_cost_the_same(
    server: Server, hasher: CountedHasher, command: Command
) -> None:
    server.hear("alice@example.org", "trichet challenge alice anyone")
    seen = []
    for userid in ("carol", "zoe"):
        hasher.times = 0
        reply = server.say(MALLORY, guessed(command, userid), comment="Hello!", body="Hello!")
        assert not reply.ok
        # But for the line that quotes the command, which shows the userid as typed.
        letters = [(each.to, each.subject, re.sub("(?m)^    .*$", "", each.text, count=1)) for each in reply.letters]
        seen.append((reply.error, letters, hasher.times))

    assert seen[0] == seen[1]
    assert seen[0][2] == 1


def test_who_has_forgotten_a_password_is_answered_alike_whoever_it_is(server: Server, hasher: CountedHasher) -> None:
    answers = [server.say(MALLORY, f"forgot {userid}").letters for userid in ("bob", "zoe")]
    texts = [
        [each.text.replace("bob", "X").replace("zoe", "X") for each in found if MALLORY in each.to]
        for found in answers
    ]

    assert texts[0] == texts[1]
    assert len(texts[0]) == 1
    assert hasher.times == 0


def test_who_asks_too_often_for_forgotten_passwords_is_told_so_whoever_they_name(server: Server) -> None:
    for number in range(8):
        assert server.say(MALLORY, f"forgot {'bob' if number % 2 else 'zoe'}").ok

    refused = [server.say(MALLORY, f"forgot {userid}").error for userid in ("bob", "zoe")]

    assert refused[0] == refused[1]
    assert refused[0] is not None
    assert refused[0].startswith("You have asked for 8 such letters within a day")


def test_what_is_not_looked_at_any_more_costs_nothing_whoever_it_is(server: Server, hasher: CountedHasher) -> None:
    for userid in ("bob", "zoe"):
        for number in range(10):
            server.say(f"m{number}@example.com", f"add {userid} wrong-one{number}")
        hasher.times = 0

        assert server.say("m99@example.com", f"add {userid} wrong-one9").error == (
            "Too many wrong passwords were given for this player, or from your network or mail domain, which others"
            " may share. Sign-in with a password rests for up to ten minutes: until then, even the right one is"
            " refused."
        )
        assert hasher.times == 0
