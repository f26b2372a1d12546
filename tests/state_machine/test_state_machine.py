"""Anything that players can do, in any order, on boards of all games: nothing ever comes of it but what should.

What should is told by `model`, and checked after every command by `supervised`. What players do is told by the other
modules here: mostly what makes sense, and often enough what does not.

In the environment, STATE_MACHINE_EXAMPLES says how many lives of a server are tried, and STATE_MACHINE_STEPS how
long each of them gets: by default a few in every run of the tests, and more in the long run. With
STATE_MACHINE_SHRINK=yes a life that goes wrong is made as short as can be, which takes minutes.
"""

from __future__ import annotations

import os
import secrets
from logging import WARNING

import pytest
import structlog
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import insert, update

from pbmserv.games.catalogue import installed
from pbmserv.play import unread
from pbmserv.storage.database import Database
from pbmserv.storage.tables import GAMES, USERS
from tests.conversation import Server, cheap_passwords
from tests.state_machine.agreeing import Agreeing
from tests.state_machine.choices import ADDRESSES, PASSWORDS
from tests.state_machine.looking import Looking
from tests.state_machine.planning import Planning
from tests.state_machine.playing import Playing, chance
from tests.state_machine.waiting import Waiting
from tests.state_machine.watching import Watching

EXAMPLES = int(os.environ.get("STATE_MACHINE_EXAMPLES", "0"))
A_FEW, MANY = 8, 40
STEPS = int(os.environ.get("STATE_MACHINE_STEPS", "40"))
SHRINK = [Phase.shrink] if os.environ.get("STATE_MACHINE_SHRINK") else []

FIRST_NUMBER = 7701
"""Of the boards of each game: no tile is called like that, so none is taken for one."""


class EveryLife(Playing, Planning, Agreeing, Watching, Looking, Waiting):
    """All that can happen to a server."""


@pytest.fixture
def with_players(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """A database in which everybody has signed up."""
    server = Server(sqlite_database)
    for userid, addresses in ADDRESSES.items():
        server.hear(None, f"signup {userid} {PASSWORDS[userid]} {' '.join(addresses)}")
    with sqlite_database.writing() as connection:
        rows = [{"game": word, "next_number": FIRST_NUMBER, "open": True} for word in installed()]
        connection.execute(insert(GAMES), rows)
        # As players of a while ago, whose own moves are confirmed.
        connection.execute(update(USERS).values(settings={}))
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(WARNING))
    # Everybody is told of everything at once here: that some of it waits is for tests/attacks/test_one_board.py.
    monkeypatch.setattr(unread, "A_FEW", 10_000)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: chance.randbytes(count or 32))
    return sqlite_database


@pytest.mark.parametrize("examples", [A_FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_nothing_ever_happens_but_what_should(with_players: Database, examples: int) -> None:
    class Here(EveryLife):
        database = with_players
        passwords = cheap_passwords()

    run_state_machine_as_test(
        Here,
        settings=settings(
            max_examples=EXAMPLES or examples,
            stateful_step_count=STEPS,
            phases=[Phase.reuse, Phase.generate, *SHRINK],
            suppress_health_check=list(HealthCheck),
        ),
    )
