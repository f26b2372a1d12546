"""Records and their replay.

Game, options, seats, seed and moves determine everything else: replaying a record always gives the same positions.
Undo, earlier positions and verification rely on it.
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
"""A resignation declared by the clock."""
SWAP = "swap"
"""Two players exchange seats."""
SKIP = "skip"
"""A resigned seat's turn passes in a game that goes on; never typed."""

SUBSTITUTE = "substitute"
"""A substitute takes over a vacant seat in a game that goes on; never typed."""

LEAVING = (RESIGN, FORFEIT)
SEATING = (RESIGN, FORFEIT, SUBSTITUTE)
"""Moves that change who takes part, and that need no turn."""
OF_THE_TABLE = (*SEATING, SWAP)
"""Moves that change who sits where; they do not belong to the game."""


class Move(NamedTuple):
    """One move of a record.

    `number` counts from 1; `text` is in canonical notation, or a word in `OF_THE_TABLE`; `automatic` moves were not
    typed at that moment. `value` identifies a move of the game at every position; None for other words, and in
    records older than values.
    """

    number: int
    seat: int
    text: str
    automatic: bool
    at: datetime
    value: str | None = None

    @property
    def is_of_the_game(self) -> bool:
        """Whether the game knows this move."""
        return self.text not in (*OF_THE_TABLE, SKIP)


@dataclass(frozen=True)
class Record:
    """What determines a board; `options` has a value for each option that the game declares."""

    game: Game[Any]
    options: Options
    seats: int
    seed: bytes
    moves: tuple[Move, ...] = ()

    def start(self) -> Any:
        return self.game.start(self.options, self.seats, Chance(self.seed, "start"))

    def apply(self, position: Any, move: Move, chance: Chance | None = None) -> Played[Any]:
        """Apply a recorded `move` to the position before it; costly notes may be missing.

        `chance` is the move's chance, for a caller who wants to know whether it was drawn from. Raises
        `pbmserv.games.base.Refusal` if the rules do not allow the move.
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
        """Apply a typed move of the game to the position.

        Raises `pbmserv.games.base.Refusal` if the rules do not allow it.
        """
        return self.game.play(position, move.seat, move.text, self._chance_of(move))

    def steps(self) -> Iterator[tuple[Move, Played[Any]]]:
        """Yield each move with its effect.

        Raises `pbmserv.games.base.Refusal` at the first move that the rules do not allow.
        """
        position = self.start()
        for move in self.moves:
            played = self.apply(position, move)
            yield move, played
            position = played.position

    def position(self) -> Any:
        position = self.start()
        for _, played in self.steps():
            position = played.position
        return position

    @property
    def has_drawn(self) -> bool:
        """Whether chance had any part in the position."""
        chance = Chance(self.seed, "start")
        position = self.game.start(self.options, self.seats, chance)
        for move in self.moves:
            if chance.is_drawn:
                break
            chance = self._chance_of(move)
            position = self.apply(position, move, chance).position
        return chance.is_drawn

    def before(self, number: int) -> Any:
        return replace(self, moves=self.moves[: number - 1]).position()

    def _chance_of(self, move: Move) -> Chance:
        return Chance(self.seed, f"move {move.number}")


def as_made(game: Game[Any], position: Any, move: Move, played: Played[Any]) -> Move:
    """A played move as records keep it: in canonical notation, with its value."""
    if move.text in {SKIP, SUBSTITUTE}:
        return move
    return move._replace(text=played.move, value=game.value_of(position, played.move))


def are_same(moves: Sequence[Move], others: Sequence[Move]) -> bool:
    return [move._replace(value=None) for move in moves] == [other._replace(value=None) for other in others]


def is_swapped(moves: Sequence[Move]) -> bool:
    return sum(move.text == SWAP for move in moves) % 2 == 1


def rounds_of(moves: Sequence[Move]) -> list[list[Move]]:
    """Group the moves of a simultaneous game by round; resignations belong to the round that was in progress."""
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
