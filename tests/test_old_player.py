"""Somebody who has played by mail for thirty years writes as ever: every word is understood, every Subject is known.

Players' filters look for the Subjects, so these are written out in full.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from tests.conversation import Server, undone

PASSWORDS = {"alice": "secret", "bob": "letmein", "carol": "swordfish"}

WORLD = [
    "trichet challenge alice bob",
    "trichet challenge bob carol",
    "trichet challenge alice bob -num_tiles=3",
    "trichet move 103 bob letmein d3",
    "trichet challenge alice bob",
    "trichet move 104 bob letmein d3",
    "trichet move 104 alice secret propose",
    "hex challenge alice bob",
    "hex move 101 alice secret d4",
    "goofspiel challenge alice bob",
    "triominoes challenge alice bob carol",
    "trichet subscribe 102 alice secret",
    "trichet submit 101 bob letmein d3",
]
"""What has been said before: bob is to move on Trichet boards 101 and 104, where alice has proposed a tie; 102 is
carol's turn, 103 is over. On Hex board 101 bob may swap."""


@dataclass(frozen=True)
class Typed:
    """A command as somebody typed it, and the Subject of what comes back to them."""

    line: str
    subject: str
    by: str = "alice"
    body: str = ""

    @property
    def sender(self) -> str:
        """From where it came."""
        return f"{self.by}@example.org"


MOVES = [
    Typed("trichet move 101 bob letmein d3", "Trichet Board 101", "bob"),
    Typed("trichet board 101 bob letmein d3", "Trichet Board 101", "bob"),
    Typed("trichet mvoe 101 bob letmein d3", "Trichet Board 101", "bob"),
    Typed("Trichet Move 101 Bob letmein D3", "Trichet Board 101", "bob"),
    Typed("TRICHET BOARD 101 BOB letmein 3D", "Trichet Board 101", "bob"),
    Typed("tric mov 101 bob letmein d3", "Trichet Board 101", "bob"),
    Typed("  trichet   move  101 bob   letmein   d3  ", "Trichet Board 101", "bob"),
    Typed("trichet move 101 bob letmein d3#1", "Trichet Board 101", "bob"),
    Typed("trichet move 101 bob letmein d3 #1", "Trichet Board 101", "bob"),
    Typed("trichet move 101 bob letmein d3", "Trichet Board 101", "bob", "Good luck!"),
    Typed("trichet queue 101 bob letmein d3", "Trichet Board 101", "bob"),
    Typed("trichet qmove 101 bob letmein d3", "Trichet Board 101", "bob"),
    Typed("trichet moveq 101 alice secret a1", "Trichet Board 101"),
    Typed("trichet qboard 101 alice secret a1", "Trichet Board 101"),
    Typed("trichet boardq 101 alice secret a1#2", "Trichet Board 101"),
    Typed("trichet confirm 101 bob letmein", "Trichet Board 101", "bob"),
    Typed("trichet preview 101 d3", "Trichet Board 101"),
    Typed("trichet preview 101#0 d3 a1", "Trichet Board 101"),
    Typed("trichet preview new alice bob d3 -num_tiles=20", "Trichet preview"),
    Typed("trichet preview new 2 d3", "Trichet preview"),
    Typed("goofspiel preview new 5 -cards=5", "Goofspiel preview"),
    Typed("trichet replay 104 1", "Trichet Board 104"),
    Typed("trichet replay 104 1 a1", "Trichet Board 104"),
    Typed("trichet move 101 bob letmein d3 **", "Trichet Board 101", "bob"),
    Typed("goofspiel move 101 alice secret 7", "Goofspiel Board 101"),
    Typed("goofspiel move 101 alice secret K", "Goofspiel Board 101"),
    Typed("hex swap 101 bob letmein", "Hex Board 101", "bob"),
    Typed("hex move 101 bob letmein swap", "Hex Board 101", "bob"),
    Typed("hex MOVE 101 BOB letmein SWAP", "Hex Board 101", "bob"),
]

AGREEING_AND_LEAVING = [
    Typed("trichet move 101 bob letmein propose", "Trichet Board 101", "bob"),
    Typed("hex move 101 alice secret undo", "Hex Board 101"),
    Typed("trichet move 104 bob letmein accept", "Trichet Board 104", "bob"),
    Typed("trichet board 104 bob letmein ACCEPT", "Trichet Board 104", "bob"),
    Typed("trichet move 104 bob letmein reject", "Trichet Board 104", "bob"),
    Typed("trichet move 104 bob letmein propose", "Trichet Board 104", "bob"),
    Typed("trichet resign 101 alice secret", "Trichet Board 101"),
    Typed("trichet move 101 bob letmein resign", "Trichet Board 101", "bob"),
    Typed("trichet resign 101 bob letmein", "Trichet Board 101", "bob", "No time, sorry."),
    Typed("triominoes resign 101 carol swordfish", "Triominoes Board 101", "carol"),
    Typed("goofspiel resign 101 bob letmein", "Goofspiel Board 101", "bob"),
]

CHALLENGES = [
    Typed("trichet challenge alice bob", "Trichet Board 105"),
    Typed("trichet challenge -num_tiles=40 alice bob", "Trichet Board 105"),
    Typed("trichet challenge alice -num_tiles=40 --nagtime=3 bob -win_size=8", "Trichet Board 105"),
    Typed("Trichet CHALLENGE Alice BOB", "Trichet Board 105", "alice", "A game?"),
    Typed("hex challenge alice bob -si=9", "Hex Board 102"),
    Typed("hex challenge alice bob -s=9 --forf=5 --u", "Hex Board 102"),
    Typed("hex challenge alice bob --forfeittime=5", "Hex Board 102"),
    Typed("hex challenge alice bob **", "Hex Board 102"),
    Typed("goofspiel challenge alice bob carol -cards=5", "Goofspiel Board 102"),
    Typed("hex challenge alice bob -size=13 --forfeittime=30 --totaltime=60", "Hex Board 102"),
]

LOOKING = [
    Typed("trichet show 101", "Trichet Board 101"),
    Typed("trichet show 104#1", "Trichet Board 104"),
    Typed("trichet show 103", "Trichet Board 103"),
    Typed("trichet show next carol", "Trichet Board 102"),
    Typed("goofspiel show 101", "Goofspiel Board 101"),
    Typed("goofspiel showas alice secret 101", "Goofspiel Board 101"),
    Typed("trichet showas alice secret next", "Trichet Board 104"),
    Typed("trichet games", "List of Trichet games"),
    Typed("trichet games active", "List of Trichet games"),
    Typed("trichet games INACTIVE alice", "List of Trichet games"),
    Typed("trichet games next bob", "List of Trichet games"),
    Typed("trichet games all", "List of Trichet games"),
    Typed("trichet games 101 103", "List of Trichet games"),
    Typed("trichet standings", "Trichet Standings"),
    Typed("trichet ratings", "Trichet Standings"),
    Typed("hex standings", "Hex Standings"),
    Typed("trichet history", "Historical List of Trichet games"),
    Typed("trichet history alice", "Historical List of Trichet games"),
    Typed("trichet history alice bob 2024", "Historical List of Trichet games"),
    Typed("trichet history 2023", "Historical List of Trichet games"),
    Typed("all show alice", "Boards of alice"),
    Typed("all show alice next", "Boards of alice"),
    Typed("ALL SHOW Alice ACTIVE", "Boards of alice"),
    Typed("list", "List of games"),
    Typed("list trichet hex", "List of games"),
    Typed("help", "Help for pbmserv"),
    Typed("help trichet", "Help for Trichet"),
    Typed("trichet help", "Help for Trichet"),
    Typed("help move", "Help: move"),
    Typed("help commands", "Help: commands"),
    Typed("help hex trichet", "Help: hex, trichet"),
    Typed("help move challenge", "Help: move, challenge"),
    Typed("help move **", "Help: move"),
    Typed("list **", "List of games"),
]

WATCHING_AND_TALKING = [
    Typed("trichet subscribe 101 carol swordfish", "Subscription summary", "carol"),
    Typed("trichet subscribe carol swordfish 101 104", "Subscription summary", "carol"),
    Typed("trichet subscribe carol swordfish all", "Subscription summary", "carol"),
    Typed("trichet sub carol swordfish all", "Subscription summary", "carol"),
    Typed("trichet sub 101 carol swordfish", "Subscription summary", "carol"),
    Typed("trichet subscribe all carol swordfish", "Subscription summary", "carol"),
    Typed("trichet sub ALL carol swordfish **", "Subscription summary", "carol"),
    Typed("trichet unsubscribe all alice secret", "Subscription summary"),
    Typed("trichet subscribe carol swordfish alice", "Subscription summary", "carol"),
    Typed("trichet unsubscribe 102 alice secret", "Subscription summary"),
    Typed("trichet unsubscribe alice secret all", "Subscription summary"),
    Typed("trichet notify carol swordfish", "Trichet Notify summary", "carol"),
    Typed("trichet notify all carol swordfish", "Trichet Notify summary", "carol"),
    Typed("trichet notify 101 carol swordfish", "Trichet Notify summary", "carol"),
    Typed("trichet notify carol swordfish 101", "Trichet Notify summary", "carol"),
    Typed("trichet chat 101 alice secret", "Trichet Board 101", "alice", "Still there?"),
    Typed("trichet chat 103 bob letmein", "Trichet Board 103", "bob", "A good game."),
    Typed("trichet CHAT 102 alice secret", "Trichet Board 102", "alice", "May I watch?"),
    Typed("message alice secret bob carol", "Your message", "alice", "Hello!"),
    Typed("broadcast alice secret", "Your broadcast", "alice", "Hello!"),
]

ABOUT_ONESELF = [
    Typed("signup dave hunter22", "Welcome to pbmserv, dave", "dave"),
    Typed("signup Dave.2 hunter22 dave@example.org", "Welcome to pbmserv, Dave.2", "dave"),
    Typed("add alice secret alice@example.org", "Your addresses"),
    Typed("change password alice secret better1", "Your password has been changed"),
    Typed("change address alice secret", "Your addresses"),
    Typed("vacation alice secret 14", "Your vacation"),
    Typed("vacation alice secret until 2024-03-10", "Your vacation"),
    Typed("vacation alice secret", "Your vacation"),
    Typed("trichet limit alice secret 5", "Trichet limits of alice"),
    Typed("trichet limit alice secret none", "Trichet limits of alice"),
    Typed("trichet limit alice secret", "Trichet limits of alice"),
    Typed("trichet limit alice secret accept", "Trichet limits of alice"),
    Typed("trichet limit alice secret reject", "Trichet limits of alice"),
    Typed("trichet limit alice secret ALL", "Trichet limits of alice"),
    Typed("trichet limit alice secret inf", "Trichet limits of alice"),
    Typed("trichet reject alice secret", "Trichet limits of alice"),
    Typed("trichet accept alice secret", "Trichet limits of alice"),
    Typed("trichet seek alice secret 3", "Trichet limits of alice"),
    Typed("multiple", "Answers to 2 commands", "alice", "trichet show 101\nhex games active\nend\n\nAlice"),
    Typed("multiple", "Answers to 3 commands", "bob", "list\nall show bob\nhex show 101\n-- \nBob"),
]

REFUSED = [
    Typed("trichet move 101 bob letmeout d3", "Trichet Board 101", "bob"),
    Typed("trichet move 101 alice secret d3", "Trichet Board 101"),
    Typed("trichet move 101 bob letmein z9", "Trichet Board 101", "bob"),
    Typed("trichet move 101 bob letmein d3#7", "Trichet Board 101", "bob"),
    Typed("trichet move 103 bob letmein d3", "Trichet Board 103", "bob"),
    Typed("trichet move 999 bob letmein d3", "What you wrote", "bob"),
    Typed("trichet challenge alice nobody", "What you wrote"),
    Typed("trichet show all", "What you wrote"),
    Typed("trichet", "What you wrote"),
    Typed("move 101 bob letmein d3", "What you wrote", "bob"),
    Typed("bingo challenge alice bob", "What you wrote"),
]


@pytest.fixture(scope="module")
def world(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    path = tmp_path_factory.mktemp("old") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    server = Server(database)
    chance = Random(5)  # noqa: S311 - who is to move next at Triominoes has to be the same each time
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(secrets, "token_bytes", chance.randbytes)
        for userid, password in PASSWORDS.items():
            server.hear(f"{userid}@example.org", f"signup {userid} {password}")
        for line in WORLD:
            server.hear("bob@example.org", line)
    server.season("alice")
    yield database
    database.close()


@pytest.fixture
def server(world: Database) -> Iterator[Server]:
    yield from undone(world)


@pytest.mark.alike
@pytest.mark.parametrize(
    "typed",
    [*MOVES, *AGREEING_AND_LEAVING, *CHALLENGES, *LOOKING, *WATCHING_AND_TALKING, *ABOUT_ONESELF],
    ids=lambda typed: typed.line,
)
def test_what_old_players_type_is_done_and_answered_under_the_subject_that_they_know(
    server: Server, typed: Typed
) -> None:
    reply = server.say(typed.sender, typed.line, comment=typed.body, body=typed.body)

    assert reply.error == ""
    assert reply.subject == typed.subject


@pytest.mark.parametrize("typed", REFUSED, ids=lambda typed: typed.line)
def test_what_they_mistype_is_refused_under_the_subject_that_they_know(server: Server, typed: Typed) -> None:
    reply = server.say(typed.sender, typed.line)

    assert not reply.ok
    assert reply.subject == typed.subject
    assert reply.readers == {typed.sender}


def test_the_others_get_their_letter_under_the_same_subject(server: Server) -> None:
    reply = server.hear("bob@example.org", "trichet move 101 bob letmein d3", comment="Good luck!")

    assert {letter.subject for letter in reply.letters} == {"Trichet Board 101"}
    assert reply.readers == {"alice@example.org"}


def test_who_completes_a_round_is_told_with_all_others_how_it_came_out(server: Server) -> None:
    server.hear("alice@example.org", "goofspiel move 101 alice secret 7")
    reply = server.hear("bob@example.org", "goofspiel move 101 bob letmein 8")

    assert {letter.subject for letter in reply.letters} == {"Goofspiel Board 101"}


def test_a_message_and_a_broadcast_come_under_the_name_of_their_author(server: Server) -> None:
    message = server.hear("alice@example.org", "message alice secret bob", comment="Hello!")
    broadcast = server.hear("alice@example.org", "broadcast alice secret", comment="Hello, all!")

    assert message.letter_to("bob@example.org").subject == "Message from alice"
    assert broadcast.letter_to("carol@example.org").subject == "Broadcast from alice"


def test_who_keeps_others_waiting_is_nagged(server: Server) -> None:
    server.wait(days=8)
    made = Scheduler(server.database, server.office, installed()).make_round(server.now + timedelta(minutes=1))

    [letter] = [letter for letter in made.letters if letter.to == ("bob@example.org",)]
    assert letter.headline == "Reminder: Your boards are waiting"
    assert {line.partition(" against")[0] for line in letter.text.splitlines() if line.startswith("* ")} == {
        "* Trichet Board 101",
        "* Hex Board 101",
        "* Goofspiel Board 101",
        "* Trichet Board 104",
    }
