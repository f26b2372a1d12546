"""Shell completion of games, players and boards.

It must not fail or be slow: in trouble it offers nothing, and the command itself reports the problem.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from pbmserv.storage.work import UnitOfWork

MOST = 100
"""The maximum number of completions."""


Offer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
"""click's type of `shell_complete`."""


def _offering(words: Callable[[click.Context, str], Iterable[str]]) -> Offer:
    def offer(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        try:
            fitting = [word for word in words(context, begun) if word.lower().startswith(begun.lower())]
        except Exception:
            return []
        return [CompletionItem(word) for word in fitting[:MOST]]

    return offer


def _games(_context: click.Context, _begun: str) -> Iterable[str]:
    from pbmserv.games.catalogue import installed

    return sorted(installed())


def _userids(context: click.Context, begun: str) -> Iterable[str]:
    with _reading(context) as work:
        return [entry.player.userid for entry in work.directory.beginning_with(begun, MOST)]


def _boards(context: click.Context, _begun: str) -> Iterable[str]:
    game = context.params.get("game")
    return _boards_of(context, game) if isinstance(game, str) else []


def _command_words(context: click.Context, _begun: str) -> Iterable[str]:
    from pbmserv.commands.run.table import COMMANDS
    from pbmserv.games.catalogue import installed

    typed = [word.lower() for word in context.params.get("words") or ()]
    if not typed:
        return first_words()
    if typed[0] in {"list", "help"}:
        return installed()
    if typed[0] not in installed():
        names = COMMANDS.after(typed[0]) if len(typed) == 1 else ()
        return sorted(word for words in names for word in words if word)
    if len(typed) == 1:
        return sorted(COMMANDS.after_a_game.usual)
    return _boards_of(context, typed[0]) if len(typed) == 2 else []


def first_words() -> list[str]:
    """The first words of commands: games, and commands without a game."""
    from pbmserv.commands.run.table import COMMANDS
    from pbmserv.games.catalogue import installed

    return [*installed(), *COMMANDS.first_words]


def first_words_offered(begun: str) -> list[CompletionItem]:
    """Those that begin like the word being typed."""
    try:
        return [CompletionItem(word) for word in first_words() if word.startswith(begun.lower())]
    except Exception:
        return []


def _boards_of(context: click.Context, game: str) -> list[str]:
    from pbmserv.play.board import Status

    with _reading(context) as work:
        return [str(line.number) for line in work.listing.lines(game.lower(), status=Status.ACTIVE, limit=MOST)]


@contextmanager
def _reading(context: click.Context) -> Iterator[UnitOfWork]:
    from pbmserv.games.catalogue import installed
    from pbmserv.settings import load
    from pbmserv.storage.database import Need, opened
    from pbmserv.storage.work import UnitOfWork

    settings = load(context.find_root().params.get("config"), os.environ, warn=lambda _: None)
    with opened(settings.database_url, patience=2, need=Need.THERE) as database, database.reading() as connection:
        yield UnitOfWork(connection, installed())


offer_games = _offering(_games)
offer_players = _offering(_userids)
offer_boards = _offering(_boards)
offer_command_words = _offering(_command_words)
