"""Several servers on one database: what a player writes is carried out in the order in which it was taken."""

from __future__ import annotations

import os
import random
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import select

from pbmserv.storage.database import Database
from pbmserv.storage.tables import GAME_LIMITS, INBOX
from tests.conversation import Server as Conversation
from tests.endtoend.sessions import WayIn
from tests.nursery import forked
from tests.serving import ONE_PROCESS, Server, environment, wait_until

pytestmark = pytest.mark.long

TRIALS = 25
MAILS = 4
"""How many mails follow each other in one trial."""
SEED = os.environ.get("TESTS_SEED", "1")


@pytest.mark.parametrize("processes", [2, 4])
def test_the_last_of_a_player_s_mails_stands_whichever_servers_took_them(
    postgresql_database: Database, postgresql_url: str, tmp_path: Path, processes: int
) -> None:
    Conversation(postgresql_database).sign_up("alice")
    chance = random.Random(f"{SEED} {processes}")  # noqa: S311 - to be drawn again in the same way
    stood = []

    with ExitStack() as running:
        doors = []
        for number in range(processes):
            environ = environment(tmp_path / str(number), database_url=postgresql_url)
            server = Server(forked(environ, "serve", *ONE_PROCESS))
            running.callback(server.kill)
            doors.append(WayIn(server.address()))
        for trial in range(TRIALS):
            limits = range(10 * trial + 1, 10 * trial + 1 + MAILS)
            for limit in limits:
                chance.choice(doors).bring("alice@example.org", mail(limit))
            wait_until(lambda: set(inbox(postgresql_database)) == {"done"}, "all to be carried out")
            stood.append((limits[-1], standing_limit(postgresql_database)))

    assert [pair for pair in stood if pair[0] != pair[1]] == []
    assert inbox(postgresql_database) == {"done": TRIALS * MAILS}


def mail(limit: int) -> str:
    head = f"From: alice@example.org\nMessage-ID: <{limit}@example.org>\n"
    return f"{head}Subject: trichet limit alice secret7 {limit}\n\n"


def inbox(database: Database) -> Counter[str]:
    with database.reading() as connection:
        return Counter(connection.scalars(select(INBOX.c.status)))


def standing_limit(database: Database) -> int | None:
    with database.reading() as connection:
        return connection.scalar(select(GAME_LIMITS.c.most_boards))
