"""Servers that are killed while their clock writes letters of the day, or begins a tournament: nothing is lost, and
nothing is done twice."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import func, select

from pbmserv.storage.database import Database
from pbmserv.storage.tables import BOARDS, OUTBOX, SEATS, USERS
from pbmserv.storage.tournaments import Seasons, Stage, Tournaments
from tests.conversation import Server as Conversation
from tests.nursery import forked
from tests.serving import ONE_PROCESS, Server, environment, pbmserv, wait_until

pytestmark = pytest.mark.long

SEED = os.environ.get("TESTS_SEED", "1")
PLAYERS = {f"p{number}": f"password-of-{number}" for number in range(24)}
KILLS = 3
MOST_SECONDS = 0.3
"""How long a server that begins a tournament is left alive once it runs."""


@pytest.fixture
def past(database: Database) -> Conversation:
    """The server as it was some days ago, with its players."""
    conversation = Conversation(database, now=datetime.now(UTC) - timedelta(days=2))
    for userid, password in PLAYERS.items():
        conversation.enrol(userid, password)
    return conversation


@contextmanager
def started(environ: Mapping[str, str], database: Database) -> Iterator[Server]:
    """A server, killed at the end of the block, as soon as the one before is known to be gone."""
    wait_until(lambda: not clock_is_held(database), "PostgreSQL to notice that a server was killed")
    server = Server(forked(environ, "serve", *ONE_PROCESS))
    try:
        server.wait_for_log("server.running")
        yield server
    finally:
        server.kill()


def clock_is_held(database: Database) -> bool:
    if database.is_sqlite:
        return False
    with database.reading() as connection:
        held = connection.exec_driver_sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
        return bool(held.scalar_one())


def test_letters_of_the_day_come_once(
    past: Conversation, database: Database, database_url: str, tmp_path: Path
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - to be drawn again in the same way
    userids = [*PLAYERS]
    for userid, password in PLAYERS.items():
        past.hear(f"{userid}@example.org", f"change letters {userid} {password} daily")
    for one, other in zip(userids[::2], userids[1::2], strict=True):
        past.hear(None, f"hex challenge {one} {other}")
    last = newest(database)

    environ = environment(tmp_path / "data", database_url=database_url)
    for _ in range(KILLS):
        wanted = min(len(letters_after(database, last)) + chance.randint(1, 4), len(userids) // 2)
        with started(environ, database):
            wait_until(partial(has_letters, database, last, wanted), "letters of the day")
    with started(environ, database) as server:
        wait_until(lambda: movers(userids) <= letters_after(database, last).keys(), "the letters of all")
        server.stop()

    letters = letters_after(database, last)
    assert set(letters.values()) == {1}
    assert movers(userids) <= letters.keys()


def test_a_tournament_begins_once(past: Conversation, database: Database, database_url: str, tmp_path: Path) -> None:
    chance = random.Random(SEED)  # noqa: S311 - to be drawn again in the same way
    environ = environment(tmp_path / "data", database_url=database_url)
    Path(environ["PBMSERV_HOME"]).mkdir()
    made = pbmserv(environ, "admin", "tournament", "create", "hex-league", "hex", "size=5", "--begins", "0")
    assert made.returncode == 0, made.stderr
    for userid, password in PLAYERS.items():
        past.hear(f"{userid}@example.org", f"tournament join {userid} {password} hex-league")
    last = newest(database)

    for _ in range(KILLS):
        with started(environ, database):
            time.sleep(chance.uniform(0, MOST_SECONDS))
    with started(environ, database) as server:
        wait_until(lambda: stage_of(database, "hex-league") is Stage.RUNNING, "the tournament to begin")
        server.stop()

    pairs = pairs_of_boards(database)
    boards = Counter(userid for pair in pairs for userid in pair)
    assert set(pairs.values()) == {1}
    assert boards.keys() == PLAYERS.keys()
    assert set(boards.values()) == {len(PLAYERS) // 3 - 1}
    assert letters_after(database, last) == Counter(f"{userid}@example.org" for userid in PLAYERS)


def has_letters(database: Database, number: int, count: int) -> bool:
    return len(letters_after(database, number)) >= count


def movers(userids: list[str]) -> set[str]:
    return {f"{userid}@example.org" for userid in userids[::2]}


def newest(database: Database) -> int:
    with database.reading() as connection:
        return connection.scalar(select(func.max(OUTBOX.c.id))) or 0


def letters_after(database: Database, number: int) -> Counter[str]:
    """How many letters have been written since, by their readers."""
    with database.reading() as connection:
        rows = connection.scalars(select(OUTBOX.c.addressed_to).where(OUTBOX.c.id > number))
        return Counter(address for recipients in rows for address in recipients)


def stage_of(database: Database, name: str) -> Stage:
    with database.reading() as connection:
        tournament = Tournaments(connection).named(name)
        assert tournament is not None
        season = Seasons(connection).of(tournament.id)
        assert season is not None
        return season.stage


def pairs_of_boards(database: Database) -> Counter[frozenset[str]]:
    """On how many boards each two sit."""
    with database.reading() as connection:
        rows = connection.execute(
            select(BOARDS.c.id, USERS.c.userid)
            .join(SEATS, SEATS.c.board_id == BOARDS.c.id)
            .join(USERS, USERS.c.id == SEATS.c.user_id)
        ).all()
    by_board: dict[int, set[str]] = {}
    for row in rows:
        by_board.setdefault(row.id, set()).add(row.userid)
    return Counter(map(frozenset, by_board.values()))
