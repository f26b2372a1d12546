"""What people wait for goes first: who only thinks stands still meanwhile, but not for ever."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbmserv.mail.receiving.inbox_writer import InboxWriter
from pbmserv.running.yield_to_requests import MOST_SECONDS, Precedence, giving_way
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage


class Time:
    """A clock that goes on while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds


@pytest.fixture
def precedence() -> Iterator[Precedence]:
    with closing(Precedence()) as precedence:
        yield precedence


def file_of(precedence: Precedence) -> int:
    assert precedence.file is not None
    return precedence.file


def test_who_thinks_stands_still_while_something_is_in_hand(precedence: Precedence) -> None:
    time = Time()

    def carried_out(seconds: float) -> None:
        time.sleep(seconds)
        if time.slept > 0.003:
            precedence.__exit__()

    give_way = giving_way(file_of(precedence), time, carried_out)
    give_way()
    assert time.slept == 0

    precedence.__enter__()
    give_way()
    assert time.slept == pytest.approx(0.0035, abs=0.0002)
    time.now += 1
    give_way()
    assert time.slept == pytest.approx(0.0035, abs=0.0002)


def test_it_has_half_of_the_time_at_least_however_much_there_is_to_do(precedence: Precedence) -> None:
    time = Time()
    give_way = giving_way(file_of(precedence), time, time.sleep)

    with precedence:
        for _ in range(10_000):
            give_way()
            # It thinks for a moment.
            time.now += 0.0001

    thought = 10_000 * 0.0001
    assert time.slept == pytest.approx(thought, abs=2 * MOST_SECONDS)


def test_something_is_in_hand_until_the_last_has_gone(precedence: Precedence) -> None:
    time = Time()
    give_way = giving_way(file_of(precedence), time, time.sleep)

    with precedence, precedence:
        pass
    give_way()
    assert time.slept == 0

    with precedence:
        with precedence:
            pass
        give_way()
    assert time.slept > 0


def test_who_has_time_begins_when_nothing_is_in_hand_any_more(precedence: Precedence) -> None:
    time = Time()

    def go_on(seconds: float) -> None:
        time.sleep(seconds)
        if time.slept == pytest.approx(0.002):
            precedence.__exit__()

    precedence.__enter__()
    precedence.let_pass(time, go_on)

    assert time.slept == pytest.approx(0.0025)


def test_a_mail_that_is_in_hand_again_a_moment_later_is_let_pass_as_well(precedence: Precedence) -> None:
    time = Time()
    stored, taken, done = 0.001, 0.0015, 0.004

    def go_on(seconds: float) -> None:
        time.sleep(seconds)
        if time.slept in (pytest.approx(stored), pytest.approx(done)):
            precedence.__exit__()
        elif time.slept == pytest.approx(taken):
            precedence.__enter__()

    precedence.__enter__()
    precedence.let_pass(time, go_on)

    assert time.slept == pytest.approx(done + 0.0005)


def test_who_has_time_does_not_wait_for_ever(precedence: Precedence) -> None:
    time = Time()

    with precedence:
        precedence.let_pass(time, time.sleep)

    assert time.slept == pytest.approx(MOST_SECONDS, abs=0.001)


def test_who_thinks_cannot_say_that_something_is_in_hand(precedence: Precedence) -> None:
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.write(file_of(precedence), b"\1")


def test_without_a_place_for_temporary_files_nobody_stands_still_and_all_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))

    with closing(Precedence()) as precedence, precedence:
        assert precedence.file is None


def test_mail_is_stored_before_anybody_thinks_on(sqlite_database: Database) -> None:
    said: list[str] = []

    def note(when: str) -> None:
        with sqlite_database.reading() as connection:
            said.append(f"{when}: {'stored' if Inbox(connection).has_work(datetime.now(UTC)) else 'nothing there'}")

    @contextmanager
    def noted() -> Iterator[None]:
        note("begun")
        yield
        note("over")

    writer = InboxWriter(sqlite_database, precedence=noted())
    writer.start()
    message = ReceivedMessage(
        "smtp", "alice@example.org", ("pbmserv@example.org",), b"Subject: help", datetime.now(UTC)
    )
    writer.store(message).result(10)
    writer.stop()

    assert said == ["begun: nothing there", "over: stored"]


def test_of_several_processes_each_says_what_it_has_in_hand_and_one_that_died_no_longer_does() -> None:
    time = Time()
    with closing(Precedence(2)) as precedence:
        give_way = giving_way(file_of(precedence), time, time.sleep)
        precedence.use_byte(1)
        precedence.__enter__()
        # As another process with the same memory sees it.
        precedence._inside = 0
        assert not precedence.is_quiet(0)
        give_way()
        assert time.slept > 0

        precedence.use_byte(1)
        time.slept, time.now = 0, time.now + 1
        give_way()

        assert time.slept == 0
        assert precedence.is_quiet(0)


def test_it_is_quiet_once_nothing_has_been_in_hand_for_a_while(precedence: Precedence) -> None:
    assert precedence.is_quiet(0.05)

    with precedence:
        assert not precedence.is_quiet(0)
        with precedence:
            pass
        assert not precedence.is_quiet(0)
    left_at = precedence._left_at

    assert not precedence.is_quiet(0.05, lambda: left_at + 0.04)
    assert precedence.is_quiet(0.05, lambda: left_at + 0.06)
