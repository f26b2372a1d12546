"""Slips of the fingers: what somebody has typed who meant a certain word."""

from __future__ import annotations

from collections.abc import Iterator

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The letters of most keyboards; those of two rows stand half a key apart."""
_WORDS = frozenset({"reign", "resin"})
"""Words that lack one letter of another, and are none of its slips."""


def _beside(letter: str) -> str:
    """The letters around one on a keyboard, and itself."""
    row, place = next(((row, each.index(letter)) for row, each in enumerate(_ROWS) if letter in each), (-1, -1))
    if row < 0:
        return letter
    found = _ROWS[row][max(0, place - 1) : place + 2]
    above, below = _ROWS[row - 1] if row else "", _ROWS[row + 1] if row + 1 < len(_ROWS) else ""
    return found + above[place : place + 2] + below[max(0, place - 1) : place + 1]


def is_slip_of(typed: str, word: str) -> bool:
    """Whether a word was typed with one slip: two letters in the wrong order, one left out, twice, or its neighbour.

    People look at the first letter: `design` is no `resign`. Nor is any other word that lacks one of its letters.
    """
    return typed != word and typed[:1] == word[:1] and typed not in _WORDS and typed in set(_slips_of(word))


def _slips_of(word: str) -> Iterator[str]:
    for at, letter in enumerate(word):
        before, after = word[:at], word[at + 1 :]
        yield before + after
        if after:
            yield before + after[0] + letter + after[1:]
        for other in _beside(letter):
            yield before + other + after
            yield before + letter + other + after
            yield before + other + letter + after
