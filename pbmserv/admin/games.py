"""`pbmserv admin game`: installed games, and whether they accept challenges."""

from __future__ import annotations

import click

from pbmserv.admin.context import AdminContext, tool
from pbmserv.completion import offer_games


@click.group()
def game() -> None:
    """Games: list, open, close."""


@game.command(name="list")
@tool
def list_games(admin: AdminContext) -> None:
    """List the games that are installed."""
    from pbmserv.games.catalogue import installed

    catalogue = installed()
    with admin.reading() as work:
        counts = work.games.counts(catalogue)
        closed = work.games.closed()
    rows = [
        {
            "game": word,
            "name": rules.name,
            "rules_version": rules.version,
            "least_players": rules.seats[0],
            "most_players": rules.seats[-1],
            "open": word not in closed,
            "active_boards": counts[word].active,
            "players": counts[word].players,
        }
        for word, rules in catalogue.items()
    ]
    admin.printer.rows(rows, nothing="No games are installed.")
    for entry, why in catalogue.left_out.items():
        click.echo(f"Left out: {entry}: {why}.", err=True)


@game.command(name="open")
@click.argument("game", shell_complete=offer_games)
@tool
def open_game(admin: AdminContext, game: str) -> None:
    """Take challenges for a game again."""
    _set_open(admin, game, True)


@game.command()
@click.argument("game", shell_complete=offer_games)
@tool
def close(admin: AdminContext, game: str) -> None:
    """Take no new challenges for a game; its boards go on."""
    _set_open(admin, game, False)


def _set_open(admin: AdminContext, game: str, is_open: bool) -> None:
    from pbmserv.games.catalogue import installed
    from pbmserv.language.words import NO_GAME_HERE, find

    catalogue = installed()
    word = find(game, catalogue, NO_GAME_HERE)
    admin.act(lambda call: call.work.games.set_open(word, is_open))
    admin.tell(f"{catalogue[word].name} is {'open' if is_open else 'closed'} to new challenges.")
