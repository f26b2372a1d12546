"""What the rules of each game take for a turn: `python -m benchmarks.rules`.

A turn is all that the server asks of a game when somebody moves: to load the position, play the move, store what
comes of it, and show that to each player and to the public, with examples of what can be moved next. Games are played
at random; their first, middle and last turns are looked at apart, for boards grow. The time is that of the processor,
whatever else the machine has to do.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from pbmserv.games.base import Game, Options, Played, word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance

MOST_TURNS = 400
"""Where a random game is broken off: players of puzzles could go on for ever."""
STAGES = ("start", "middle", "end")


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


@dataclass(frozen=True)
class Cost:
    """What one turn took, in milliseconds: playing the move, and all of the turn."""

    playing: float
    turn: float


@dataclass(frozen=True)
class Row:
    """One line of the result, in milliseconds: the medians of all games, and the slowest turn."""

    variant: str
    seats: int
    stage: str
    playing: float
    turn: float
    slowest: float


def measure(games: int) -> Iterator[Row]:
    """Play so many random games of each variant of each installed game."""
    for game in installed().values():
        for variant in variants(game):
            played = [turns_of(variant, number) for number in range(games)]
            for number, stage in enumerate(STAGES):
                costs = [turns[number * (len(turns) - 1) // (len(STAGES) - 1)] for turns in played]
                playing, turn = median(cost.playing for cost in costs), median(cost.turn for cost in costs)
                yield Row(variant.words, variant.seats, stage, playing, turn, max(cost.turn for cost in costs))


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


def turns_of(variant: Variant, number: int) -> list[Cost]:
    """Play a game at random, and tell what each of its turns took."""
    game = variant.game
    seed = number.to_bytes(SEED_BYTES, "big")
    choices = Chance(seed, "random player")
    position = game.start(variant.options, variant.seats, Chance(seed, "start"))
    stored = json.dumps(game.dump(position))
    costs: list[Cost] = []
    while len(costs) < MOST_TURNS and (to_move := game.to_move(position)):
        seat = choices.choice(to_move)
        move = choices.choice(game.legal_moves(position, seat) or game.examples(position, seat))
        begun = process_time()
        position = game.load(json.loads(stored))
        loaded = process_time()
        played: Played[Any] = game.play(position, seat, move, Chance(seed, f"move {len(costs) + 1}"))
        moved = process_time()
        position = played.position
        stored = json.dumps(game.dump(position))
        _show(game, position, variant.seats)
        costs.append(Cost(1000 * (moved - loaded), 1000 * (process_time() - begun)))
    return costs


def _show(game: Game[Any], position: Any, seats: int) -> None:
    viewers: Sequence[int | None] = (None, *range(seats))
    for viewer in viewers:
        seen = game.seen_by(position, viewer)
        game.draw(seen, viewer)
        game.status(seen, viewer)
        game.legend(seen, viewer)
    for seat in game.to_move(position):
        game.examples(position, seat)
    game.result(position)


@click.command()
@click.option("--games", default=20, show_default=True, help="How many games of each variant are played.")
@click.option("--tiny", is_flag=True, help="One game of each: only to see that it works.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures to this file, too.")
def main(games: int, tiny: bool, json_file: Path | None) -> None:
    """Measure what the rules of each game take for a turn, at the start, in the middle and at the end of games."""
    machine = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"
    table = Table(title=f"Milliseconds a turn ({machine})")
    for name in ("game", "players", "when", "playing the move", "the turn", "the slowest"):
        table.add_column(name, justify="left" if name in {"game", "when"} else "right")
    console = Console()
    rows = []
    with console.status("Measuring") as status:
        for row in measure(1 if tiny else games):
            status.update(f"{row.variant}, {row.seats} players")
            rows.append(row)
            table.add_row(
                row.variant,
                str(row.seats),
                row.stage,
                *(f"{milliseconds:.2f}" for milliseconds in (row.playing, row.turn, row.slowest)),
            )
    console.print(table)
    if json_file:
        json_file.write_text(json.dumps({"machine": machine, "rows": [asdict(row) for row in rows]}, indent=1) + "\n")


if __name__ == "__main__":
    main()
