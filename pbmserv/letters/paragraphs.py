"""What in the text of a letter is drawn, so that its lines have to stay as they are, and what is prose.

Letters are written as plain text, by the server and by players: nothing in them says what is a board, a table or a
sentence but what they look like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from pbmserv.letters.letter import WIDTH

_EMPTY_LINES = re.compile(r"\n\n+")
_IS_DRAWN = re.compile(r"^ |(?<![.!?: ])  |^[^\w\s]{3,}$|\A[^A-Za-z]+\Z", re.MULTILINE)
"""Blanks that put something in its place (not those after a sentence), a line of strokes, or numbers alone."""
_IS_SENTENCE = re.compile(r"(?! )(?!.*(?<![.!?: ])  ).*[A-Za-z]{2}[,.]? [A-Za-z]{2,}[,.]? [A-Za-z]{2}")
_HAS_WORD = re.compile(r"\b(?!([A-Za-z])\1+\b)[A-Za-z]{3,}")
"""Not `ooo`, which is a part of a tile."""
_UNDERLINES = re.compile(r"[^\w\s]{3,}$")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of prose, or all that is drawn in one place, with the empty lines in it."""

    text: str
    drawn: bool


def paragraphs(text: str) -> Iterator[Paragraph]:
    """The paragraphs of a text, without the empty lines between them.

    What is drawn stays together, so that it is scrolled as a whole; sentences above and below it are taken off, so
    that they are not.
    """
    for drawn, pieces in groupby(_pieces(text), key=lambda piece: piece.drawn):
        if drawn:
            yield Paragraph("".join(piece.text for piece in pieces).lstrip("\n").rstrip(), drawn)
        else:
            yield from (Paragraph(piece.text.strip("\n"), drawn) for piece in pieces)


def goes_on(line: str, next_line: str) -> bool:
    """Whether a line of prose was only broken for its length, and the sentence goes on in the next."""
    first_word, next_word = line.strip().partition(" ")[0], next_line.strip().partition(" ")[0]
    if max(len(first_word), len(next_word)) > WIDTH // 2:
        return False  # a checksum or an address stands by itself
    if len(line) + 1 + len(next_word) > WIDTH:
        return True
    begins_anew = line[-1:] in ".:!?" or next_word[:1].isupper() or next_word[:1].isdigit()
    return len(line) >= 50 and not begins_anew


def indentation_of(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _pieces(text: str) -> Iterator[Paragraph]:
    begin = 0
    for end in [*(empty.end() for empty in _EMPTY_LINES.finditer(text)), len(text)]:
        paragraph = text[begin:end]
        begin = end
        if paragraph.strip():
            yield from _pieces_of(paragraph)


@lru_cache(maxsize=1024)
def _pieces_of(paragraph: str) -> tuple[Paragraph, ...]:
    # Most paragraphs are the same in letter after letter, and the board in those of one turn.
    if _IS_DRAWN.search(paragraph) and not _is_entry_of_a_list(paragraph):
        return tuple(_without_sentences(paragraph))
    return (Paragraph(paragraph, drawn=False),)


def _without_sentences(paragraph: str) -> Iterator[Paragraph]:
    body = paragraph.rstrip("\n")
    lines = body.split("\n")
    pairs = pairwise([*lines, ""])
    drawn = [not _IS_SENTENCE.match(line) or bool(_UNDERLINES.match(next_line)) for line, next_line in pairs]
    first, last = drawn.index(True), len(lines) - drawn[::-1].index(True)
    above, drawing, below = ("\n".join(some) for some in (lines[:first], lines[first:last], lines[last:]))
    if above:
        yield Paragraph(above, drawn=False)
    yield Paragraph(drawing + paragraph[len(body) :], drawn=True)
    if below:
        yield Paragraph(below, drawn=False)


def _is_entry_of_a_list(paragraph: str) -> bool:
    """Whether its lines are of words, and an explanation stands below a name and further to the right."""
    lines = paragraph.rstrip("\n").split("\n")
    hangs = any(indentation_of(line) < indentation_of(next_line) for line, next_line in pairwise(lines))
    return hangs and all(_HAS_WORD.search(line) and "  " not in line.strip() for line in lines)
