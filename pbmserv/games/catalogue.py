"""The games that are installed: every entry point of the group `pbmserv.games`, the built-in ones among them.

An entry point's name is the word that players type, and its value the `Game` subclass. A package of anyone's can
add one in its `pyproject.toml`:

    [project.entry-points."pbmserv.games"]
    nim = "my_games.nim:Nim"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from pbmserv.games.base import Game

GROUP = "pbmserv.games"


class Catalogue(Mapping[str, Game[Any]]):
    """The games by their words; a module is imported when its game is first asked for."""

    def __init__(self, entries: Mapping[str, EntryPoint]) -> None:
        self._entries = dict(sorted(entries.items()))
        self._games: dict[str, Game[Any]] = {}

    def __getitem__(self, word: str) -> Game[Any]:
        if word not in self._games:
            game = self._entries[word].load()()
            if not isinstance(game, Game) or game.word != word:
                raise TypeError(f"entry point {word!r} of group {GROUP} is not a Game of that name")
            self._games[word] = game
        return self._games[word]

    def __contains__(self, word: object) -> bool:
        return word in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


@cache
def installed() -> Catalogue:
    """The catalogue of this installation, read once."""
    return Catalogue({entry.name: entry for entry in entry_points(group=GROUP)})
