"""Verification: whether a board's record, replayed from its seed, is what the board says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from pbmserv.commands.language import find
from pbmserv.games.base import Game, Refusal
from pbmserv.games.chance import commitment
from pbmserv.play.board import Board
from pbmserv.play.record import faults
from pbmserv.store.work import UnitOfWork


@dataclass(frozen=True)
class Verdict:
    """What verifying a board has shown, and in which words to say it."""

    holds: bool
    text: str


def verify_board(connection: Connection, catalogue: Mapping[str, Game[Any]], game: str, number: int) -> Verdict:
    """Replay the record of a board.

    Raises `Refusal` where there is no such game or board.
    """
    word = find(game, catalogue, "the name of a game")
    board = UnitOfWork(connection, catalogue).boards.load(word, number)
    if board is None:
        raise Refusal(f"There is no {catalogue[word].name} board {number}.")
    found = [*faults(board.record, board.position), *_faults_of_the_end(board)]
    moves = "1 move" if len(board.moves) == 1 else f"{len(board.moves)} moves"
    lines = [f"{board.title}: {moves} replayed by the rules of version {board.game.version}."]
    lines += [f"SHA-256 of the seed: {commitment(board.seed)}"]
    if board.is_on:
        lines += ["The game is on, so the seed stays secret."]
    else:
        lines += [f"Seed: {board.seed.hex()}"]
    lines += [f"It does not hold: {fault}" for fault in found] or ["All of it holds."]
    return Verdict(not found, "\n".join(lines))


def _faults_of_the_end(board: Board) -> list[str]:
    by_the_rules = board.game.result(board.position)
    if by_the_rules is not None and board.is_on:
        return ["By the rules the game is over, but the board says that it is on."]
    if by_the_rules is not None and board.result != by_the_rules:
        return [f"By the rules the game ended otherwise: {by_the_rules.reason}"]
    resigned = any(seat.resigned for seat in board.seats)
    if by_the_rules is None and board.result is not None and not resigned:
        return ["The board says that the game is over, but by the rules it is on."]
    return []
