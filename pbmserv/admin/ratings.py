"""`pbmserv admin ratings`: rebuilding of ratings."""

from __future__ import annotations

import click

from pbmserv.admin.context import AdminContext, tool
from pbmserv.completion import offer_games


@click.group()
def ratings() -> None:
    """Ratings: rebuild."""


@ratings.command()
@click.argument("games", nargs=-1, metavar="[GAME...]", shell_complete=offer_games)
@tool
def rebuild(admin: AdminContext, games: tuple[str, ...]) -> None:
    """Work out the ratings again from the boards that are over.

    Of all games, or of those named. They come out as they are now, unless something was wrong with them or a rule of
    rating has changed.
    """
    from pbmserv.games.catalogue import installed
    from pbmserv.language.words import NO_GAME_HERE, find

    catalogue = installed()
    words = [find(game, catalogue, NO_GAME_HERE) for game in games] or list(catalogue)
    rated = {}
    for word in dict.fromkeys(words):
        with admin.printer.progress(catalogue[word].name) as progress:
            rated[word] = admin.act(lambda call: call.work.ratings.rebuild(word, progress)).result  # noqa: B023 - at once
    told = ", ".join(f"{catalogue[word].name} {count}" for word, count in rated.items())
    admin.tell(f"Games rated anew: {told}.", rated=rated)
