"""Requests that fail each time, or end the server: who is blamed, who is told, and what waits meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, select

from pbmserv.commands.playing.clock_verdicts import LOOK_AGAIN_AFTER
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.games.catalogue import installed
from pbmserv.mail import worker as worker_module
from pbmserv.mail.reading.envelope import as_received
from pbmserv.mail.reading.incoming import Incoming, read_message
from pbmserv.mail.worker import TRIAL_SECONDS, Worker, trial_wait
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.inbox_order import HOLD_FOR, Holds
from pbmserv.storage.tables import INBOX
from tests.conversation import ADDRESS, PLAYERS, Server, cheap_passwords
from tests.queries import recorded, scans

MINUTE = timedelta(minutes=1)


class Ended(BaseException):
    """The process has ended, as far as it can in a test: nobody catches this."""


class Office(PostOffice):
    """A real one, on which some comments have an effect that they should not have."""

    def handle_within(self, request: Request, connection: Connection, passwords: Passwords | None = None) -> Answer:
        if "poison" in request.comment:
            raise Ended
        if "bug" in request.comment:
            raise RuntimeError
        return super().handle_within(request, connection, passwords)


class Life:
    """A server with a game of Hex between Alice and Bob, and one worker after the other."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.now = datetime.now(UTC)
        self.game = Server(database, now=self.now)
        self.game.sign_up("alice", "bob", "carol")
        self.game.hear("alice@example.org", "hex challenge alice bob")
        self.office: PostOffice = Office(database, installed(), ADDRESS, cheap_passwords(), now=lambda: self.now)
        self.worker = self.starts()

    def starts(self) -> Worker:
        return Worker(self.database, self.office, now=lambda: self.now)

    def mails(self, who: str, command: str, comment: str = "", envelope: str | None = None) -> int:
        address = f"{who}@example.org"
        raw = f"From: {address}\r\nSubject: {command}\r\n\r\n{comment}\r\n".encode()
        with self.database.writing() as connection:
            [number] = Inbox(connection).add([as_received("smtp", raw, envelope or address, [ADDRESS])])
            connection.execute(INBOX.update().where(INBOX.c.id == number).values(received_at=self.now))
        return number

    def moves(self, who: str, place: str, comment: str = "") -> int:
        return self.mails(who, f"hex move 101 {who} {PLAYERS[who]} {place}", comment)

    def works(self) -> None:
        """Work until there is nothing to do, and let other servers go on where one ends; each minute once."""
        for _ in range(8):
            self.now += MINUTE
            try:
                while self.worker.run_once():
                    pass
            except Ended:
                self.worker = self.starts()

    def row(self, number: int) -> Any:
        with self.database.reading() as connection:
            return connection.execute(select(INBOX).where(INBOX.c.id == number)).one()

    def status(self, *numbers: int) -> list[str]:
        return [self.row(number).status for number in numbers]

    @property
    def moved(self) -> list[str]:
        with self.database.reading() as connection:
            board = Boards(connection, installed()).load("hex", 101)
        assert board is not None
        return [move.text for move in board.moves]

    def letters(self, who: str, subject: str) -> list[str]:
        return [
            " ".join(each["text"].split())
            for each in self.game.outbox()
            if each["recipients"] == [f"{who}@example.org"] and each["subject"] == subject
        ]


@pytest.fixture
def life(database: Database, monkeypatch: pytest.MonkeyPatch) -> Life:
    monkeypatch.setattr(worker_module, "TRIAL_SECONDS", 0)
    monkeypatch.setattr(worker_module, "HOLDS_EVERY", 0)
    return Life(database)


BAD: list[str] = ["poison", "bug"]


@pytest.mark.parametrize("comment", BAD)
def test_who_wrote_what_cannot_be_carried_out_is_told(life: Life, comment: str) -> None:
    number = life.moves("alice", "a1", comment)

    life.works()

    [told] = life.letters("alice", "Your mail could not be carried out")
    assert life.status(number) == ["failed"]
    assert f"in-{number}" in told
    assert "Hex Board 101" in told
    assert PLAYERS["alice"] not in told


@pytest.mark.parametrize("comment", BAD)
def test_later_moves_on_that_board_wait_and_are_not_refused(life: Life, comment: str) -> None:
    failed, held = life.moves("alice", "a1", comment), life.moves("bob", "b1")
    elsewhere = life.mails("bob", "help hex")

    life.works()

    assert life.status(failed, held, elsewhere) == ["failed", "held", "done"]
    assert life.row(held).message is not None
    assert len(life.letters("bob", "Your mail has to wait")) == 1
    assert life.moved == []


def test_the_author_s_next_word_about_the_board_lets_the_others_go_on(life: Life) -> None:
    _, held = life.moves("alice", "a1", "bug"), life.moves("bob", "b1")
    life.works()

    again = life.moves("alice", "c1")
    life.works()

    assert life.status(again, held) == ["done", "done"]
    assert life.moved == ["c1", "b1"]


def test_what_the_author_had_written_before_being_told_waits_too(life: Life) -> None:
    _, later = life.moves("alice", "a1", "bug"), life.mails("alice", "hex chat 101 alice secret7", "Your turn.")

    life.works()

    assert life.status(later) == ["held"]


def test_the_operator_has_it_tried_again_and_the_others_follow_in_order(life: Life) -> None:
    failed, held = life.moves("alice", "a1", "bug"), life.moves("bob", "b1")
    life.works()

    life.office = PostOffice(life.database, installed(), ADDRESS, cheap_passwords(), now=lambda: life.now)
    life.worker = life.starts()
    with life.database.writing() as connection:
        assert Inbox(connection).retry(failed)
    life.works()

    assert life.status(failed, held) == ["done", "done"]
    assert life.moved == ["a1", "b1"]


def test_the_operator_drops_it_and_the_others_follow(life: Life) -> None:
    failed, held = life.moves("alice", "a1", "bug"), life.mails("bob", "hex chat 101 bob bobpw123", "Hello?")
    life.works()

    with life.database.writing() as connection:
        assert Inbox(connection).drop(failed, life.now)
    life.works()

    assert life.status(failed, held) == ["dropped", "done"]


def test_the_operator_lets_one_that_waits_go_on(life: Life) -> None:
    _, held = life.moves("alice", "a1", "bug"), life.mails("bob", "hex chat 101 bob bobpw123", "Hello?")
    life.works()

    with life.database.writing() as connection:
        assert Inbox(connection).retry(held)
    life.works()

    assert life.status(held) == ["done"]


def test_nothing_waits_for_more_than_two_days(life: Life) -> None:
    _, held = life.moves("alice", "a1", "bug"), life.mails("bob", "hex chat 101 bob bobpw123", "Hello?")
    life.works()

    life.now += HOLD_FOR - timedelta(minutes=20)
    life.works()
    shortly_before = life.status(held)
    life.now += timedelta(minutes=20)
    life.works()

    assert (shortly_before, life.status(held)) == (["held"], ["done"])


@pytest.mark.parametrize(
    ("who", "envelope"), [("carol", None), ("mallory", None), ("alice", "mallory@example.com")], ids=str
)
def test_nobody_but_who_plays_there_can_keep_a_board_waiting(life: Life, who: str, envelope: str | None) -> None:
    life.mails(who, "hex show 101", "bug", envelope)
    move = life.moves("alice", "a1")

    life.works()

    assert life.status(move) == ["done"]


def test_who_forges_from_has_nobody_written_to(life: Life) -> None:
    life.mails("mallory", "help", "bug", envelope="eve@example.com")

    life.works()

    assert life.letters("mallory", "Your mail could not be carried out") == []


# Poison or bad luck


def killed_at_once(life: Life, times: int) -> None:
    """Have so many servers killed while they have the first request in hand, each soon after its start."""
    for _ in range(times):
        life.now += MINUTE
        try:
            life.starts().run_once()
        except Ended:
            continue


def always(*_: object) -> Any:
    raise Ended


def ended_by_poison(raw: bytes, *envelope: Any) -> Incoming:
    if b"poison" in raw:
        raise Ended
    return read_message(raw, *envelope)


def test_who_is_killed_soon_after_each_start_blames_nobody(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "TRIAL_SECONDS", TRIAL_SECONDS)
    works: Callable[..., Answer] = life.office.handle_within
    numbers = [life.moves("alice", "a1"), life.moves("bob", "b1")]

    monkeypatch.setattr(life.office, "handle_within", always)
    killed_at_once(life, 20)
    assert (life.status(*numbers), life.row(numbers[0]).ended) == (["waiting", "waiting"], 2)
    monkeypatch.setattr(life.office, "handle_within", works)
    monkeypatch.setattr(worker_module, "TRIAL_SECONDS", 0)
    life.works()

    assert life.status(*numbers) == ["done", "done"]
    assert life.moved == ["a1", "b1"]


def test_a_worker_says_for_how_long_it_cannot_go_on(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    life.moves("alice", "a1", "poison")
    killed_at_once(life, 2)
    monkeypatch.setattr(worker_module, "TRIAL_SECONDS", 600)
    monkeypatch.setattr(worker_module, "LONGEST_TRIAL", 600)
    worker = life.starts()

    assert worker.run_once() == 0
    assert 500 < worker.pause() <= 600


def test_nothing_overtakes_what_waits_for_its_trial(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    works = life.office.handle_within
    first = life.moves("alice", "a1")
    monkeypatch.setattr(life.office, "handle_within", always)
    killed_at_once(life, 2)
    monkeypatch.setattr(life.office, "handle_within", works)
    monkeypatch.setattr(worker_module, "TRIAL_SECONDS", 0.3)
    # Of two moves on a board the later one needs the earlier, by whomever each was made.
    after = [life.moves("bob", "b1"), life.moves("alice", "c1"), life.mails("carol", "help")]
    worker = life.starts()

    assert worker.run_once() == 0
    assert life.status(first, *after) == ["waiting"] * 4
    assert 0 < worker.pause() <= 0.3
    time.sleep(worker.pause())
    while worker.run_once():
        pass

    assert life.status(first, *after) == ["done"] * 4
    assert life.moved == ["a1", "b1", "c1"]


def test_what_ends_servers_by_being_read_is_set_aside_unread(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "read_message", ended_by_poison)
    number, move = life.moves("alice", "a1", "poison"), life.moves("alice", "b1")

    life.works()

    assert life.status(number, move) == ["failed", "done"]
    assert len(life.letters("alice", "Your mail could not be carried out")) == 1


@pytest.mark.parametrize("workers", [2, 8])
def test_several_workers_at_the_same_request_blame_nobody(postgresql_database: Database, workers: int) -> None:
    life = Life(postgresql_database)
    number = life.moves("alice", "a1")
    life.now += 2 * MINUTE
    first, *others = (life.starts() for _ in range(workers))
    with ExitStack() as in_hand:
        first._begun = first._begin(False, in_hand)
        # While a password is hashed, for example.
        for other in others:
            assert other.run_once() == 0
        assert (life.row(number).attempts, life.row(number).ended) == (1, 1)

    assert others[-1].run_once() == 1
    assert life.moved == ["a1"]
    assert (life.row(number).status, life.row(number).attempts, life.row(number).ended) == ("done", 1, 1)


def test_what_has_ended_a_server_is_never_tried_together_with_others(life: Life) -> None:
    poison = life.moves("alice", "a1", "poison")
    with pytest.raises(Ended):
        life.worker.run_once()
    other = life.starts()
    others_before = life.mails("carol", "help")
    # Not at its start, when it takes one after the other in any case.
    other._is_careful = False

    with pytest.raises(Ended):
        other.run_once()

    assert (life.row(poison).ended, life.status(others_before)) == (2, ["waiting"])


@pytest.mark.parametrize(("ended", "seconds"), [(0, 0), (1, 0), (2, 2), (3, 4), (4, 8), (6, 30), (50, 30)])
def test_a_server_lives_for_longer_each_time_before_it_tries_it_again(ended: int, seconds: float) -> None:
    assert trial_wait(ended) == seconds


def test_to_look_for_what_waits_reads_no_whole_table(database: Database) -> None:
    with recorded(database) as statements, database.writing() as connection:
        holds = Holds(connection)
        holds.begin(1, ["hex 101"])
        holds.in_force()
        holds.end_for(2)
        holds.end_old(datetime.now(UTC))
        holds.end(1)

        assert scans(connection, list(statements)) == []


class TestTheClockMeanwhile:
    def decided(self, life: Life) -> list[str]:
        made = Scheduler(life.database, life.office, installed()).make_round(life.now)
        return [each.verdict.value for each in made.decided]

    def says(self, life: Life, who: str, word: str) -> int:
        number = life.moves(who, word)
        life.works()
        return number

    def test_a_proposed_tie_is_not_agreed_to_while_a_reject_waits(self, life: Life) -> None:
        self.says(life, "alice", "propose")
        life.now += timedelta(days=21) - timedelta(hours=2)
        assert self.decided(life) == ["nag"]
        life.moves("alice", "a1", "bug")
        held = self.says(life, "bob", "reject")
        assert life.status(held) == ["held"]

        life.now += timedelta(hours=3)
        assert self.decided(life) == []
        life.mails("alice", f"hex chat 101 alice {PLAYERS['alice']}", "Hello")
        life.works()

        assert life.row(held).outcome == "done: hex move 101 bob ****** reject"
        life.now += timedelta(hours=2)
        assert self.decided(life) == []

    def test_nobody_runs_out_of_time_while_a_move_waits_but_only_as_long_as_it_does(self, life: Life) -> None:
        self.says(life, "alice", "b2")
        life.now += timedelta(days=20)
        assert self.decided(life) == ["nag"]
        life.now += timedelta(hours=23)
        life.moves("alice", "chat", "bug")
        held = self.says(life, "bob", "c3")
        assert life.status(held) == ["held"]

        life.now += timedelta(hours=2)
        assert self.decided(life) == []
        life.now += HOLD_FOR
        self.says(life, "carol", "help")

        assert life.moved == ["b2", "c3"]
        assert self.decided(life) == []

    def test_the_time_of_others_goes_on_where_nothing_ends_the_hold(self, life: Life) -> None:
        self.says(life, "alice", "b2")
        life.now += timedelta(days=20)
        assert self.decided(life) == ["nag"]
        life.now += timedelta(hours=23)
        failed = life.moves("alice", "chat", "bug")
        life.works()
        assert life.status(failed) == ["failed"]
        ends = life.row(failed).done_at.replace(tzinfo=UTC) + HOLD_FOR

        life.now = ends - timedelta(seconds=1)
        assert self.decided(life) == []
        life.now += LOOK_AGAIN_AFTER
        assert self.decided(life) == ["forfeit"]
