"""Examples of commands, and the world in which each of them works."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from sqlalchemy import select, update

from pbmserv.commands.requests.confirmed_addresses import CONFIRM
from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.passwords import digest_of
from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.storage.codes import Codes
from pbmserv.storage.invitations import INVITED
from pbmserv.storage.players import Players
from tests.conversation import Server

CODE = "k3m8pwx2vq7rnt4ha"
BODY = "help\nend"
"""For commands that read the body, be it commands or words for others."""

SPRING_CUP = "tournament create alice secret7 hex spring-cup"
OTHERS_JOIN = ("tournament join bob bobpw123 spring-cup", "tournament join carol secret9 spring-cup")

BEFORE: Mapping[str, Sequence[str]] = {
    "trichet confirm 101 bob bobpw123": ["trichet submit 101 bob bobpw123 d3"],
    "trichet unsubscribe 101 alice secret7": ["trichet subscribe 101 alice secret7"],
    "trichet report 101 alice secret7 bob": ["trichet chat 101 bob bobpw123"],
    "hex rematch 101 alice secret7": [
        "hex challenge alice bob",
        "hex move 101 alice secret7 d4",
        "hex move 101 bob bobpw123 e5",
        "hex resign 101 alice secret7",
    ],
    "yacht substitute 101 alice secret7 anyone": [
        "yacht challenge alice bob carol",
        "yacht move 101 alice secret7 choice",
        "yacht move 101 bob bobpw123 choice",
        "yacht move 101 carol secret9 choice",
        "yacht move 101 alice secret7 aces",
        "yacht move 101 bob bobpw123 aces",
        "yacht resign 101 carol secret9",
    ],
    "hex uninvite alice secret7": ["hex challenge alice carl@friends.example"],
    "trichet join 102 bob bobpw123": ["trichet challenge alice anyone"],
    "trichet withdraw 102 alice secret7": ["trichet challenge alice anyone"],
    "hex swap 101 bob bobpw123": ["hex challenge alice bob", "hex move 101 alice secret7 d4"],
    "tournament show spring-cup": [SPRING_CUP],
    "tournament join alice secret7 spring-cup": ["tournament create bob bobpw123 hex spring-cup"],
    "tournament leave alice secret7 spring-cup": [SPRING_CUP],
    "tournament standings spring-cup": [f"{SPRING_CUP} --players=3", *OTHERS_JOIN],
}
"""What has to be said before an example, beside the challenge that starts Trichet board 101."""


def takes_secrets(command: Command) -> bool:
    """Whether a password or a code is among its arguments."""
    return any(argument.kind.secret for argument in (*command.arguments, *command.other_arguments))


def prepare(server: Server, example: str) -> str:
    """Make the world in which an example works: alice, bob and carol have signed up, and bob is to move.

    Gives the example with the number that the board has got there, where others were there before.
    """
    if example.startswith("broadcast"):
        server.season("alice")
    unrated = " --unrated" if example.startswith("change bot") else ""
    started = server.hear("alice@example.org", f"trichet challenge alice bob{unrated}")
    number = started.subject.split()[-1]
    there = [line.replace("101", number) if line.startswith("trichet") else line for line in BEFORE.get(example, ())]
    for line in there:
        server.hear(sender_of(line), line, comment=BODY if " chat " in line else "")
    if example.startswith("tournament standings"):
        Scheduler(server.database, server.office, installed()).make_round(server.now)
    if example.startswith("invitation"):
        _invite_alice(server)
    elif CODE in example:
        with server.database.writing() as connection:
            players = Players(connection)
            alice = players.named(["alice"])["alice"]
            subject = '{"address": "alice@work.example", "replaces": []}'
            Codes(connection).add(digest_of(CODE), alice, CONFIRM, subject, server.now + timedelta(days=1))
    if example.startswith("trichet"):
        example = example.replace("102", str(int(number) + 1))
    return example.replace("101", number) if example.startswith("trichet") else with_own_passwords(example)


def _invite_alice(server: Server) -> None:
    """Have bob invite alice by her address, with the code of the example."""
    server.hear("bob@example.org", "hex challenge bob alice@example.org")
    with server.database.writing() as connection:
        # There may be others, who were invited before.
        own = select(INVITED.c.digest).where(INVITED.c.address == "alice@example.org")
        connection.execute(update(INVITED).where(INVITED.c.digest.in_(own)).values(digest=digest_of(CODE)))


def with_own_passwords(example: str) -> str:
    """The example with passwords that somebody can choose, where it chooses one: those on our pages are refused."""
    return example.replace("signup alice secret7", "signup alice secret10").replace("better-secret8", "secret11")


def needs_an_empty_server(command: Command) -> bool:
    """Whether an example works only where nobody has signed up yet."""
    return command.name == "signup"


def sender_of(line: str) -> str:
    """The address of whoever is named first in a line; alice's where nobody is."""
    names = [word for word in line.split() if word in {"alice", "bob", "carol", "robin", "wendy"}]
    return f"{names[0] if names else 'alice'}@example.org"
