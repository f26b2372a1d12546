"""Portable Bridge Notation taken apart: tags, calls and cards of each deal.

Comments, notes and tables are skipped. A tag that has been told already begins the next deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbmserv.games.file_parts import MOST_TAGS, Deals, NotRead, TaggedDeal, plain

MOST_DEALS = 32
"""How many deals make one game at most."""
MOST_CALLS, MOST_CARDS = 400, 100
"""How many words of an auction or of play are read."""

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,64})\s*"([^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\]')
_TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|%[^\n]*|[^\s{};\[]+")
_NOT_WORDS = "{;%"
_NOTE = re.compile(r"=[0-9]{1,2}=|\$[0-9]{1,3}|[!?]{1,2}")
"""Notes and judgements of calls and cards."""
_REPEATED = frozenset({"Note"})
"""Tags that a deal may have several times."""
_SAME_GAME = ("Event", "Date", "South", "West", "North", "East")


def deals(text: str) -> Iterator[Deals]:
    """The deals of a file; consecutive ones of the same players with rising numbers belong together.

    Raises `NotRead`.
    """
    together = Deals()
    for deal in _inherited(_deals(text)):
        if together.deals and (
            len(together.deals) == MOST_DEALS
            or any(deal.tags.get(name) != together.deals[-1].tags.get(name) for name in _SAME_GAME)
            or _number_of(deal) <= _number_of(together.deals[-1])
        ):
            yield together
            together = Deals()
        together.deals.append(deal)
    if together.deals:
        yield together


def _number_of(deal: TaggedDeal) -> int:
    number = deal.tags.get("Board", "")
    return int(number) if re.fullmatch("[0-9]{1,6}", number, re.ASCII) else 0


def _inherited(found: Iterator[TaggedDeal]) -> Iterator[TaggedDeal]:
    """Deals whose tags `#` have the values of the deal before."""
    before: dict[str, str] = {}
    for deal in found:
        for name, value in deal.tags.items():
            deal.tags[name] = before.get(name, "") if value == "#" else value.removeprefix("##")
        before = deal.tags
        yield deal


def _deals(text: str) -> Iterator[TaggedDeal]:
    at, deal, section = 0, TaggedDeal(), ""
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        tag = _TAG.match(text, at) if text[at] == "[" else None
        token = tag or _TOKEN.match(text, at)
        if token is None:
            raise NotRead(
                'Line {line} cannot be read as PBN: it has "{began}" there.',
                line=text.count("\n", 0, at) + 1,
                began=plain(text[at : at + 20]),
            )
        at = token.end()
        if tag:
            section = tag[1]
            if section in deal.tags and section not in _REPEATED:
                yield deal
                deal = TaggedDeal()
            if len(deal.tags) == MOST_TAGS:
                raise NotRead("A deal has more than {most} tags.", most=MOST_TAGS)
            deal.tags[section] = plain(re.sub(r"\\(.)", r"\1", tag[2]))
        elif token[0][0] not in _NOT_WORDS:
            _take(deal, section, token[0])
    if deal.tags:
        yield deal


def _take(deal: TaggedDeal, section: str, word: str) -> None:
    """Add a word to the auction or to the play; those of tables are skipped."""
    words, most = (deal.calls, MOST_CALLS) if section == "Auction" else (deal.cards, MOST_CARDS)
    if section not in ("Auction", "Play") or not (word := _NOTE.sub("", plain(word))):
        return
    if len(words) == most:
        raise NotRead("A deal has more than {most} words in its {section}.", most=most, section=section.lower())
    words.append(word)
