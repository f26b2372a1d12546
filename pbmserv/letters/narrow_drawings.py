"""Help pages as HTML that fits a phone: what is too wide there is wrapped, made a table, or drawn smaller."""

from __future__ import annotations

import re
from itertools import pairwise
from textwrap import dedent

from pbmserv.letters.html import MONOSPACED, PROSE, block, drawing, fits_phone, in_html, prose
from pbmserv.letters.paragraphs import goes_on, paragraphs

_SMALLEST = 7
"""The font size in pixels of a board that is drawn in characters; it is seen as a whole, rather than read."""
_STROKES = re.compile(r"\+-{2,}|[/\\] +[/\\]|\|  ")
"""What boards, dice and tiles are drawn with."""
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_MOST_COLUMNS = 6
_TYPED = (
    f"font-family:{MONOSPACED};font-size:13px;line-height:1.4;white-space:pre-wrap;overflow-wrap:anywhere;"
    "padding-left:2ch;text-indent:-2ch"
)
_TABLE = f"{PROSE};border-collapse:collapse;margin:8px 0 16px"
_CELL = "padding:3px 10px 3px 0;vertical-align:top"


def blocks_that_fit(text: str) -> str:
    """Text as flowing prose, and drawings that fit a phone."""
    return "".join(
        _fitting(each.text) if each.drawn and not fits_phone(each.text) else block(each) for each in paragraphs(text)
    )


def _fitting(drawn: str) -> str:
    text = dedent(drawn)
    if fits_phone(text):
        return drawing(text)
    if _STROKES.search(text):
        return drawing(text, _SMALLEST)
    return "".join(map(_part, re.split(r"\n\s*\n", text)))


def _part(text: str) -> str:
    text = dedent(text).rstrip()
    if fits_phone(text):
        return drawing(text)
    lines = text.split("\n")
    if not any(map(_GAP.search, lines)):
        is_prose = any(goes_on(*each) for each in pairwise(lines) if each[0][:1].isalpha() or each[0][:1] in " *")
        return prose(text) if is_prose and "{" not in text else _typed(lines)
    rows = [_GAP.split(line.strip()) for line in lines]
    widest = max(map(len, rows))
    if widest > _MOST_COLUMNS or sum(len(row) == widest for row in rows) * 2 < len(rows):
        return drawing(text, _SMALLEST)
    return _table(rows, widest)


def _typed(lines: list[str]) -> str:
    """Lines that are typed or stored as they are; each goes on further in if it is too long."""
    shown = "".join(f'<div style="{_TYPED}">{in_html(line)}</div>\n' for line in lines)
    return f'<div style="margin:13px 0">\n{shown}</div>\n'


def _table(rows: list[list[str]], widest: int) -> str:
    """Aligned words as a table. A cell of a row with fewer spans as many columns as it has above or below it."""
    shown = []
    for row in rows:
        spans = widest // len(row) if widest % len(row) == 0 else 1
        span = f' colspan="{spans}"' if spans > 1 else ""
        cells = [f'<td{span} style="{_CELL}">{in_html(cell)}</td>' for cell in row]
        cells += ["<td></td>"] * (widest - spans * len(row))
        shown.append(f"<tr>{''.join(cells)}</tr>\n")
    return f'<table role="presentation" style="{_TABLE}">\n{"".join(shown)}</table>\n'
