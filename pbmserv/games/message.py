"""A sentence with its values: what games, refusals and letters say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Message(str):
    """A sentence and what it was made from: a text with names in braces, and a value for each name.

    It is the English sentence, so whatever reads text reads it. `text` is the same whatever the values are:
    a catalog of another language has a translation for it.

    >>> Message("{player} has captured {pairs} pairs.", player="Black", pairs=5)
    'Black has captured 5 pairs.'

    Values are words, numbers, messages, or objects whose `str` is their English name (a seat, a date).
    """

    __slots__ = ("text", "values")

    text: str
    values: dict[str, Any]

    def __new__(cls, text: str, /, **values: Any) -> Message:
        message = super().__new__(cls, text.format_map(values))
        message.text = text
        message.values = values
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.text,), self.values

    def with_values(self, **values: Any) -> Message:
        """The same sentence with other values for some of its names."""
        return Message(self.text, **{**self.values, **values})


def counted(one: str, many: str, count: int, /, **values: Any) -> Message:
    """A message about `count` things: `one` or `many` is its text, `{count}` a name in both.

    >>> counted("{count} move is left.", "{count} moves are left.", 1)
    '1 move is left.'
    """
    return Message(one if count == 1 else many, count=count, **values)


def listed(words: Sequence[object], last: str = "and") -> str:
    """Things in a row: `A`, `A and B`, `A, B and C`."""
    *most, end = map(str, words)
    return f"{', '.join(most)} {last} {end}" if most else end
