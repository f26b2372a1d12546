"""A small server's whole life, step by step, in a process that may end at any of its commits.

Two players sign up, begin a game and talk, by SMTP, at the command line and by a pipe; a relay fails, the clock
reminds somebody, old mail is forgotten. Whoever gets no answer to a step takes it again in another process, as mail
servers and people at a command line do.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from multiprocessing.connection import Connection as Wire
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event

import pbmserv.cli
import pbmserv.post_office
from pbmserv.games.catalogue import installed
from pbmserv.mail import worker
from pbmserv.mail.pruning import forget_old_mail
from pbmserv.mail.receiving import pipe
from pbmserv.mail.receiving.inbox_writer import InboxWriter
from pbmserv.mail.sending import delivery_results
from pbmserv.mail.sending.delivery import Deliverer, transport_for
from pbmserv.mail.sending.transports import Composed, Reply, Transport, Unreachable
from pbmserv.running.logs import log_to_stderr
from pbmserv.scheduler import Scheduler
from pbmserv.settings import Settings
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import ReceivedMessage
from tests.conversation import cheap_passwords
from tests.mail.smtp_servers import US, settings_for
from tests.serving import PATIENCE

MOVES = ["a1", "b1", "c1", "d1"]
KILLED = 9

PASSWORDS = {"alice": "sesame7", "bob": "bobpw789"}


@dataclass(frozen=True)
class Place:
    """Where a life takes place, and when it begins."""

    database_url: str
    home: Path
    began: datetime

    @property
    def settings(self) -> Settings:
        return settings_for(self.home, database_url=self.database_url)

    @property
    def log(self) -> str:
        """All that the processes have said, for whoever wonders."""
        return (self.home / "log").read_text()


@dataclass(frozen=True)
class End:
    """Where a process ends: at its commit of this number, before that is done or after it."""

    commit: int
    before: bool

    def __str__(self) -> str:
        return f"{'before' if self.before else 'after'} commit {self.commit}"


@dataclass
class Lived:
    """What is known of a process afterwards: its exit code, who has committed, and how many steps are done."""

    code: int | None = None
    commits: list[str] = field(default_factory=list)
    steps: int = 0


def live(place: Place, first_step: int = 0, end: End | None = None) -> Lived:
    """Have a new process take the steps from `first_step` on, until it has come through or to its end."""
    forked = multiprocessing.get_context("forkserver")
    # Whoever is forked from a process that has done it all once need not load anything.
    forked.set_forkserver_preload(["__main__", "tests.endtoend.lived_once"])
    ours, theirs = forked.Pipe(duplex=False)
    process = forked.Process(target=_live, args=(place, first_step, end, theirs))
    process.start()
    theirs.close()
    lived = Lived(steps=first_step)
    with ours, suppress(EOFError):
        while ours.poll(PATIENCE):
            said = ours.recv()
            if isinstance(said, str):
                lived.commits.append(said)
            else:
                lived.steps = said
    process.join(PATIENCE)
    lived.code = process.exitcode
    process.close()
    return lived


def _live(place: Place, first_step: int, end: End | None, wire: Wire) -> None:
    _write_output_to(place.home / "log")
    _watch_commits(wire, end)
    take_steps(place, first_step, wire.send)


def take_steps(place: Place, first_step: int = 0, done: Callable[[int], object] = lambda _: None) -> None:
    """Live, in this process; `done` is told how many steps have been taken."""
    # However slow the machine, there are as many commits each time.
    worker.TURN_SECONDS = 600
    pbmserv.post_office.Passwords = cheap_passwords  # type: ignore[attr-defined, assignment]
    server = _Server(place)
    for number, step in enumerate(STEPS[first_step:], first_step + 1):
        step(server)
        done(number)
    server.close()


def _write_output_to(log: Path) -> None:
    log.parent.mkdir(exist_ok=True)
    os.chdir(log.parent)
    with log.open("ab") as file:
        for number in (1, 2):
            os.dup2(file.fileno(), number)


def _watch_commits(wire: Wire, end: End | None) -> None:
    count = 0

    def watch(connection: Connection) -> None:
        nonlocal count
        count += 1
        wire.send(_who_commits())
        if end is None or count != end.commit:
            return
        if not end.before:
            connection.connection.commit()
        os._exit(KILLED)

    event.listen(Engine, "commit", watch)


def _who_commits() -> str:
    """The function of ours that a transaction belongs to."""
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        module = frame.f_globals["__name__"]
        if module.startswith("pbmserv.") and module != "pbmserv.storage.database":
            return f"{module.removeprefix('pbmserv.')}.{frame.f_code.co_name}"
    raise AssertionError("somebody else's transaction")


class _Server:
    """The parts of a server that has one thread, and a clock that the steps set."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.now = place.began
        # Who commits, and in which order, must not depend on how fast the machine is. This process does nothing else.
        delivery_results.TOLD_AFTER = timedelta(hours=1)
        self.database = Database(place.database_url)
        log_to_stderr(place.settings)
        self.office = pbmserv.post_office.PostOffice(self.database, installed(), US, now=lambda: self.now)
        self.worker = worker.Worker(self.database, self.office, now=lambda: self.now)
        self.relay = _Relay(transport_for(place.settings))
        self.deliverer = Deliverer(
            self.database,
            self.relay,
            US,
            lambda: self.now,
            office=self.office,
            monotonic=lambda: self.now.timestamp(),
        )

    def close(self) -> None:
        self.deliverer.close()
        self.database.close()


class _Relay:
    """A Maildir that may break after the next letter."""

    def __init__(self, behind: Transport) -> None:
        self._behind = behind
        self.room: int | None = None

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        if self.room is not None:
            if not self.room:
                raise Unreachable("out of order")
            self.room -= 1
        return self._behind.send(message, sender, recipients)

    def close(self) -> None:
        self._behind.close()

    def another(self) -> Transport:
        return self

    def interrupt(self) -> None:
        self._behind.interrupt()


_Step = Callable[[_Server], Any]


@dataclass(frozen=True)
class _Mail:
    number: int
    userid: str
    subject: str
    body: str = ""

    @property
    def sender(self) -> str:
        return f"{self.userid}@example.org"

    @property
    def raw(self) -> bytes:
        head = f"From: {self.sender}\nTo: {US}\nMessage-ID: <{self.number}@example.org>\nSubject: {self.subject}\n"
        return f"{head}\n{self.body}\n".encode()


def _move(userid: str, words: str) -> str:
    return f"hex move 101 {userid} {PASSWORDS[userid]} {words}"


def _arrive(*mails: _Mail) -> _Step:
    """Mails come in together by SMTP; each is answered with 250."""

    def arrive(server: _Server) -> None:
        writer = InboxWriter(server.database)
        received = [ReceivedMessage("smtp", mail.sender, (US,), mail.raw, server.now) for mail in mails]
        answers = [writer.store(each) for each in received]
        writer.start()
        for answer in answers:
            answer.result(PATIENCE)
        writer.stop()

    return arrive


def _work(server: _Server) -> None:
    while server.worker.run_once():
        pass


def _deliver(server: _Server) -> None:
    server.relay.room = None
    server.deliverer.run_once()


def _deliver_one(server: _Server) -> None:
    server.relay.room = 1
    server.deliverer.run_once()


def _type(*words: str) -> _Step:
    """Somebody types a command; if it is not done they do it again, and may read that it has been done before."""

    def do(server: _Server) -> None:
        settings = server.place.settings
        os.environ |= {"PBMSERV_HOME": str(settings.home), "PBMSERV_ADDRESS": US}
        os.environ["PBMSERV_DATABASE_URL"] = server.place.database_url
        with suppress(SystemExit):
            pbmserv.cli.main(["do", *words])

    return do


def _pipe(mail: _Mail) -> _Step:
    def receive(server: _Server) -> None:
        assert pipe.receive(mail.raw, mail.sender, [US], server.place.settings) == os.EX_OK

    return receive


def _time_is(**since_the_beginning: float) -> _Step:
    def set_clock(server: _Server) -> None:
        server.now = server.place.began + timedelta(**since_the_beginning)

    return set_clock


def _at(time: _Step, step: _Step) -> _Step:
    """A step at a time of its own, also for a process that begins with it."""

    def at(server: _Server) -> None:
        time(server)
        step(server)

    return at


def _look_at_clocks(server: _Server) -> None:
    made = Scheduler(server.database, server.office, installed()).make_round(server.now)
    assert not made.failed


def _forget(server: _Server) -> None:
    forget_old_mail(server.database, timedelta(days=30), server.now)


TYPED = _type("--from", "bob@example.org", _move("bob", "b1"))
"""The step that leaves no name behind by which it would be known when it is taken again."""

STEPS: tuple[_Step, ...] = (
    _arrive(*(_Mail(number, who, f"signup {who} {PASSWORDS[who]}") for number, who in enumerate(PASSWORDS, 1))),
    _work,
    _deliver,
    _arrive(_Mail(3, "alice", "hex challenge alice bob", "A game?"), _Mail(4, "alice", _move("alice", "a1"))),
    _arrive(_Mail(5, "bob", f"hex chat 101 bob {PASSWORDS['bob']}", "Gladly.")),
    _work,
    _deliver,
    # These two know no other time than that of the machine.
    TYPED,
    _pipe(_Mail(6, "alice", _move("alice", "c1"))),
    _arrive(_Mail(7, "bob", _move("bob", "d1"), "Your turn.")),
    _at(_time_is(days=1), _work),
    _at(_time_is(days=1), _deliver_one),
    _at(_time_is(days=1, minutes=10), _deliver),
    _at(_time_is(days=14), _look_at_clocks),
    _at(_time_is(days=14), _deliver),
    _at(_time_is(days=60), _forget),
    # Those that a process had claimed when it ended.
    _at(_time_is(days=61), _deliver),
)
