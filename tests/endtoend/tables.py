"""Boards on which alice and bob play as fast as their mail is taken."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

from pbmserv.storage.database import Database
from tests.conversation import PLAYERS
from tests.conversation import Server as Conversation
from tests.endtoend.sessions import NoServer, WayIn

SEED = "1"


def boards_to_play_on(database: Database, number: int) -> list[int]:
    """Have alice challenge bob to so many games of Hex; gives the numbers of the boards."""
    server = Conversation(database, now=datetime.now(UTC))
    server.sign_up("alice", "bob")
    boards = range(101, 101 + number)
    for _ in boards:
        server.hear("alice@example.org", "hex challenge alice bob")
    return list(boards)


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
