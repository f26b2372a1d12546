"""Words within pictures, in the language of who sees them.

Whoever has a game draw a picture says in which language; where the picture is laid out, its words are `said`, so that
they have the room that they need. A picture that says none is the same in all languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from pbmserv.games.message import Say


class WordsSaid:
    """What says the words of a picture that is being drawn, and knows whether there were any."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.has_any = False


_saying: ContextVar[WordsSaid | None] = ContextVar("saying", default=None)


@contextmanager
def words_said(say: Say) -> Iterator[WordsSaid]:
    """Words of pictures that are drawn meanwhile are said by `say`."""
    words = WordsSaid(say)
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
    return saying.say(words)
