"""The command language: a line of text becomes words, parameters and options, and these a command with its arguments.

Each command is declared once (see `Command`): from its declaration come the parser, the refusals, the help page and
the masking of passwords. Nothing here knows what any command does.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, ClassVar

from pbmserv.games.base import Ambiguous, Option, OptionValue, Refusal, Unreadable, word_of_option

if TYPE_CHECKING:
    from pbmserv.commands.call import Call
    from pbmserv.commands.kinds import Kind

MASK = "******"
SHORTEST_BEGINNING = 3
SHORTEST_PASSWORD = 6
LONGEST_PASSWORD = 72
LONGEST_LINE = 2000
"""Characters; longer lines are refused before anybody looks at them."""

_LONGEST_SHOWN = 40
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


class Misspelt(Refusal):
    """A command that does not follow its form; the answer shows the form and an example."""


class NoCommand(Misspelt):
    """What somebody wrote is nothing that looks like a command: maybe they do not know what one is."""


@dataclass(frozen=True)
class Argument:
    """One argument of a command, in its place.

    `repeated` takes all that follows, at least one word unless `optional`, at most `most`.
    """

    name: str
    kind: Kind
    optional: bool = False
    repeated: bool = False
    most: int = 100

    @property
    def form(self) -> str:
        """As a usage line shows it: `board`, `[address ...]`."""
        form = f"{self.name} ..." if self.repeated and not self.kind.one_of_many_words else self.name
        return f"[{form}]" if self.optional else form


class Command(ABC):
    """One command of the language: how it is called, what it takes, what it does.

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
    writes_to_others: ClassVar[bool] = False
    """Whether others get letters because somebody likes it so, not because of a move: those are counted."""
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
        parts += ["|", *(argument.form for argument in self.other_arguments)] if self.other_arguments else []
        parts += ["[-parameters]"] if self.takes_game_parameters else []
        parts += ["[--options]"] if self.options else []
        return " ".join(parts)

    def arguments_for(self, words: Sequence[str]) -> tuple[Argument, ...]:
        """The form that these words follow."""
        is_other = bool(self.other_arguments and words) and not self.arguments[0].kind.may_be(words[0])
        return self.other_arguments if is_other else self.arguments

    @property
    def takes_secrets(self) -> bool:
        """Whether a password or a code is among its arguments."""
        return any(argument.kind.secret for argument in (*self.arguments, *self.other_arguments))

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


COMMENT_INSIDE = Word("**")
"""What Subjects of ours end with where a comment is inside; whoever writes a command over one may have left it."""


def split(line: str) -> list[Word]:
    """The words of a line: blanks separate them; one that begins with a double quote holds blanks until the next.

    Two double quotes within such a word are one that belongs to it. Raises `Misspelt` for a line that is too long,
    for a quote that is not closed, and for characters that nobody can see: letters that look alike must be alike.
    """
    if len(line) > LONGEST_LINE:
        raise Misspelt(f"This command is longer than {LONGEST_LINE:,} characters.")
    rest = "".join(" " if letter.isspace() else letter for letter in line).strip()
    for letter in rest:
        if not letter.isprintable():
            raise Misspelt(
                f"This command holds a character that cannot be seen (U+{ord(letter):04X}):"
                " please type it, do not copy it from elsewhere."
            )
    words = []
    while rest:
        quoted = _QUOTED.match(rest)
        if quoted:
            words.append(Word(quoted[1].replace('""', '"'), plain=False))
            end = quoted.end()
        elif rest.startswith('"'):
            raise Misspelt('A double quote (") is opened in this command and never closed.')
        else:
            words.append(Word(rest.split(maxsplit=1)[0]))
            end = len(words[-1].text)
        rest = rest[end:].lstrip()
    return words


def join(words: Iterable[str]) -> str:
    """A line that `split` would split into these words; the shell's own quotes have separated them already."""
    return " ".join(in_quotes(word) if not word or " " in word or word[0] == '"' else word for word in words)


@dataclass(frozen=True)
class Given:
    """The arguments of one command, read."""

    values: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, OptionValue] = field(default_factory=dict)
    """The game's options as typed, without defaults."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """The command's options, with defaults."""
    typed: frozenset[str] = frozenset()
    """Those of the command's options that were typed."""

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


def find(typed: str, names: Iterable[str], what: str, which: str = "This", also: Iterable[str] = ()) -> str:
    """The name that somebody means: in any case, or by an unambiguous beginning of at least three letters.

    `also` are names that are understood, but not offered. Raises `Misspelt`, with what may have been meant, and
    `Ambiguous`: `which` (`The first word`) is not `what` (`a command`). What was typed is not quoted, since it may
    be a password that stands in the wrong place.
    """
    folded = typed.lower()
    names, also = list(names), list(also)
    if folded in names or folded in also:
        return folded
    for candidates in (names, also) if len(folded) >= SHORTEST_BEGINNING else ():
        begun = [name for name in candidates if name.startswith(folded)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise Ambiguous(f'"{folded}" may mean {either(begun)}.', begun)
    close = nearest(folded, names)
    meant = f" Did you mean {either(close)}?" if close else ""
    raise Misspelt(f"{which} is not {what}.{meant}")


def nearest(typed: str, names: Iterable[str], alikeness: float = 0.6) -> list[str]:
    """The names that a misspelt one may have been meant as, three at most, the likeliest first.

    `alikeness` is how much of the two has to be the same, from 0 to 1 (`difflib.SequenceMatcher.ratio`).
    """
    folded = typed.lower()
    # The shortest names are letters of many words: somebody who writes "hallo" does not mean "all".
    alike = [name for name in names if len(name) > SHORTEST_BEGINNING or len(folded) <= len(name) + 1]
    return get_close_matches(folded[:_LONGEST_SHOWN], alike, n=3, cutoff=alikeness)


def without_mark(words: Sequence[Word]) -> list[Word]:
    """The words without the `**` at their end, with which Subjects of ours say that a comment is inside."""
    end = len(words)
    while end and words[end - 1] == COMMENT_INSIDE:
        end -= 1
    return list(words[:end])


def either(names: Sequence[str]) -> str:
    """Names to choose from, in words: `a, b or c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def names_first(words: Sequence[Word]) -> list[Word]:
    """The words with the names of game and command in front: options may stand before these, too."""
    names = [number for number, word in enumerate(words) if not is_option(word)][:2]
    return [words[number] for number in names] + [word for number, word in enumerate(words) if number not in names]


def read(command: Command, words: Sequence[Word], parameters: Sequence[Option] = ()) -> Given:
    """Read what follows a command's name by its declaration.

    `parameters` are the options that the game declares. Raises `Refusal`: too few or too many arguments, an unknown
    option, an argument of the wrong kind, a password that stands in another place as well.
    """
    typed = [word for word in words if is_option(word)]
    known = parameters if command.takes_game_parameters else ()
    options = _read_options(command.options, [word for word in typed if word.text.startswith("--")], "--", known)
    chosen = _read_options(known, [word for word in typed if not word.text.startswith("--")], "-", command.options)
    plain = [word.text for word in words if not is_option(word)]
    values = _read_arguments(command, plain)
    _refuse_a_password_elsewhere(command, plain)
    return Given(
        values=values,
        parameters=chosen,
        options={option.name: options.get(option.name, option.default) for option in command.options},
        typed=frozenset(options),
    )


def secrets_in(command: Command, words: Sequence[Word]) -> set[str]:
    """The words that stand where this command takes a password or a code."""
    plain = [word for word in words if not is_option(word)]
    return {plain[place].text for place in secret_places(command, plain)}


def secret_places(command: Command, plain: Sequence[Word]) -> list[int]:
    """Which of these words, options left out, stand where this command takes a password or a code."""
    arguments = command.arguments_for([word.text for word in plain])
    return [place for place, argument in enumerate(arguments[: len(plain)]) if argument.kind.secret]


def short(text: str) -> str:
    """As much of a word as is quoted."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def in_quotes(text: str) -> str:
    """A word that may hold blanks, as `split` reads it."""
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def is_option(word: Word) -> bool:
    """Whether a word is `-name=value` or the like."""
    # A lone - or -- is a move of some games (a pass, a skip mark), and a negative number is a bad number.
    return word.plain and word.text.startswith("-") and word.text.strip("-")[:1].isalpha()


def _read_options(
    known: Sequence[Option], typed: Iterable[Word], dashes: str, others: Sequence[Option]
) -> dict[str, OptionValue]:
    """The values of options by their names; `others` are those that are written with another number of dashes."""
    by_name = {option.name: option for option in known}
    values: dict[str, OptionValue] = {}
    for word in typed:
        written, equals, text = word.text.lstrip("-").partition("=")
        name = _name_of_option(written, known, dashes, others)
        if name in values:
            raise Misspelt(f"{dashes}{name} is given twice.")
        try:
            values[name] = by_name[name].read(text if equals else None)
        except Unreadable as refusal:
            raise Misspelt(refusal.words.replace(f" -{name}", f" {dashes}{name}")) from refusal
    return values


def begun_by(written: str, options: Iterable[Option]) -> list[Option]:
    """The options that a name may mean, as it was typed: the one that has it, or those that begin with it."""
    folded = written.lower()
    begun = [option for option in options if option.name.startswith(folded)]
    return [option for option in begun if option.name == folded] or begun


def _name_of_option(written: str, known: Sequence[Option], dashes: str, others: Sequence[Option]) -> str:
    """The option that somebody means: by its whole name, or by any beginning that no other has."""
    begun = [option.name for option in begun_by(written, known)]
    if len(begun) == 1:
        return begun[0]
    choices = [f"{dashes}{name}" for name in begun]
    if choices:
        raise Ambiguous(f"{dashes}{short(written)} may mean {either(choices)}.", choices)
    raise Misspelt(_not_known(written, known, dashes, others))


def _not_known(written: str, known: Sequence[Option], dashes: str, others: Sequence[Option]) -> str:
    """What is said of an option that a command does not have."""
    other_dashes = "-" if dashes == "--" else "--"
    for option in begun_by(written, others)[:1]:
        number = "one dash" if other_dashes == "-" else "two dashes"
        example = f"{other_dashes}{option.name}={word_of_option(option.default)}"
        return f"{option.name} is written with {number}, for example {example}."
    if not known and not others:
        none = "this command takes no options, so none of its words can begin with a dash"
        return f"{dashes}{short(written)} is not known: {none}."
    which = f"there are {_listed(known, dashes)}" if known else "there are none here"
    also = f" With {'one dash' if other_dashes == '-' else 'two dashes'} there are {_listed(others, other_dashes)}."
    return f"{dashes}{short(written)} is not known: {which}.{also if not known else ''}"


def _listed(options: Sequence[Option], dashes: str) -> str:
    return ", ".join(f"{dashes}{option.name}" for option in options)


def _read_arguments(command: Command, plain: Sequence[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    rest = list(plain)
    for argument in command.arguments_for(plain):
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


def _refuse_a_password_elsewhere(command: Command, plain: Sequence[str]) -> None:
    # What stands in the other places is quoted in letters, to others too: a move that cannot be read, for example.
    arguments = command.arguments_for(plain)
    passwords = {text for text in _secret_words(arguments, plain) if len(text) >= SHORTEST_PASSWORD}
    for number, text in enumerate(plain):
        kind = arguments[min(number, len(arguments) - 1)].kind
        if not kind.secret and any(one in text if kind.one_of_many_words else one == text for one in passwords):
            raise Misspelt(f"The password stands where the {kind.noun} is expected, too.")


def _secret_words(arguments: Sequence[Argument], plain: Sequence[str]) -> set[str]:
    return {text for text, argument in zip(plain, arguments, strict=False) if argument.kind.secret}
