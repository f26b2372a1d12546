"""Worlds that somebody cannot tell apart: they differ only in what another seat hides."""

from __future__ import annotations

from itertools import count
from typing import Any

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.two_worlds import worlds_alike
from pbmserv.play.board import Board
from pbmserv.storage.database import Database
from pbmserv.storage.work import UnitOfWork


def another_world(board: Board, viewer: int, hiding: int) -> Any:
    """A position that looks the same to the seat `viewer`, and not to the seat `hiding`."""
    return next(
        world
        for number in count()
        for world in worlds_alike(board.game, board.position, viewer, Chance(bytes(16), f"world {number}"))
        if board.game.seen_by(world, hiding) != board.game.seen_by(board.position, hiding)
    )


def change_what_is_hidden(database: Database, game: str, viewer: int = 0, hiding: int = 1) -> None:
    """Let one seat of board 101 hide something else from another."""
    with database.writing() as connection:
        work = UnitOfWork(connection, installed())
        board = work.boards.load(game, 101, for_change=True)
        assert board is not None
        board.position = another_world(board, viewer, hiding)
        work.boards.save(board)
