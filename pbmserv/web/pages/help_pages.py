"""The help pages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starlette.responses import RedirectResponse, Response

from pbmserv.commands.help.actions import INDEX, LISTS, all_subjects
from pbmserv.commands.help.actions import page as help_page
from pbmserv.commands.help.generated import parts_of_game_page
from pbmserv.commands.help.written import without_note, written_page
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.base import Game, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.diagrams import Diagram
from pbmserv.locale.catalogs import ENGLISH, catalog_of, languages, speaking, spoken
from pbmserv.pictures.circuit_breaker import RESTING
from pbmserv.play.kept import Kept
from pbmserv.web.help_html import Article, Writer
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.routing import page
from pbmserv.web.rules_html import MAKING_A_MOVE, Rules, RulesWriter, titled_like
from pbmserv.web.site import Site

EXAMPLE_ADDRESS = "pbmserv@localhost"
"""The server's address in help pages before it is replaced."""

MOST_RULES = len(installed()) * len(languages())
"""Room for the rules of every game in every language."""
_RULES: Kept[tuple[Game[Any], tuple[Game[Any], ...], str, str], Rules] = Kept(MOST_RULES)


def rules_of(site: Site, game: Game[Any], language: str) -> Rules:
    """A game's rules with boards as pictures."""
    key = game, tuple(site.catalogue.values()), site.settings.address, language
    known = _RULES.find(key)
    if known:
        return known
    with speaking(catalog_of(language)):
        rules = _rules(game, *key[1:3])
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
        article = _article(words[:80], games, asked.site.settings.address, asked.language)
    except Refusal as refusal:
        raise NotThere(refusal.words) from None
    return asked.page(
        "help", article=article, is_index=subject == INDEX, subject=subject, text_language=article.language
    )


@lru_cache(len(all_subjects(installed(), COMMANDS)) * len(languages()))
def _article(subject: str, games: tuple[Game[Any], ...], address: str, language: str) -> Article:
    catalogue = {game.word: game for game in games}
    with speaking(catalog_of(language)):
        _, page = help_page(subject.split(), catalogue, COMMANDS)
        text, is_english = without_note(page)
    own = ENGLISH if is_english else language or ENGLISH
    writer = Writer(all_subjects(catalogue, COMMANDS), subject in LISTS, own)
    return writer.article([text.replace(EXAMPLE_ADDRESS, address)])


def _rules(game: Game[Any], games: tuple[Game[Any], ...], address: str) -> Rules:
    catalog, own = spoken(), written_page(game.word) or ""
    with speaking(None):
        english = written_page(game.word) or ""
    parts: list[str | Diagram] = []
    language = catalog.language if catalog else ENGLISH
    for part in parts_of_game_page(game, games):
        text, is_english = (part, False) if isinstance(part, Diagram) else without_note(part)
        parts.append(text.replace(EXAMPLE_ADDRESS, address) if isinstance(text, str) else text)
        language = ENGLISH if is_english else language
    writer = RulesWriter(
        all_subjects({each.word: each for each in games}, COMMANDS),
        game,
        language,
        MAKING_A_MOVE if language == ENGLISH else titled_like(MAKING_A_MOVE, english, own),
    )
    with speaking(None if language == ENGLISH else catalog):
        return Rules(writer.article(parts), game, tuple(writer.diagrams), tuple(writer.figures))


ROUTES = [page("/help", _index), page("/help/{subject}", _subject)]
