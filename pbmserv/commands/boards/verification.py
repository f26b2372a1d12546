"""Verification: whether a board's record, replayed from its seed, is what the board says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pbmserv.games.base import Game, Refusal
from pbmserv.language.words import find
from pbmserv.play.board import Board
from pbmserv.play.replaying import faults
from pbmserv.storage.database import Database
from pbmserv.storage.iterate import all_boards, these_boards


@dataclass(frozen=True)
class Verdict:
    """What verifying a board has shown, and in which words to say it."""

    holds: bool
    text: str


def verify_board(database: Database, catalogue: Mapping[str, Game[Any]], game: str, number: int) -> Verdict:
    """Replay the record of a board.

    Raises `Refusal` where there is no such game or board.
    """
    word = find(game, catalogue, "the name of a game")
    [found] = these_boards(database, catalogue, word, [number])
    if found.board is None:
        raise Refusal(found.fault)
    return _verdict(found.board)


def verify_all(database: Database, catalogue: Mapping[str, Game[Any]], game: str) -> Iterator[Verdict]:
    """Replay the records of all boards of a game, one after the other.

    Raises `Refusal` where there is no such game.
    """
    word = find(game, catalogue, "the name of a game")
    return (
        _verdict(found.board) if found.board else Verdict(False, found.fault)
        for found in all_boards(database, catalogue, word)
    )


def _verdict(board: Board) -> Verdict:
    found = list(faults(board))
    moves = "1 move" if len(board.moves) == 1 else f"{len(board.moves)} moves"
    lines = [f"{board.title}: {moves} replayed by the rules of version {board.game.version}."]
    if why := board.game.on_trust(board.options):
        lines += [f"{why} Only the moves are verified."]
    elif board.game.uses_chance:
        lines += [f"SHA-256 of the seed, as it was told: {board.commitment}"]
        lines += ["The game is on, so the seed stays secret." if board.is_on else f"Seed: {board.seed.hex()}"]
    else:
        lines += [f"Nothing in {board.game.name} is left to chance, so there is no seed to tell."]
    lines += [f"It does not hold: {fault}" for fault in found] or ["All of it holds."]
    return Verdict(not found, "\n".join(lines))
