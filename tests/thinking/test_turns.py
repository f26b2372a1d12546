"""Bots take turns between players: many jobs of one keep nobody else's waiting, and short thinking comes first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import text

from pbmserv.storage.bots import Job, Thinking
from tests.conversation import Server
from tests.thinking.conftest import Says, thinker_of

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"
LEASE = timedelta(seconds=30)


def taken(server: Server) -> Iterator[Job]:
    """The jobs that wait, in the order in which they are done; none of them is done meanwhile."""
    with server.database.writing() as connection:
        thinking = Thinking(connection)
        while job := thinking.take(server.now, LEASE):
            yield job


def names(server: Server) -> list[str]:
    """For whom the jobs are, and at which level: `alice easy`, in the order in which they are done."""
    with server.database.reading() as connection:
        players = {row[0]: row[1] for row in connection.execute(text("SELECT id, userid FROM users"))}
        whose = {row[0]: row[1] for row in connection.execute(text("SELECT id, for_user_id FROM thinking"))}
    return [f"{players[whose[job.id]]} {job.level}" for job in taken(server)]


def challenge(server: Server, userid: str, level: str, boards: int = 1) -> None:
    """Have bots begin on so many boards."""
    for _ in range(boards):
        server.hear(f"{userid}@example.org", f"hex challenge bot-{level} {userid} -size=4")


def test_one_job_of_another_comes_before_the_second_of_who_has_twenty(server: Server) -> None:
    challenge(server, "alice", "easy", boards=20)
    challenge(server, "bob", "easy")
    challenge(server, "carol", "easy", boards=2)

    assert names(server)[:6] == ["alice easy", "bob easy", "carol easy", "alice easy", "carol easy", "alice easy"]


def test_it_is_so_too_when_some_of_the_twenty_are_done(server: Server) -> None:
    challenge(server, "alice", "easy", boards=20)
    client = Says(*["a1"] * 7)
    for _ in range(7):
        assert thinker_of(server, client).run_once()

    challenge(server, "bob", "easy")

    assert names(server)[:3] == ["alice easy", "bob easy", "alice easy"]


def test_short_thinking_comes_first_and_long_thinking_is_not_put_off_for_ever(server: Server) -> None:
    challenge(server, "alice", "hard")
    order = []
    for number in range(12):
        challenge(server, ("bob", "carol")[number % 2], "easy")
        with server.database.writing() as connection:
            job = Thinking(connection).take(server.now, LEASE)
        order.append(job.level if job else "")

    assert order == ["easy"] * 7 + ["hard"] + ["easy"] * 4


def test_a_short_job_that_comes_later_passes_long_ones_that_wait(server: Server) -> None:
    challenge(server, "alice", "easy")
    challenge(server, "alice", "hard", boards=3)
    challenge(server, "bob", "easy")

    assert names(server) == ["alice easy", "bob easy", "alice hard", "alice hard", "alice hard"]


def test_who_challenges_for_others_too_waits_for_all_of_these_jobs(server: Server) -> None:
    server.hear(ALICE, "yacht challenge bot-easy alice bob")
    server.hear(ALICE, "yacht challenge bot-easy alice bob")
    challenge(server, "bob", "easy")

    assert names(server) == ["alice easy", "bob easy", "alice easy"]


def test_two_servers_take_different_jobs(server: Server) -> None:
    challenge(server, "alice", "easy", boards=2)
    challenge(server, "bob", "easy")

    with server.database.writing() as connection:
        first, second, third = (Thinking(connection).take(server.now, LEASE) for _ in range(3))

    assert len({job.id for job in (first, second, third) if job}) == 3


@pytest.mark.parametrize("query", ["take", "place"])
def test_no_job_is_looked_at_but_those_that_come_first(server: Server, query: str) -> None:
    statements = {
        "take": "SELECT id FROM thinking WHERE coalesce(due_at, '9999') <= '2024' ORDER BY place, id LIMIT 1",
        "place": "SELECT place FROM thinking WHERE for_user_id = 1 ORDER BY place DESC LIMIT 1",
    }
    if server.database.engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL reads a small table as a whole")
    with server.database.reading() as connection:
        plan = [row[3] for row in connection.execute(text(f"EXPLAIN QUERY PLAN {statements[query]}"))]

    assert len(plan) == 1
    assert "ix_thinking_" in plan[0]
