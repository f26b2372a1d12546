"""Handing out the records of many boards, for the operator: one after the other, however many there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbmserv.commands.language import find
from pbmserv.games.base import Game
from pbmserv.play.board import Status
from pbmserv.play.interchange import write
from pbmserv.play.transcript import Transcript
from pbmserv.store.database import Database
from pbmserv.store.walking import Found, all_boards, these_boards


@dataclass(frozen=True)
class Exported:
    """The record of a board as a line of JSON, or in words why there is none."""

    line: str = ""
    fault: str = ""


def export_boards(
    database: Database,
    catalogue: Mapping[str, Game[Any]],
    game: str,
    numbers: Sequence[int],
    with_secrets: bool = False,
) -> Iterator[Exported]:
    """The records of these boards of a game; `with_secrets` tells the seeds of those that are being played.

    Raises `Refusal` where there is no such game.
    """
    word = find(game, catalogue, "the name of a game")
    return (_exported(found, with_secrets) for found in these_boards(database, catalogue, word, numbers))


def export_all(
    database: Database, catalogue: Mapping[str, Game[Any]], game: str, with_secrets: bool = False
) -> Iterator[Exported]:
    """The records of all boards of a game, but for those that were removed and count for nobody.

    Raises `Refusal` where there is no such game.
    """
    word = find(game, catalogue, "the name of a game")
    return (
        _exported(found, with_secrets)
        for found in all_boards(database, catalogue, word)
        if found.board is None or found.board.status is not Status.REMOVED
    )


def _exported(found: Found, with_secrets: bool) -> Exported:
    if found.board is None:
        return Exported(fault=found.fault)
    if found.board.status is Status.REMOVED:
        return Exported(fault=f"{found.board.title} has been removed: it counts for nobody.")
    return Exported(write(Transcript.of_board(found.board, with_secrets)))
