"""What commands declare, from which parsing, refusals, help pages and redaction follow, and the table of them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pkgutil import resolve_name
from typing import Any, ClassVar, NamedTuple, TypeVar

from pbmserv.games.base import Game, Option, OptionValue
from pbmserv.stored_names import restored


class ArgumentType:
    """How a kind of argument is parsed.

    `noun` names it in refusals. `secret` words are never shown. `one_of_many_words` is a single value even when
    repeated. `words` are its possible values, if few. `is_taken_unseen` allows names of nothing. `is_published` words
    are chosen by a player for all to read.
    """

    noun: str = "word"
    secret: bool = False
    one_of_many_words: bool = False
    words: tuple[str, ...] = ()
    is_taken_unseen: bool = False
    is_published: bool = False

    def may_be(self, text: str) -> bool:
        """Whether a word looks like this type, to choose between a command's two forms."""
        return True

    def is_private(self, text: str) -> bool:
        """Whether a word, though no secret, is kept out of the log."""
        return False

    def read(self, text: str) -> Any:
        return text

    def read_all(self, texts: Sequence[str]) -> Any:
        return tuple(self.read(text) for text in texts)


@dataclass(frozen=True)
class Argument:
    """An argument of a command, in the order in which arguments are typed; the last may be `repeated`."""

    name: str
    kind: ArgumentType
    optional: bool = False
    repeated: bool = False
    most: int = 100
    authenticates: bool = False

    @property
    def form(self) -> str:
        """Its form in a usage line: `board`, `[address ...]`."""
        form = f"{self.name} ..." if self.repeated and not self.kind.one_of_many_words else self.name
        return f"[{form}]" if self.optional else form


class Claim(NamedTuple):
    """A claimed author with password, unverified.

    The password is None if the author is known otherwise.
    """

    userid: str = ""
    password: str | None = ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.userid!r}>"


class CommandSpec:
    """The spec of a command.

    The docstring of a subclass is its help: a summary line, a blank line, the rest.
    """

    words: ClassVar[tuple[str, ...]]
    """Its names, the usual one first; several words are separated by blanks."""
    arguments: ClassVar[tuple[Argument, ...]] = ()
    other_arguments: ClassVar[tuple[Argument, ...]] = ()
    """A second form, used if the first word cannot be the first of `arguments`: a userid, not a board."""
    options: ClassVar[tuple[Option, ...]] = ()
    """Options typed as `--name=value`."""
    of_a_game: ClassVar[bool] = False
    """Whether a game's name precedes it."""
    takes_game_parameters: ClassVar[bool] = False
    """Whether it takes the game's `-name=value`."""
    names_game_in: ClassVar[str] = ""
    """The argument that names the game whose parameters it takes, if none precedes it."""
    reads_only: ClassVar[bool] = False
    """Whether it changes nothing and writes to its author only."""
    about_account: ClassVar[bool] = False
    """Whether it changes an account, which no program's token permits."""
    is_talk: ClassVar[bool] = False
    """Whether it only carries words to others."""
    plays: ClassVar[bool] = False
    """Whether it is part of playing on a board, and so allowed by a link to it, unless it `reaches_further`."""
    reaches_further: ClassVar[bool] = False
    """Whether it begins another game, or seats somebody."""
    needs_password: ClassVar[bool] = False
    """Whether a session is not enough, so that a stolen one cannot take over an account."""
    takes_code: ClassVar[bool] = False
    """Whether a mailed code can replace the password."""
    example: ClassVar[str]
    """A complete working command, for help and refusals."""

    @property
    def name(self) -> str:
        return self.words[0]

    @cached_property
    def needs_player(self) -> bool:
        return any(argument.authenticates for argument in self.arguments)

    @property
    def summary(self) -> str:
        return (self.__doc__ or "").strip().splitlines()[0].removesuffix(".")

    def form(self, game: Game[Any] | None = None) -> str:
        """The usage line, with the game's parameters if known."""
        parts = [game.word if game else "<game>"] if self.of_a_game else []
        parts += [self.name]
        parts += [option.form for option in game.options] if game and self.takes_game_parameters else []
        parts += self.forms_of_arguments(game)
        parts += ["|", *(argument.form for argument in self.other_arguments)] if self.other_arguments else []
        parts += ["[-parameters]"] if self.takes_game_parameters and not game else []
        parts += ["[--options]"] if self.options else []
        return " ".join(parts)

    def forms_of_arguments(self, game: Game[Any] | None) -> list[str]:
        """The arguments in the usage line."""
        return [argument.form for argument in self.arguments]

    def arguments_for(self, words: Sequence[str]) -> tuple[Argument, ...]:
        """The form that these words follow."""
        is_other = bool(self.other_arguments and words) and not self.arguments[0].kind.may_be(words[0])
        return self.other_arguments if is_other else self.arguments


@dataclass(frozen=True)
class ParsedArgs:
    """What was typed behind a command, read: its arguments by name, and options of the game and of the command."""

    values: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, OptionValue] = field(default_factory=dict)
    """The game's options as typed, without defaults."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """The command's options with defaults."""
    typed: frozenset[str] = frozenset()
    """The command's options that were typed."""

    @classmethod
    def of_stored(cls, document: Mapping[str, Any]) -> ParsedArgs:
        """The arguments of a stored challenge, from `document_of`."""
        given = restored(cls, document)
        return replace(given, typed=frozenset(given.typed))

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str) -> Any:
        return self.values.get(name)

    def having(self, **values: Any) -> ParsedArgs:
        return replace(self, values={**self.values, **values})

    def number(self, option: str) -> int:
        value = self.options[option]
        if not isinstance(value, int):
            raise TypeError(f"--{option} is no number")
        return value


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
