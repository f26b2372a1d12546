"""Aliases of our games, from the old server and common usage.

They are separate from the games, so that parsing a line imports none. `game_called` looks at each game, and so finds
other packages'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from pbmserv.games.base import Game, Option

_IN_LATIN_LETTERS: Mapping[str, str] = {
    "awele": "wari",
    "baduk": "go",
    "battleship": "fleets",
    "battleships": "fleets",
    "brandubh": "hnefatafl",
    "camelot": "canter",
    "chess960": "chess",
    "chinese-checkers": "chinesecheckers",
    "chinese-chequers": "chinesecheckers",
    "dudo": "liarsdice",
    "epam": "epaminondas",
    "even-odd": "pairimpair",
    "gops": "goofspiel",
    "infection": "ataxx",
    "l'attaque": "marshal",
    "mancala": "kalah",
    "merels": "morris",
    "mhearts": "hearts",
    "mill": "morris",
    "nackgammon": "backgammon",
    "nmm": "morris",
    "oware": "wari",
    "pair-impair": "pairimpair",
    "permainan": "surakarta",
    "quoridor": "walls",
    "reversi": "othello",
    "roundabouts": "surakarta",
    "stern-halma": "chinesecheckers",
    "sternhalma": "chinesecheckers",
    "stratego": "marshal",
    "tablut": "hnefatafl",
    "three-check": "threecheck",
    "tri-ominos": "triominoes",
    "triominos": "triominoes",
    "weiqi": "go",
    "yahtzee": "yacht",
}

_IN_RUSSIAN: Mapping[str, str] = {
    "abalone": "абалон",
    "abande": "абанде",
    "amazons": "амазонки",
    "antichess": "антишахматы",
    "ataxx": "атакс",
    "atomic": "атомные-шахматы",
    "backgammon": "нарды короткие-нарды",
    "breakthrough": "прорыв",
    "bridge": "бридж",
    "canter": "кентер камелот",
    "catchup": "догонялки",
    "checkers": "чекерс английские-шашки",
    "chess": "шахматы",
    "chinesecheckers": "китайские-шашки",
    "clobber": "клоббер",
    "conhex": "конгекс",
    "connect4": "четыре-в-ряд",
    "connect6": "коннект-6 шесть-в-ряд",
    "crazyhouse": "крейзихаус",
    "cribbage": "криббедж",
    "darkchess": "шахматы-в-тумане тёмные-шахматы",
    "dipole": "диполь",
    "dots": "точки точки-и-квадраты",
    "draughts": "шашки",
    "einstein": "эйнштейн",
    "epaminondas": "эпаминонд",
    "euchre": "юкер",
    "fanorona": "фанорона",
    "fivehundred": "пятьсот",
    "fleets": "морской-бой",
    "ginrummy": "джин джин-рамми",
    "go": "го",
    "gomoku": "гомоку",
    "goofspiel": "гуфшпиль",
    "halma": "халма уголки",
    "havannah": "хаванна гаванна гавана",
    "hearts": "червы",
    "hex": "гекс",
    "hnefatafl": "хнефатафл тавлеи",
    "horde": "орда",
    "janggi": "чанги",
    "kalah": "калах манкала",
    "kingofthehill": "царь-горы",
    "konane": "конане",
    "liarsdice": "кости-лжеца перудо",
    "loa": "линии-действия",
    "macmahon": "мак-магон",
    "makruk": "макрук",
    "marshal": "маршал стратего",
    "minishogi": "минисёги мини-сёги",
    "morris": "мельница",
    "othello": "отелло реверси",
    "pairimpair": "чёт-нечет",
    "pente": "пенте",
    "phutball": "футбол-философов",
    "racingkings": "королевские-скачки",
    "renju": "рэндзю",
    "shogi": "сёги",
    "skat": "скат",
    "slither": "слизер",
    "spades": "пики",
    "surakarta": "суракарта",
    "threecheck": "три-шаха",
    "trichet": "трише",
    "trioker": "триокер",
    "trioker-line": "триокер-линия",
    "trioker-puzzle": "триокер-головоломка",
    "triominoes": "триомино",
    "tumbleweed": "перекати-поле",
    "twixt": "твикст",
    "walls": "стенки коридор",
    "wari": "вари оваре",
    "xiangqi": "сянци",
    "y": "игрек",
    "yacht": "яхта",
    "yavalath": "явалат",
}
"""The words for a game in Russian, the usual one first; names of several words have hyphens here."""

_RUSSIAN = {word: game for game, words in _IN_RUSSIAN.items() for word in words.split()}
OTHER_WORDS: Mapping[str, str] = {
    **_IN_LATIN_LETTERS,
    **_RUSSIAN,
    **{word.replace("ё", "е"): game for word, game in _RUSSIAN.items()},
}
"""Games by alias, both in lower case."""


def usual_word(typed: str) -> str:
    """The game with this alias; otherwise the word itself."""
    return OTHER_WORDS.get(typed.lower(), typed)


def game_called(name: str, catalogue: Mapping[str, Game[Any]]) -> str | None:
    """The game with this name or alias, in any case and punctuation."""
    return Names(catalogue).called(name)


class Names:
    """The games of a catalogue by their names, for as many questions as a text has words."""

    def __init__(self, catalogue: Mapping[str, Game[Any]]) -> None:
        self._catalogue = catalogue

    def called(self, name: str) -> str | None:
        """The same as `game_called`."""
        for usual in (usual_word(name), usual_word("-".join(name.split()))):
            if usual.lower() in self._catalogue:
                return usual.lower()
        letters = _letters_of(name)
        return self._by_letters.get(letters) if letters else None

    @cached_property
    def _by_letters(self) -> Mapping[str, str]:
        return self.by(_letters_of)

    def by(self, form: Callable[[str], str]) -> Mapping[str, str]:
        """The games by all their names in this form; the first one counts."""
        return _by_names(form, tuple(self._catalogue.items()))


@lru_cache(maxsize=8)
def _by_names(form: Callable[[str], str], games: tuple[tuple[str, Game[Any]], ...]) -> Mapping[str, str]:
    # Kept, since each line that is read asks several times; a game that turns out to be unusable makes another tuple.
    found: dict[str, str] = {}
    for word, game in games:
        for name in (game.name, *game.also_called):
            found.setdefault(form(name), word)
    return found


def parameter_meant(name: str, options: tuple[Option, ...]) -> str:
    """The option that an alias implies: `-start=reversi`, or an empty text."""
    words = [_MEANS.get(word, word) for word in name.lower().split()]
    return next((f"-{each.name}={word}" for each in options for word in words if word in each.choices), "")


_MEANS = {"реверси": "reversi", "шашки": "russian"}
"""What an option is called that such a word implies in its language: in Russian, draughts are the Russian ones."""
NEED_A_PARAMETER = {
    "chess960": ("position", "Chess960 has 960 starts: say at which, 0 to 959, with -position, as in -position=345.")
}
"""Aliases that imply an option without its value: the option, and the message if it is missing."""


@lru_cache(maxsize=2048)
def _letters_of(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
