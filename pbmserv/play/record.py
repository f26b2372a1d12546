"""A board's record and its replay: game, options, seats, seed and moves are all that a board is.

Everything else follows from the record: replaying it gives the same positions today and in ten years. Undo, the board
as it stood after an earlier move, and verification all come from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from pbmserv.games.base import Game, Options, Played
from pbmserv.games.chance import Chance

RESIGN = "resign"
FORFEIT = "forfeit"
"""A resignation that the clock has declared."""
SWAP = "swap"
"""The players of a game for two exchange their seats."""
SKIP = "skip"
"""The turn of a seat that has resigned, in a game that goes on without it; never typed by anybody."""

SUBSTITUTE = "substitute"
"""Somebody takes over a seat whose player has left, in a game that goes on without them; never typed as a move."""

LEAVING = (RESIGN, FORFEIT)
SEATING = (RESIGN, FORFEIT, SUBSTITUTE)
"""Moves that say who takes part, and that nobody makes in their turn."""
OF_THE_TABLE = (*SEATING, SWAP)
"""Moves that say who sits where, and are none of the game."""


class Move(NamedTuple):
    """One move of a record.

    `number` counts from 1; `text` is in the game's canonical words, or one of the table's; `automatic` moves were not
    typed by anybody at that moment. `value` is what a move of the game means at every position; None for words of the
    table, and if the record is older than values.
    """

    number: int
    seat: int
    text: str
    automatic: bool
    at: datetime
    value: str | None = None


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

    def apply(self, position: Any, move: Move, chance: Chance | None = None) -> Played[Any]:
        """What `move`, which has been made before, does to the position before it; costly notes may be missing.

        `chance` is that of the move, for a caller who wants to know afterwards whether anything was drawn from it.
        Raises `pbmserv.games.base.Refusal` where the rules do not allow the move.
        """
        chance = chance or self._chance_of(move)
        if move.text == SUBSTITUTE and move.automatic:
            return self.game.rejoin(position, move.seat, chance)
        if move.text in OF_THE_TABLE:
            return Played(position, move.text)
        if move.text == SKIP and move.automatic:
            return self.game.skip(position, move.seat, chance)
        return self.game.replay(position, move.seat, move.text, chance)

    def play(self, position: Any, move: Move) -> Played[Any]:
        """What a move that somebody has typed does to the position. The table's own words are not moves of the game.

        Raises `pbmserv.games.base.Refusal` where the rules do not allow it.
        """
        return self.game.play(position, move.seat, move.text, self._chance_of(move))

    def steps(self) -> Iterator[tuple[Move, Played[Any]]]:
        """Each move, and what playing it led to.

        Raises `pbmserv.games.base.Refusal` at the first move that the rules do not allow.
        """
        position = self.start()
        for move in self.moves:
            played = self.apply(position, move)
            yield move, played
            position = played.position

    def position(self) -> Any:
        """The position after the last move."""
        position = self.start()
        for _, played in self.steps():
            position = played.position
        return position

    @property
    def has_drawn(self) -> bool:
        """Whether chance had any part in how the position came about."""
        chance = Chance(self.seed, "start")
        position = self.game.start(self.options, self.seats, chance)
        for move in self.moves:
            if chance.is_drawn:
                break
            chance = self._chance_of(move)
            position = self.apply(position, move, chance).position
        return chance.is_drawn

    def before(self, number: int) -> Any:
        """The position before move `number`."""
        return replace(self, moves=self.moves[: number - 1]).position()

    def _chance_of(self, move: Move) -> Chance:
        return Chance(self.seed, f"move {move.number}")


def as_made(game: Game[Any], position: Any, move: Move, played: Played[Any]) -> Move:
    """How a record keeps a move that was played at this position: in canonical words, and by its value."""
    if move.text in {SKIP, SUBSTITUTE}:
        return move
    return move._replace(text=played.move, value=game.value_of(position, played.move))


def are_same(moves: Sequence[Move], others: Sequence[Move]) -> bool:
    """Whether these are the same moves, even if some values were not kept."""
    return [move._replace(value=None) for move in moves] == [other._replace(value=None) for other in others]


def is_swapped(moves: Sequence[Move]) -> bool:
    """Whether these moves leave the players in each other's seats."""
    return sum(move.text == SWAP for move in moves) % 2 == 1


def rounds_of(moves: Sequence[Move]) -> list[list[Move]]:
    """The moves of a simultaneous game, round by round; what the table adds (resignations) goes with the round that
    was being played."""
    rounds: list[list[Move]] = []
    table: list[Move] = []
    for move in moves:
        if move.text in OF_THE_TABLE:
            table.append(move)
            continue
        if not rounds or any(move.seat <= other.seat for other in rounds[-1] if other.text not in OF_THE_TABLE):
            rounds.append([])
        rounds[-1] += [*table, move]
        table = []
    if table and rounds:
        rounds[-1] += table
    return rounds
