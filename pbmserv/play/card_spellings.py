"""Playing cards as people write them: `3♣`, `3 of C`, `C: 3 6 9`. Their names are rank and suit, as in `3C`, `TD`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_RANK, _SUIT, _SIGN = "(?:10|[2-9TJQKA])", "[CDSH]", "[♣♦♠♥]"
_RANKS = rf"{_RANK}(?:[\s,]*{_RANK})*(?!\w)"
_SIGNS = str.maketrans("♧♢♤♡", "♣♦♠♥")
_ONE_RANK = re.compile(_RANK, re.IGNORECASE)
_SIGNED = re.compile(rf"(?<!\w)(?P<ranks>{_RANK})\s?(?P<suit>{_SIGN})", re.IGNORECASE)
_OF = re.compile(rf"(?<!\w)(?P<ranks>{_RANK}) of (?P<suit>{_SUIT})(?!\w)", re.IGNORECASE)
_GLUED = re.compile(rf"(?<!\w)(?P<ranks>10)(?P<suit>{_SUIT})(?!\w)", re.IGNORECASE)
_APART = re.compile(rf"(?<!\w)(?P<ranks>10|[2-9])\s(?P<suit>{_SUIT})(?!\w)")
_LISTED = re.compile(rf"(?P<suit>{_SIGN})\s*+(?:[:=]\s*+)?(?P<ranks>{_RANKS})", re.IGNORECASE)
_LABELLED = re.compile(rf"(?<!\w)(?P<suit>{_SUIT})\s*[:=]\s*(?P<ranks>{_RANKS})", re.IGNORECASE)
_ROW = re.compile(rf"(?<!\w)(?P<suit>{_SUIT}) (?P<ranks>{_RANK}[\s,]+{_RANKS})")
_ROW_OF_WORD = re.compile(
    rf"(?<!\w)(?P<suit>{_SUIT})(?:lub|iamond|pade|eart)s?\s*+(?:[:=]\s*+)?(?P<ranks>{_RANK}[\s,]+{_RANKS})",
    re.IGNORECASE,
)
_REVERSED = re.compile(rf"(?<!\w)(?P<suit>(?i:{_SUIT}))-?(?P<ranks>10|[2-9])(?!\w)")
_REVERSED_COURT = re.compile(rf"(?<!\w)(?P<suit>{_SUIT})-?(?P<ranks>[TJQK])(?!\w)")
_SUIT_OF_SIGN = {"♣": "C", "♦": "D", "♠": "S", "♥": "H"}
_PICTURES = {
    chr(0x1F0A0 + 16 * suit + place): f" {rank}{sign} "
    for suit, sign in enumerate("♠♥♦♣")
    for place, rank in enumerate("?A23456789TJ?QK")
    if rank != "?"
}
"""The pictures of cards in Unicode."""
_ANYWHERE = (_SIGNED, _OF, _GLUED, _APART, _LISTED, _LABELLED, _ROW, _ROW_OF_WORD)


def cards_in(text: str, of_its_board: bool = False) -> frozenset[str]:
    """The cards that a text names in other spellings than their names.

    `of_its_board` says that it is about a board of cards: then `C3` is a card, and no square.
    """
    plain = _with_signs(text)
    patterns = (*_ANYWHERE, _REVERSED, _REVERSED_COURT) if of_its_board else _ANYWHERE
    return frozenset(card for pattern in patterns for match in pattern.finditer(plain) for card in _named(match))


def _named(match: re.Match[str]) -> Iterator[str]:
    suit = _SUIT_OF_SIGN.get(match["suit"], match["suit"].upper())
    # A word: "D: a nice one".
    if match["ranks"] != "a":
        yield from (f"{rank.upper().replace('10', 'T')}{suit}" for rank in _ONE_RANK.findall(match["ranks"]))


def _with_signs(text: str) -> str:
    """A text with one sign for each suit, and rank and sign in place of pictures of cards."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    return "".join(_PICTURES.get(each, each) for each in plain if unicodedata.category(each) not in {"Mn", "Cf"})
