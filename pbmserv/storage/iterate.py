"""Iteration over all boards of a game, with few in memory at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pbmserv.games.base import Game
from pbmserv.play.board import Board
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database

AT_ONCE = 100
"""The number of boards read by one transaction."""


@dataclass(frozen=True)
class Found:
    number: int
    board: Board | None
    fault: str = ""


def all_boards(database: Database, catalogue: Mapping[str, Game[Any]], game: str) -> Iterator[Found]:
    """Yield every board of a game by number, including removed boards."""
    last = 0
    while True:
        with database.reading() as connection:
            boards = Boards(connection, catalogue)
            found = [_found(boards, catalogue[game], number) for number in boards.numbers(game, last, AT_ONCE)]
        if not found:
            return
        yield from found
        last = found[-1].number


def these_boards(
    database: Database, catalogue: Mapping[str, Game[Any]], game: str, numbers: Iterable[int]
) -> Iterator[Found]:
    waiting = iter(numbers)
    while some := list(islice(waiting, AT_ONCE)):
        with database.reading() as connection:
            boards = Boards(connection, catalogue)
            found = [_found(boards, catalogue[game], number) for number in some]
        yield from found


def _found(boards: Boards, game: Game[Any], number: int) -> Found:
    try:
        board = boards.load(game.word, number)
    except (LookupError, TypeError, ValueError) as error:
        # Rules of a version that is not kept any more, or a position that these rules cannot read.
        return Found(number, None, f"{game.name} board {number} cannot be loaded: {error}")
    return Found(number, board, "" if board else f"There is no {game.name} board {number}.")
