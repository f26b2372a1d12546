"""Other words by which players may call our games in a command: those of the old server, and usual names.

They stand here, and not with the games, so that a line is read without a look at each of them. `game_called` looks at
each, and so it also finds the games of other packages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbmserv.games.base import Game, Option

OTHER_WORDS: Mapping[str, str] = {
    "awele": "wari",
    "baduk": "go",
    "brandubh": "hnefatafl",
    "chess960": "chess",
    "even-odd": "pairimpair",
    "gops": "goofspiel",
    "infection": "ataxx",
    "mancala": "kalah",
    "merels": "morris",
    "mhearts": "hearts",
    "mill": "morris",
    "nackgammon": "backgammon",
    "nmm": "morris",
    "oware": "wari",
    "pair-impair": "pairimpair",
    "reversi": "othello",
    "tablut": "hnefatafl",
    "tri-ominos": "triominoes",
    "triominos": "triominoes",
    "weiqi": "go",
    "yahtzee": "yacht",
    "триомино": "triominoes",
}
"""The word of the game by the other word, both in lower case."""


def usual_word(typed: str) -> str:
    """The word of the game that is called so elsewhere; what was typed, where none is."""
    return OTHER_WORDS.get(typed.lower(), typed)


def game_called(name: str, catalogue: Mapping[str, Game[Any]]) -> str | None:
    """The word of the game that has this name here or elsewhere, in whatever case and with whatever signs in it."""
    usual = usual_word(name.lower())
    if usual in catalogue:
        return usual
    letters = _letters_of(name)
    named = (word for word, game in catalogue.items() if letters in map(_letters_of, (game.name, *game.also_called)))
    return next(named, None) if letters else None


def parameter_meant(name: str, options: tuple[Option, ...]) -> str:
    """The parameter that another name of a game stands for: `-start=reversi`; empty where it only names the game."""
    words = name.lower().split()
    return next((f"-{each.name}={word}" for each in options for word in words if word in each.choices), "")


NEED_A_PARAMETER = {
    "chess960": ("position", "Chess960 has 960 starts: say at which, 0 to 959, with -position, as in -position=345.")
}
"""Names of games that mean a parameter without saying its value: which one, and what is said where it is missing."""


def _letters_of(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
