"""A letter once more as HTML, since most mail programs show plain text in letters of unequal width.

Nothing here but the look: the words are those of the text, and all of them are escaped. Prose flows, in the letters
that the reader is used to; what is drawn (boards, tables) keeps its lines, in characters of equal width.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import NamedTuple

from pbmserv.letters.letter import LINE_OF_STARS, Links, quoted
from pbmserv.letters.paragraphs import Paragraph, goes_on, indentation_of, marker_of, paragraphs

# Some mail programs drop style sheets, so each element says for itself how it looks, and the style sheet has only
# what makes that better. No colours: those of the reader's mail program are right by day and by night. Boards are
# drawn for characters that are twice as high as wide.
_PROSE = (
    "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.4;"
    "max-width:42em;overflow-wrap:break-word"
)
_HEADINGS = {
    level: f"{_PROSE};font-size:{size}px;line-height:1.25;margin:1.2em 0 .4em" for level, size in ((1, 21), (2, 17))
}
_SIZE, _SMALLEST_SIZE = 13, 10
"""Of the characters of a board, in pixels; the smallest can still be read on a phone."""
_DRAWN = (
    f"font-family:Consolas,Menlo,'DejaVu Sans Mono','Courier New',monospace;font-size:{_SIZE}px;line-height:1.2;"
    "white-space:pre;overflow-x:auto"
)
_LINKS = "font-size:15px;line-height:2.5;max-width:42em;word-spacing:.5em"
_FOLDED = f"{_PROSE};padding:8px 0;cursor:pointer"
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

_MOST_GROUPS_UNFOLDED = 8
"""More titles of groups than that are folded themselves."""

_STARS = re.compile(rf"{re.escape(LINE_OF_STARS)}\n(?<![^\n]{re.escape(LINE_OF_STARS)}\n)")
"""The stars are looked for first and the beginning of the line last: else each line of the letter would be tried."""


def html_of(text: str, links: Links | None = None) -> str:
    """A letter as a page of HTML: its text and, below the board or (if they are many) at the end, its links."""
    if links is None:
        content = [_blocks(text)]
    elif len(links.moves) > _MOST_LINKS_AT_THE_BOARD and not links.groups:
        # The rule tells the reader that what another player has written ends there.
        content = [_blocks(text[: links.below]), _blocks(text[links.below :]), _RULE, _links(links)]
    else:
        content = [_blocks(text[: links.below]), _links(links), _blocks(text[links.below :])]
    return "".join([_HEAD, *content, _FOOT])


def _blocks(text: str) -> str:
    return _RULE.join(["".join(map(_block, paragraphs(part))) for part in _STARS.split(text)])


def _block(paragraph: Paragraph) -> str:
    if paragraph.level:
        tag = f"h{paragraph.level}"
        return f'<{tag} style="{_HEADINGS[paragraph.level]}">{escape(paragraph.text)}</{tag}>\n'
    return _drawing(paragraph.text) if paragraph.drawn else _prose(paragraph.text)


def _drawing(text: str) -> str:
    columns = max(map(len, text.splitlines()))
    size = max(_SMALLEST_SIZE, int(_PHONE / (_CHARACTER * columns)))
    smaller = f' class="size{size}"' if size < _SIZE else ""
    return f'<pre{smaller} style="{_DRAWN}">{escape(text)}</pre>\n'


@lru_cache(maxsize=1024)
def _prose(text: str) -> str:
    # Most paragraphs are the same in letter after letter.
    # One line, as a breaking of lines is not printed.
    if text.isprintable() and not indentation_of(text) and not marker_of(text):
        return f'<p style="{_PROSE}">{escape(text.strip())}</p>\n'
    parts = list(_parts(text.splitlines()))
    if len(parts) == 1 and not parts[0].indentation:
        return f'<p style="{_PROSE}">{_flowing(parts[0].lines)}</p>\n'
    return "".join(
        f'<p style="{_PROSE};margin:{0 if number else 1}em 0 0 {part.indentation / 2:g}em'
        f'{f";text-indent:-{part.marker / 2:g}em" if part.marker else ""}">{_flowing(part.lines)}</p>\n'
        for number, part in enumerate(parts)
    )


class _Part(NamedTuple):
    """Lines of prose that begin at the same place; the first of an item of a list begins with its marker."""

    indentation: int
    lines: list[str]
    marker: int = 0


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    part = _Part(-1, [])
    for line in lines:
        marker = len(marker_of(line))
        if not marker and indentation_of(line) == part.indentation:
            part.lines.append(line)
            continue
        if part.lines:
            yield part
        part = _Part(marker or indentation_of(line), [line], marker)
    yield part


def _flowing(lines: Sequence[str]) -> str:
    ends = ["\n" if goes_on(line, next_line) else "<br>\n" for line, next_line in pairwise(lines)]
    return "".join(f"{escape(line.strip())}{end}" for line, end in zip(lines, [*ends, ""], strict=True))


def _links(links: Links) -> str:
    start = f'<a href="{escape(links.begun)}'
    ending = quoted(links.ending)
    buttons = [start + _end_of_link(move, ending) for move in links.moves]
    begins = len(buttons) - sum(group.size for group in links.groups)
    parts = [
        f'<p style="{_PROSE}">Choose a move and send the letter that opens:</p>\n',
        _row(buttons[:begins]),
    ]
    groups = []
    for group in links.groups:
        groups.append(_folded(group.title, _row(buttons[begins : begins + group.size])))
        begins += group.size
    if len(groups) > _MOST_GROUPS_UNFOLDED:
        groups = [_folded("All other moves", "".join(groups))]
    return "".join([*parts, *groups])


def _folded(title: str, content: str) -> str:
    return f'<details><summary style="{_FOLDED}">{escape(title)}</summary>\n{content}</details>\n'


def _row(buttons: Sequence[str]) -> str:
    shown = "\n".join(buttons)
    return f'<p class="moves" style="{_LINKS}">{shown}</p>\n' if buttons else ""


@lru_cache(maxsize=4096)
def _end_of_link(move: str, ending: str) -> str:
    # The moves of a game are the same few in letter after letter.
    return f'{escape(quoted(move))}{escape(ending)}">{escape(move)}</a>'
