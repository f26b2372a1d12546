"""A game played from its record, for the checks."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pbmserv.games.base import Game, Json, OptionValue, Played, Refusal, word_of_option
from pbmserv.games.chance import Chance

P = TypeVar("P")


@dataclass(frozen=True)
class Record:
    """Everything that determines a game. As JSON it is a golden record, which later versions must replay alike.

    `options` holds every option; `moves` are pairs of a seat and its canonical move.
    """

    game: str
    options: Mapping[str, OptionValue]
    seats: int
    seed: bytes
    moves: tuple[tuple[int, str], ...]

    def as_json(self) -> Json:
        return {
            "game": self.game,
            "options": dict(self.options),
            "seats": self.seats,
            "seed": self.seed.hex(),
            "moves": [list(move) for move in self.moves],
        }

    @classmethod
    def of_json(cls, data: Json) -> Record:
        moves = tuple((seat, move) for seat, move in data["moves"])
        return cls(data["game"], data["options"], data["seats"], bytes.fromhex(data["seed"]), moves)


class TimeIsUp(Exception):
    """No time is left for a check."""


@dataclass(frozen=True)
class Playthrough(Generic[P]):
    """The positions at the start and after each move.

    `until` is the time limit, by `time.monotonic`.
    """

    record: Record
    positions: tuple[P, ...]
    until: float = math.inf

    def stages(self) -> Iterator[tuple[str, P]]:
        """Each position with its description for failures. Raises `TimeIsUp`."""
        return map(self.stage, range(len(self.positions)))

    def stage(self, turns: int) -> tuple[str, P]:
        """The position after `turns` moves with its description. Raises `TimeIsUp`."""
        if time.monotonic() > self.until:
            raise TimeIsUp
        return self.at(turns), self.positions[turns]

    def at(self, turns: int) -> str:
        return f"{self.origin}, after {turns} moves"

    @property
    def end(self) -> tuple[str, P]:
        return f"{self.origin}, at the end", self.positions[-1]

    @property
    def origin(self) -> str:
        chosen = " ".join(f"-{name}={word_of_option(value)}" for name, value in self.record.options.items())
        return " ".join(filter(None, (self.record.game, chosen, f"(seed {self.record.seed.hex()})")))


def chance_of_turn(seed: bytes, turns: int) -> Chance:
    return Chance(seed, f"move {turns + 1}")


def name_of(viewer: int | None) -> str:
    return "the public" if viewer is None else f"seat {viewer}"


def known_moves(game: Game[P], position: P, seat: int) -> Sequence[str]:
    """All moves of a seat, or examples if too many to list."""
    listed = game.legal_moves(position, seat)
    return game.examples(position, seat) if listed is None else listed


def replay(game: Game[P], record: Record) -> Playthrough[P]:
    """Replay a record. Raises `Refusal` if a move is no longer legal."""
    positions = [game.start(record.options, record.seats, Chance(record.seed, "start"))]
    for turns, (seat, move) in enumerate(record.moves):
        positions.append(game.play(positions[-1], seat, move, chance_of_turn(record.seed, turns)).position)
    return Playthrough(record, tuple(positions))


def accepted(game: Game[P], position: P, seat: int, text: str, chance: Chance, where: str) -> Played[P]:
    try:
        return game.play(position, seat, text, chance)
    except Refusal as refusal:
        raise AssertionError(f"{where}: seat {seat}'s listed move {text!r} is refused: {refusal.words}") from refusal


def stored_text(game: Game[P], position: P) -> str:
    return json.dumps(game.dump(position), sort_keys=True)


def viewers_of(played: Playthrough[P]) -> tuple[int | None, ...]:
    return (None, *range(played.record.seats))
