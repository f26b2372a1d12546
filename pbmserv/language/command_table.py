"""The table of commands: their names, and where each is declared.

A command is imported when it is first asked for. A process that carries out one command loads no others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pkgutil import resolve_name
from typing import Any, NamedTuple, TypeVar

from pbmserv.language.command_spec import CommandSpec

Spec = TypeVar("Spec", bound=CommandSpec)


class Names(NamedTuple):
    """The words that may stand in one place of a line, usual ones and aliases, each with a command's whole name."""

    usual: dict[str, str]
    also: dict[str, str]


class CommandTable(Sequence[Spec]):
    """All commands: those `of_a_game`, whose lines begin with the name of a game, and the `others`.

    Both say where in the `package` a class stands, such as `playing.actions:MoveCommand`, and the names of its
    command, the usual one first. To look through the table imports all commands.
    """

    def __init__(
        self, package: str, others: Mapping[str, Sequence[str]], of_a_game: Mapping[str, Sequence[str]]
    ) -> None:
        self._package = package
        self._places = [*others, *of_a_game]
        self._found = {
            is_of_a_game: {name: place for place, names in commands.items() for name in names}
            for is_of_a_game, commands in ((False, others), (True, of_a_game))
        }
        self._loaded: dict[str, Spec] = {}
        self.after_a_game = Names(
            {names[0]: names[0] for names in of_a_game.values()},
            {name: name for names in of_a_game.values() for name in names[1:]},
        )
        self.first_words = sorted({name.split()[0] for name in self._found[False]})
        """The first words of commands that are not of a game."""
        self._after = {word: Names({}, {}) for word in self.first_words}
        for names in others.values():
            for name in names:
                first, _, rest = name.partition(" ")
                (self._after[first].usual if name == names[0] else self._after[first].also)[rest] = name

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, place: Any) -> Any:
        return self._all[place]

    @cached_property
    def _all(self) -> tuple[Spec, ...]:
        return tuple(map(self._load, self._places))

    def after(self, first: str) -> Names:
        """What may follow a first word that is no game."""
        return self._after.get(first, Names({}, {}))

    def find(self, name: str, of_a_game: bool) -> Spec | None:
        """The command with this whole name in lower case, if there is one."""
        place = self._found[of_a_game].get(name)
        return None if place is None else self._load(place)

    def named(self, name: str, of_a_game: bool) -> Spec:
        return self._load(self._found[of_a_game][name])

    def _load(self, place: str) -> Spec:
        if place not in self._loaded:
            # Of two threads that come at once both get the one that is kept.
            return self._loaded.setdefault(place, resolve_name(f"{self._package}.{place}")())
        return self._loaded[place]
