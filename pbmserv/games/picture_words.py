"""Words within pictures, in the language of who sees them.

Whoever has a game draw a picture says in which language; where the picture is laid out, its words are `said`, so that
they have the room that they need. A picture that says none is the same in all languages. Where pages name players
instead of seats, these are said, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import accumulate
from typing import Any

from pbmserv.games.message import Say, with_players

_MOST_LETTERS = 10
"""Of the name of a player where others stand beside it, counted as in `letters_in`."""
_WIDTHS = {**dict.fromkeys("mwMW", 1.5), **dict.fromkeys("fijlrtI.-' ", 0.6)}
"""Of letters that are broader or narrower than others."""


class WordsSaid:
    """What says the words of a picture that is being drawn, and knows whether there were any."""

    def __init__(self, say: Say, players: Mapping[str, str]) -> None:
        self.say = say
        self.whole = players
        self.players = {seat: in_short(player) for seat, player in players.items()}
        self.has_any = False


_saying: ContextVar[WordsSaid | None] = ContextVar("saying", default=None)


@contextmanager
def words_said(say: Say, players: Mapping[str, str] | None = None) -> Iterator[WordsSaid]:
    """Words of pictures that are drawn meanwhile are said by `say`, with `players` for the seats of these names."""
    words = WordsSaid(say, players or {})
    token = _saying.set(words)
    try:
        yield words
    finally:
        _saying.reset(token)


_NEGATIVE = re.compile(r"(?<![^\s(])-(?=[0-9])")


def with_minus(value: Any) -> Any:
    """A number, or a text with numbers in it, as it is set: `−80` for `-80`, which letters and commands type."""
    if type(value) is int:
        return f"−{-value}" if value < 0 else value
    return _NEGATIVE.sub("−", value) if type(value) is str and "-" in value else value


def said(words: str) -> str:
    """A word of ours, or a message, as the picture says it; other texts stay as they are."""
    saying = _saying.get()
    if saying is None or not words:
        return words
    saying.has_any = True
    # What a player is called is no word of ours, whatever it means.
    return saying.players.get(words) or saying.say(with_players(words, saying.players))


def seat_said(name: str, letters: float, *, with_letter: bool) -> str:
    """Who has the seat of this name, where there is room for so many letters, `with_letter` of the seat if its sides
    are called by these: `W bob`.
    """
    saying = _saying.get()
    player = saying.whole.get(name) if saying else None
    if not saying or not player:
        return said(name)
    saying.has_any = True
    before = f"{saying.say(name)[0]} " if with_letter else ""
    return before + in_short(player, max(_MOST_LETTERS, letters - letters_in(before)))


def in_short(player: str, letters: float = _MOST_LETTERS) -> str:
    """The name of a player, or its beginning, as far as there is room for so many letters in a picture."""
    if letters_in(player) <= letters:
        return player
    widths = accumulate(map(letters_in, player))
    return player[: sum(width <= letters - 1 for width in widths)] + "…"


def letters_in(text: str) -> float:
    """How many letters of the usual width are as wide as a text."""
    return sum(_WIDTHS.get(letter, 1) for letter in text)
