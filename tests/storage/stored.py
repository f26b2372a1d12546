"""Players and boards in the database, for tests of what finds them there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from pbmserv.games.catalogue import installed
from pbmserv.play import leaving, moving
from pbmserv.play.board import Board, Player
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database

START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SEED = bytes(range(16))


def boards_on(connection: Connection) -> Boards:
    return Boards(connection, installed())


def begun(word: str, number: int, *players: Player, **options: int) -> Board:
    game = installed()[word]
    values = {option.name: option.default for option in game.options} | options
    return Board.begin(game, number, values, players, SEED, START)


def added(database: Database, board: Board) -> Board:
    with database.writing() as connection:
        boards_on(connection).add(board)
    return board


def add_several(database: Database, players: list[Player]) -> None:
    """Trichet 101 of alice and bob, 102 of bob and carol, 103 won by alice, 104 removed; Hex 101 of alice, carol."""
    alice, bob, carol = players
    added(database, begun("trichet", 101, alice, bob))
    added(database, begun("trichet", 102, bob, carol))
    added(database, begun("hex", 101, alice, carol))
    with database.writing() as connection:
        boards = boards_on(connection)
        won = begun("trichet", 103, alice, bob)
        boards.add(won)
        moving.move(won, bob, "d3", START)
        moving.move(won, alice, "a1", START)
        leaving.resign(won, bob, START + HOUR, SEED)
        boards.save(won)
        removed = begun("trichet", 104, alice, bob)
        boards.add(removed)
        leaving.resign(removed, bob, START, SEED)
        boards.save(removed)
