"""Splitting of lines into words, and lookup of names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from pbmserv.games.base import Ambiguous, Refusal
from pbmserv.games.message import Message, in_turn, listed
from pbmserv.language.command_spec import CommandSpec

MASK = "******"

A_PASSWORD = "PASSWORD"  # noqa: S105 - what stands for one
PLACES_OF_A_PASSWORD = frozenset({A_PASSWORD, MASK})
"""What our letters print for a password."""

SHORTEST_BEGINNING = 3

SHORTEST_PASSWORD = 6

LONGEST_PASSWORD = 72

LONGEST_LINE = 2000
"""In characters; longer lines are refused unread."""

_LONGEST_SHOWN = 40

_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


class Misspelt(Refusal):
    """A command of the wrong form; the answer shows the form and an example.

    `meant` are suggestions for an unknown name.
    """

    def __init__(self, words: str, meant: Sequence[str] = ()) -> None:
        super().__init__(words)
        self.meant = tuple(meant)


class NoCommand(Misspelt):
    """Nothing like a command; `pages` are help pages that may be wanted."""

    def __init__(self, words: str, meant: Sequence[str] = (), pages: Sequence[str] = ()) -> None:
        super().__init__(words, meant)
        self.pages = tuple(pages)


class NoWords(NoCommand):
    """An empty line."""


@dataclass(frozen=True)
class Word:
    """A word; `plain` is false in quotes, where it has no special meaning."""

    text: str
    plain: bool = True


COMMENT_INSIDE = Word("**")
"""The mark at the end of our Subjects with a comment, which a command typed over one may still have."""


def split(line: str) -> list[Word]:
    """Split a line at blanks; a word that begins with a double quote extends to the next one.

    Two double quotes in such a word stand for one. Raises `Misspelt` for an overlong line, an open quote, and
    invisible characters.
    """
    if len(line) > LONGEST_LINE:
        raise Misspelt(Message("This command is longer than {longest:,} characters.", longest=LONGEST_LINE))
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
    """Raise `Misspelt` for words too long for a line."""
    if sum(len(word.text) + 1 for word in words) > LONGEST_LINE + 1:
        raise Misspelt(Message("This command is longer than {longest:,} characters.", longest=LONGEST_LINE))


def visible(text: str) -> str:
    """Replace all kinds of blanks by plain ones. Raises `Misspelt` for invisible characters."""
    blank = "".join(" " if letter.isspace() else letter for letter in text)
    for letter in blank:
        if not letter.isprintable():
            raise Misspelt(
                Message(
                    "This command holds a character that cannot be seen (U+{code:04X}): please type it, do"
                    " not copy it from elsewhere.",
                    code=ord(letter),
                )
            )
    return blank


def as_value(text: str) -> Word:
    """A word without special meaning."""
    word = Word(text)
    is_plain = bool(text) and " " not in text and text[0] != '"'
    return word if is_plain and not (is_option(word) or may_be_choice(word)) else Word(text, plain=False)


def join(words: Iterable[str]) -> str:
    """The inverse of `split`, for words already split by a shell."""
    return " ".join(in_quotes(word) if not word or " " in word or word[0] == '"' else word for word in words)


def find(typed: str, names: Iterable[str], why_not: str, also: Iterable[str] = ()) -> str:
    """The name meant, in any case or by an unambiguous beginning of at least three letters.

    `also` are understood but not suggested. Raises `Misspelt` with suggestions, or `Ambiguous`: `why_not` says that
    none is meant (`This is not a command.`). Nothing typed is quoted, as it may be a misplaced password.
    """
    folded = typed.lower()
    names, also = list(names), list(also)
    if folded in names or folded in also:
        return folded
    is_beginning = len(folded) >= SHORTEST_BEGINNING and folded not in _OF_QUESTIONS
    for candidates in (names, also) if is_beginning else ():
        begun = [name for name in candidates if name.startswith(folded)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise Ambiguous(Message('"{word}" may mean {choices}.', word=folded, choices=either(begun)), begun)
    close = nearest(folded, names)
    if close:
        raise Misspelt(in_turn(why_not, Message("Did you mean {choices}?", choices=either(close))), close)
    raise Misspelt(why_not)


_MORE_LETTERS = 1
"""How many letters more than were typed the second and third guess may have."""
_OF_QUESTIONS = frozenset({"can"})
"""Words that begin a question, and by chance the name of a game: Canter."""

NO_GAME_HERE = "This is not the name of a game here."

_GREETINGS = frozenset({"hello", "hallo"})
"""Greetings, which mean no game though Othello is near."""


def nearest(typed: str, names: Iterable[str], alikeness: float = 0.6) -> list[str]:
    folded = typed.lower()
    if folded.rstrip(",.!") in _GREETINGS:
        return []
    # The shortest names are letters of many words: somebody who writes "hallo" does not mean "all".
    alike = [name for name in names if len(name) > SHORTEST_BEGINNING or len(folded) <= len(name) + 1]
    close = get_close_matches(folded[:_LONGEST_SHOWN], alike, n=3, cutoff=alikeness)
    # With one slip in a short word, "hexx" for "hex", what is far longer is not meant.
    return [name for name in close if name == close[0] or len(name) <= len(folded) + _MORE_LETTERS]


def without_mark(words: Sequence[Word]) -> list[Word]:
    """Remove the `**` with which our Subjects mark a comment inside."""
    end = len(words)
    while end and words[end - 1] == COMMENT_INSIDE:
        end -= 1
    return list(words[:end])


_QUOTES = "\"'`“”„‘’‚«»"
SENTENCE_MARKS = ".,;:!?"
"""What may stand behind a word in a sentence."""


def without_frame(line: str) -> str:
    """Remove what stands around a command where a text prints it: quotation marks, `>`, and the end of a sentence."""
    bare = without_opening(line)
    is_quoted = line[: len(line.rstrip()) - len(bare)].strip("> ") != ""
    short = bare.rstrip(f" {_QUOTES}{SENTENCE_MARKS}" if is_quoted else SENTENCE_MARKS)
    # A mark by itself is a word.
    return bare if short.endswith(" ") else short


def without_opening(line: str) -> str:
    """Remove what stands before a command where a text prints it, which may end with a password."""
    return line.strip().lstrip(f"> {_QUOTES}")


def either(names: Sequence[str]) -> str:
    return listed(names, "or")


def names_first(words: Sequence[Word]) -> list[Word]:
    """Move the names of game and command before any options."""
    if not any(is_option(word) or may_be_choice(word) for word in words[:2]):
        # As nearly always.
        return [*words]
    names = [number for number, word in enumerate(words) if not (is_option(word) or may_be_choice(word))][:2]
    return [words[number] for number in names] + [word for number, word in enumerate(words) if number not in names]


def short(text: str) -> str:
    """The quoted part of a word."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def in_quotes(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def is_option(word: Word) -> bool:
    """Whether a word is `-name=value` or the like."""
    # A lone - or -- is a move of some games (a pass, a skip mark), and a negative number is a bad number.
    return word.plain and word.text.startswith("-") and word.text.strip("-")[:1].isalpha()


def may_be_choice(word: Word) -> bool:
    """Whether a word may be a parameter's choice that begins with a digit: `-1970`.

    It is one only if the game has it; otherwise it is a number or a move.
    """
    return word.plain and word.text.startswith("-") and word.text[1:2].isdigit()


SIGNED_IN = "-"
"""Replaces the password of a signed-in player; not a possible password."""


@dataclass(frozen=True)
class TypedLine:
    """A line.

    `words` are shown, the first `names` of them being game and command; `command` is the one meant, if known.
    `also_typed` is the author's text if `words` are not theirs; `secrets` are words known to be secret.
    """

    words: Sequence[Word]
    names: int = 0
    command: CommandSpec | None = None
    also_typed: Sequence[Word] = ()
    secrets: frozenset[str] = frozenset()

    @cached_property
    def rest(self) -> Sequence[Word]:
        return self.words[self.names :]

    @cached_property
    def plain(self) -> list[Word]:
        return without_options(self.rest)

    @property
    def other_word(self) -> str:
        """The word by which the command was called, if that is not a beginning of its name: `mvoe`."""
        typed = self.words[self.names - 1].text.lower() if self.command and self.names else ""
        return typed if self.command and not self.command.name.split()[-1].startswith(typed) else ""


def without_options(words: Sequence[Word]) -> list[Word]:
    return [word for word in words if not is_option(word)]


def name_of(option: Word) -> str:
    return option.text.lstrip("-").partition("=")[0].lower()


def as_typed(word: Word) -> str:
    """A word for display, cut if very long."""
    return short(word.text) if word.plain else in_quotes(short(word.text))
