"""Other words by which players may call our games in a command: those of the old server, and usual names.

They stand here, and not with the games, so that a line is read without a look at each of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbmserv.games.base import Option

OTHER_WORDS: Mapping[str, str] = {
    "awele": "wari",
    "baduk": "go",
    "brandubh": "hnefatafl",
    "gops": "goofspiel",
    "infection": "ataxx",
    "mancala": "kalah",
    "merels": "morris",
    "mhearts": "hearts",
    "mill": "morris",
    "nackgammon": "backgammon",
    "nmm": "morris",
    "oware": "wari",
    "reversi": "othello",
    "tablut": "hnefatafl",
    "weiqi": "go",
    "yahtzee": "yacht",
}
"""The word of the game by the other word, both in lower case."""


def usual_word(typed: str) -> str:
    """The word of the game that is called so elsewhere; what was typed, where none is."""
    return OTHER_WORDS.get(typed.lower(), typed)


def parameter_meant(typed: str, options: tuple[Option, ...]) -> str:
    """The parameter that another word of a game stands for: `-start=reversi`; empty where it only names the game."""
    if typed.lower() not in OTHER_WORDS:
        return ""
    return next((f"-{each.name}={typed.lower()}" for each in options if typed.lower() in each.choices), "")
