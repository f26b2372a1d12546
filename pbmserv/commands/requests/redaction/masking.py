"""Masking words in texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pbmserv.language.words import LONGEST_PASSWORD, MASK, SHORTEST_PASSWORD
from pbmserv.letters.reply_address import MASKED

BETWEEN = re.compile(r"[\x00-,/:-@\[-^`{-\x7f]+")
"""What stands between the pieces of a word that are looked at by themselves: `(secret7)`, `pw=secret7`.

It is anything of ASCII but letters, digits, `_`, `.` and `-`. What it is not, as a range of Unicode, would take a
hundred times as long to compile, on each start.
"""
_SHORTEST_CUT = 10
"""Refusals may quote the beginning of a long word alone; of so many letters of a secret the rest can be guessed."""


_LIKE_MOVES = re.compile(r"(?:[KQRBNSDTL]?[a-s]?[0-9]{0,2}[x:-]?[a-s][0-9]{1,2}[-x:+#!?=.]*+)++", re.IGNORECASE)
_PLAIN = re.compile(r"[!-~]+")


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


def pieces_of(word: str, names: Iterable[str] = ()) -> Iterator[str]:
    """What of a word may be a password: the whole, and what is left without what it may be glued to."""
    yield from (word, word.strip(".,;:!?-"), *BETWEEN.split(word))
    if not word.isascii():
        # Letters of another alphabet may stand right beside it, by a slip on the keyboard.
        yield from _PLAIN.findall(word)
    for name in names:
        if word.lower().startswith(name):
            yield from (word[len(name) :], word[len(name) :].lstrip(".,;:!?-"))


def like_a_password(word: str) -> bool:
    """Whether a word looks like a password rather than one of a language: there is more in it than small letters."""
    is_long = SHORTEST_PASSWORD <= len(word) <= LONGEST_PASSWORD
    bare = word.strip(".,;:!?-\"'()…")
    is_plain = bare.isdigit() or (bare.isalpha() and bare[1:].islower()) or not bare or word == MASKED
    return is_long and not is_plain and _LIKE_MOVES.fullmatch(word) is None
