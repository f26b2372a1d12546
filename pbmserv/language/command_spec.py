"""How commands are declared: each once. The parser, refusals, help pages and the masking of passwords come from that.

Nothing here knows what any command does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from pbmserv.games.base import Game, Option, OptionValue
from pbmserv.stored_names import restored


class ArgumentType:
    """How one kind of argument is read.

    `noun` names it in refusals. `secret` words are never shown again. `one_of_many_words` is one value however
    many words it has, where the argument is repeated. `words` are those that it consists of, if they are few.
    `is_taken_unseen` is whether a command may be done although there is nothing of that name. `is_published` words
    are chosen by a player, for all to read.
    """

    noun: str = "word"
    secret: bool = False
    one_of_many_words: bool = False
    words: tuple[str, ...] = ()
    is_taken_unseen: bool = False
    is_published: bool = False

    def may_be(self, text: str) -> bool:
        """Whether a word looks like one of this kind; asked where a command has two forms."""
        return True

    def is_private(self, text: str) -> bool:
        """Whether a word is kept nowhere that others may read, such as the log, although it is no secret."""
        return False

    def read(self, text: str) -> Any:
        """The value of one word.

        Raises `Misspelt`, with what was expected.
        """
        return text

    def read_all(self, texts: Sequence[str]) -> Any:
        """The value of all words of a repeated argument."""
        return tuple(self.read(text) for text in texts)


@dataclass(frozen=True)
class Argument:
    """One argument of a command, in its place.

    `repeated` takes all that follows, at least one word unless `optional`, at most `most`. What `authenticates` says
    who asks, or proves it: it is no part of what the command is given.
    """

    name: str
    kind: ArgumentType
    optional: bool = False
    repeated: bool = False
    most: int = 100
    authenticates: bool = False

    @property
    def form(self) -> str:
        """As a usage line shows it: `board`, `[address ...]`."""
        form = f"{self.name} ..." if self.repeated and not self.kind.one_of_many_words else self.name
        return f"[{form}]" if self.optional else form


class Claim(NamedTuple):
    """Who somebody says that they are, with the password that is to prove it; neither has been looked at.

    The password is None where none is given, since it is known already who asks.
    """

    userid: str = ""
    password: str | None = ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.userid!r}>"


class CommandSpec:
    """What is declared of one command of the language: how it is called, what it takes.

    The docstring of a subclass is its help: a line that says what it does, then, after a blank line, the rest.
    """

    words: ClassVar[tuple[str, ...]]
    """The names it answers to, the usual one first; one of several words is written with blanks."""
    arguments: ClassVar[tuple[Argument, ...]] = ()
    other_arguments: ClassVar[tuple[Argument, ...]] = ()
    """A second form, for a first word that cannot be the first of `arguments`: a userid, not a board."""
    options: ClassVar[tuple[Option, ...]] = ()
    """What may be typed `--name=value`."""
    of_a_game: ClassVar[bool] = False
    """Whether the name of a game comes before it."""
    takes_game_parameters: ClassVar[bool] = False
    """Whether the game's own `-name=value` may be typed."""
    names_game_in: ClassVar[str] = ""
    """The argument that names the game whose parameters it takes, where no game stands before it."""
    reads_only: ClassVar[bool] = False
    """Whether it changes nothing, and writes to nobody but who has sent it."""
    about_account: ClassVar[bool] = False
    """Whether it changes somebody's account: no program does that for its owner, whatever token it has."""
    is_talk: ClassVar[bool] = False
    """Whether it brings words to others, and does nothing else."""
    plays: ClassVar[bool] = False
    """Whether it is a part of playing on one board: who came by a link to that board can do it there."""
    needs_password: ClassVar[bool] = False
    """Whether it is not enough to be signed in: with a stolen session nobody is to take an account over."""
    takes_code: ClassVar[bool] = False
    """Whether a code that was mailed can stand in for the password."""
    example: ClassVar[str]
    """A whole command that works, for help and refusals."""

    @property
    def name(self) -> str:
        """The usual name."""
        return self.words[0]

    @cached_property
    def needs_player(self) -> bool:
        """Whether it is done for the player who asks, and who has to be known."""
        return any(argument.authenticates for argument in self.arguments)

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return (self.__doc__ or "").strip().splitlines()[0].removesuffix(".")

    def form(self, game: Game[Any] | None = None) -> str:
        """The usage line, with the parameters of the game where it is known."""
        parts = [game.word if game else "<game>"] if self.of_a_game else []
        parts += [self.name]
        parts += [option.form for option in game.options] if game and self.takes_game_parameters else []
        parts += self.forms_of_arguments(game)
        parts += ["|", *(argument.form for argument in self.other_arguments)] if self.other_arguments else []
        parts += ["[-parameters]"] if self.takes_game_parameters and not game else []
        parts += ["[--options]"] if self.options else []
        return " ".join(parts)

    def forms_of_arguments(self, game: Game[Any] | None) -> list[str]:
        """The arguments, as the usage line shows them."""
        return [argument.form for argument in self.arguments]

    def arguments_for(self, words: Sequence[str]) -> tuple[Argument, ...]:
        """The form that these words follow."""
        is_other = bool(self.other_arguments and words) and not self.arguments[0].kind.may_be(words[0])
        return self.other_arguments if is_other else self.arguments


@dataclass(frozen=True)
class ParsedArgs:
    """The arguments of one command, read."""

    values: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, OptionValue] = field(default_factory=dict)
    """The game's options as typed, without defaults."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """The command's options, with defaults."""
    typed: frozenset[str] = frozenset()
    """Those of the command's options that were typed."""

    @classmethod
    def of_stored(cls, document: Mapping[str, Any]) -> ParsedArgs:
        """What was given when a challenge was kept, of the document that `document_of` has made of it."""
        given = restored(cls, document)
        return replace(given, typed=frozenset(given.typed))

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str) -> Any:
        """An optional argument: its value, or None."""
        return self.values.get(name)

    def having(self, **values: Any) -> ParsedArgs:
        """The same with other values of some arguments."""
        return replace(self, values={**self.values, **values})

    def number(self, option: str) -> int:
        """An option whose value is a number."""
        value = self.options[option]
        if not isinstance(value, int):
            raise TypeError(f"--{option} is no number")
        return value
