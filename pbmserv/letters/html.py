"""A letter once more as HTML, since most mail programs show plain text in letters of unequal width.

Nothing here but the look: the words are those of the text, and all of them are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from pbmserv.letters.letter import Letter, Link

# Mail programs drop style sheets, so each element says for itself how it looks. No colours: those of the reader's
# mail program are right by day and by night. Twice as high as wide, a character is what boards are drawn for.
_FONT = "font-family:Consolas,Menlo,'DejaVu Sans Mono','Courier New',monospace;font-size:13px"
_TEXT = f"{_FONT};line-height:1.2;margin:0"
_DRAWN = f"{_TEXT};white-space:pre;overflow-x:auto"
_PROSE = f"{_TEXT};white-space:pre-wrap"
_LINKS = f"{_FONT};line-height:2.2;margin:0"

_HEAD = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width,initial-scale=1">'
    '<meta name="color-scheme" content="light dark"></head>\n<body>\n'
)
_FOOT = "</body></html>\n"
_IS_DRAWN = re.compile(r"^ |  ", re.MULTILINE)


def html_of(letter: Letter) -> str:
    """The letter as a page of HTML: its text in characters of equal width and, below the board, its links."""
    before, after = letter.text[: letter.links_after], letter.text[letter.links_after :]
    links = [_links(letter.links)] if letter.links else []
    return "".join([_HEAD, *_blocks(before), *links, *_blocks(after), _FOOT])


def _blocks(text: str) -> Iterator[str]:
    """The paragraphs, those together that are alike: a phone may break the lines of prose, but not those of a board.

    An empty line belongs to the paragraph above it.
    """
    paragraphs = filter(None, re.split(r"(?<=\n\n)(?!\n)", text))
    for drawn, alike in groupby(paragraphs, key=lambda paragraph: bool(_IS_DRAWN.search(paragraph))):
        yield f'<pre style="{_DRAWN if drawn else _PROSE}">\n{escape("".join(alike))}</pre>\n'


def _links(links: Sequence[Link]) -> str:
    shown = "\n&nbsp; ".join(f'<a href="{escape(link.mailto)}">{escape(link.words)}</a>' for link in links)
    return f'<p style="{_LINKS}">{shown}<br>&nbsp;</p>\n'
