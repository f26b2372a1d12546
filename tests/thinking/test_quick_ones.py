"""What is soon done does not wait behind long thinking: one more process does it meanwhile."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import text

from pbmserv.games.catalogue import installed
from pbmserv.storage.bots import Job, Thinking
from pbmserv.thinking.bot_client import BotClient
from pbmserv.thinking.thinker import Thinker
from tests.conversation import Server
from tests.thinking.conftest import Says, thinker_of
from tests.thinking.test_making_way import Thinks, a_guest_moves
from tests.thinking.test_turns import challenge, names

LEASE = timedelta(seconds=30)


def quick_thinker_of(server: Server, client: BotClient) -> Thinker:
    """Who does the quick jobs of this server and no others."""
    return Thinker(server.database, server.office, installed(), client, now=lambda: server.now, only_quick=True)


def take(server: Server, only_quick: bool = False) -> Job | None:
    with server.database.writing() as connection:
        return Thinking(connection).take(server.now, LEASE, only_quick)


def moved(server: Server) -> list[tuple[int, int]]:
    """The boards with how many moves have been made there."""
    with server.database.reading() as connection:
        rows = connection.execute(text("SELECT number, moves_made FROM boards ORDER BY number"))
        return [(row[0], row[1]) for row in rows]


def test_while_one_thinks_long_the_easy_bot_moves_elsewhere(server: Server) -> None:
    challenge(server, "alice", "hard")
    challenge(server, "alice", "easy")
    client = Thinks("a1")
    thinker, quick = thinker_of(server, client), quick_thinker_of(server, Says("b2"))
    seen: list[object] = []

    def meanwhile() -> None:
        seen.append(thinker.is_at_long)
        assert quick.run_once()
        seen.append(moved(server))

    client.happens = meanwhile
    assert thinker.run_once()

    assert seen == [True, [(101, 0), (102, 1)]]
    assert moved(server) == [(101, 1), (102, 1)]
    assert not thinker.is_at_long


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_who_does_quick_ones_leaves_all_others(server: Server, level: str) -> None:
    challenge(server, "alice", level)
    client = Says()

    assert not quick_thinker_of(server, client).run_once()
    assert not client.asked
    assert names(server) == [f"alice {level}"]


def test_while_one_does_a_quick_one_nobody_else_needs_help(server: Server) -> None:
    challenge(server, "alice", "easy")
    client = Thinks("a1")
    thinker = thinker_of(server, client)
    seen = []
    client.happens = lambda: seen.append(thinker.is_at_long)

    assert thinker.run_once()

    assert seen == [False]


def test_quick_ones_are_done_in_turns_between_players(server: Server) -> None:
    challenge(server, "alice", "hard")
    challenge(server, "alice", "easy", boards=3)
    challenge(server, "bob", "easy")

    order = []
    while job := take(server, only_quick=True):
        order.append(job.board)

    # Alice's come after her long one, by her own turns; Bob's wait for none of them.
    assert order == [105, 102, 103, 104]


def test_whom_quick_ones_pass_loses_no_turn_to_who_comes_later(server: Server) -> None:
    challenge(server, "alice", "hard", boards=3)
    client = Says(*["a1"] * 18)
    for _ in range(18):
        challenge(server, "bob", "easy")
        assert quick_thinker_of(server, client).run_once()

    challenge(server, "carol", "hard")

    # All that Bob has had meanwhile sends Carol no further back than the first of Alice's.
    assert names(server) == ["alice hard", "alice hard", "carol hard", "alice hard"]


def test_long_ones_are_done_while_quick_ones_go_on(server: Server) -> None:
    challenge(server, "alice", "hard")
    order = []
    for _ in range(12):
        challenge(server, "bob", "easy")
        order += [job.level for job in (take(server, only_quick=True), take(server)) if job]

    assert order.index("hard") == 1


def test_a_guest_waits_until_nobody_else_does(server: Server) -> None:
    a_guest_moves(server)
    challenge(server, "alice", "hard")
    client = Says(False, "a1")
    quick = quick_thinker_of(server, client)

    assert not quick.run_once()

    assert take(server)
    assert quick.run_once()
    assert moved(server)[0] == (101, 2)


def test_for_somebody_who_waits_a_guest_makes_way(server: Server) -> None:
    a_guest_moves(server)
    client = Thinks("a1", False)
    client.happens = partial(challenge, server, "bob", "hard")
    quick = quick_thinker_of(server, client)

    assert quick.run_once()
    assert client.asked == []
    assert not quick.run_once()


def test_the_answer_to_a_takeback_comes_from_the_bot_that_is_asked(server: Server) -> None:
    challenge(server, "alice", "easy")
    assert thinker_of(server, Says("a1")).run_once()
    server.hear("alice@example.org", "hex move 101 alice secret7 b2")
    assert thinker_of(server, Says(False, "c3")).run_once()

    server.hear("alice@example.org", "hex move 101 alice secret7 undo")

    job = take(server, only_quick=True)
    assert job is not None
    assert job.about.value == "undo"


def test_no_job_is_looked_at_but_quick_ones_in_their_order(server: Server) -> None:
    if server.database.engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL reads a small table as a whole")
    statement = (
        "SELECT id FROM thinking WHERE is_quick = 1 AND coalesce(due_at, '9999') <= '2024' ORDER BY place, id LIMIT 1"
    )
    with server.database.reading() as connection:
        plan = [row[3] for row in connection.execute(text(f"EXPLAIN QUERY PLAN {statement}"))]

    assert len(plan) == 1
    assert "ix_thinking_is_quick_place (is_quick=?)" in plan[0]
