"""Random games by our modules and by second readings of their rules: `python -m tests.games.readings`."""

from __future__ import annotations

import click

from tests.games.readings.table import READ


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games of each.")
@click.option("--game", "words", multiple=True, help="Only this game.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, words: tuple[str, ...], seed: int) -> None:
    """Compare random games with second readings."""
    for each in READ:
        if not words or each.words.startswith(words):
            plies, ties = each.play(games, seed)
            click.echo(f"{each.words}: {games:,} games, {plies:,} plies alike, {ties:,} ties")


main()
