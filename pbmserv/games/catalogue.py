"""The installed games: the entry points of the group `pbmserv.games`, including our own.

An entry point's name is the word that players type, its value the `Game` subclass. Any package can add one in
`pyproject.toml`:

    [project.entry-points."pbmserv.games"]
    nim = "my_games.nim:Nim"

An unusable entry point is left out and does not affect the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pbmserv.games.base import Game, Option

GROUP = "pbmserv.games"

COMMAND_WORDS = frozenset(
    {
        "add",
        "all",
        "block",
        "broadcast",
        "change",
        "confirm",
        "delete",
        "forgot",
        "help",
        "list",
        "message",
        "multiple",
    }
    | {"invitation", "language", "signoff", "signup", "sprache", "tournament", "unblock", "vacation"}
)
"""First words of commands without a game, which no game can have as its name."""


class CannotBeUsed(Exception):
    """An entry point gives no game; the text tells the operator why, and what was expected."""


class Catalogue(Mapping[str, Game[Any]]):
    """The games by word.

    Our modules are imported on first use, others when games are first looked up, as only then their games are known.
    """

    def __init__(self, entries: Iterable[EntryPoint]) -> None:
        self._left_out: dict[str, str] = {}
        self._entries: dict[str, EntryPoint] = {}
        # Ours come first, so that nobody can take over the word of a game that is being played.
        for entry in sorted(entries, key=lambda entry: (entry.name, not is_ours(entry))):
            if entry.name in self._entries:
                self._leave_out(entry, f"{self._entries[entry.name].value} has that name already")
            elif entry.name in COMMAND_WORDS:
                self._leave_out(entry, f"{entry.name} is the name of a command")
            else:
                self._entries[entry.name] = entry
        self._ours = {word for word, entry in self._entries.items() if is_ours(entry)}
        self._games: dict[str, Game[Any]] = {}

    @property
    def left_out(self) -> Mapping[str, str]:
        """The reasons why entry points were left out, by name and value, for the operator.

        Ours are not checked, as that would import all games at every start.
        """
        for word in [*self._entries]:
            _ = word in self
        return self._left_out

    @property
    def folders_of_others(self) -> tuple[Path, ...]:
        """The folders of the packages that bring games which are not ours."""
        modules = {entry.module for word, entry in self._entries.items() if word not in self._ours}
        found = [find_spec(package) for package in sorted({module.partition(".")[0] for module in modules})]
        return tuple(Path(place) for spec in found if spec for place in spec.submodule_search_locations or ())

    def __getitem__(self, word: str) -> Game[Any]:
        if word not in self._games:
            entry = self._entries[word]
            try:
                # Two threads of a server may ask for it at once: both get the same.
                self._games.setdefault(word, game_of(entry))
            except CannotBeUsed as error:
                self._leave_out(entry, str(error))
                del self._entries[word]
                self._ours.discard(word)
                raise KeyError(word) from error
        return self._games[word]

    def __contains__(self, word: object) -> bool:
        if word in self._ours:
            return True
        return isinstance(word, str) and word in self._entries and self.get(word) is not None

    def __iter__(self) -> Iterator[str]:
        return iter([word for word in [*self._entries] if word in self._ours or word in self])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _leave_out(self, entry: EntryPoint, why: str) -> None:
        self._left_out[f"{entry.name} = {entry.value}"] = why


@cache
def installed() -> Catalogue:
    """The catalogue of this installation, cached."""
    return Catalogue(entry_points(group=GROUP))


def game_of(entry: EntryPoint) -> Game[Any]:
    """The game of an entry point. Raises `CannotBeUsed`."""
    try:
        game = entry.load()()
    except Exception as error:  # anything can go wrong in somebody else's module
        raise CannotBeUsed(f"it cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise CannotBeUsed(f"{entry.value} is no subclass of pbmserv.games.base.Game")
    for attribute, kind in (("name", str), ("summary", str), ("move_form", str), ("seats", range), ("version", int)):
        if not isinstance(getattr(game, attribute, None), kind) or not getattr(game, attribute):
            raise CannotBeUsed(f"{type(game).__name__}.{attribute} is missing, or no {kind.__name__}")
    options: object = game.options
    if not isinstance(options, tuple) or not all(isinstance(option, Option) for option in options):
        raise CannotBeUsed(f"{type(game).__name__}.options is no tuple of Option")
    for attribute, given in (
        ("family", (game.family,)),
        ("themes", game.themes),
        ("also_called", game.also_called),
        ("trademark", (game.trademark,)),
    ):
        texts: object = given
        if not isinstance(texts, tuple) or not all(isinstance(text, str) and text.isprintable() for text in texts):
            raise CannotBeUsed(f"{type(game).__name__}.{attribute} is no text, or tuple of texts, in a line")
    if re.fullmatch(r"[a-z][a-z0-9-]*", game.word) is None:
        raise CannotBeUsed(f"{game.name} is no single word that a player can type")
    if game.word != entry.name:
        raise CannotBeUsed(f"the game is called {game.name}, so the entry point has to be called {game.word}")
    return game


def is_ours(entry: EntryPoint) -> bool:
    """Whether it is one of pbmserv's own entry points, which our tests check."""
    package, _, module = entry.value.partition(":")[0].rpartition(".")
    return f"{package}.".startswith("pbmserv.games.") and module == entry.name.replace("-", "_")
