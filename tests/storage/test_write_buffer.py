"""Changes wait until somebody needs to see them, and go together; who undoes a part of them undoes no other."""

from __future__ import annotations

import gc
import weakref
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from pbmserv.storage.database import Database
from pbmserv.storage.statements import CacheKey, Prepared, named, row_cache, undone_on_error
from pbmserv.storage.tables import GAMES, TALLIES
from tests.queries import recorded

NOON = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
ADD_GAME = Prepared(insert(GAMES).values(named(GAMES)))
ADD_TALLY = Prepared(insert(TALLIES).values(named(TALLIES, "id")))
GAMES_KNOWN = Prepared(select(GAMES.c.game).order_by(GAMES.c.game))
COUNTED = select(func.count()).select_from(GAMES)
GAMES_AHEAD = CacheKey[str, int]("games")


class Refused(Exception):
    """Something that undoes what was done."""


def game(name: str) -> dict[str, Any]:
    counts = {"next_number": 101, "next_entry": 1, "boards_counted": 0, "players_counted": 0}
    return {"game": name, **counts, "open": True}


def add(connection: Connection, *names: str) -> None:
    for name in names:
        ADD_GAME.change(connection, [game(name)])


def add_and_refuse(connection: Connection, *names: str) -> None:
    with undone_on_error(connection):
        add(connection, *names)
        raise Refused


def add_and_look(connection: Connection, *names: str) -> None:
    with undone_on_error(connection):
        add(connection, *names)
        GAMES_KNOWN.rows(connection, {})


def tally(whose: str) -> dict[str, Any]:
    return {"what": "w", "whose": whose, "at": NOON, "times": 1, "size": 0}


def games(database: Database) -> list[str]:
    with database.reading() as connection:
        return [row.game for row in GAMES_KNOWN.rows(connection, {})]


def test_changes_of_one_kind_go_in_one_statement_at_the_end(database: Database) -> None:
    with recorded(database) as statements, database.writing() as connection:
        for name in ("hex", "go", "chess"):
            add(connection, name)
            ADD_TALLY.change(connection, [tally(name)])
        assert statements == []

    assert [each.many for each in statements] == [True, True]
    assert games(database) == ["chess", "go", "hex"]


def test_who_reads_a_table_sees_what_waited_for_it(database: Database) -> None:
    with database.writing() as connection:
        add(connection, "hex")
        assert [row.game for row in GAMES_KNOWN.rows(connection, {})] == ["hex"]
        add(connection, "go")
        assert connection.scalar(COUNTED) == 2


def test_who_reads_another_table_keeps_nothing_from_waiting(database: Database) -> None:
    with recorded(database) as statements, database.writing() as connection:
        ADD_TALLY.change(connection, [tally("alice")])
        GAMES_KNOWN.rows(connection, {})
        assert len(statements) == 1


def test_what_is_written_otherwise_comes_after_what_waited(database: Database) -> None:
    with database.writing() as connection:
        add(connection, "hex")
        connection.execute(delete(GAMES))
        add(connection, "go")

    assert games(database) == ["go"]


def test_a_part_is_undone_without_the_others_and_without_a_savepoint(database: Database) -> None:
    with recorded(database) as statements, database.writing() as connection:
        add(connection, "hex")
        with pytest.raises(Refused):
            add_and_refuse(connection, "go")
        with undone_on_error(connection):
            add(connection, "chess")

    assert games(database) == ["chess", "hex"]
    assert [each.text for each in statements if not each.asks_or_changes] == []


@pytest.mark.parametrize("undoes", ["inner", "outer", "none"])
def test_parts_within_parts_are_undone_each_by_itself(database: Database, undoes: str) -> None:
    with database.writing() as connection:
        add(connection, "before")
        with suppress(Refused), undone_on_error(connection):
            add(connection, "outer")
            with suppress(Refused), undone_on_error(connection):
                add(connection, "inner")
                # Sent at once, so that both parts have a savepoint.
                connection.execute(insert(GAMES).values(game("sent")))
                add(connection, "inner too")
                if undoes == "inner":
                    raise Refused
            add(connection, "outer too")
            if undoes == "outer":
                raise Refused
        add(connection, "after")

    kept = {
        "inner": ["after", "before", "outer", "outer too"],
        "outer": ["after", "before"],
        "none": ["after", "before", "inner", "inner too", "outer", "outer too", "sent"],
    }
    assert games(database) == kept[undoes]


def test_what_waits_is_undone_with_a_savepoint_of_sqlalchemys(database: Database) -> None:
    with database.writing() as connection:
        add(connection, "hex")
        nested = connection.begin_nested()
        add(connection, "go")
        nested.rollback()
        add(connection, "chess")

    assert games(database) == ["chess", "hex"]


def test_nothing_is_stored_of_a_transaction_that_ends_with_an_exception(database: Database) -> None:
    def begin_and_refuse() -> None:
        with database.writing() as connection:
            add(connection, "hex")
            raise Refused

    with pytest.raises(Refused):
        begin_and_refuse()

    assert games(database) == []


def test_a_change_that_fails_when_it_is_sent_is_the_failure_of_the_transaction(database: Database) -> None:
    def add_twice() -> None:
        with database.writing() as connection:
            add(connection, "hex", "hex")

    with pytest.raises(IntegrityError):
        add_twice()

    assert games(database) == []


def test_nobody_can_end_a_transaction_well_in_which_a_change_of_somebody_else_has_failed(database: Database) -> None:
    def add_twice_before_somebody_else() -> None:
        with database.writing() as connection:
            add(connection, "hex", "hex")
            with suppress(IntegrityError):
                add_and_look(connection, "go")

    with pytest.raises(IntegrityError):
        add_twice_before_somebody_else()

    assert games(database) == []


def test_a_part_that_fails_when_it_is_sent_can_be_undone_alone(database: Database) -> None:
    with database.writing() as connection:
        add(connection, "hex")
        with pytest.raises(IntegrityError):
            add_and_look(connection, "go", "go")

    assert games(database) == ["hex"]


def test_what_was_read_ahead_is_forgotten_when_its_table_is_written_to(database: Database) -> None:
    with database.writing() as connection:
        ahead = row_cache(connection)
        assert ahead is not None
        ahead.add(GAMES_AHEAD, {"hex": 101})
        ADD_TALLY.change(connection, [tally("alice")])
        assert ahead.get(GAMES_AHEAD, "hex") == 101

        connection.execute(delete(GAMES))

        assert ahead.get(GAMES_AHEAD, "hex") is None


def test_a_change_of_what_was_read_ahead_is_undone_with_its_part(database: Database) -> None:
    with database.writing() as connection:
        ahead = row_cache(connection)
        assert ahead is not None
        ahead.add(GAMES_AHEAD, {"hex": 101})
        with undone_on_error(connection):
            ahead.change(GAMES_AHEAD, "hex", 102)
        with suppress(Refused), undone_on_error(connection):
            with undone_on_error(connection):
                ahead.change(GAMES_AHEAD, "hex", 103)
            ahead.change(GAMES_AHEAD, "go", 101)
            raise Refused

        assert ahead.get(GAMES_AHEAD, "hex") == 102
        assert ahead.get(GAMES_AHEAD, "go") is None


@pytest.mark.parametrize("fails", [False, True])
def test_what_was_read_ahead_goes_with_its_transaction_before_anybody_looks_for_garbage(
    database: Database, fails: bool
) -> None:
    class Found:
        """Something that can be watched."""

    kind, found = CacheKey[str, Found]("games"), Found()
    watched = weakref.ref(found)
    gc.disable()
    try:
        with suppress(LookupError), database.writing() as connection:
            ahead = row_cache(connection)
            assert ahead is not None
            ahead.add(kind, {"hex": found})
            del ahead, found
            if fails:
                raise LookupError

        assert watched() is None
    finally:
        gc.enable()
