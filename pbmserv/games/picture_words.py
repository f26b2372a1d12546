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
from typing import Any

from pbmserv.games.message import Say, with_players

_MOST_LETTERS = 9
"""Of the name of a player; letters as broad as `m` count for more."""
_BROAD = 2


class WordsSaid:
    """What says the words of a picture that is being drawn, and knows whether there were any."""

    def __init__(self, say: Say, players: Mapping[str, str]) -> None:
        self.say = say
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


def seat_said(name: str, *, with_letter: bool) -> str:
    """Who has the seat of this name, `with_letter` of the seat if its sides are called by these: `W bob`."""
    saying = _saying.get()
    player = saying.players.get(name) if saying else None
    return f"{saying.say(name)[0]} {player}" if saying and player and with_letter else said(name)


def in_short(player: str) -> str:
    """The name of a player, or its beginning, as far as there is room for it in a picture."""
    room = _MOST_LETTERS - 1.0
    for place, letter in enumerate(player):
        room -= _BROAD if letter in "mwMW" else 1
        if room < 0 and len(player) > place + 1:
            return f"{player[:place]}…"
    return player
