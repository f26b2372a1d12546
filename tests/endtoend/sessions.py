"""Players at work over SMTP, whatever becomes of the servers: who has not heard 250 sends the same mail again."""

from __future__ import annotations

import random
import smtplib
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from tests.conversation import PLAYERS
from tests.mail.smtp_servers import US
from tests.serving import PATIENCE


class NoServer(Exception):
    """There is no server any more, and there will be none."""


class WayIn:
    """Where mail can be brought at the moment: servers come and go."""

    def __init__(self, address: tuple[str, int] | None = None) -> None:
        self._address = address
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


@dataclass
class Told:
    """Something that a mail has said, and who has to read it, each in one letter."""

    mark: str
    readers: tuple[str, ...]


@dataclass
class Mail:
    """A mail that is to be brought so many times."""

    sender: str
    text: str
    times: int
    told: Told


@dataclass(eq=False)
class Writers(threading.Thread):
    """Players who write one mail after the other, each when the one before has been taken, until told to stop.

    Some mails they bring twice, as a mail server does that has lost the answer.
    """

    number: int
    door: WayIn
    chance: random.Random
    told: list[Told] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        super().__init__(name=f"session {self.number}")
        self.stopping = threading.Event()

    def stop(self) -> None:
        """Let what is in hand be the last, and wait for it."""
        self.stopping.set()
        self.join()

    def write(self, userid: str, subject: str, readers: Sequence[str]) -> Mail:
        """A mail of which everybody named here has to read what it says."""
        sender = f"{userid}@example.org"
        mark = f"This is mail {len(self.told) + 1} of session {self.number}."
        head = f"From: {sender}\nMessage-ID: <{len(self.told)}.{self.number}@example.org>\nSubject: {subject}\n"
        told = Told(mark, tuple(f"{each}@example.org" for each in readers))
        self.told.append(told)
        return Mail(sender, f"{head}\n{mark}\n", 2 if self.chance.random() < 0.2 else 1, told)

    def bring(self, mail: Mail) -> None:
        """Have a mail taken. Raises `NoServer`."""
        for _ in range(mail.times):
            self.door.bring(mail.sender, mail.text)


@dataclass(eq=False)
class Session(Writers):
    """Two players who do one thing after the other.

    They play their boards of Hex one after the other, lay their stones in reading order (that way, nobody wins for a
    long time), talk now and then, and begin other games.
    """

    players: tuple[str, str]
    boards: Sequence[int]
    moves: dict[int, list[str]] = field(default_factory=dict)
    """The moves that were answered with 250, by board."""
    challenges: int = 0

    CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcdefghijk")

    def run(self) -> None:
        """Play until there is no board left."""
        with suppress(NoServer):
            for board in self.boards:
                self.moves[board] = []
                for words in self.CELLS:
                    self._move(board, words)
                    if self.chance.random() < 0.1:
                        self._chat(board)
                    if self.chance.random() < 0.05:
                        self._challenge()
                    if self.stopping.is_set():
                        return

    def _move(self, board: int, words: str) -> None:
        mover = self.players[len(self.moves[board]) % 2]
        self._send(mover, f"hex move {board} {mover} {PLAYERS[mover]} {words}")
        self.moves[board].append(words)

    def _chat(self, board: int) -> None:
        speaker = self.chance.choice(self.players)
        self._send(speaker, f"hex chat {board} {speaker} {PLAYERS[speaker]}")

    def _challenge(self) -> None:
        # In turns: nobody may send another many challenges within a day who sends none back.
        one, other = self.players if self.challenges % 2 == 0 else reversed(self.players)
        self._send(one, f"trichet challenge {one} {other}")
        self.challenges += 1

    def _send(self, userid: str, subject: str) -> None:
        self.bring(self.write(userid, subject, self.players))
