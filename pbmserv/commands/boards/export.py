"""Handing out the records of many boards, for the operator: one after the other, however many there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbmserv.games.base import Game, Refusal
from pbmserv.language.words import find
from pbmserv.play.board import Status
from pbmserv.play.game_file import game_file_of
from pbmserv.play.interchange import write
from pbmserv.play.transcript import Transcript
from pbmserv.storage.database import Database
from pbmserv.storage.iterate import Found, all_boards, these_boards

RECORD = "json"
"""The form of our own records."""


@dataclass(frozen=True)
class Exported:
    """The record of a board as a line of JSON, or the file of its game; or in words why there is none."""

    line: str = ""
    fault: str = ""


def export_boards(
    database: Database,
    catalogue: Mapping[str, Game[Any]],
    game: str,
    numbers: Sequence[int],
    with_secrets: bool = False,
    form: str = RECORD,
) -> Iterator[Exported]:
    """The records of these boards of a game; `with_secrets` tells the seeds of those that are being played.

    In another `form` than that of records, they are files for the programs of the game's players. Raises `Refusal`
    where there is no such game, or it has no such files.
    """
    word = _word_of(game, catalogue, form)
    return (_exported(found, with_secrets, form) for found in these_boards(database, catalogue, word, numbers))


def export_all(
    database: Database,
    catalogue: Mapping[str, Game[Any]],
    game: str,
    with_secrets: bool = False,
    form: str = RECORD,
) -> Iterator[Exported]:
    """The same of all boards of a game, but for those that were removed and count for nobody."""
    word = _word_of(game, catalogue, form)
    return (
        _exported(found, with_secrets, form)
        for found in all_boards(database, catalogue, word)
        if found.board is None or found.board.status is not Status.REMOVED
    )


def _word_of(game: str, catalogue: Mapping[str, Game[Any]], form: str) -> str:
    word = find(game, catalogue, "the name of a game")
    known = catalogue[word].file_format
    if form != RECORD and (known is None or known.ending != form):
        forms = f"{RECORD} or {known.ending}" if known else RECORD
        raise Refusal(f"{catalogue[word].name} is not written as {form}: choose {forms}.")
    return word


def _exported(found: Found, with_secrets: bool, form: str) -> Exported:
    if found.board is None:
        return Exported(fault=found.fault)
    if found.board.status is Status.REMOVED:
        return Exported(fault=f"{found.board.title} has been removed: it counts for nobody.")
    if form != RECORD and (file := game_file_of(found.board)):
        return Exported(file.text)
    return Exported(write(Transcript.of_board(found.board, with_secrets)))
