"""Search among games, by family, themes and names.

No game is named here, so games of other packages are found like ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from unicodedata import combining, normalize

from pbmserv.games.base import Game
from pbmserv.games.families import IN_ORDER, OTHERS

KINDS: Mapping[str, tuple[str, Callable[[Game[Any]], bool]]] = {
    "two": ("For two", lambda game: 2 in game.seats),
    "more": ("For three or more", lambda game: game.seats[-1] > 2),
    "alone": ("Alone", lambda game: 1 in game.seats),
    "plain": ("Nothing hidden, no luck", lambda game: not (game.hidden or game.uses_chance)),
    "luck": ("With luck", lambda game: game.uses_chance),
    "hidden": ("Something to hide", lambda game: game.hidden),
    "together": ("All move at once", lambda game: game.simultaneous),
}
"""Kinds of games across families, by word, with titles."""

MOST_RELATED = 4

_SAY_NOTHING = frozenset(re.findall(r"\w+", "a all an and any at for game games in of on or player players the with"))
"""Words that find no game."""


def in_families(games: Iterable[Game[Any]]) -> list[tuple[str, list[Game[Any]]]]:
    families: dict[str, list[Game[Any]]] = {}
    for game in sorted(games, key=lambda game: game.name.lower()):
        families.setdefault(game.family, []).append(game)
    return sorted(families.items(), key=lambda family: _place_of(family[0]))


def related(game: Game[Any], games: Iterable[Game[Any]]) -> list[Game[Any]]:
    """The most similar games: those that share most themes, or else the family."""
    others = [other for other in games if other.word != game.word]
    alike = [other for other in others if set(game.themes).intersection(other.themes)]
    return sorted(alike or [other for other in others if other.family == game.family], key=_likeness_to(game))[
        :MOST_RELATED
    ]


def fitting(games: Iterable[Game[Any]], words: Sequence[str]) -> list[Game[Any]]:
    """The games that match all words, by names, family, themes and summary.

    A word may be a prefix. Insignificant words match none.
    """
    asked = [word for word in _words_in(" ".join(words)) if word not in _SAY_NOTHING]
    return [game for game in games if asked and all(_is_said_of(game, word) for word in asked)]


def words_to_find(games: Iterable[Game[Any]]) -> list[str]:
    """The main search words: names, families, themes, kinds."""
    of_games = (word for game in games for text in _names_of(game) for word in _words_in(text))
    return sorted({*KINDS, *of_games} - _SAY_NOTHING)


def _place_of(family: str) -> tuple[int, str]:
    if family in IN_ORDER:
        return IN_ORDER.index(family), ""
    return len(IN_ORDER) + (family == OTHERS), family


def _likeness_to(game: Game[Any]) -> Callable[[Game[Any]], tuple[int, bool, str]]:
    themes = set(game.themes)
    return lambda other: (-len(themes.intersection(other.themes)), other.family != game.family, other.word)


def _is_said_of(game: Game[Any], word: str) -> bool:
    said = _said_of(game)
    if word.isdigit():
        return word in said
    # Whoever looks for "rows" means a row, too, and "hexes" are of hexagons.
    singulars = (word.removesuffix("s"), word.removesuffix("es")) if len(word) > 3 else ()
    return any(each.startswith((word, *singulars)) for each in said)


def _names_of(game: Game[Any]) -> tuple[str, ...]:
    return game.name, *game.also_called, game.family, *game.themes


@lru_cache(maxsize=256)
def _said_of(game: Game[Any]) -> frozenset[str]:
    kinds = [word for word, (_, belongs) in KINDS.items() if belongs(game)]
    return frozenset(_words_in(" ".join([*_names_of(game), game.summary, *kinds, *map(str, game.seats)])))


def _words_in(text: str) -> list[str]:
    plain = "".join(letter for letter in normalize("NFKD", text.lower()) if not combining(letter))
    return re.findall(r"[^\W_]+", plain)
