"""The help pages of games as tests read them."""

from __future__ import annotations

from pbmserv import places
from pbmserv.games.diagrams import Diagram, parts_of, readable


def page_with_remarks(word: str) -> str:
    """A page as it is stored."""
    return (places.help_pages() / f"{word}.txt").read_text(encoding="utf-8")


def help_page(word: str) -> str:
    """A page as players get it."""
    return readable(page_with_remarks(word))


def diagrams_of(word: str) -> list[Diagram]:
    """The diagrams of a page that remarks tell of: `test_diagrams` checks them for all games."""
    return [part for part in parts_of(page_with_remarks(word)) if isinstance(part, Diagram)]


def signs_in_diagrams(word: str, sign: str) -> int:
    """How often a sign stands in these diagrams."""
    return sum(diagram.text.count(sign) for diagram in diagrams_of(word))
