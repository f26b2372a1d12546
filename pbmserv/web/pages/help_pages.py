"""The help pages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starlette.responses import RedirectResponse, Response

from pbmserv.commands.help.actions import INDEX, LISTS, all_subjects, parts_of_game_page
from pbmserv.commands.help.actions import page as help_page
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.base import Game, Refusal
from pbmserv.games.diagrams import Diagram
from pbmserv.pictures.circuit_breaker import RESTING
from pbmserv.play.kept import Kept
from pbmserv.web.help_html import Article, Writer
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.routing import page
from pbmserv.web.rules_html import Rules, RulesWriter
from pbmserv.web.site import Site

EXAMPLE_ADDRESS = "pbmserv@localhost"
"""The server's address in help pages before it is replaced."""

MOST_KEPT = 200
_RULES: Kept[tuple[Game[Any], tuple[Game[Any], ...], str], Rules] = Kept(MOST_KEPT)


def rules_of(site: Site, game: Game[Any]) -> Rules:
    """A game's rules with boards as pictures."""
    key = game, tuple(site.catalogue.values()), site.settings.address
    known = _RULES.find(key)
    if known:
        return known
    rules = _rules(*key)
    # While a game rests, its boards are in characters.
    return rules if RESTING.rests(game.word) else _RULES.keep(key, rules)


def _index(asked: PageContext) -> Response:
    return _shown(asked, INDEX)


def _subject(asked: PageContext) -> Response:
    subject = asked.path("subject").lower()
    if subject in asked.site.catalogue:
        return RedirectResponse(f"/{subject}", 303)
    return _shown(asked, subject)


def _shown(asked: PageContext, subject: str) -> Response:
    games = tuple(asked.site.catalogue.values())
    # In addresses, the words of a command are joined: /help/change-password.
    words = subject if subject in all_subjects(asked.site.catalogue, COMMANDS) else subject.replace("-", " ")
    try:
        article = _article(words[:80], games, asked.site.settings.address)
    except Refusal as refusal:
        raise NotThere(refusal.words) from None
    return asked.page("help", article=article, is_index=subject == INDEX, subject=subject, text_language="en")


@lru_cache(MOST_KEPT)
def _article(subject: str, games: tuple[Game[Any], ...], address: str) -> Article:
    catalogue = {game.word: game for game in games}
    _, text = help_page(subject.split(), catalogue, COMMANDS)
    return Writer(all_subjects(catalogue, COMMANDS), subject in LISTS).article(
        [text.replace(EXAMPLE_ADDRESS, address)]
    )


def _rules(game: Game[Any], games: tuple[Game[Any], ...], address: str) -> Rules:
    parts = [
        part if isinstance(part, Diagram) else part.replace(EXAMPLE_ADDRESS, address)
        for part in parts_of_game_page(game, games)
    ]
    writer = RulesWriter(all_subjects({each.word: each for each in games}, COMMANDS), game)
    return Rules(writer.article(parts), game, tuple(writer.diagrams), tuple(writer.figures))


ROUTES = [page("/help", _index), page("/help/{subject}", _subject)]
