"""Second readings: rules written anew from what is published of a game, slow and plain, by another way of thinking.

Random games are played by a reading and by our module at once. Legal moves, what lies where, whose turn it is, the
end and the winner have to be the same at every ply.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random
from typing import Any

from pbmserv.games.base import Options
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame
from pbmserv.games.sowing import SowingGame

CHANCE = Chance(bytes(16), "reading")
TIE = -1
BEST = 2


class Reading(ABC):
    """A game as somebody else has read its rules. `winner` is None until the game is over."""

    seat = 0
    winner: int | None = None

    @abstractmethod
    def moves(self) -> Collection[str]:
        """What may be done now."""

    @abstractmethod
    def play(self, move: str) -> None:
        """Do it."""

    @abstractmethod
    def lying(self) -> Any:
        """What lies where: characters by the names of places, or seeds."""


@dataclass(frozen=True)
class Compared:
    """A game of ours with some options, and a reading of it."""

    words: str
    options: Options
    read: Callable[[], Reading]
    seats: int = 2
    eager: float = 0.0
    """How often one of the best few `candidates` is played, where random games would never come to their end."""

    def play(self, games: int, seed: int = 1) -> tuple[int, int]:
        """Play random games: how many plies were alike, and how many ties. Raises `AssertionError`."""
        game = installed()[self.words.replace(",", "").partition(" ")[0]]
        assert isinstance(game, GridGame | SowingGame)
        options = {option.name: option.default for option in game.options} | dict(self.options)
        plies, ties = 0, 0
        for number in range(games):
            choices = Random(f"{seed} {number}")  # noqa: S311 - it has to be the same
            theirs, position = self.read(), game.start(options, self.seats, CHANCE)
            while not (result := game.result(position)):
                moves = sorted(theirs.moves())
                are_alike = (
                    theirs.winner is None
                    and _lying(game, position) == theirs.lying()
                    and position.next_seat == theirs.seat
                    and sorted(game.moves(position)) == moves
                )
                assert are_alike, f"{self.words}, {seed}, {number}: {_difference(game, position, theirs)}"
                told = game.candidates(position) if self.eager and choices.random() < self.eager else None
                move = choices.choice([*told[:BEST]] if told else moves)
                theirs.play(move)
                position = game.play(position, position.next_seat, move, CHANCE).position
                plies += 1
            assert theirs.winner == (TIE if result.winner is None else result.winner), game.draw(position, None)
            assert _lying(game, position) == theirs.lying()
            ties += result.winner is None
        return plies, ties


def _difference(game: Any, position: Any, theirs: Reading) -> str:
    """Where the two readings of the rules part: the position by both, and the moves of one alone."""
    ours, read = {*game.moves(position)}, {*theirs.moves()}
    return (
        f"{game.draw(position, None)}\n{theirs.lying()}\nwinner {theirs.winner}, seats {position.next_seat} and"
        f" {theirs.seat}, only ours {sorted(ours - read)}, only theirs {sorted(read - ours)}"
    )


def _lying(game: Any, position: Any) -> Any:
    if isinstance(game, SowingGame):
        return (*position.houses, *position.stores)
    names = game.board(position).names
    return {name: lies for name, lies in zip(names, position.cells, strict=True) if lies != "."}
