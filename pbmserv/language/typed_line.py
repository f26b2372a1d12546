"""A line as somebody typed it, as far as it has been understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbmserv.language.command_spec import CommandSpec
from pbmserv.language.words import Word, in_quotes, is_option, short

SIGNED_IN = "-"
"""What stands in the place of the password where a door has let the player in; nobody can have it as a password."""


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

    @property
    def rest(self) -> Sequence[Word]:
        """The words that follow the names."""
        return self.words[self.names :]

    @property
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
