"""Those who wait for the database at the same moment share one commit, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar

import pytest
from sqlalchemy import Connection, event, text

from pbmserv.storage.database import Database
from pbmserv.storage.group_commit import GroupCommit

SECONDS = 20


class Wrong(Exception):
    """What an action does that goes wrong."""


@pytest.fixture
def empty(database: Database) -> Database:
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE lines (line TEXT PRIMARY KEY)"))
    return database


def test_what_was_done_is_stored(empty: Database) -> None:
    group_commit = GroupCommit(empty)

    assert group_commit.change(line("one")) == "one"

    assert lines(empty) == ["one"]


def test_what_goes_wrong_is_undone(empty: Database) -> None:
    group_commit = GroupCommit(empty)

    with pytest.raises(Wrong):
        group_commit.change(wrong("one"))

    group_commit.change(line("two"))
    assert lines(empty) == ["two"]


def test_those_who_wait_share_one_commit(sqlite_database: Database) -> None:
    with sqlite_database.writing() as connection:
        connection.execute(text("CREATE TABLE lines (line TEXT PRIMARY KEY)"))
    group_commit = GroupCommit(sqlite_database)

    with commits(sqlite_database) as counted:
        done = at_once(sqlite_database, group_commit, [line(name) for name in "abcd"])

    assert [each.result(SECONDS) for each in done] == ["a", "b", "c", "d"]
    assert lines(sqlite_database) == ["a", "b", "c", "d"]
    # Each is there when the transaction begins, except for who begins it a moment before the others come.
    assert len(counted) <= 2


def test_who_goes_wrong_takes_nobody_along(empty: Database) -> None:
    done = at_once(empty, GroupCommit(empty), [line("a"), wrong("b"), line("c"), line("a")])

    # On PostgreSQL they write at the same time, and either of the two may be the first.
    first, second = (done[0], done[3]) if done[0].exception(SECONDS) is None else (done[3], done[0])
    assert first.result(SECONDS) == "a"
    assert "UNIQUE" in str(second.exception(SECONDS)).upper()
    assert isinstance(done[1].exception(SECONDS), Wrong)
    assert done[2].result(SECONDS) == "c"
    assert lines(empty) == ["a", "c"]
    assert first is done[0] or not empty.is_sqlite


def test_who_has_the_whole_transaction_fail_takes_nobody_along(sqlite_database: Database) -> None:
    with sqlite_database.writing() as connection:
        connection.execute(text("CREATE TABLE lines (line TEXT PRIMARY KEY)"))

    def ends_it(connection: Connection) -> str:
        connection.exec_driver_sql("ROLLBACK")
        raise Wrong

    done = at_once(sqlite_database, GroupCommit(sqlite_database), [line("a"), ends_it, line("c")])

    assert done[0].result(SECONDS) == "a"
    assert done[1].exception(SECONDS) is not None
    assert done[2].result(SECONDS) == "c"
    assert lines(sqlite_database) == ["a", "c"]


def test_each_is_done_in_its_own_context(sqlite_database: Database) -> None:
    name: ContextVar[str] = ContextVar("name")
    group_commit = GroupCommit(sqlite_database)

    def told(mine: str) -> str:
        name.set(mine)
        return group_commit.change(lambda _: name.get())

    with ThreadPoolExecutor(4) as pool, sqlite_database.writing():
        asked = [pool.submit(told, each) for each in "abcd"]
        wait_until_they_wait(group_commit, 4)
    assert [each.result(SECONDS) for each in asked] == ["a", "b", "c", "d"]


def line(name: str) -> Callable[[Connection], str]:
    def write(connection: Connection) -> str:
        connection.execute(text("INSERT INTO lines VALUES (:line)"), {"line": name})
        return name

    return write


def wrong(name: str) -> Callable[[Connection], str]:
    def write(connection: Connection) -> str:
        line(name)(connection)
        raise Wrong

    return write


def lines(database: Database) -> list[str]:
    with database.reading() as connection:
        return list(connection.scalars(text("SELECT line FROM lines ORDER BY line")))


def at_once(
    database: Database, group_commit: GroupCommit, actions: list[Callable[[Connection], str]]
) -> list[Future[str]]:
    """Have all of these wait for the database, and then let go of it."""
    pool = ThreadPoolExecutor(len(actions))
    if not database.is_sqlite:
        return [pool.submit(group_commit.change, action) for action in actions]
    done = []
    with pool, database.writing():
        for number, action in enumerate(actions, 1):
            done.append(pool.submit(group_commit.change, action))
            wait_until_they_wait(group_commit, number)
    return done


def wait_until_they_wait(group_commit: GroupCommit, number: int) -> None:
    for _ in range(1000):
        if len(group_commit._waiting) == number:
            return
        threading.Event().wait(0.005)
    raise AssertionError(f"{len(group_commit._waiting)} wait")


@contextmanager
def commits(database: Database) -> Iterator[list[object]]:
    counted: list[object] = []

    def count(connection: Connection) -> None:
        counted.append(connection)

    event.listen(database.engine, "commit", count)
    yield counted
    event.remove(database.engine, "commit", count)
