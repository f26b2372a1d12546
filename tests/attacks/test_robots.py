"""Machines that answer whatever they get: none talks with us for long, nor two servers with each other."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbmserv.commands.requests.budget_table import DEFAULT
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, Server
from tests.post import arrive, inbox, mails, read

ALICE, BOB = "alice@example.org", "bob@example.org"
OTHER = "games@other.example"

Robot = Callable[[EmailMessage], str]
"""What a machine that bob has set up writes in answer to a letter, as a whole message."""


def answer(letter: EmailMessage, subject: str, *lines: str) -> str:
    """An answer to a letter, from whoever got it to wherever it asks for."""
    head = [f"From: {letter['To']}", f"To: {letter.get('Reply-To', letter['From'])}", f"Subject: {subject}"]
    number = len(answers)
    answers.append(subject)
    return "\r\n".join([*head, f"Message-ID: <{number}@robot.example>", "", *lines, ""])


answers: list[str] = []


def says_where_it_is(letter: EmailMessage) -> str:
    return answer(letter, f"Re: {letter['Subject']}", "I am away until Monday.")


def says_it_in_the_subject(letter: EmailMessage) -> str:
    return answer(letter, f"I am away until Monday (was: {letter['Subject']})")


def sends_everything_back(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    return answer(letter, str(letter["Subject"]), *(body.get_content().splitlines() if body else []))


def says_nothing(letter: EmailMessage) -> str:
    return answer(letter, "")


def takes_the_first_link(letter: EmailMessage) -> str:
    page = letter.get_body(("html",))
    link = re.search(r"body=([^\"&]+)", page.get_content()) if page else None
    return answer(letter, f"Re: {letter['Subject']}", link[1] if link else "Thank you.")


ROBOTS: list[Robot] = [
    says_where_it_is,
    says_it_in_the_subject,
    sends_everything_back,
    says_nothing,
    takes_the_first_link,
]


MOST = 8


@pytest.fixture
def server(sqlite_database: Database) -> Iterator[Server]:
    """alice and bob play there; an address has eight answers an hour."""
    server = Server(sqlite_database, budgets=replace(DEFAULT, answers=replace(DEFAULT.answers, most=MOST)))
    server.sign_up("alice", "bob")
    server.hear(ALICE, "trichet challenge bob alice")
    mails(server)
    yield server
    answers.clear()


@pytest.fixture
def other_database(sqlite_template: Path, tmp_path: Path) -> Iterator[Database]:
    """The database of another server."""
    path = tmp_path / "other.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    yield database
    database.close()


def converse(server: Server, robot: Robot, most: int) -> int:
    """Have the robot answer each letter to bob, and each answer to that, until there is no more; gives how often."""
    letters = [read(raw) for raw in mails(server)]
    times = 0
    while letters and times < most:
        for letter in letters:
            if letter["To"] == BOB:
                times += 1
                to = str(letter.get("Reply-To", letter["From"]))
                arrive(server, robot(letter).encode(), sender=BOB, to=[to])
        letters = [read(raw) for raw in mails(server)]
    return times


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.long
def test_a_machine_that_does_not_say_that_it_is_one_is_answered_for_a_while_only(
    server: Server, robot: Robot
) -> None:
    server.hear(ALICE, "trichet move 101 alice secret7 d3")

    times = converse(server, robot, most=5 * MOST)

    assert times <= MOST + 3
    assert {row.status for row in inbox(server)} <= {"done", "dropped"}


@pytest.mark.parametrize(
    "sign",
    ["Auto-Submitted: auto-replied", "Precedence: bulk", "X-Autoreply: yes", "List-Id: <x>", "X-Loop: x"],
)
def test_a_machine_that_says_so_is_not_answered_at_all(server: Server, sign: str) -> None:
    server.hear(ALICE, "trichet move 101 alice secret7 d3")

    assert converse(server, lambda letter: f"{sign}\r\n{says_where_it_is(letter)}", most=10) == 1


def exchange(servers: dict[str, Server]) -> int:
    """Bring every letter that one of the servers writes to another there, until none is left; gives how many."""
    brought = 0
    while brought < 100:
        letters = [(read(raw), raw) for server in servers.values() for raw in mails(server, server.address.encode())]
        if not letters:
            break
        for letter, raw in letters:
            if letter["To"] in servers:
                brought += 1
                arrive(servers[letter["To"]], raw, sender=str(letter["From"]), to=[str(letter["To"])])
    return brought


@pytest.mark.parametrize("line", ["help", "nonsense", "forgot nobody", "signup games secret99", "list", "multiple"])
def test_two_servers_whose_robots_are_set_on_each_other_exchange_a_letter_or_two(
    sqlite_database: Database, other_database: Database, line: str
) -> None:
    here, there = Server(sqlite_database), Server(other_database, address=OTHER)
    forged = f"From: {OTHER}\r\nTo: {ADDRESS}\r\nMessage-ID: <1@evil.example>\r\nSubject: {line}\r\n\r\nhelp\r\n"

    arrive(here, forged.encode(), sender=OTHER)

    assert exchange({ADDRESS: here, OTHER: there}) <= 2


def test_a_server_that_has_been_made_a_player_of_another_plays_no_game_with_it(
    sqlite_database: Database, other_database: Database
) -> None:
    here, there = Server(sqlite_database), Server(other_database, address=OTHER)
    here.hear(OTHER, "signup robot secret99")
    here.sign_up("alice")
    here.season("alice")
    here.hear(ALICE, "trichet challenge robot alice")
    here.hear(ALICE, "message alice secret7 robot", comment="trichet challenge games robot")
    here.hear(ALICE, "broadcast alice secret7", comment="help")

    assert exchange({ADDRESS: here, OTHER: there}) <= 5
