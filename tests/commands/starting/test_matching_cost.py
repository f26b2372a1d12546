"""What it costs to bring seekers together depends on how many begin a board, and not on who else plays here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from pbmserv.commands.starting.seeking import MOST_SEEKERS, found
from pbmserv.games.catalogue import installed
from pbmserv.scheduler import MOST_MATCHED, Scheduler
from pbmserv.storage.tables import GAME_LIMITS, RATINGS
from tests.conversation import START, Server
from tests.queries import Statement, most_rows_read, recorded, scans

pytestmark = pytest.mark.long

MANY = 1_000
"""Who seek a game, of ten thousand players."""
TO_LOOK = 9
"""The statements that it takes to look who seeks games, and who of those who seek one can play with whom."""
TO_BEGIN = 20
"""Those that it takes to begin a board of two; two of them ask who has blocked whom."""
MOST_ROWS = 2 * MOST_SEEKERS
"""That are read of one table: two for each of those among whom somebody is found, such as two addresses."""


def seek(server: Server, count: int) -> None:
    """So many of the players seek a board of Trichet, one after the other."""
    with server.database.writing() as connection:
        of_trichet = select(RATINGS.c.user_id).where(RATINGS.c.game == "trichet").order_by(RATINGS.c.user_id)
        for number, user in enumerate(connection.scalars(of_trichet.limit(count)).all()):
            since = START - timedelta(days=9) + timedelta(minutes=number)
            own = (GAME_LIMITS.c.game == "trichet", GAME_LIMITS.c.user_id == user)
            connection.execute(
                update(GAME_LIMITS).where(*own).values(seeking=1, seeking_since=since, most_boards=None)
            )


def asked(statements: Sequence[Statement]) -> int:
    return len([each for each in statements if each.asks_or_changes])


def clockwork(server: Server) -> Scheduler:
    return Scheduler(server.database, server.office, installed())


def check_served_by_indexes(server: Server, statements: Sequence[Statement]) -> None:
    with server.database.writing() as connection:
        assert scans(connection, statements, as_planned=True) == []
        if not server.database.is_sqlite:
            assert most_rows_read(connection, statements) <= MOST_ROWS


def test_where_nobody_seeks_it_is_one_question(crowded_server: Server) -> None:
    with recorded(crowded_server.database) as statements:
        assert clockwork(crowded_server).match_seekers(crowded_server.now) == 0

    # On PostgreSQL, another one is whether somebody else is at it.
    assert asked(statements) <= 2
    check_served_by_indexes(crowded_server, statements)


@pytest.mark.parametrize("seekers", [2, 20, MANY])
def test_to_look_who_fits_takes_the_same_few_questions_however_many_seek(
    crowded_server: Server, seekers: int
) -> None:
    seek(crowded_server, seekers)

    with recorded(crowded_server.database) as statements:
        groups = crowded_server.office.look_up(lambda call: found(call, installed()["trichet"]))

    assert len(groups) == min(seekers, MOST_SEEKERS) // 2
    assert asked(statements) <= TO_LOOK
    check_served_by_indexes(crowded_server, statements)


@pytest.mark.parametrize("seekers", [2, 20])
def test_each_board_that_begins_takes_the_same_few_questions(crowded_server: Server, seekers: int) -> None:
    seek(crowded_server, seekers)

    with recorded(crowded_server.database) as statements:
        begun = clockwork(crowded_server).match_seekers(crowded_server.now)

    assert begun == seekers // 2
    assert asked(statements) <= TO_LOOK + begun * TO_BEGIN
    check_served_by_indexes(crowded_server, statements)


def test_of_a_thousand_so_many_begin_in_one_round_as_may(crowded_server: Server) -> None:
    seek(crowded_server, MANY)

    assert clockwork(crowded_server).match_seekers(crowded_server.now) == MOST_MATCHED
