"""Servers that are killed: whatever they have answered with 250 is carried out, once, by whoever comes after them."""

from __future__ import annotations

import os
import random
import smtplib
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from pbmserv.games.catalogue import installed
from pbmserv.mail.delivery import deliver_due
from pbmserv.settings import load
from pbmserv.store.boards import Boards
from pbmserv.store.database import Database
from pbmserv.store.models import InboxRow, OutboxRow
from pbmserv.store.queues import Outbox
from tests.conversation import PLAYERS
from tests.conversation import Server as Conversation
from tests.endtoend.players import Letter, Player, letters_in
from tests.endtoend.won_game import BOARD, CHALLENGE, MOVES, drawing_in, move
from tests.mail.doors import US
from tests.serving import PATIENCE, environment, pbmserv, serving, wait_until

KILLS = int(os.environ.get("TESTS_KILLS", "8"))
"""How many servers are killed under load, on SQLite; on PostgreSQL it is a quarter of that."""
SEED = os.environ.get("TESTS_SEED", "1")


def test_each_part_of_a_server_may_be_killed_and_the_next_goes_on_with_the_game(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    environ = environment(tmp_path / "data", database_url=database_url)
    post = tmp_path / "data" / "outgoing"
    with serving(environ, "--only", "receive") as server:
        alice = Player("alice", "secret7", server.smtp, lambda: letters_in(post))
        bob = Player("bob", "bobpw123", server.smtp, lambda: letters_in(post))
        alice.writes("signup alice secret7")
        bob.writes("signup bob bobpw123")
        alice.writes(CHALLENGE)
        for userid, words in MOVES:
            player = alice if userid == "alice" else bob
            player.writes(move(userid, player.password, words))
        server.kill()
    assert statuses(database) == ({"waiting": 10}, {})

    with serving(environ, "--only", "work") as server:
        server.wait_for_log("message.done", lines=10)
        server.kill()
    assert statuses(database) == ({"done": 10}, {"waiting": 18})

    with serving(environ, "--only", "deliver") as server:
        server.wait_for_log("letter.sent", lines=18)
        server.kill()
    assert statuses(database) == ({"done": 10}, {"sent": 18})
    letters = letters_in(post)
    assert len({letter.message_id for letter in letters}) == len(letters) == 18
    assert letters[-1].subject == "Trichet Board 101"
    assert drawing_in(letters[-1].text) == BOARD


@pytest.mark.parametrize(("kind", "kills"), [("sqlite", KILLS), ("postgresql", max(KILLS // 4, 1))])
def test_servers_killed_at_any_moment_lose_nothing_and_do_nothing_twice(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str, kills: int
) -> None:
    database = request.getfixturevalue(f"{kind}_database")
    environ = environment(tmp_path / "data", database_url=request.getfixturevalue(f"{kind}_url"))
    moments = random.Random(SEED)  # noqa: S311 - to be drawn again in the same way
    door = WayIn()
    tables = [Table(board, door) for board in boards_to_play_on(database, 4 + kills // 8)]

    with played(tables, door):
        for _ in range(kills):
            with serving(environ) as server:
                door.leads_to(server.address())
                server.wait_for_more_log(moments.randint(3, 30))
                time.sleep(moments.uniform(0, 0.01))  # to somewhere between two lines of the log
                # Who is connected is cut off; who is not must not come to another server that gets the same port.
                door.leads_to(None)
                server.kill()
        with serving(environ) as server:
            door.leads_to(server.address())
            for table in tables:
                table.stop()
            wait_until(lambda: "waiting" not in statuses(database)[0], "all requests to be carried out")
            code, _ = server.stop()
    send_what_the_killed_had_claimed(database, environ)

    assert code == 0
    assert min(len(table.moves) for table in tables) > 0
    check_that_all_was_done_once(database, tables, letters_in(tmp_path / "data" / "outgoing"))
    verdict = pbmserv(environ, "verify", "hex", "--all")
    assert (verdict.returncode, verdict.stdout) == (0, f"{len(tables)} verified: all hold.\n")


def statuses(database: Database) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """How many requests there are of each status, and how many letters."""
    with database.reading() as connection:
        requests = Counter(connection.scalars(select(InboxRow.status)))
        letters = Counter(connection.scalars(select(OutboxRow.status)))
    return requests, letters


def boards_to_play_on(database: Database, number: int) -> list[int]:
    """Have alice challenge bob to so many games of Hex; gives the numbers of the boards."""
    server = Conversation(database, now=datetime.now(UTC))
    server.sign_up("alice", "bob")
    boards = range(101, 101 + number)
    for _ in boards:
        server.hear("alice@example.org", "hex challenge alice bob")
    return list(boards)


def send_what_the_killed_had_claimed(database: Database, environ: Mapping[str, str]) -> None:
    """Send the letters that servers had in hand when they were killed, without waiting for the lease's end."""
    now = datetime.now(UTC)
    with database.writing() as connection:
        for number in connection.scalars(select(OutboxRow.id).where(OutboxRow.status == "waiting")).all():
            Outbox(connection).retry(number, now)
    while deliver_due(database, load(None, environ)):
        pass


def check_that_all_was_done_once(database: Database, tables: Sequence[Table], letters: Sequence[Letter]) -> None:
    """Every move that was answered with 250 has been made once, and is told to both players in one letter each."""
    with database.reading() as connection:
        requests = connection.execute(select(InboxRow.status, InboxRow.outcome)).all()
        written = {row.message_id: row.status for row in connection.execute(select(OutboxRow.__table__))}
        for table in tables:
            board = Boards(connection, installed()).load("hex", table.board)
            assert board is not None
            assert [each.text for each in board.moves] == table.moves

    moves = sum(len(table.moves) for table in tables)
    assert Counter(row.status for row in requests)["done"] == moves
    assert [row for row in requests if row.status != "done" and row.outcome != "seen before"] == []

    assert set(written.values()) == {"sent"}
    by_id: dict[str, set[Letter]] = defaultdict(set)
    for letter in letters:
        by_id[letter.message_id].add(letter)
    assert by_id.keys() == written.keys()
    told = Counter((letter.to, letter.text.rpartition("writes:\n\n")[2]) for [letter] in by_id.values())
    for table in tables:
        for number, words in enumerate(table.moves):
            assert told["alice@example.org", table.comment(number, words)] == 1
            assert told["bob@example.org", table.comment(number, words)] == 1
    assert not [letter for letter in letters if "rror" in letter.subject]


class NoServer(Exception):
    """There is no server any more, and there will be none."""


class WayIn:
    """Where mail can be brought at the moment: servers come and go."""

    def __init__(self) -> None:
        self._address: tuple[str, int] | None = None
        self._changed = threading.Condition()
        self._is_over = False

    def leads_to(self, address: tuple[str, int] | None) -> None:
        """There is a server, or at the moment there is none."""
        with self._changed:
            self._address = address
            self._changed.notify_all()

    def closes(self) -> None:
        """There will be no other server: whoever waits for one has to give up."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def bring(self, sender: str, mail: str) -> None:
        """Have a mail taken by some server: until one has said 250 it is brought again and again.

        Raises `NoServer`.
        """
        while not self._bring_once(sender, mail):
            pass

    def _bring_once(self, sender: str, mail: str) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._address or self._is_over)
            address = self._address
        if self._is_over or address is None:
            raise NoServer
        try:
            with smtplib.SMTP(*address, timeout=PATIENCE) as client:
                client.sendmail(sender, [US], mail)
        except (OSError, smtplib.SMTPException):
            return False
        return True


class Table(threading.Thread):
    """A board of Hex on which alice and bob move as soon as the move before has been taken, until told to stop.

    They lay their stones in reading order: that way, nobody wins for a long time. Some mails they bring twice, as a
    mail server does that has lost the answer.
    """

    CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcdefghijk")

    def __init__(self, board: int, door: WayIn) -> None:
        super().__init__(name=f"hex {board}")
        self.board = board
        self.moves: list[str] = []
        """The moves that were answered with 250."""
        self._door = door
        self._chance = random.Random(f"{SEED} {board}")  # noqa: S311 - to be drawn again in the same way
        self._stopping = threading.Event()

    def run(self) -> None:
        """Play."""
        with suppress(NoServer):
            for number, words in enumerate(self.CELLS):
                if self._stopping.is_set():
                    break
                self.bring(number, words)

    def stop(self) -> None:
        """Let the move in hand be the last, and wait for it."""
        self._stopping.set()
        self.join()

    def comment(self, number: int, words: str) -> str:
        """What a move's mail says, and so its letters."""
        return f"This is move {number + 1} on board {self.board}: {words}.\n"

    def bring(self, number: int, words: str) -> None:
        """Bring the mail with a move, sometimes twice, until it is taken."""
        userid = ("alice", "bob")[number % 2]
        subject = f"hex move {self.board} {userid} {PLAYERS[userid]} {words}"
        message_id = f"<{number}.{self.board}@example.org>"
        head = f"From: {userid}@example.org\nMessage-ID: {message_id}\nSubject: {subject}\n"
        for _ in range(2 if self._chance.random() < 0.2 else 1):
            self._door.bring(f"{userid}@example.org", f"{head}\n{self.comment(number, words)}")
        self.moves.append(words)


@contextmanager
def played(tables: Sequence[Table], door: WayIn) -> Iterator[None]:
    """Have all tables play for the time of the block."""
    for table in tables:
        table.start()
    try:
        yield
    finally:
        door.closes()
        for table in tables:
            table.stop()
