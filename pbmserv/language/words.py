"""The words of the command language: how a line of text is split into them, and what a word is meant as."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from pbmserv.games.base import Ambiguous, Refusal
from pbmserv.language.command_spec import CommandSpec

MASK = "******"

SHORTEST_BEGINNING = 3

SHORTEST_PASSWORD = 6

LONGEST_PASSWORD = 72

LONGEST_LINE = 2000
"""Characters; longer lines are refused before anybody looks at them."""

_LONGEST_SHOWN = 40

_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


class Misspelt(Refusal):
    """A command that does not follow its form; the answer shows the form and an example.

    `meant` are the names that may have been meant by one that is not known.
    """

    def __init__(self, words: str, meant: Sequence[str] = ()) -> None:
        super().__init__(words)
        self.meant = tuple(meant)


class NoCommand(Misspelt):
    """What somebody wrote is nothing that looks like a command: maybe they do not know what one is."""


class NoWords(NoCommand):
    """Somebody wrote nothing at all."""


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
    if line.isprintable() and '"' not in line:
        # As nearly all are. No blank but the common one is printable.
        return [*map(Word, line.split())]
    rest = visible(line).strip()
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


def check_length(words: Iterable[Word]) -> None:
    """Raise `Misspelt` for words that no line would hold."""
    if sum(len(word.text) + 1 for word in words) > LONGEST_LINE + 1:
        raise Misspelt(f"This command is longer than {LONGEST_LINE:,} characters.")


def visible(text: str) -> str:
    """A text with blanks in the place of all that is like one. Raises `Misspelt` for what nobody can see."""
    blank = "".join(" " if letter.isspace() else letter for letter in text)
    for letter in blank:
        if not letter.isprintable():
            raise Misspelt(
                f"This command holds a character that cannot be seen (U+{ord(letter):04X}):"
                " please type it, do not copy it from elsewhere."
            )
    return blank


def as_value(text: str) -> Word:
    """A word that means nothing but itself, whatever it holds."""
    word = Word(text)
    is_plain = bool(text) and " " not in text and text[0] != '"'
    return word if is_plain and not (is_option(word) or may_be_choice(word)) else Word(text, plain=False)


def join(words: Iterable[str]) -> str:
    """A line that `split` would split into these words; the shell's own quotes have separated them already."""
    return " ".join(in_quotes(word) if not word or " " in word or word[0] == '"' else word for word in words)


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
    raise Misspelt(f"{which} is not {what}.{meant}", close)


_GREETINGS = frozenset({"hello", "hallo"})
"""Whoever begins like this means no game, though Othello is near."""


def nearest(typed: str, names: Iterable[str], alikeness: float = 0.6) -> list[str]:
    """The names that somebody may have meant by a misspelt one: three at most, the likeliest first.

    `alikeness` is how much of the two has to be the same, from 0 to 1 (`difflib.SequenceMatcher.ratio`).
    """
    folded = typed.lower()
    if folded.rstrip(",.!") in _GREETINGS:
        return []
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
    if not any(is_option(word) or may_be_choice(word) for word in words[:2]):
        # As nearly always.
        return [*words]
    names = [number for number, word in enumerate(words) if not (is_option(word) or may_be_choice(word))][:2]
    return [words[number] for number in names] + [word for number, word in enumerate(words) if number not in names]


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


def may_be_choice(word: Word) -> bool:
    """Whether a word may be what a parameter can be, typed alone, and begins with a figure: `-1970`.

    It is one only where the game has it: elsewhere it is a number, or a move.
    """
    return word.plain and word.text.startswith("-") and word.text[1:2].isdigit()


SIGNED_IN = "-"
"""What stands in the place of the password where a front end knows the player; nobody can have it as a password."""


@dataclass(frozen=True)
class TypedLine:
    """One line.

    `words` are those that are shown, the first `names` of them the names of game and command; `command` is what was
    meant, as far as that is known. `also_typed` is what was typed where these are not the words of who wrote, and
    `secrets` are words that nobody may read, as is known from elsewhere.
    """

    words: Sequence[Word]
    names: int = 0
    command: CommandSpec | None = None
    also_typed: Sequence[Word] = ()
    secrets: frozenset[str] = frozenset()

    @cached_property
    def rest(self) -> Sequence[Word]:
        """The words that follow the names."""
        return self.words[self.names :]

    @cached_property
    def plain(self) -> list[Word]:
        """The same without the options."""
        return without_options(self.rest)


def without_options(words: Sequence[Word]) -> list[Word]:
    """The words that stand in the places of arguments."""
    return [word for word in words if not is_option(word)]


def name_of(option: Word) -> str:
    """What stands between the dashes of an option and its value."""
    return option.text.lstrip("-").partition("=")[0].lower()


def as_typed(word: Word) -> str:
    """A word as it is shown, shortened where it is very long."""
    return short(word.text) if word.plain else in_quotes(short(word.text))
