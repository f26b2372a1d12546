"""Separates drawings, whose lines are kept, from prose in plain text, by its look."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pbmserv.letters.widths import WIDTH, wrapped

_EMPTY_LINES = re.compile(r"\n\n+")
_COLUMNS = re.compile(r"(?<![.!?: ])  ")
"""Blanks that align something, not those after a sentence."""
_LETTERS = r"A-Za-z\u00c0-\u024f\u0370-\u052f\u0590-\u06ff\u0900-\u0e7f\u3040-\u9fff\uac00-\ud7a3"
"""Letters of the scripts in which sentences are written."""
_NUMBERS_ALONE = re.compile(rf"[^{_LETTERS}]+")
_IS_SENTENCE = re.compile(
    rf"(?! )(?!.*(?<![.!?: ])  ).*[{_LETTERS}]{{2}}[,.]? [{_LETTERS}]{{2,}}[,.]? [{_LETTERS}]{{2}}"
)
_HAS_WORD = re.compile(rf"\b(?!([{_LETTERS}])\1+\b)[{_LETTERS}]{{3,}}")
"""Not `ooo`, which is part of a tile."""
_STROKES = re.compile(r"[^\w\s]{3,}$")
_HEADING = re.compile(r"(?P<title>\S.*)\n(?P<underline>=+|-+)\n*")
_SET_IN = range(1, 4)
"""The indentation of sentences in a list item; commands and boards are indented more."""
_ITEM = re.compile(r"(?:\*|[0-9]{1,2}\.) +(?=\S)")


class Paragraph(NamedTuple):
    """A paragraph of prose, or a drawing with its empty lines.

    `level` is that of a heading, without its underline: 1 for a page's title, 2 for headings below it, 0 for others.
    """

    text: str
    drawn: bool
    level: int = 0


def paragraphs(text: str) -> Iterator[Paragraph]:
    """The paragraphs of a text, without empty lines between them.

    A drawing stays together, so that it scrolls as a whole; sentences next to it are separate.
    """
    drawing = ""
    for piece in _pieces(text):
        if piece.drawn:
            drawing += piece.text
            continue
        if drawing:
            yield from _whole(drawing)
            drawing = ""
        yield piece
    yield from _whole(drawing)


def _whole(drawing: str) -> Iterator[Paragraph]:
    text = drawing.lstrip("\n").rstrip()
    if text:
        yield Paragraph(text, drawn=True)


def goes_on(line: str, next_line: str) -> bool:
    """Whether a line was broken for its length and continues in the next."""
    first_word, next_word = line.strip().partition(" ")[0], next_line.strip().partition(" ")[0]
    if max(len(first_word), len(next_word)) > WIDTH // 2:
        return False  # a checksum or an address stands by itself
    if len(line) + 1 + len(next_word) > WIDTH:
        return True
    begins_anew = line[-1:] in ".:!?" or next_word[:1].isupper() or next_word[:1].isdigit()
    return len(line) >= 50 and not begins_anew


def marker_of(line: str) -> str:
    """A list item's marker with blanks, `* ` or `2. `, or an empty text."""
    found = _ITEM.match(line)
    return found[0] if found else ""


def has_a_wide_line(text: str) -> bool:
    """Whether a line is too long for a letter."""
    return len(text) > WIDTH and max(map(len, text.split("\n"))) > WIDTH


def fitted(text: str) -> str:
    """Break lines of prose that a long address or name made too wide."""
    if not has_a_wide_line(text):
        return text
    return "".join([_fitted(part) for part in re.split(r"(\n\n+)", text)])


def _fitted(paragraph: str) -> str:
    if not has_a_wide_line(paragraph):
        return paragraph
    lines = paragraph.split("\n")
    broken: list[str] = []
    sentences = lines[:1]
    for line, next_line in [*pairwise(lines), (lines[-1], None)]:
        if next_line is not None and _is_prose(line) and _is_prose(next_line) and goes_on(line, next_line):
            sentences.append(next_line)
            continue
        joined = " ".join(sentences)
        is_wide = any(len(each) > WIDTH for each in sentences) and _is_prose(sentences[0])
        broken += [wrapped(joined)] if is_wide else sentences
        sentences = [] if next_line is None else [next_line]
    return "\n".join(broken)


def _is_prose(line: str) -> bool:
    return bool(_IS_SENTENCE.match(line))


def indentation_of(line: str) -> int:
    """The number of leading blanks."""
    return len(line) - len(line.lstrip(" "))


def _pieces(text: str) -> Iterator[Paragraph]:
    begin = 0
    for end in [*(empty.end() for empty in _EMPTY_LINES.finditer(text)), len(text)]:
        paragraph = text[begin:end]
        begin = end
        if paragraph.strip():
            yield from _pieces_of(paragraph)


@lru_cache(maxsize=256)
def _pieces_of(paragraph: str) -> tuple[Paragraph, ...]:
    # Most paragraphs are the same in letter after letter, and the board in those of one turn.
    heading = _HEADING.fullmatch(paragraph)
    if heading and len(heading["title"]) == len(heading["underline"]) >= 3:
        return (Paragraph(heading["title"], drawn=False, level=1 if heading["underline"][0] == "=" else 2),)
    if _has_drawn_lines(paragraph) and not _is_entry_of_a_list(paragraph) and not _is_set_in(paragraph):
        return tuple(_without_sentences(paragraph))
    return (Paragraph(paragraph.strip("\n"), drawn=False),)


def _has_drawn_lines(paragraph: str) -> bool:
    # Most drawings are found at once, by the blanks at the start of a line.
    return bool(
        paragraph.startswith(" ")
        or "\n " in paragraph
        or ("  " in paragraph and _COLUMNS.search(paragraph))
        or _NUMBERS_ALONE.fullmatch(paragraph)
        or any(map(_STROKES.match, paragraph.split("\n")))
    )


def _without_sentences(paragraph: str) -> Iterator[Paragraph]:
    body = paragraph.rstrip("\n")
    lines = body.split("\n")
    first = next(number for number in range(len(lines)) if _is_drawn(lines, number))
    last = next(number for number in range(len(lines), 0, -1) if _is_drawn(lines, number - 1))
    if last - first == len(lines):
        yield Paragraph(paragraph, drawn=True)
        return
    above, drawing, below = ("\n".join(some) for some in (lines[:first], lines[first:last], lines[last:]))
    if above:
        yield Paragraph(above, drawn=False)
    yield Paragraph(drawing + paragraph[len(body) :], drawn=True)
    if below:
        yield Paragraph(below, drawn=False)


def _is_drawn(lines: Sequence[str], number: int) -> bool:
    """Whether a line is no sentence, or is a heading above its underline."""
    return not _IS_SENTENCE.match(lines[number]) or any(map(_STROKES.match, lines[number + 1 : number + 2]))


def _is_entry_of_a_list(paragraph: str) -> bool:
    """Whether it consists of words, with an explanation indented below a name."""
    lines = paragraph.rstrip("\n").split("\n")
    return all("  " not in line.strip() and _HAS_WORD.search(line) for line in lines) and any(
        indentation_of(line) < indentation_of(next_line) for line, next_line in pairwise(lines)
    )


def _is_set_in(paragraph: str) -> bool:
    """Whether it continues a list item: sentences with a slight indentation."""
    lines = paragraph.rstrip("\n").split("\n")
    begins_at = {indentation_of(line) for line in lines}
    return (
        len(begins_at) == 1
        and begins_at.pop() in _SET_IN
        and all(_HAS_WORD.search(line) and not _COLUMNS.search(line.strip()) for line in lines)
        and any(_is_prose(line.strip()) for line in lines)
    )
