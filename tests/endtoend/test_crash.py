"""Servers that are killed: whatever they have answered with 250 is carried out, once, by whoever comes after them.

`python -m tests.endtoend.crash` kills hundreds of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from sqlalchemy import select

from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX, OUTBOX
from tests.endtoend.crash import kill_first_starts, kill_servers
from tests.endtoend.players import Player, letters_in
from tests.endtoend.won_game import BOARD, CHALLENGE, MOVES, drawing_in, move
from tests.serving import environment, serving

SHORT_LIVES = 30
"""How many servers are killed soon after their start, one after the other."""
SEED = os.environ.get("TESTS_SEED", "1")


@pytest.mark.long
def test_each_part_of_a_server_may_be_killed_and_the_next_goes_on_with_the_game(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    environ = environment(tmp_path / "data", database_url=database_url)
    post = tmp_path / "data" / "outgoing"
    with serving(environ, "--only", "receive") as server:
        alice = Player("alice", "sesame7", server.smtp, lambda: letters_in(post))
        bob = Player("bob", "bobpw789", server.smtp, lambda: letters_in(post))
        alice.writes("signup alice sesame7")
        bob.writes("signup bob bobpw789")
        alice.writes(CHALLENGE)
        for userid, words in MOVES:
            player = alice if userid == "alice" else bob
            player.writes(move(userid, player.password, words))
        server.kill()
    assert statuses(database) == ({"waiting": 10}, {})

    with serving(environ, "--only", "work") as server:
        server.wait_for_log("message.done", lines=10)
        server.kill()
    assert statuses(database) == ({"done": 10}, {"waiting": 12})

    with serving(environ, "--only", "deliver") as server:
        server.wait_for_log("letter.sent", lines=12)
        server.kill()
    assert statuses(database) == ({"done": 10}, {"sent": 12})
    letters = letters_in(post)
    assert len({letter.message_id for letter in letters}) == len(letters) == 12
    assert letters[-1].subject == "Trichet Board 101"
    assert drawing_in(letters[-1].text) == BOARD


@pytest.mark.long
def test_servers_killed_soon_after_each_start_blame_nobody_and_do_everything_once(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    environ = environment(tmp_path / "data", database_url=database_url)

    figures = kill_servers(database, environ, SHORT_LIVES, SEED, soon=True)

    assert figures.mails > 0


@pytest.mark.long
def test_a_server_killed_while_it_makes_its_database_leaves_one_that_the_next_can_use(tmp_path: Path) -> None:
    kill_first_starts(tmp_path, 2, SEED)

    assert len(list(tmp_path.glob("*/data/pbmserv.db"))) == 2


def statuses(database: Database) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """How many requests there are of each status, and how many letters."""
    with database.reading() as connection:
        requests = Counter(connection.scalars(select(INBOX.c.status)))
        letters = Counter(connection.scalars(select(OUTBOX.c.status)))
    return requests, letters
