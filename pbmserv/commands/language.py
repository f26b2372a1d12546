"""The command language: a line of text becomes words, parameters and options, and these a command with its arguments.

Each command is declared once (see `Command`): from its declaration come the parser, the refusals, the help page and
the masking of passwords. Nothing here knows what any command does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, ClassVar

from pbmserv.games.base import Ambiguous, Option, OptionValue, Refusal, Unreadable

if TYPE_CHECKING:
    from pbmserv.commands.call import Call
    from pbmserv.commands.kinds import Kind

MASK = "******"
SHORTEST_BEGINNING = 3
SHORTEST_PASSWORD = 6
LONGEST_PASSWORD = 72
LONGEST_LINE = 2000
"""Characters; longer lines are refused before anybody looks at them."""


class Misspelt(Refusal):
    """A command that does not follow its form; the answer shows the form and an example."""


@dataclass(frozen=True)
class Argument:
    """One argument of a command, in its place.

    `repeated` takes all that follows, at least one unless `optional`, at most `most`.
    """

    name: str
    kind: Kind
    optional: bool = False
    repeated: bool = False
    most: int = 100

    @property
    def form(self) -> str:
        """As a usage line shows it: `board`, `[address ...]`."""
        form = f"{self.name} ..." if self.repeated else self.name
        return f"[{form}]" if self.optional else form


class Command(ABC):
    """One command of the language: how it is called, what it takes, what it does.

    The docstring of a subclass is its help: a line that says what it does, then, after a blank line, the rest.
    """

    words: ClassVar[tuple[str, ...]]
    """The names it answers to, the usual one first; one of several words is written with blanks."""
    arguments: ClassVar[tuple[Argument, ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    """What may be typed `--name=value`."""
    of_a_game: ClassVar[bool] = False
    """Whether the name of a game comes before it."""
    takes_game_parameters: ClassVar[bool] = False
    """Whether the game's own `-name=value` may be typed."""
    example: ClassVar[str]
    """A whole command that works, for help and refusals."""

    @property
    def name(self) -> str:
        """The usual name."""
        return self.words[0]

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return (self.__doc__ or "").strip().splitlines()[0].removesuffix(".")

    def form(self, game: str = "<game>") -> str:
        """The usage line."""
        parts = [game] if self.of_a_game else []
        parts += [self.name, *(argument.form for argument in self.arguments)]
        parts += ["[-parameters]"] if self.takes_game_parameters else []
        parts += ["[--options]"] if self.options else []
        return " ".join(parts)

    @abstractmethod
    def carry_out(self, call: Call, given: Given) -> None:
        """Do it: change the board or the player, write the letters.

        Raises `Refusal` where it cannot be done; whatever was changed until then is undone by the caller.
        """


@dataclass(frozen=True)
class Word:
    """A word of a command line; `plain` is False where it stood in quotes and means nothing but itself."""

    text: str
    plain: bool = True


def split(line: str) -> list[Word]:
    """The words of a line: blanks separate them, a word that begins with a double quote holds blanks until the next.

    Raises `Misspelt` for a line that is too long and for a quote that is not closed.
    """
    if len(line) > LONGEST_LINE:
        raise Misspelt(f"This command is longer than {LONGEST_LINE:,} characters.")
    words = []
    rest = line.lstrip()
    while rest:
        if rest[0] == '"':
            text, closed, rest = rest[1:].partition('"')
            if not closed:
                raise Misspelt('A double quote (") is opened in this command and never closed.')
            words.append(Word(text, plain=False))
        else:
            text = rest.split(maxsplit=1)[0]
            words.append(Word(text))
            rest = rest[len(text) :]
        rest = rest.lstrip()
    return words


def join(words: Iterable[str]) -> str:
    """A line that `split` would split into these words; the shell's own quotes have separated them already."""
    return " ".join(f'"{word}"' if not word or any(letter.isspace() for letter in word) else word for word in words)


@dataclass(frozen=True)
class Given:
    """The arguments of one command, read."""

    values: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, OptionValue] = field(default_factory=dict)
    """The game's options as typed, without defaults."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """The command's options, with defaults."""

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str) -> Any:
        """An optional argument: its value, or None."""
        return self.values.get(name)

    def number(self, option: str) -> int:
        """An option whose value is a number."""
        value = self.options[option]
        if not isinstance(value, int):
            raise TypeError(f"--{option} is no number")
        return value


def find(typed: str, names: Iterable[str], what: str) -> str:
    """The name that somebody means: in any case, or by an unambiguous beginning of at least three letters.

    Raises `Misspelt`, with what may have been meant, and `Ambiguous`. `what` is `a command` or the like.
    """
    folded = typed.lower()
    names = list(names)
    if folded in names:
        return folded
    if len(folded) >= SHORTEST_BEGINNING:
        begun = [name for name in names if name.startswith(folded)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise Ambiguous(f"{_short(typed)} may mean {_either(begun)}.", begun)
    close = get_close_matches(folded[:40], names, n=3, cutoff=0.6)
    meant = f" Did you mean {_either(close)}?" if close else ""
    raise Misspelt(f"{_short(typed)} is not {what}.{meant}")


def read(command: Command, words: Sequence[Word], parameters: Sequence[Option] = ()) -> Given:
    """Read what follows a command's name by its declaration.

    `parameters` are the options that the game declares. Raises `Refusal`: too few or too many arguments, an unknown
    option, an argument of the wrong kind.
    """
    plain = [word.text for word in words if not _is_option(word)]
    typed_parameters: dict[str, str | None] = {}
    typed_options: dict[str, str | None] = {}
    for word in words:
        if _is_option(word):
            name, equals, value = word.text.lstrip("-").partition("=")
            target = typed_options if word.text.startswith("--") else typed_parameters
            target[name] = value if equals else None
    options = _read_options(command.options, typed_options, "--")
    chosen = _read_options(parameters if command.takes_game_parameters else (), typed_parameters, "-")
    return Given(
        values=_read_arguments(command, plain),
        parameters=chosen,
        options={option.name: options.get(option.name, option.default) for option in command.options},
    )


def masked(command: Command | None, words: Sequence[Word], named: int, authenticated: bool) -> str:
    """The line as it may be quoted and logged: everything that is or might be a password is masked.

    `named` is the number of words that name the game and the command. As long as no right password has been seen, one
    may stand anywhere, so only words that are too short for one are shown; of an unknown command only its name.
    """
    names = [_short(word.text) for word in words[:named]]
    rest = words[named:]
    if command is None:
        return " ".join([*names, "..."] if rest else names)
    if not any(argument.kind.secret for argument in command.arguments):
        return " ".join([*names, *(_short(word.text) for word in rest)])
    if not authenticated:
        return " ".join([*names, *(word.text if len(word.text) < SHORTEST_PASSWORD else MASK for word in rest)])
    kinds = [argument.kind for argument in command.arguments]
    secrets = {
        word.text for word, kind in zip((w for w in rest if not _is_option(w)), kinds, strict=False) if kind.secret
    }
    return " ".join([*names, *(MASK if word.text in secrets else _short(word.text) for word in rest)])


def _is_option(word: Word) -> bool:
    # A lone - or -- is a move of some games (a pass, a skip mark), and a negative number is a bad number.
    return word.plain and word.text.startswith("-") and word.text.strip("-")[:1].isalpha()


def _read_options(known: Sequence[Option], typed: Mapping[str, str | None], dashes: str) -> dict[str, OptionValue]:
    by_name = {option.name: option for option in known}
    values = {}
    for name, text in typed.items():
        if name.lower() not in by_name:
            exist = ", ".join(f"{dashes}{option.name}" for option in known)
            which = f"there are {exist}" if exist else "there are none here"
            raise Misspelt(f"{dashes}{_short(name)} is not known: {which}.")
        try:
            values[name.lower()] = by_name[name.lower()].read(text)
        except Unreadable as refusal:
            raise Misspelt(refusal.words.replace(f" -{name.lower()}", f" {dashes}{name.lower()}")) from refusal
    return values


def _read_arguments(command: Command, plain: Sequence[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    rest = list(plain)
    for argument in command.arguments:
        if not rest:
            if argument.optional:
                break
            raise Misspelt(f"The {argument.kind.noun} is missing.")
        if argument.repeated:
            if len(rest) > argument.most:
                raise Misspelt(f"At most {argument.most} can be named at once, not {len(rest)}.")
            values[argument.name] = argument.kind.read_all(rest)
            rest = []
        else:
            values[argument.name] = argument.kind.read(rest.pop(0))
    if rest:
        raise Misspelt("There is more in this command than it takes.")
    return values


def _either(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}..."
