"""A letter once more as HTML, since most mail programs show plain text in letters of unequal width.

Nothing here but the look: the words are those of the text, and all of them are escaped. Prose flows, in the letters
that the reader is used to; what is drawn (boards, tables) keeps its lines, in characters of equal width.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import groupby, pairwise

from pbmserv.letters.letter import LINE_OF_STARS, Links, quoted
from pbmserv.letters.paragraphs import Paragraph, goes_on, indentation_of, paragraphs

# Some mail programs drop style sheets, so each element says for itself how it looks, and the style sheet has only
# what makes that better. No colours: those of the reader's mail program are right by day and by night. Boards are
# drawn for characters that are twice as high as wide.
_PROSE = (
    "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.4;"
    "max-width:42em;overflow-wrap:break-word"
)
_SIZE, _SMALLEST_SIZE = 13, 10
"""Of the characters of a board, in pixels; the smallest can still be read on a phone."""
_DRAWN = (
    f"font-family:Consolas,Menlo,'DejaVu Sans Mono','Courier New',monospace;font-size:{_SIZE}px;line-height:1.2;"
    "white-space:pre;overflow-x:auto"
)
_LINKS = "font-size:15px;line-height:2.5;max-width:42em;word-spacing:.5em"
_RULE = '<hr style="border:0;border-top:1px solid;opacity:.4">\n'

_PHONE = 328
"""What a mail program leaves to the letter on a phone that is 360 pixels wide."""
_CHARACTER = 0.602
"""How wide the characters of these fonts are at most, as a part of their size."""

# Each sheet stands for itself, since a mail program that dislikes one line of a sheet drops the whole of it.
_SHEETS = (
    ":root{color-scheme:light dark}",
    "body{-webkit-text-size-adjust:100%}",
    (
        ".moves a{display:inline-block;min-width:20px;padding:7px 9px;border:1px solid;border-radius:6px;"
        "line-height:1.2;text-align:center;text-decoration:none;word-spacing:0}"
    ),
    "@media(max-width:480px){"
    + "".join(f".size{size}{{font-size:{size}px!important}}" for size in range(_SMALLEST_SIZE, _SIZE))
    + "}",
)
_HEAD = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
    '<meta name="color-scheme" content="light dark">\n'
    # Else rows of numbers are taken for those of telephones, and letters are made smaller as a whole.
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">\n'
    '<meta name="x-apple-disable-message-reformatting">\n'
    + "".join(f"<style>{sheet}</style>\n" for sheet in _SHEETS)
    + "</head>\n<body>\n"
)
_FOOT = "</body></html>\n"

_MOST_LINKS_AT_THE_BOARD = 40
"""More would part the board from what follows it, by more than half the height of a phone."""

_STARS = re.compile(rf"{re.escape(LINE_OF_STARS)}\n(?<![^\n]{re.escape(LINE_OF_STARS)}\n)")
"""The stars are looked for first and the beginning of the line last: else each line of the letter would be tried."""


def html_of(text: str, links: Links | None = None) -> str:
    """A letter as a page of HTML: its text and, below the board or (if they are many) at the end, its links."""
    if links is None:
        content = [_blocks(text)]
    elif len(links.moves) > _MOST_LINKS_AT_THE_BOARD:
        # The rule tells the reader that what another player has written ends there.
        content = [_blocks(text[: links.below]), _blocks(text[links.below :]), _RULE, _links(links)]
    else:
        content = [_blocks(text[: links.below]), _links(links), _blocks(text[links.below :])]
    return "".join([_HEAD, *content, _FOOT])


def _blocks(text: str) -> str:
    return _RULE.join(["".join(map(_block, paragraphs(part))) for part in _STARS.split(text)])


def _block(paragraph: Paragraph) -> str:
    return _drawing(paragraph.text) if paragraph.drawn else _prose(paragraph.text)


def _drawing(text: str) -> str:
    columns = max(map(len, text.splitlines()))
    size = max(_SMALLEST_SIZE, int(_PHONE / (_CHARACTER * columns)))
    smaller = f' class="size{size}"' if size < _SIZE else ""
    return f'<pre{smaller} style="{_DRAWN}">{escape(text)}</pre>\n'


@lru_cache(maxsize=1024)
def _prose(text: str) -> str:
    # Most paragraphs are the same in letter after letter.
    if text.isprintable():  # one line, as a breaking of lines is not printed
        return f'<p style="{_PROSE}">{escape(text.strip())}</p>\n'
    parts = [(indentation, list(lines)) for indentation, lines in groupby(text.splitlines(), indentation_of)]
    if len(parts) == 1:
        return f'<p style="{_PROSE}">{_flowing(parts[0][1])}</p>\n'
    return "".join(
        f'<p style="{_PROSE};margin:{0 if number else 1}em 0 0 {indentation / 2:g}em">{_flowing(lines)}</p>\n'
        for number, (indentation, lines) in enumerate(parts)
    )


def _flowing(lines: Sequence[str]) -> str:
    ends = ["\n" if goes_on(line, next_line) else "<br>\n" for line, next_line in pairwise(lines)]
    return "".join(f"{escape(line.strip())}{end}" for line, end in zip(lines, [*ends, ""], strict=True))


def _links(links: Links) -> str:
    start = f'<a href="{escape(links.begun)}'
    shown = start + f"\n{start}".join(map(_end_of_link, links.moves))
    return (
        f'<p style="{_PROSE}">Choose a move and send the letter that opens:</p>\n'
        f'<p class="moves" style="{_LINKS}">{shown}</p>\n'
    )


@lru_cache(maxsize=4096)
def _end_of_link(move: str) -> str:
    # The moves of a game are the same few in letter after letter.
    return f'{escape(quoted(move))}">{escape(move)}</a>'
