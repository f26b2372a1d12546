"""Databases that are filled for measuring: as if all of it had been played."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import func, select

from benchmarks.operations import OPERATIONS, World
from benchmarks.population import populate
from pbmserv.storage.database import Database
from pbmserv.storage.schema import SCHEMA
from tests.conversation import stored

pytestmark = pytest.mark.long

PLAYERS, BOARDS = 100, 160


@pytest.fixture
def world(database: Database) -> World:
    """A small world, on each kind of database."""
    return World(database, populate(database, PLAYERS, BOARDS, positions=4), Random(1))  # noqa: S311 - no secret


def test_one_board_is_played_for_four_players(world: World) -> None:
    boards, seats = SCHEMA.tables["boards"], SCHEMA.tables["seats"]
    with world.database.reading() as connection:
        played = connection.execute(
            select(boards.c.status, func.count()).where(boards.c.status == "active").group_by(boards.c.status)
        ).all()
        on_how_many = connection.scalars(
            select(func.count()).where(seats.c.status == "active").group_by(seats.c.user_id)
        ).all()

    assert [tuple(row) for row in played] == [("active", PLAYERS // 4)]
    assert set(on_how_many) == {1}


def test_what_is_measured_can_be_measured_again(world: World) -> None:
    with world.database.reading() as connection:
        before = _without_numbers(stored(connection))

    for _ in range(2):
        for operation in OPERATIONS.values():
            assert operation(world) > 0

    with world.database.reading() as connection:
        assert _without_numbers(stored(connection)) == before


def _without_numbers(tables: dict[str, list[tuple[object, ...]]]) -> dict[str, list[tuple[object, ...]]]:
    """All but what only grows: the numbers of boards and of entries in the ratings, and how many moves came in time,
    to which every game adds that ends."""
    return {name: rows for name, rows in tables.items() if name not in {"games", "punctuality"}}
