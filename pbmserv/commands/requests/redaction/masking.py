"""Masking words in texts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbmserv.language.words import MASK, SHORTEST_PASSWORD

BETWEEN = re.compile(r"[\x00-,/:-@\[-^`{-\x7f]+")
"""What stands between the pieces of a word that are looked at by themselves: `(secret7)`, `pw=secret7`.

It is anything of ASCII but letters, digits, `_`, `.` and `-`. What it is not, as a range of Unicode, would take a
hundred times as long to compile, on each start.
"""
_SHORTEST_CUT = 10
"""Refusals may quote the beginning of a long word alone; of so many letters of a secret the rest can be guessed."""


def masked_in(text: str, secrets: Iterable[str]) -> str:
    """A text with each of these words masked that stands in it, or of which the beginning does where it is long.

    Refusals may repeat a word in lower case.
    """
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        if len(secret) >= SHORTEST_PASSWORD:
            if _may_stand_in(text, secret):
                text = re.sub(re.escape(secret), MASK, text, flags=re.IGNORECASE)
            text = _without_beginnings(text, secret)
        else:
            text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", MASK, text)
    return text


def _may_stand_in(text: str, secret: str) -> bool:
    """Whether a text may hold a word in letters of whatever case: to look is a hundredth of compiling an expression.

    Only of ASCII is it certain that letters have no other case than that of `lower`.
    """
    return not (text.isascii() and secret.isascii()) or secret.lower() in text.lower()


def _without_beginnings(text: str, secret: str) -> str:
    if len(secret) <= _SHORTEST_CUT or not _may_stand_in(text, secret[:_SHORTEST_CUT]):
        return text
    begun, folded = re.compile(re.escape(secret[:_SHORTEST_CUT]), re.IGNORECASE), secret.lower()
    found = begun.search(text)
    while found:
        end = found.end()
        while end < len(text) and folded.startswith(text[found.start() : end + 1].lower()):
            end += 1
        text = text[: found.start()] + MASK + text[end:]
        found = begun.search(text, found.start() + len(MASK))
    return text


def holds(text: str, secrets: Iterable[str]) -> bool:
    """Whether one of these stands in a text; short ones stand in too many, and have to be all of it."""
    folded = text.lower()
    return any(secret.lower() in folded if len(secret) >= SHORTEST_PASSWORD else secret == text for secret in secrets)
