"""Guests in the database, on both kinds: from where they have come, and who of them is idle."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board, Player, Terms
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.guests import Guests
from pbmserv.storage.players import Players
from tests.queries import recorded, scans
from tests.storage.stored import START

HOUR = timedelta(hours=1)


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


def add(database: Database, network: str, number: int, hours: int) -> Player:
    """A guest who has begun a board then."""
    game = installed()["hex"]
    with database.writing() as connection:
        guest = Guests(connection).add(START, START + 24 * HOUR, network)
        options = {option.name: option.default for option in game.options}
        at = START + hours * HOUR
        board = Board.begin(game, number, options, [guest, guest], bytes(16), at, Terms(), guest)
        Boards(connection, installed()).add(board)
    return guest


def test_the_idlest_of_the_network_with_most_guests_is_found(database: Database) -> None:
    first, idle, other = (
        add(database, "one", 101, hours=2),
        add(database, "one", 102, hours=1),
        add(database, "two", 103, hours=0),
    )

    with database.reading() as connection, recorded(database) as statements:
        guests = Guests(connection)
        assert guests.by_network() == {"one": 2, "two": 1}
        assert guests.idlest("one") == (idle, START + HOUR)
        assert guests.idlest("two") == (other, START)
        assert guests.idlest("three") is None

    with database.writing() as connection:
        # All guests are read by their index, which is small; nothing else is.
        assert [each for each in scans(connection, statements) if "guest_until" not in each] == []
        Players(connection).sign_up_guest(first, "first", "hash", START)
        assert Guests(connection).by_network() == {"one": 1, "two": 1}
