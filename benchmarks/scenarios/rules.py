"""What the rules of each game take for a turn.

A turn is all that the server asks of a game when somebody moves: to load the position, play the move, store what
comes of it, and show that to each player and to the public, with all that can be moved next, and examples. Games are
played at random; their first, middle and last turns are looked at apart, for boards grow, and so are the slowest. The
time is that of the processor, whatever else the machine has to do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from benchmarks.figures import Effort, Figure, Samples, Target
from pbmserv.games import families
from pbmserv.games.base import Game, Options, Played, word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance

TITLE = "Milliseconds a turn by the rules of each game, random games"
MOST_TURNS = 400
"""Where a random game is broken off: players of puzzles could go on for ever."""
STAGES = ("start", "middle", "end")
LARGE = {"backgammon": 1.5, "twixt": 1.25}
"""How much longer a turn may take with hundreds of plays of a double, or hundreds of links."""
YARDSTICKS = 20
"""How often a fixed piece of work is done before turns are compared with it."""


@dataclass(frozen=True)
class Variant:
    """A game as it is challenged."""

    game: Game[Any]
    options: Options
    seats: int

    @property
    def words(self) -> str:
        """What is typed for it, without the names: `trioker -board=1970`."""
        chosen = [
            f"-{option.name}={word_of_option(self.options[option.name])}"
            for option in self.game.options
            if self.options[option.name] != option.default
        ]
        return " ".join((self.game.word, *chosen))


def measure(effort: Effort) -> Iterator[Figure]:
    """Play random games of each variant of each installed game; each stage against the first turn."""
    games = effort.of(1, 20, 50)
    for game in installed().values():
        for variant in variants(game):
            played = [turns_of(variant, number) for number in range(games)]
            stages = [
                Samples(tuple(turns[number * (len(turns) - 1) // (len(STAGES) - 1)] for turns in played))
                for number in range(len(STAGES))
            ]
            players = "1 player" if variant.seats == 1 else f"{variant.seats} players"
            for stage, turns in zip(STAGES, stages, strict=True):
                baseline = ("start", stages[0]) if stage != STAGES[0] else None
                yield turns.figure(f"{variant.words}, {players}", stage, "ms", baseline)
        usual = variants(game)[0]
        work = Samples(tuple(milliseconds_of_work() for _ in range(YARDSTICKS)))
        slowest = Samples((max(best_turns_of(usual, games, effort.runs)),))
        yield slowest.figure(
            f"{usual.words}, best of {effort.runs}",
            "slowest",
            "ms",
            ("a fixed piece of work", Samples((work.median,))),
            Target(most_of(game), at_least=False),
        )


def variants(game: Game[Any]) -> list[Variant]:
    """The usual game with the fewest players and with the most; the first and the last word of each choice."""
    usual = {option.name: option.default for option in game.options}
    fewest, most = min(game.seats), max(game.seats)
    others = [
        {**usual, option.name: value}
        for option in game.options
        for value in (*option.choices[:1], *option.choices[-1:])
        if value != option.default
    ]
    chosen = [Variant(game, usual, fewest), Variant(game, usual, most)]
    chosen += [Variant(game, options, most) for options in others]
    return list({(variant.words, variant.seats): variant for variant in chosen}.values())


def most_of(game: Game[Any]) -> float:
    """How many pieces of work a turn should take at most, with what all players are shown of it."""
    return 2.0 if game.family == families.CHESS else LARGE.get(game.word, 1.0)


def milliseconds_of_work() -> float:
    """How long a fixed piece of work takes: one millisecond on the machine for which turns were given a bound."""
    begun = process_time()
    names = [f"{column}{row}" for column in "abcdefghijklmno" for row in range(1, 16)]
    for turn in range(15):
        paths = [(place, (place * 7 + turn) % len(names)) for place in range(len(names))]
        found = {"-".join([names[place] for place in path]): path for path in paths}
    assert len(found) == len(names)
    return 1000 * (process_time() - begun)


def best_turns_of(variant: Variant, games: int, runs: int = 3) -> list[float]:
    """Play these random games several times, and tell how many milliseconds each turn took at best.

    One game more is played before them, in which boards and the like are made that are kept for all.
    """
    turns_of(variant, games)
    played = [[turn for number in range(games) for turn in turns_of(variant, number)] for _ in range(runs)]
    return [min(turns) for turns in zip(*played, strict=True)]


def turns_of(variant: Variant, number: int) -> list[float]:
    """Play a game at random, and tell how many milliseconds each of its turns took."""
    game = variant.game
    seed = number.to_bytes(SEED_BYTES, "big")
    choices = Chance(seed, "random player")
    position = game.start(variant.options, variant.seats, Chance(seed, "start"))
    stored = json.dumps(game.dump(position))
    costs: list[float] = []
    while len(costs) < MOST_TURNS and (to_move := game.to_move(position)):
        seat = choices.choice(to_move)
        move = choices.choice(game.legal_moves(position, seat) or game.examples(position, seat))
        begun = process_time()
        position = game.load(json.loads(stored))
        played: Played[Any] = game.play(position, seat, move, Chance(seed, f"move {len(costs) + 1}"))
        position = played.position
        stored = json.dumps(game.dump(position))
        _show(game, position, variant.seats)
        costs.append(1000 * (process_time() - begun))
    return costs


def _show(game: Game[Any], position: Any, seats: int) -> None:
    viewers: Sequence[int | None] = (None, *range(seats))
    for viewer in viewers:
        seen = game.seen_by(position, viewer)
        game.draw(seen, viewer)
        game.status(seen, viewer)
        game.legend(seen, viewer)
    for seat in game.to_move(position):
        game.legal_moves(position, seat)
        game.examples(position, seat)
    game.result(position)
