"""A turn of requests reads ahead and writes together, and nobody can tell: it does what they do one by one."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from pbmserv.commands.requests.passwords import Hashes, with_hashes_between
from pbmserv.games.catalogue import installed
from pbmserv.mail import worker as worker_module
from pbmserv.mail.worker import Worker
from pbmserv.post_office import PostOffice
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.tables import METADATA
from pbmserv.storage.tokens import OWN_LETTERS, shared_key
from tests.conversation import ADDRESS, FOUR, START, Server, cheap_passwords
from tests.queries import recorded

R = TypeVar("R")

BOARDS_OF = {
    "hex 101": ("alice", "bob"),
    "hex 102": ("carol", "dave"),
    "hex 103": ("alice", "dave"),
    "trichet 101": ("bob", "carol"),
    "goofspiel 101": ("alice", "bob", "carol"),
}
MOST_STATEMENTS = 24
"""For a turn of twenty moves."""
DRAWN_ANEW = {"password_hash"}
"""What no two servers have alike."""

players = st.sampled_from(sorted(FOUR))
boards = st.sampled_from(sorted(BOARDS_OF))
moves = st.sampled_from(
    ["a1", "b2", "c3", "d4", "e5", "f6", "swap", "undo", "accept", "reject", "propose", "resign", "7", "k99"]
)
bodies = st.sampled_from(["", "", "Well played, both of you.", "hex show 101\nhex move 102 carol secret9 c3"])


@st.composite
def lines_on_boards(draw: st.DrawFn) -> tuple[str, str]:
    """Who writes, and a command on a board: most often by somebody who plays there, and with the right password."""
    board = draw(boards)
    player = draw(st.one_of(st.sampled_from(BOARDS_OF[board]), players))
    game, number = board.split()
    password = draw(st.sampled_from([FOUR[player]] * 5 + ["guessed99"]))
    command, move = draw(
        st.one_of(
            st.tuples(st.sampled_from(["move", "move", "move", "queue", "submit"]), moves),
            st.tuples(st.sampled_from(["show", "confirm", "chat", "subscribe", "record"]), st.just("")),
        )
    )
    sender = draw(st.sampled_from([player] * 6 + ["erin"]))
    if command in {"show", "record"}:
        return sender, f"{game} {command} {number}"
    return sender, f"{game} {command} {number} {player} {password} {move}".rstrip()


@st.composite
def other_lines(draw: st.DrawFn) -> tuple[str, str]:
    """Who writes, and a command of theirs that changes what others read."""
    player = draw(players)
    password = FOUR[player]
    line = draw(
        st.sampled_from(
            [
                f"change letters {player} {password} turns",
                f"change format {player} {password} text",
                f"change password {player} {password} another88",
                f"change replies {player} {password} off",
                f"hex challenge {player} {password} {'alice' if player != 'alice' else 'bob'}",
                f"vacation {player} {password} 3",
                f"signoff {player} {password}",
                "hex subscribe all dave " + FOUR["dave"],
                f"forgot {player}",
                "multiple",
                "",
            ]
        )
    )
    return player, line


@st.composite
def mails(draw: st.DrawFn) -> list[tuple[str, str, str, bool]]:
    """Who writes what, with which body, and whether as an answer to a letter about the first board."""
    written = draw(st.lists(st.one_of(lines_on_boards(), lines_on_boards(), other_lines()), min_size=2, max_size=14))
    return [(sender, line, draw(bodies), draw(st.integers(0, 4)) == 0) for sender, line in written]


@pytest.fixture(autouse=True)
def long_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, a transaction takes all it is given."""
    monkeypatch.setattr(worker_module, "TURN_SECONDS", 600)


class HashingAtOnce(PostOffice):
    """Never runs a transaction again for a hash, in which codes and seeds would be drawn a second time."""

    def with_hashes_between(self, transaction: Callable[[Hashes], R]) -> R:
        return with_hashes_between(self._passwords, transaction, times=0)


def office_on(database: Database) -> PostOffice:
    return HashingAtOnce(
        database, installed(), ADDRESS, cheap_passwords(), now=lambda: START, seeds=lambda: bytes(range(16))
    )


@dataclass(frozen=True)
class Begun:
    """A database with four players and their boards, and where who plays Hex 101 can answer the letter about it."""

    path: Path
    reply_to: dict[str, str]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    path = tmp_path_factory.mktemp("begun") / "begun.db"
    reply_to: dict[str, str] = {}
    with closing(Database(f"sqlite:///{path}")) as database:
        database.upgrade()
        server = Server(database, now=START)
        server.office = office_on(database)
        server.sign_up(*FOUR)
        for board, seated in BOARDS_OF.items():
            game = board.split()[0]
            begins = server.hear(f"{seated[0]}@example.org", f"{game} challenge {' '.join(seated)}")
            for letter in begins.letters:
                if board == "hex 101" and letter.player and letter.reply_to:
                    reply_to[letter.player.userid] = letter.reply_to
        with database.writing() as connection:
            # Made when a letter comes in for the first time, and by each server another one.
            shared_key(connection, OWN_LETTERS)
    assert reply_to.keys() == set(BOARDS_OF["hex 101"])
    return Begun(path, reply_to)


@contextmanager
def copy_of(path: Path) -> Iterator[Database]:
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Database(f"sqlite:///{shutil.copy(path, folder)}")) as database,
    ):
        yield database


def message(begun: Begun, number: int, mail: tuple[str, str, str, bool]) -> ReceivedMessage:
    sender, line, body, is_answer = mail
    address = f"{sender}@example.org"
    to = ADDRESS
    if is_answer and sender in begun.reply_to:
        to, line, body = begun.reply_to[sender], "Re: Hex Board 101", f"{line.rpartition(' ')[2]}\r\n"
    # Every fifth one comes twice, as a mail server does that has lost the answer.
    once = number - 1 if number % 5 == 4 else number
    head = f"From: {address}\r\nTo: {to}\r\nMessage-ID: <{once}@example.org>\r\nSubject: {line}\r\n"
    return ReceivedMessage(
        "smtp", address, (to,), f"{head}\r\n{body}\r\n".encode(), START, request=f"{number:012}", author=address
    )


@contextmanager
def drawing_alike() -> Iterator[None]:
    """Have codes, seeds and Message-IDs drawn so that each server gets the same ones."""
    chance = Random(1)  # noqa: S311 - to be drawn again in the same way
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "choice", chance.choice)
        patch.setattr(secrets, "randbits", chance.getrandbits)
        patch.setattr(secrets, "token_bytes", chance.randbytes)
        patch.setattr(secrets, "token_hex", lambda size: chance.randbytes(size).hex())
        patch.setattr(secrets, "token_urlsafe", lambda size: chance.randbytes(size).hex())
        yield


def carried_out(begun: Begun, written: list[tuple[str, str, str, bool]], at_once: int) -> dict[str, list[Any]]:
    """All that is stored once these mails were carried out, so many in a turn."""
    with copy_of(begun.path) as database, drawing_alike():
        worker = Worker(database, office_on(database), now=lambda: START)
        worker.run_once()
        with database.writing() as connection:
            received = [message(begun, number, mail) for number, mail in enumerate(written)]
            Inbox(connection).add(received)
        while worker.run_once(limit=at_once):
            pass
        return everything(database)


def everything(database: Database) -> dict[str, list[Any]]:
    with database.reading() as connection:
        return {
            table.name: sorted(
                repr({name: value for name, value in row.items() if name not in DRAWN_ANEW})
                for row in connection.execute(select(table)).mappings()
            )
            for table in METADATA.sorted_tables
        }


@pytest.mark.parametrize("said", ["", "Well played, and good luck."])
@pytest.mark.long
def test_a_turn_of_twenty_moves_takes_about_a_statement_for_each(database: Database, said: str) -> None:
    server = Server(database, now=START)
    server.sign_up("alice", "bob")
    boards = range(101, 121)
    for _ in boards:
        server.hear("alice@example.org", "hex challenge alice bob")
    server.office.sign_in("alice", "secret7", "")  # so that no password is hashed
    worker = Worker(database, server.office, now=lambda: server.now)
    worker.run_once()
    head = f"From: alice@example.org\r\nTo: {ADDRESS}\r\nSubject: "
    moves = [f"{head}hex move {board} alice secret7 d4\r\n\r\n{said}\r\n".encode() for board in boards]
    received = [ReceivedMessage("smtp", "alice@example.org", (ADDRESS,), move, START) for move in moves]
    with database.writing() as connection:
        Inbox(connection).add(received)

    with recorded(database) as statements:
        assert worker.run_once() == len(boards)

    assert len([each for each in statements if each.asks_or_changes]) <= MOST_STATEMENTS
    assert "SAVEPOINT" not in " ".join(each.text for each in statements)


@pytest.mark.long
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written=mails(), at_once=st.integers(2, 20))
def test_turns_of_any_size_do_what_their_requests_do_one_by_one(
    begun: Begun, written: list[tuple[str, str, str, bool]], at_once: int
) -> None:
    assert carried_out(begun, written, at_once) == carried_out(begun, written, 1)
