"""A board's record and its replay: game, options, seats, seed and moves are all that a board is.

Everything else follows from the record: `replay` gives the same positions today and in ten years. Undo, the board
as it stood after an earlier move, and verification all come from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbmserv.games.base import Game, Options, Played, Refusal
from pbmserv.games.chance import Chance

RESIGN = "resign"
SKIP = "skip"
"""The turn of a seat that has resigned, in a game that goes on without it; never typed by anybody."""


@dataclass(frozen=True)
class Move:
    """One move of a record.

    `number` counts from 1; `text` is in the game's canonical words, or `resign`; `automatic` moves were not typed.
    """

    number: int
    seat: int
    text: str
    automatic: bool
    at: datetime


@dataclass(frozen=True)
class Record:
    """What a board is: `options` with a value for each that the game declares, `seats` their number."""

    game: Game[Any]
    options: Options
    seats: int
    seed: bytes
    moves: tuple[Move, ...] = ()

    def start(self) -> Any:
        """The position before the first move."""
        return self.game.start(self.options, self.seats, Chance(self.seed, "start"))

    def apply(self, position: Any, move: Move) -> Played[Any]:
        """What `move` makes of the position before it.

        Raises `pbmserv.games.base.Refusal` where the rules do not allow it.
        """
        chance = Chance(self.seed, f"move {move.number}")
        if move.text == RESIGN:
            return Played(position, RESIGN)
        if move.text == SKIP and move.automatic:
            return self.game.skip(position, move.seat, chance)
        return self.game.play(position, move.seat, move.text, chance)


@dataclass(frozen=True)
class Step:
    """One move of a replay: the move, and what playing it led to."""

    move: Move
    played: Played[Any]


def replay(record: Record, until: int | None = None) -> Iterator[Step]:
    """Play the record from its start, up to and including move `until` (all of it if None).

    Raises `pbmserv.games.base.Refusal` at the first move that the rules do not allow.
    """
    position = record.start()
    for move in record.moves[:until]:
        played = record.apply(position, move)
        yield Step(move, played)
        position = played.position


def position_after(record: Record, number: int) -> Any:
    """The position after move `number`; 0 is the start."""
    position = record.start()
    for step in replay(record, number):
        position = step.played.position
    return position


def faults(record: Record, position: Any) -> Iterator[str]:
    """What does not hold when the record is replayed, in sentences; nothing when all of it holds.

    `position` is the one that is kept with the board.
    """
    replayed = record.start()
    for move in record.moves:
        try:
            played = record.apply(replayed, move)
        except Refusal as refusal:
            yield f"Move {move.number} ({move.text}) is not legal: {refusal.words}"
            return
        if played.move != move.text:
            yield f"Move {move.number} reads {move.text}, but replaying it gives {played.move}."
        replayed = played.position
    if replayed != position:
        yield "The position that is kept with the board is not the one that its moves lead to."
