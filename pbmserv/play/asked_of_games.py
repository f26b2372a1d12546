"""What games are asked for a reader's comfort alone: where one fails or answers nonsense, it is done without.

Any other mistake of a game has to be seen. These, letters go out without: buttons, and guesses at what is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from pbmserv.games.base import Game

_MOST_BUTTONS = 20
_MOST_SPELLINGS = 40
_LONGEST = 80
"""The longest text, in characters, that a game may offer as a move."""


def buttons_of(game: Game[Any], position: Any, seat: int) -> tuple[str, ...]:
    """The moves that letters offer as buttons where the game lists none."""
    return _texts(lambda: game.buttons(position, seat), _MOST_BUTTONS)


def spellings_of(game: Game[Any], text: str) -> tuple[str, ...]:
    """Other texts that the game takes a text for which is no move."""
    return _texts(lambda: game.other_spellings(text), _MOST_SPELLINGS)


def _texts(ask: Callable[[], Iterable[object]], most: int) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(_readable(islice(ask(), most))))
    except Exception:
        return ()


def _readable(found: Iterable[object]) -> Iterator[str]:
    for each in found:
        if isinstance(each, str) and 0 < len(each) <= _LONGEST and each.isprintable() and each == each.strip():
            yield each
