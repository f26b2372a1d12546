"""A game that was played from its record, for the checks of the conformance kit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pbmserv.games.base import Json, OptionValue, word_of_option
from pbmserv.games.chance import Chance

P = TypeVar("P")


@dataclass(frozen=True)
class Record:
    """All that a game follows from: kept as JSON, it is a golden record that later versions must replay alike.

    `options` holds a value for every option; `moves` are the seats that moved and their moves in canonical words.
    """

    game: str
    options: Mapping[str, OptionValue]
    seats: int
    seed: bytes
    moves: tuple[tuple[int, str], ...]

    def as_json(self) -> Json:
        """The record as JSON."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "seats": self.seats,
            "seed": self.seed.hex(),
            "moves": [list(move) for move in self.moves],
        }

    @classmethod
    def of_json(cls, data: Json) -> Record:
        """The record that `as_json` made `data` from."""
        moves = tuple((seat, move) for seat, move in data["moves"])
        return cls(data["game"], data["options"], data["seats"], bytes.fromhex(data["seed"]), moves)


@dataclass(frozen=True)
class Playthrough(Generic[P]):
    """A game played from its record: the position at the start and after each move."""

    record: Record
    positions: tuple[P, ...]

    def stages(self) -> Iterator[tuple[str, P]]:
        """Each position, with words for a failure that say where it is found."""
        for turns, position in enumerate(self.positions):
            yield f"{self._origin}, after {turns} moves", position

    @property
    def end(self) -> tuple[str, P]:
        """The last position, with words for a failure that say where it is found."""
        return f"{self._origin}, at the end", self.positions[-1]

    @property
    def _origin(self) -> str:
        chosen = " ".join(f"-{name}={word_of_option(value)}" for name, value in self.record.options.items())
        return " ".join(filter(None, (self.record.game, chosen, f"(seed {self.record.seed.hex()})")))


def chance_of_turn(seed: bytes, turns: int) -> Chance:
    """The chance of the turn that follows so many."""
    return Chance(seed, f"move {turns + 1}")


def name_of(viewer: int | None) -> str:
    """Who looks, for a failure."""
    return "the public" if viewer is None else f"seat {viewer}"
