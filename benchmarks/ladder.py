"""`python -m benchmarks ladder GAME…`: how much better each level of machine players is than the one below it.

Each level plays the one below, and the lowest plays random moves; sides alternate, and two games in a row have the
same chance, so that good cards are nobody's luck. Each player gets what its seat may see, and its time is that of the
processor, whatever else the machine has to do. Results are kept in a file for each game, to which later runs add;
`--report` writes the table of `docs/bots.md` from them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from benchmarks.scenarios.rules import Variant
from benchmarks.standings import RANDOM, Match, Side, Standings, all_kept, kept, table_of
from pbmserv.bots.choosing import CannotThink, choose, random_move
from pbmserv.bots.levels import LEVELS, Level, levels_of
from pbmserv.games.base import OptionValue
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance

RESULTS = Path(__file__).parent / "results" / "ladder"
PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
MARKS = ("<!-- ladder -->\n", "<!-- /ladder -->\n")
ALL = "all"
SMALLER = {
    "dots": "dots -size=5",
    "go": "go -size=9",
    "hex": "hex -size=9",
    "twixt": "twixt -size=12",
    "havannah": "havannah -size=5",
}
"""Games that are played on smaller boards than usual where all are played: with them it would take days."""
MOST_MOVES = 1000
"""After so many, a game is broken off and counts as a tie."""


@dataclass(frozen=True)
class Player:
    """Who plays: a level, or random moves."""

    level: Level | None

    @property
    def side(self) -> Side:
        """What is kept of it."""
        return Side(self.level.name, self.level.simulations) if self.level else Side(RANDOM)

    def move(self, variant: Variant, seen: Any, seat: int, seed: bytes) -> str:
        """Its move."""
        if self.level is None:
            return random_move(variant.game, seen, seat, seed)
        end = time.process_time() + self.level.seconds
        return choose(variant.game, seen, seat, self.level, seed, lambda: time.process_time() > end)


def variant_of(words: str) -> Variant:
    """The game that is meant by words as in a challenge: `hex -size=7`. Raises `click.BadParameter`."""
    word, *typed = words.split()
    if word not in installed():
        raise click.BadParameter(f"there is no game {word}")
    game = installed()[word]
    options: dict[str, OptionValue] = {option.name: option.default for option in game.options}
    known = {option.name: option for option in game.options}
    for each in typed:
        name, _, value = each.lstrip("-").partition("=")
        if name not in known:
            raise click.BadParameter(f"{game.name} has no parameter -{name}")
        options[name] = known[name].read(value or None)
    seats = max(min(game.seats), min(2, max(game.seats)))
    return Variant(game, options, seats)


def steps_of(variant: Variant) -> list[tuple[Player, Player]]:
    """Each level and the one below it, from the bottom of the ladder; none where there is nobody to play against."""
    if variant.seats < 2:
        return []
    players = [Player(None), *map(Player, levels_of(variant.game))]
    return [(upper, lower) for lower, upper in pairwise(players)]


def play(variant: Variant, upper: Player, lower: Player, number: int) -> tuple[float, int, float]:
    """Play a game; gives what `upper` had of it, how many moves it made, and for how many seconds it thought.

    The number says which game it is, and who begins.
    """
    game = variant.game
    seed = _seed_of(number)
    position = game.start(variant.options, variant.seats, Chance(seed, "start"))
    moves, seconds, turn = 0, 0.0, 0
    while (to_move := game.to_move(position)) and turn < MOST_MOVES:
        chosen = []
        # Where several move at once, none knows what another does.
        for seat in to_move:
            is_upper = seat % 2 == number % 2
            begun = time.process_time()
            own = f"{upper.side} {lower.side} {number} {turn} {seat}".encode()
            chosen.append((upper if is_upper else lower).move(variant, game.seen_by(position, seat), seat, own))
            moves += is_upper
            seconds += (time.process_time() - begun) * is_upper
        for seat, move in zip(to_move, chosen, strict=True):
            turn += 1
            position = game.play(position, seat, move, Chance(seed, f"move {turn}")).position
    result = game.result(position)
    winner = result.winner if result else None
    return 0.5 if winner is None else float(winner % 2 == number % 2), moves, seconds


def _seed_of(number: int) -> bytes:
    """The chance of a game: that of the one before or after it, in which the others have the same cards or dice."""
    return (number // 2).to_bytes(SEED_BYTES, "big")


def games_to_play(
    variants: list[Variant], most: int, folder: Path, levels: Collection[str] = ()
) -> Iterator[tuple[Variant, Player, Player]]:
    """The game to play next, again and again: of the match that has the fewest, until all have `most` of them.

    With `levels`, only the matches of these levels against the ones below them.
    """
    while True:
        waiting = []
        for place, variant in enumerate(variants):
            standings = kept(folder, variant.words)
            for step, (upper, lower) in enumerate(steps_of(variant)):
                played = standings.match(upper.side, lower.side).games
                if played < most and (not levels or upper.side.name in levels):
                    # In pairs, so that each side has begun as often as the other.
                    waiting.append((played // 2, step, place, upper, lower))
        if not waiting:
            return
        _, _, place, upper, lower = min(waiting, key=lambda each: each[:3])
        yield variants[place], upper, lower


@click.command()
@click.argument("games", nargs=-1, metavar="GAME...")
@click.option("--games", "most", default=40, show_default=True, help="How many games of each two levels, in all.")
@click.option("--level", "levels", multiple=True, help="Only this level, against the one below it.")
@click.option("--minutes", type=float, help="Begin no game after so many minutes.")
@click.option("--results", default=RESULTS, type=click.Path(path_type=Path), help="The folder where they are kept.")
@click.option("--tiny", is_flag=True, help="One game, of which nothing is kept: only to see that it works.")
@click.option("--report", is_flag=True, help="Play nothing; write the table of the page from what is kept.")
@click.option("--page", default=PAGE, type=click.Path(path_type=Path), help="The page with the table.")
def main(
    games: tuple[str, ...],
    most: int,
    levels: tuple[str, ...],
    minutes: float | None,
    results: Path,
    tiny: bool,
    report: bool,
    page: Path,
) -> None:
    """Have the levels of machine players play against each other.

    GAME is a word like hex, or words as in a challenge, quoted: "hex -size=7"; all is every game for two and more.
    """
    if report:
        page.write_text(with_table(page.read_text(encoding="utf-8"), results), encoding="utf-8")
        return
    if tiny:
        variant = variant_of("connect4 -columns=4 -rows=4")
        upper, lower = steps_of(variant)[0]
        click.echo(_line(variant, _added(Match(upper.side, lower.side), play(variant, upper, lower, 0))))
        return
    words = (
        [SMALLER.get(word, word) for word in installed() if max(installed()[word].seats) > 1]
        if ALL in games
        else [*games]
    )
    variants = [variant_of(each) for each in words]
    begun: float | None = None
    for variant, upper, lower in games_to_play(variants, most, results, levels):
        # From the first game on: to import the rules may take as long as a short game.
        begun = begun or time.monotonic()
        if minutes is not None and time.monotonic() - begun > 60 * minutes:
            break
        number = kept(results, variant.words).match(upper.side, lower.side).games
        try:
            played = play(variant, upper, lower, number)
        except CannotThink as error:
            # The other games are none the worse for it.
            click.echo(f"{variant.words} is left out: {error}")
            variants.remove(variant)
            continue
        standings: Standings = kept(results, variant.words)
        match = _added(standings.match(upper.side, lower.side), played)
        standings.save(results)
        click.echo(_line(variant, match))


def with_table(page: str, results: Path) -> str:
    """The page with the table as it is by now."""
    lines = table_of(all_kept(results), [level.name for level in LEVELS])
    begin, end = MARKS
    return re.sub(f"{begin}.*{end}", lambda _: begin + "\n".join(lines) + "\n" + end, page, flags=re.DOTALL)


def _added(match: Match, played: tuple[float, int, float]) -> Match:
    match.add(*played)
    return match


def _line(variant: Variant, match: Match) -> str:
    elo, error = match.elo
    return (
        f"{variant.words}: {match.upper.name} against {match.lower.name} {match.score:.0%} of {match.games},"
        f" {elo:+.0f} ± {error:.0f} Elo, {match.seconds / max(match.moves, 1):.2f} s a move"
    )
