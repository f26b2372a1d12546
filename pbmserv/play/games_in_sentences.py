"""The games that a sentence names, in several languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from pbmserv.games.base import Game
from pbmserv.games.other_words import Names

_MOST_WORDS_OF_A_NAME = 4
_WORD = re.compile(r"\w[\w'’-]*")

_ABROAD: Mapping[str, str] = {
    **dict.fromkeys(
        [
            "schach",
            "échecs",
            "echecs",
            "ajedrez",
            "scacchi",
            "schaken",
            "xadrez",
            "escacs",
            "schack",
            "sjakk",
            "skak",
            "shakki",
            "szachy",
            "šachy",
            "sakk",
            "satranç",
            "шахматам",
            "шахмат",
            "шахи",
            "σκάκι",
        ],
        "chess",
    ),
    **dict.fromkeys(["dame", "dames", "damas", "dama", "dammen", "шашкам", "шашек"], "draughts"),
    **dict.fromkeys(("mühle", "muehle", "moulin", "molino", "molenspel"), "morris"),
    **dict.fromkeys(
        [
            "4 gewinnt",
            "viergewinnt",
            "puissance 4",
            "4 op een rij",
            "4 en raya",
            "conecta 4",
            "forza 4",
            "4 em linha",
            "lig 4",
        ],
        "connect4",
    ),
    **dict.fromkeys(("käsekästchen", "petits carrés"), "dots"),
    **dict.fromkeys(("kniffel", "yams", "yatzy"), "yacht"),
    **dict.fromkeys(("tavla", "puff"), "backgammon"),
}
"""Names of games in other languages; in commands they stand for nothing."""

_FIGURES: Mapping[str, str] = {
    word: str(number)
    for number, words in enumerate(
        (
            "two zwei deux dos due twee dois",
            "three drei trois tres tre drie três",
            "four vier quatre cuatro quattro quatro",
            "five fünf fuenf cinq cinco cinque vijf",
            "six sechs seis sei zes",
            "seven sieben sept siete sette zeven sete",
            "eight acht huit ocho otto oito",
            "nine neun neuf nueve nove negen",
            "ten zehn dix diez dieci tien dez",
            "eleven elf onze once undici",
            "twelve zwölf zwoelf douze doce dodici twaalf doze",
            "thirteen dreizehn treize trece tredici dertien treze",
        ),
        2,
    )
    for word in words.split()
}
"""Numbers in words."""

_SHORTEST, _SHORT = 2, 4
"""A name of so few letters may be a word of any language: `Y a-t-il un tournoi ?`"""
_ORDINARY = frozenset(
    {
        "atomic",
        "breakthrough",
        "checkers",
        "clobber",
        "dame",
        "dames",
        "hearts",
        "horde",
        "infection",
        "puff",
        "walls",
        "коридор",
        "маршал",
        "прорыв",
        "пятьсот",
        "стенки",
    }
)
"""Longer names that are ordinary words, too."""
_FEWEST_WORDS = 4
"""With fewer, a name is hardly a word of a sentence."""
_BEFORE = frozenset({
    "a", "about", "al", "an", "anyone", "at", "au", "auf", "aux", "begin", "beim", "called", "de", "en",
    "explain", "fancy", "for", "fur", "für", "game", "giocare", "give", "help", "im", "in", "jogar", "joue",
    "jouer", "jouez", "jugar", "learn", "like", "match", "mir", "of", "para", "partida", "partie", "partita",
    "play", "played", "playing", "plays", "round", "rules", "runde", "spelen", "spiel", "spiele", "spielen",
    "spielt", "start", "teach", "try", "zu", "zum", "в", "играть", "по", "поиграть", "сыграть",
})  # fmt: skip
"""Words before such a name: `a game of go`, but not `go and invite`."""
_BEFORE_LONGER = frozenset(
    {"to", "la", "le", "el", "il", "un", "une", "una", "ein", "eine", "with", "by", "is", "my"}
)
"""The same of a name with more than two letters, which is hardly ever another word: `invite tom to hex`."""
_ALONE = frozenset({"bitte", "graag", "hello", "hi", "please", "pls", "svp", "thanks", "пожалуйста"})
"""All that may stand beside the shortest names without speaking of games: not `let's go`."""
_ARTICLES = frozenset({"das", "el", "het", "il", "le"})
"""The same, and nothing else is called so: `le go`."""
_BEHIND = frozenset({
    "anyone", "board", "boards", "cup", "game", "games", "league", "match", "partie", "played", "players",
    "rangliste", "rating", "ratings", "regeln", "rules", "spelen", "spielen", "standings", "tabelle", "table",
    "toernooi", "tournament", "tournaments", "turnier", "turniere", "work", "works",
})  # fmt: skip


_PERHAPS_BEHIND = frozenset({
    "again", "against", "avec", "bitte", "con", "contra", "contre", "gegen", "instead", "met", "mit", "next", "on",
    "auf", "please", "sur", "tegen", "unrated", "versus", "vs", "with",
})  # fmt: skip
"""Words behind a name that is hardly a word of the sentence if it names no other game: `go with bob`."""
_PERHAPS_AT_THE_END = frozenset({"to", "zu"})
"""The same before a name that ends a sentence: `invite bob to go`."""


class Named(NamedTuple):
    """A game that a sentence names, with the words for it."""

    word: str
    words: str
    is_sure: bool = True


def games_named(text: str, catalogue: Mapping[str, Game[Any]], is_wanted: bool = False) -> list[Named]:
    """The games that a text names, the longest names first where one is part of another.

    In one that asks for a game, `is_wanted`, `go with bob` names one if nothing else does.
    """
    found = list(_named(text, catalogue))
    return [each for each in found if each.is_sure] or (found if is_wanted else [])


def in_figures(text: str) -> str:
    """A text in small letters with figures in place of numbers in words: `connect 4`."""
    return re.sub(r"\w+", lambda found: _FIGURES.get(found[0], found[0]), text.lower())


def with_sign(text: str, named: Named, sign: str) -> str:
    """A text in small letters with a sign in place of a game's name."""
    words = r"\W+".join(map(re.escape, named.words.split()))
    return re.sub(rf"(?<!\w){words}(?!\w)", sign, text.lower())


def _named(text: str, catalogue: Mapping[str, Game[Any]]) -> Iterator[Named]:
    said = [word.strip("-'’") for word in _WORD.findall(text.lower())]
    speaking = [place for place, word in enumerate(said) if word not in _ALONE]
    names, place = _Names(catalogue), 0
    while place < len(said):
        for length in range(min(_MOST_WORDS_OF_A_NAME, len(said) - place), 0, -1):
            name = " ".join(said[place : place + length])
            word = names.called(name)
            if word is None:
                continue
            is_sure = speaking in ([], [place]) or _is_meant(said, place, length)
            if is_sure or _is_perhaps_meant(said, place):
                yield Named(word, name, is_sure)
                place += length - 1
                break
        place += 1


class _Names(Names):
    """The same in other languages, and with numbers in words."""

    def called(self, name: str) -> str | None:
        return super().called(name) or self._abroad(name) or self._with_number(name)

    def _abroad(self, name: str) -> str | None:
        article, _, behind = name.replace("’", "'").partition("'")
        word = _ABROAD.get(name) or (None if " " in article else _ABROAD.get(behind))
        return word if word in self._catalogue else None

    def _with_number(self, name: str) -> str | None:
        """The game whose name has a number, in words or in figures: `connect four`, `4 in a row`."""
        figures = in_figures(name)
        if not any(sign.isdecimal() for sign in figures):
            return None
        return super().called(figures) or self._abroad(figures) or self._by_figures.get(_letters_and_figures(name))

    @cached_property
    def _by_figures(self) -> Mapping[str, str]:
        return self.by(_letters_and_figures)


@lru_cache(maxsize=2048)
def _letters_and_figures(name: str) -> str:
    return re.sub(r"[\W_]", "", in_figures(name))


def _is_meant(said: list[str], place: int, length: int) -> bool:
    """Whether a name is meant, and no other word: short ones need a word beside them that speaks of games."""
    name = said[place]
    is_long = length > 1 or (len(name) > _SHORT and name not in _ORDINARY)
    if is_long or (len(said) < _FEWEST_WORDS and len(name) > _SHORTEST):
        return True
    before, behind = said[place - 1] if place else "", said[place + 1] if place + 1 < len(said) else ""
    if before in _ARTICLES and len(name) > 1:
        return True
    return before in _BEFORE or behind in _BEHIND or (len(name) > _SHORTEST and before in _BEFORE_LONGER)


def _is_perhaps_meant(said: list[str], place: int) -> bool:
    """Whether a short name is meant if no other game is named: `go 9x9`, `go with bob`, `invite bob to go`."""
    if len(said[place]) < _SHORTEST:
        return False
    if place + 1 == len(said):
        return place > 0 and said[place - 1] in _PERHAPS_AT_THE_END
    behind = said[place + 1]
    return behind in _PERHAPS_BEHIND or behind[0].isdigit()
