"""Letters as HTML, because most mail programs show plain text in a proportional font.

The words are those of the text, escaped. Prose flows; boards and tables keep their lines in a monospaced font.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import groupby, islice, pairwise
from typing import NamedTuple

from pbmserv.games.message import Message
from pbmserv.letters.letter import LINE_OF_STARS, MOST_BY_THEMSELVES, Links, quoted
from pbmserv.letters.paragraphs import Paragraph, goes_on, indentation_of, marker_of, paragraphs
from pbmserv.locale.catalogs import catalog_of, languages, spoken, translated
from pbmserv.play.begun_moves import shortened

# Some mail programs drop style sheets. So each element carries its own style, and the style sheet only improves on
# that. There are hardly any colours: those of the mail program are right by day and by night. Boards are drawn for
# characters that are twice as high as they are wide.
PROSE = (
    "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.4;"
    "max-width:42em;overflow-wrap:break-word"
)
HEADINGS = {
    level: f"{PROSE};font-size:{size}px;line-height:1.25;margin:1.2em 0 .4em" for level, size in ((1, 21), (2, 17))
}
_SIZE, _SMALLEST_SIZE, SMALLEST_ALTERNATIVE = 13, 10, 6
"""Font sizes of boards in pixels: usual, smallest readable on a phone, and of alternatives to pictures, where nobody
can scroll.
"""
MONOSPACED = "Consolas,Menlo,'DejaVu Sans Mono','Courier New',monospace"
_DRAWN = f"font-family:{MONOSPACED};font-size:{_SIZE}px;line-height:1.2;white-space:pre;overflow-x:auto"
_LINKS = f"{PROSE};line-height:3.2;word-spacing:.5em"
_FOLDED = f"{PROSE};padding:12px 0;cursor:pointer"
_SAID = "margin:0 0 16px;padding:1px 0 1px 14px;border-left:4px solid #8a8a8a"
_PAGE = "max-width:656px;margin:0 auto;padding:8px 16px 24px"
"""The width of 79 columns."""
RULE = '<hr style="border:0;border-top:1px solid;opacity:.4">\n'

_HIDDEN = "display:none;font-size:1px;line-height:1px;max-height:0;overflow:hidden;mso-hide:all"
_NOTHING_MORE = "&#847;&zwnj;&nbsp;" * 40
"""Padding, so that previews do not go on with what follows."""
MOST_OF_PREVIEW = 150
"""Characters of a preview that mail programs show."""
_PHONE = 328
"""The width in pixels left for a letter on a phone of 360."""
_CHARACTER = 0.602
"""The widest font's character width, relative to its size."""

# These are separate sheets because a mail program that dislikes one line of a sheet drops all of it.
_SHEETS = (
    ":root{color-scheme:light dark}",
    "body{-webkit-text-size-adjust:100%}",
    # Some mail programs leave links dark by night, and take away less than they should of a picture's light.
    (
        "@media(prefers-color-scheme:dark){body{background:#121212;color:#f1efea}a{color:#a9bdff}"
        ".board{filter:brightness(.88)}}"
    ),
    (
        ".moves a{display:inline-block;min-width:24px;padding:12px 9px;border:1px solid;border-radius:6px;"
        "line-height:1.2;text-align:center;text-decoration:none;word-spacing:0}"
    ),
    "@media(max-width:480px){"
    + "".join(f".size{size}{{font-size:{size}px!important}}" for size in range(SMALLEST_ALTERNATIVE, _SIZE))
    + "}",
)
LIST = 'class="rows"'
"""The class of long lists whose rows have a button each; the sheet has what each row would repeat."""
_SHEET_OF_LISTS = (
    ".rows tr{border-top:1px solid #8a8a8a}.rows td{padding:10px 8px 10px 0;vertical-align:top}"
    ".rows span{font-size:13px;line-height:1.5}.rows td+td{padding-right:0;white-space:nowrap}"
    ".rows a{display:inline-block;line-height:1.4;padding:11px 18px;font-weight:600;text-decoration:none;"
    "border:1px solid #8a8a8a;border-radius:8px;margin:4px 8px 4px 0}"
)
_HEAD = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n<title>{title}</title>\n'
    '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
    '<meta name="color-scheme" content="light dark">\n'
    # Without these, rows of numbers are taken for telephone numbers, and whole letters are made smaller.
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">\n'
    '<meta name="x-apple-disable-message-reformatting">\n'
    + "".join(f"<style>{sheet}</style>\n" for sheet in _SHEETS)
    + '</head>\n<body style="margin:0;padding:0">\n'
)
_BEGIN = (
    f'<div role="main" style="{_PAGE}">\n'
    # Outlook, which sets pages like Word, knows no greatest width.
    '<!--[if mso]><table role="presentation" width="656" align="center"><tr><td><![endif]-->\n'
)
_FOOT = "<!--[if mso]></td></tr></table><![endif]-->\n</div>\n</body></html>\n"

_MOST_GROUPS_UNFOLDED = 8
"""With more groups, the groups are folded together."""

MOST_BEGINNINGS = 100
"""The number of buttons that begin moves; with fewer, more has to be written."""

_CHOOSE, _ANSWER = Message("Choose a move and send the letter that opens:"), Message("Your answer to the proposal:")
_VOTES = frozenset({"accept", "reject"})
_FIGURE = re.compile("[0-9]")

_BULLET = "* "
_OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]{0,20}(?:=[\w.:+-]{0,20}\w)?")
"""An option of a command, in HTML; browsers would end a line behind its dashes."""
_WRITES = "{author} writes:"
_STARS = re.compile(rf"{re.escape(LINE_OF_STARS)}\n(?<![^\n]{re.escape(LINE_OF_STARS)}\n)")
"""A line of stars; searching for the stars first is faster than trying every line."""


def html_of(text: str, title: str = "", links: Links | None = None) -> str:
    """A letter as an HTML page: its text, below its `title` unless it begins with one, and links."""
    heading = Paragraph(title, drawn=False, level=1) if title and not begins_with_a_heading(text) else None
    buttons = buttons_of(links) if links else ""
    return whole_page(title, "", f"{block(heading) if heading else ''}{blocks(text)}{buttons}")


def begins_with_a_heading(text: str) -> bool:
    """Whether a text has a title of its own, as help pages do."""
    return any(paragraph.level == 1 for paragraph in paragraphs(text[:500]))


def html_with_words_first(text: str, title: str) -> str:
    """The same for a letter that ends with a player's words, which come first."""
    above, _, words = text.partition(f"{LINE_OF_STARS}\n")
    heading = block(Paragraph(title, drawn=False, level=1))
    preview = " ".join(words[:MOST_OF_PREVIEW].split())
    return whole_page(title, preview, f"{heading}{said(words)}{RULE}{_blocks(above)}")


def whole_page(title: str, preview: str, content: str) -> str:
    """An HTML page. `preview` is shown in lists of mail and invisible on the page."""
    hidden = f'<div style="{_HIDDEN}">{escape(preview)}{_NOTHING_MORE}</div>\n' if preview else ""
    head = _HEAD.replace("{title}", escape(title))
    if catalog := spoken():
        head = head.replace('lang="en"', f'lang="{catalog.language}"')
    if LIST in content:
        head = head.replace("</head>", f"<style>{_SHEET_OF_LISTS}</style>\n</head>")
    return "".join([head, hidden, _BEGIN, content, _FOOT])


@cache
def _writes() -> re.Pattern[str]:
    """The pattern of the line above a player's words, in all languages."""
    others = [catalog.gettext(_WRITES) for each in languages() if (catalog := catalog_of(each))]
    lines = [r"\S+".join(map(re.escape, line.split("{author}"))) for line in dict.fromkeys([_WRITES, *others])]
    return re.compile(rf"(?:{'|'.join(lines)})\n\n")


@lru_cache(maxsize=256)
def blocks(text: str) -> str:
    """Text as flowing prose and fixed drawings."""
    first, *others = _STARS.split(text)
    return RULE.join([_blocks(first), *(said(part) if _writes().match(part) else _blocks(part) for part in others)])


def said(text: str) -> str:
    """A player's words, with a line that names them."""
    author, _, words = text.partition("\n")
    who = f'<p style="{PROSE};font-weight:600;margin:16px 0 4px">{escape(author)}</p>\n'
    return f"{who}{quotation(words)}"


def quotation(words: str) -> str:
    """Somebody's words."""
    return f'<blockquote style="{_SAID}">{_blocks(words)}</blockquote>\n'


def _blocks(text: str) -> str:
    return "".join(map(block, paragraphs(text)))


def block(paragraph: Paragraph) -> str:
    """A paragraph: a heading, a drawing or prose."""
    if paragraph.level:
        tag = f"h{paragraph.level}"
        return f'<{tag} style="{HEADINGS[paragraph.level]}">{escape(paragraph.text)}</{tag}>\n'
    return drawing(paragraph.text) if paragraph.drawn else prose(paragraph.text)


def fits_phone(drawn: str) -> bool:
    """Whether a drawing is no wider than a phone, in characters that can be read."""
    return max(map(len, drawn.splitlines()), default=0) * _SMALLEST_SIZE * _CHARACTER <= _PHONE


def drawing(text: str, smallest: int = _SMALLEST_SIZE) -> str:
    """A drawing in characters, smaller on a phone within readable limits."""
    columns = max(map(len, text.splitlines()))
    size = max(smallest, int(_PHONE / (_CHARACTER * columns)))
    smaller = f' class="size{size}"' if size < _SIZE else ""
    # What is wider than a phone nevertheless is scrolled, by those who use a keyboard, too.
    scrolled = ' tabindex="0"' if columns * size * _CHARACTER > _PHONE else ""
    return f'<pre{smaller}{scrolled} style="{_DRAWN}">{escape(text)}</pre>\n'


@lru_cache(maxsize=1024)
def prose(text: str) -> str:
    """A paragraph, which flows."""
    # Most paragraphs are the same in letter after letter.
    # It is a single line, since line breaks are not printable.
    if text.isprintable() and not indentation_of(text) and not marker_of(text):
        return f'<p style="{PROSE}">{in_html(text.strip())}</p>\n'
    parts = list(_parts(text.splitlines()))
    if len(parts) == 1 and not parts[0].indentation:
        return f'<p style="{PROSE}">{_flowing(parts[0].lines)}</p>\n'
    numbered = enumerate(parts)
    return "".join(
        "".join(_items(some) if is_list else map(_set_in, some))
        for is_list, some in groupby(numbered, lambda each: each[1].lines[0].startswith(_BULLET))
    )


def in_html(text: str) -> str:
    """A text as HTML in which no line ends within an option: `--nagtime=3` is one word."""
    shown = escape(text)
    return _OPTION.sub(r'<span style="white-space:nowrap">\g<0></span>', shown) if "-" in shown else shown


def _set_in(numbered: tuple[int, _Part]) -> str:
    number, part = numbered
    indent = f";text-indent:-{part.marker / 2:g}em" if part.marker else ""
    margin = f"margin:{0 if number else 1}em 0 0 {part.indentation / 2:g}em{indent}"
    return f'<p style="{PROSE};{margin}">{_flowing(part.lines)}</p>\n'


def _items(numbered: Iterable[tuple[int, _Part]]) -> Iterator[str]:
    """A list with bullets."""
    parts = list(numbered)
    yield f'<ul style="{PROSE};margin:{0 if parts[0][0] else 1}em 0 0;padding-left:1.3em">\n'
    for _, part in parts:
        yield f"<li>{_flowing(part.lines).removeprefix(_BULLET)}</li>\n"
    yield "</ul>\n"


class _Part(NamedTuple):
    """Lines of prose with the same indentation. A list item's first line begins with its marker."""

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
    return "".join(f"{in_html(line.strip())}{end}" for line, end in zip(lines, [*ends, ""], strict=True))


def buttons_of(links: Links, room: int | None = None) -> str:
    """The moves as buttons, groups folded, or all folded if too many for a phone.

    If they exceed the `room` in bytes, they are buttons that begin moves, as far as it suffices: their reader writes
    the rest, or is told how they go on. If it suffices for nothing, their number is told, and how to write one.
    """
    # Thousands of moves are not written to see that they do not fit.
    if room is None or len(links.moves) * len(links.begun) < room:
        html = _all_of(links)
        if room is None or _fits(html, room):
            return html
    moves = [*dict.fromkeys(links.moves)]
    alone = moves[: _begin_of_groups(links)] if links.groups else [move for move in moves if not _FIGURE.search(move)]
    first = f"{_told(_CHOOSE)}{_row(_buttons(links, alone))}" if 0 < len(alone) <= MOST_BY_THEMSELVES else ""
    if not _fits(first, room // 2):
        first = ""
    if first and not links.groups:
        moves = moves if len(alone) == len(moves) else [move for move in moves if move not in alone]
    most = MOST_BEGINNINGS
    while found := shortened(moves, most):
        html = f"{first}{_begun_moves(links, found, len(moves))}"
        if _fits(html, room):
            return html
        most = len(found) - 1
    left = Message(
        "{count} moves are too many for this letter: write yours in the first line of your answer, for example"
        " {move}.",
        count=len(moves),
        move=moves[len(moves) // 2],
    )
    return f"{first}{_told(left)}"


def _fits(html: str, room: int) -> bool:
    return len(html.encode(errors="replace")) <= room


def _all_of(links: Links) -> str:
    buttons = _buttons(links, links.moves)
    begins = _begin_of_groups(links)
    if not links.groups and begins > MOST_BY_THEMSELVES and not links.is_open:
        return _folded(Message("All moves: {count}", count=begins), _told(_CHOOSE) + _row(buttons))
    asks = all(move.partition(" ")[0] in _VOTES for move in links.moves)
    parts = [_told(_ANSWER if asks else _CHOOSE), _row(buttons[:begins])]
    groups = []
    for group in links.groups:
        groups.append(_folded(group.title, _row(buttons[begins : begins + group.size])))
        begins += group.size
    if len(groups) > _MOST_GROUPS_UNFOLDED:
        groups = [_folded(Message("All other moves"), "".join(groups))]
    return "".join([*parts, *groups])


def _begin_of_groups(links: Links) -> int:
    return len(links.moves) - sum(group.size for group in links.groups)


def _begun_moves(links: Links, found: Mapping[str, Sequence[str]], count: int) -> str:
    how = Message(
        "Choose how your move begins. Write the rest in the letter that opens; or send it as it is, and the answer"
        " shows how it goes on."
    )
    start = f'<a href="{escape(links.begun)}'
    buttons = {
        begun: f'{start}{escape(quoted(begun))}">{escape(begun)}…</a>'
        if len(moves) > 1
        else _buttons(links, [begun])[0]
        for begun, moves in found.items()
    }
    told, titles = _told(how), dict(_titled(links))
    grouped: dict[str, list[str]] = {}
    for begun, moves in found.items():
        [title, *others] = {titles.get(move, "") for move in moves}
        grouped.setdefault("" if others else title, []).append(buttons[begun])
    if len(buttons) > MOST_BY_THEMSELVES and "" not in grouped and len(grouped) <= _MOST_GROUPS_UNFOLDED:
        return told + "".join(_folded(title, _row(some)) for title, some in grouped.items())
    content = f"{told}{_row([*buttons.values()])}"
    return content if links.is_open else _folded(Message("All moves: {count}", count=count), content)


def _titled(links: Links) -> Iterator[tuple[str, str]]:
    """The moves that belong to groups, with their titles."""
    moves = iter(links.moves[_begin_of_groups(links) :])
    return ((move, group.title) for group in links.groups for move in islice(moves, group.size))


def _buttons(links: Links, moves: Sequence[str]) -> list[str]:
    start, ending = f'<a href="{escape(links.begun)}', quoted(links.ending)
    return [start + _end_of_link(move, ending) for move in moves]


def _told(words: Message) -> str:
    return f'<p style="{PROSE}">{escape(translated(words))}</p>\n'


def _folded(title: str, content: str) -> str:
    return f'<details><summary style="{_FOLDED}">{escape(translated(title))}</summary>\n{content}</details>\n'


def _row(buttons: Sequence[str]) -> str:
    shown = "\n".join(buttons)
    return f'<p class="moves" style="{_LINKS}">{shown}</p>\n' if buttons else ""


@lru_cache(maxsize=4096)
def _end_of_link(move: str, ending: str) -> str:
    # Letter after letter has the same few moves of a game.
    return f'{escape(quoted(move))}{escape(ending)}">{escape(move)}</a>'
