"""The HTML of letters that are made of parts: prose, buttons, lists and tables that fit a phone.

The kinds of parts, as templates name them (`{{ part }}table …`), are the functions of `_KINDS`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import escape, unescape
from itertools import takewhile
from textwrap import dedent
from typing import NamedTuple

from pbmserv.games.message import Message
from pbmserv.letters.html import (
    HEADINGS,
    LIST,
    MONOSPACED,
    PROSE,
    RULE,
    SMALLEST_ALTERNATIVE,
    blocks,
    drawing,
    in_html,
    prose,
    quotation,
    said,
)
from pbmserv.letters.letter import LINE_OF_STARS, quoted
from pbmserv.letters.narrow_drawings import blocks_that_fit
from pbmserv.letters.page import ActionLink, Body, Part
from pbmserv.locale.catalogs import spoken, translated

_SMALL = "font-size:13px;line-height:1.5;max-width:48em"
FINE = f"{PROSE};{_SMALL}"
_LEAD = f"{PROSE};font-size:17px;margin:12px 0"
_PAPER, INK, _LINE = "#fbf8f1", "#26221c", "#b5ad9d"
"""The colours of pictures, the same in dark mode, which mail programs cannot change."""
_CARD = f"max-width:630px;margin:16px 0;table-layout:fixed;border:1px solid {_LINE};border-radius:12px"
_ALT = f"font-family:{MONOSPACED};line-height:1.2;white-space:pre;color:{INK}"
_ON_PHONE = 300
"""The width of pictures in pixels on a phone."""
_BLUE = "#1d5fbf"
_BUTTON = (
    f"{PROSE};display:inline-block;padding:12px 24px;font-size:17px;font-weight:600;color:#ffffff;"
    "text-decoration:none;border-radius:8px"
)
_OTHER = "display:inline-block;line-height:1.4;padding:11px 18px;font-weight:600;text-decoration:none"
"""It stands in a paragraph or table, from which it has its font."""
_FOR_OUTLOOK = "mso-padding-alt:12px 24px"
_EDGE = "border:1px solid #8a8a8a;border-radius:8px"
_COMMAND = f"{PROSE};display:block;padding:12px 14px;margin:8px 0;{_EDGE};text-decoration:none"
_QUOTED = f"{PROSE};font-family:{MONOSPACED};font-size:13px;white-space:pre-wrap;margin:8px 0 8px 14px"
_TABLE = f"{PROSE};border-collapse:collapse;margin:8px 0 16px"
_CELL = "padding:10px 8px 10px 0;vertical-align:top;text-align:{side}"
_ROW = "border-top:1px solid #8a8a8a"
_MORE = f"{_SMALL};padding:0 0 10px;overflow-wrap:anywhere"

_PHONE = 320
"""The pixels that a table may take on a phone of 360."""
_CHARACTER, _GAP = 8.2, 8
"""The pixels that a character of a cell takes, and the distance of cells."""
_COMMANDS_INDENTED, _EXPLAINED = 4, 8

_ENTRY = re.compile(r"^ {4}(\S.*(?:\n {4}\[.*)?)\n((?: {8}\S.*(?:\n|\Z))+)", re.MULTILINE)
_TAG = re.compile(r'^\[(\S+) "(.*)"\]$', re.MULTILINE)
_ESCAPED = re.compile(r'\\(["\\])')
_SUBJECT = re.compile(r"(Subject\s+)&quot;((?:(?!&quot;)[^\n]){1,300})&quot;")
_QUOTED_COMMAND = re.compile(
    r"()&quot;((?:help|list|[a-z][a-z0-9-]{1,20} [a-z0-9])(?:(?!&quot;)[\x20-\x7e]){0,300})&quot;"
)
"""A Subject in a sentence; in other languages than English, what stands before it is called in many ways."""
_TAGS = re.compile("<[^>]*>")


class ShownPicture(NamedTuple):
    """A picture in a letter: its address, such as `cid:…`, and its size in pixels."""

    source: str
    width: int
    height: int


class Shown(NamedTuple):
    """A part to be shown, with what the kinds need of the letter."""

    text: str
    more: str
    body: Body
    server: str
    picture: ShownPicture | None


def body_html(text: str, body: Body, server: str, picture: ShownPicture | None = None) -> str:
    """The parts of a letter as HTML; `server` is where its commands are written to."""
    shown = []
    for kind, begin, end, more in body.parts:
        write = _KINDS.get(kind, _guessed)
        own = replace(body, offers=offers_of_part(body, more)) if kind in WITH_OFFERS and more else body
        shown.append(write(Shown(text[begin:end], more, own, server, picture)))
    return "".join(shown)


WITH_OFFERS = frozenset({"answers", "offer", "question", "reply", "ways"})
"""Kinds of parts that show the offers of their letter."""


def place_of_offers(first: int, count: int) -> str:
    """Which offers of a letter a part shows, where several letters have become one."""
    return f"{first} {first + count}"


def offers_of_part(body: Body, place: str) -> tuple[ActionLink, ...]:
    first, _, end = place.partition(" ")
    return body.offers[int(first) : int(end)]


def small(text: str) -> str:
    """Blocks in small print."""
    return blocks(text).replace(PROSE, FINE) if text else ""


def button_html(button: ActionLink) -> str:
    """The main action of a letter."""
    return (
        f'<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 8px">'
        f'<tr><td align="center" bgcolor="{_BLUE}" style="background:{_BLUE};border-radius:8px;{_FOR_OUTLOOK}">'
        f'<a class="play" href="{escape(button.to)}" style="{_BUTTON}">{escape(button.words)}</a></td></tr></table>\n'
    )


def help_links(subjects: Sequence[str], pages: int, server: str) -> str:
    """What stands instead of the last help pages of a letter that would be too large with them."""
    words = Message(
        "This letter has room for {number} of the {pages} pages. Here are the others:",
        number=pages - len(subjects),
        pages=pages,
    )
    links = [
        ActionLink(translated(Message("Help: {subject}", subject=subject)), _command(server, f"help {subject}"))
        for subject in dict.fromkeys(subjects)
    ]
    return prose(translated(words)) + _row_of_buttons(links)


def card(board: str, picture: ShownPicture | None) -> str:
    """A board as a picture, or drawn in characters."""
    if picture is None:
        return drawing(board.rstrip()) if board.strip() else ""
    on_phone = f"size{_size_of(board, min(picture.width, _ON_PHONE))}"
    shown = (
        f'<img src="{escape(picture.source)}" class="{on_phone}" width="{picture.width}" height="{picture.height}"'
        # Programs that show no pictures begin with a sign for a missing one: the board begins below that.
        f' alt="\n{escape(board.rstrip())}" style="display:block;text-align:left;width:100%;'
        f'max-width:{picture.width}px;height:auto;border:0;{_ALT};font-size:{_size_of(board, picture.width)}px">'
    )
    return (
        f'<table role="presentation" class="board" width="100%" cellpadding="0" cellspacing="0" border="0"'
        f' bgcolor="{_PAPER}" style="{_CARD};background:{_PAPER}"><tr><td align="center" style="padding:12px">'
        f"{shown}</td></tr></table>\n"
    )


def _size_of(board: str, width: int) -> int:
    """The font size at which a board of characters fits into `width` pixels, if pictures are off."""
    columns = max(map(len, board.splitlines()), default=1)
    return max(SMALLEST_ALTERNATIVE, min(13, int(width / (0.602 * columns))))


def _command(server: str, command: str) -> str:
    """The address that writes a command, or opens a page."""
    if command.startswith(("mailto:", "http://", "https://")):
        return command
    return f"mailto:{quoted(server)}?subject={quoted(command)}"


def _linked(html: str, server: str) -> str:
    """Prose in which each Subject that it names is a link that writes it."""

    def link(found: re.Match[str]) -> str:
        before = "Subject " if found[1] else ""
        return f'{before}<a href="{escape(_command(server, unescape(_TAGS.sub("", found[2]))))}">{found[2]}</a>'

    return (_QUOTED_COMMAND if spoken() else _SUBJECT).sub(link, html)


def _prose(part: Shown) -> str:
    paragraphs = [each for each in re.split(r"\n\n+", part.text.strip("\n")) if each.strip()]
    return _linked("".join(map(prose, paragraphs)), part.server)


def _lead(part: Shown) -> str:
    return _prose(part).replace(PROSE, _LEAD, 1)


def _small(part: Shown) -> str:
    return _prose(part).replace(PROSE, FINE)


def _guessed(part: Shown) -> str:
    return blocks(part.text)


def title_of_page(text: str) -> str:
    """The title of a help page, however short it is; empty if it has none."""
    title, _, below = text.partition("\n")
    return title if title and below.startswith("=" * len(title) + "\n") else ""


def subject_of_page(part: Part) -> str:
    """The subject of a help page among several, which stands before its links; empty if there is only one page."""
    return part.more.partition("\n")[0]


def _help(part: Shown) -> str:
    text = part.text.removeprefix(f"{LINE_OF_STARS}\n").lstrip("\n")
    rule = "" if text == part.text else RULE
    title = title_of_page(text)
    heading = f'<h1 style="{HEADINGS[1]}">{escape(title)}</h1>\n' if title else ""
    below = text[2 * len(title) + 2 :] if title else text
    return f"{rule}{heading}{_with_entries(below, part)}"


def _with_entries(text: str, part: Shown) -> str:
    """A help page whose entries are links to the pages that they are about."""
    commands = dict(line.split("\t") for line in part.more.split("\n")[1:])
    shown: list[str] = []
    end = 0
    for entry in _ENTRY.finditer(text):
        line = " ".join(entry[1].split())
        if command := commands.get(line):
            above = _flowing(text[end : entry.start()], part)
            shown += [above, _command_shown(line, entry[2], command, part.server)]
            end = entry.end()
    return "".join([*shown, _flowing(text[end:], part)])


def _flowing(text: str, part: Shown) -> str:
    return _linked(blocks_that_fit(text), part.server) if text.strip() else ""


def _heading(part: Shown) -> str:
    return f'<h2 style="{HEADINGS[2]}">{escape(part.text.splitlines()[0])}</h2>\n'


def _words(part: Shown) -> str:
    first, _, words = part.text.strip("\n").partition("\n")
    if first == LINE_OF_STARS:
        return said(words.removesuffix(LINE_OF_STARS).strip("\n"))
    return said(f"{first}\n{dedent(words)}")


def _quoted(part: Shown) -> str:
    """Sentences, and what somebody typed or should type below them, which may be wrapped."""
    shown = []
    for paragraph in re.split(r"\n\n+", part.text.strip("\n")):
        if paragraph.startswith(" " * _COMMANDS_INDENTED):
            lines = "\n".join(line.removeprefix(" " * _COMMANDS_INDENTED) for line in paragraph.splitlines())
            shown.append(f'<p style="{_QUOTED}">{in_html(lines)}</p>\n')
        else:
            shown.append(_linked(prose(paragraph), part.server))
    return "".join(shown)


def _commands(part: Shown) -> str:
    """Sentences, and below them commands, each indented, with what it does indented further below it."""
    shown: list[str] = []
    sentences: list[str] = []
    lines = part.text.strip("\n").split("\n")
    for number, line in enumerate(lines):
        indented = len(line) - len(line.lstrip())
        if indented == _COMMANDS_INDENTED:
            shown += _flush(sentences, part)
            below = takewhile(lambda each: each.startswith(" " * _EXPLAINED), lines[number + 1 :])
            shown.append(_command_shown(line.strip(), "\n".join(below), line.strip(), part.server))
        elif indented < _COMMANDS_INDENTED:
            sentences.append(line)
    return "".join([*shown, *_flush(sentences, part)])


def _command_shown(line: str, below: str, command: str, server: str) -> str:
    """A line as a link that writes a command, with what it does below it."""
    what = " ".join(below.split())
    words = f'<br>\n<span style="{_SMALL}">{in_html(what)}</span>' if what else ""
    return f'<a href="{escape(_command(server, command))}" style="{_COMMAND}">{in_html(line)}{words}</a>\n'


def _flush(sentences: list[str], part: Shown) -> list[str]:
    text = "\n".join(sentences).strip("\n")
    sentences.clear()
    return [_prose(part._replace(text=text))] if text else []


def _page(part: Shown) -> str:
    """A button that opens the address in the part; what follows the kind is its label."""
    [address] = [line.strip() for line in part.text.splitlines() if "://" in line][:1] or [""]
    return _row_of_buttons([ActionLink(part.more, address)]) if address else _prose(part)


def _answers(part: Shown) -> str:
    """The offers of the letter as buttons, instead of the words that say how to answer."""
    return _offers(part) or _commands(part)


def _ways(part: Shown) -> str:
    """The offers of the letter as buttons of equal weight, instead of the words that say how to answer."""
    return _row_of_buttons(part.body.offers) or _commands(part)


def _reply(part: Shown) -> str:
    """The offers of the letter, and the words in small print."""
    return _offers(part) + _commands(part).replace(PROSE, FINE)


def _question(part: Shown) -> str:
    """Prose, and below it the offers of the letter."""
    return _prose(part) + _offers(part)


def _offer(part: Shown) -> str:
    """The first offer as a button, instead of the words that say how to answer."""
    return button_html(part.body.offers[0]) if part.body.offers else _prose(part)


def _said(part: Shown) -> str:
    """Words of the reader's own, or of somebody who is named above."""
    words = [line for line in part.text.splitlines() if line != LINE_OF_STARS]
    return quotation("\n".join(words).strip("\n"))


def _offers(part: Shown) -> str:
    if not part.body.offers:
        return ""
    first, *others = part.body.offers
    return button_html(first) + _row_of_buttons(others)


def _row_of_buttons(buttons: Sequence[ActionLink]) -> str:
    shown = "\n".join(_other_button(each) for each in buttons)
    return f'<p style="{PROSE};line-height:2;margin:8px 0 12px">\n{shown}\n</p>\n' if buttons else ""


def _other_button(button: ActionLink) -> str:
    return f'<a href="{escape(button.to)}" style="{_OTHER};{_EDGE};margin:4px 8px 4px 0">{escape(button.words)}</a>'


def _boards(part: Shown) -> str:
    """A list of boards: for each its title, a remark, and a button."""
    rows = []
    for title, remark, words, to in json.loads(part.more):
        button = f'<a href="{escape(_command(part.server, to))}">{escape(words)}</a>' if to else ""
        rows.append(
            f"<tr><td><strong>{escape(title)}</strong><br>\n<span>{escape(remark)}</span></td>"
            f'<td align="right">{button}</td></tr>\n'
        )
    shown = "".join(rows)
    return f'<table role="presentation" {LIST} width="100%" cellpadding="6" style="{_TABLE}">\n{shown}</table>\n'


def _table(part: Shown) -> str:
    """A table whose less important cells stand below the others where not all fit a phone."""
    told = json.loads(part.more)
    titles, rows, to = told["titles"], told["rows"], told["to"]
    beside = _beside(titles, rows, told["main"])
    below = [column for column in range(len(titles)) if column not in beside]
    sides = ["right" if all(_is_number(row[column]) for row in rows) else "left" for column in range(len(titles))]
    head = "".join(
        f'<th scope="col" style="{_CELL.format(side=sides[column])};font-weight:600">{escape(titles[column])}</th>'
        if titles[column]
        else f'<td style="{_CELL.format(side="left")}"></td>'
        for column in beside
    )
    shown = [f'<tr style="{_SMALL}">{head}</tr>\n']
    for number, row in enumerate(rows):
        link = _command(part.server, to[number]) if to and to[number] else ""
        cells = [_cell(row[column], sides[column], link if column == beside[0] else "") for column in beside]
        shown.append(f'<tr style="{_ROW}">{"".join(cells)}</tr>\n')
        if more := _told(titles, row, below):
            shown.append(f'<tr><td colspan="{len(beside)}" style="{_MORE}">{escape(more)}</td></tr>\n')
    return f'<table style="{_TABLE}">\n{"".join(shown)}</table>\n'


def _tags(part: Shown) -> str:
    """The tags of a record, each with its name in bold."""
    shown = []
    for name, value in _TAG.findall(part.text):
        plain = escape(_ESCAPED.sub(r"\1", value))
        shown.append(f'<strong>{escape(name)}</strong> <span style="overflow-wrap:anywhere">{plain}</span>')
    lines = "<br>\n".join(shown)
    return f'<p style="{PROSE};line-height:1.6">{lines}</p>\n'


def _cell(text: str, side: str, link: str) -> str:
    shown = escape(text).replace("\n", "<br>\n")
    if link:
        shown = f'<a href="{escape(link)}" style="display:inline-block;padding:12px 4px 12px 0">{shown}</a>'
    return f'<td style="{_CELL.format(side=side)}{";padding-top:0;padding-bottom:0" if link else ""}">{shown}</td>'


def _told(titles: Sequence[str], row: Sequence[str], columns: Sequence[int]) -> str:
    cells = [(titles[column], " ".join(row[column].split())) for column in columns if row[column].strip()]
    return " · ".join(f"{title} {cell}" if title else cell for title, cell in cells)


def _beside(titles: Sequence[str], rows: Sequence[Sequence[str]], main: Sequence[str]) -> list[int]:
    """The columns that stand beside each other: all, or else the main ones."""
    every = list(range(len(titles)))
    widths = [
        max(len(line) for row in (titles, *rows) for line in (row[column].split("\n") or [""])) for column in every
    ]
    wanted = [titles.index(title) for title in main] or every
    if sum(widths) * _CHARACTER + len(widths) * _GAP <= _PHONE:
        return every
    fit: list[int] = []
    left = float(_PHONE)
    for column in wanted:
        left -= widths[column] * _CHARACTER + _GAP
        if left < 0 and fit:
            break
        fit.append(column)
    return fit


def _is_number(text: str) -> bool:
    return not text or text.rstrip("½").replace(".", "", 1).isdigit() or text in {"½", "-"}


_KINDS: Mapping[str, Callable[[Shown], str]] = {
    "lead": _lead,
    "text": _prose,
    "small": _small,
    "heading": _heading,
    "words": _words,
    "quoted": _quoted,
    "commands": _commands,
    "page": _page,
    "said": _said,
    "question": _question,
    "offer": _offer,
    "answers": _answers,
    "ways": _ways,
    "reply": _reply,
    "help": _help,
    "boards": _boards,
    "table": _table,
    "tags": _tags,
    "typed": lambda _: "",
    "board": lambda part: card(part.text, part.picture),
}
"""The kinds of parts: the lead in larger letters, prose, small print, a heading, a player's words, words without an
author, what was typed or is to be typed, commands, a page to open, a question with its buttons, the first button
or all of them instead of the words, buttons of which none is the main one, the buttons with the words in small
print, a list of boards, a table, the tags of a record, what needs saying only where there are no buttons, a help
page, a board.
"""
