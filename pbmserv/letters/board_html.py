"""The HTML of a board letter: the board, and one button below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from pbmserv.letters.action_links import begun_command
from pbmserv.letters.html import (
    MONOSPACED,
    PROSE,
    RULE,
    SMALLEST_ALTERNATIVE,
    blocks,
    buttons_of,
    drawing,
    html_of,
    html_with_words_first,
    said,
    whole_page,
)
from pbmserv.letters.letter import LINE_OF_STARS, Links, quoted
from pbmserv.letters.page import ActionLink, BoardPage
from pbmserv.letters.stored_html import board_page_on, links_on

_HEADING = f"{PROSE};font-size:24px;line-height:1.25;font-weight:700;margin:16px 0 4px"
_TURN = f"{PROSE};font-size:18px;line-height:1.35;font-weight:600;margin:16px 0 4px"
_SMALL = "font-size:13px;line-height:1.5;max-width:48em"
_FINE = f"{PROSE};{_SMALL}"
_PAPER, _INK, _LINE = "#fbf8f1", "#26221c", "#b5ad9d"
"""The colours of pictures, the same in dark mode, which mail programs cannot change."""
_CARD = f"max-width:630px;margin:16px 0;table-layout:fixed;border:1px solid {_LINE};border-radius:12px"
_ALT = f"font-family:{MONOSPACED};line-height:1.2;white-space:pre;color:{_INK}"
_ON_PHONE = 300
"""The width of pictures in pixels on a phone."""
_BLUE = "#1d5fbf"
_BUTTON = (
    f"{PROSE};display:inline-block;padding:12px 32px;font-size:17px;font-weight:600;color:#ffffff;"
    "text-decoration:none;border-radius:8px"
)
_FOR_OUTLOOK = "mso-padding-alt:12px 32px"
_WAY = f"{_FINE};display:inline-block;padding:4px 0;margin-right:20px"

_FINE_PRINT = ("answer", "record", "readers", "chance", "clock")
"""The parts shown small at the end, in order."""


class ShownPicture(NamedTuple):
    """A picture in a letter: its address, such as `cid:…`, and its size in pixels."""

    source: str
    width: int
    height: int


def page_html(
    text: str,
    page: Mapping[str, Any],
    title: str = "",
    picture: ShownPicture | None = None,
    most: int | None = None,
    pictures: Mapping[int, ShownPicture] | None = None,
) -> str:
    """The HTML of a letter from its text and what `stored_page` stored.

    `title` is its Subject, `picture` the board's, `pictures` those of several boards by their places. Folded moves
    are left out if the page would exceed `most` characters. A board letter stored by an older version, without parts,
    is shown like other letters.
    """
    if "boards" in page:
        return _several_html(text, page["boards"], title, pictures or {})
    board = board_page_on(page)
    if board is None:
        return html_with_words_first(text, title) if "words_first" in page else html_of(text, title, links_on(page))
    links = links_on(page)
    above, below = _content(title, _texts(text, board), board, picture)
    buttons = buttons_of(links) if links else ""
    html = whole_page(title, board.preview, f"{above}{buttons}{below}")
    if links is None or most is None or len(html) <= most:
        return html
    return whole_page(title, board.preview, f"{above}{buttons_of(links, folded=False)}{below}")


def _parts_in(text: str, page: BoardPage) -> list[tuple[str, str]]:
    return [(kind, text[begin:end]) for kind, begin, end in page.parts]


def _texts(text: str, page: BoardPage) -> list[tuple[str, str]]:
    return [*_parts_in(text, page), ("rest", text[max((part.end for part in page.parts), default=0) :])]


def _several_html(
    text: str, stored: Sequence[Mapping[str, Any]], title: str, pictures: Mapping[int, ShownPicture]
) -> str:
    """A letter with several boards: what stands above them, and each with its own buttons."""
    boards = [(page, links_on(each)) for each in stored if (page := board_page_on(each))]
    begin = min(part.begin for page, _ in boards for part in page.parts)
    end = max(part.end for page, _ in boards for part in page.parts)
    head = text[:begin].rstrip().removesuffix(LINE_OF_STARS)
    sections = [
        RULE + _one_of_several(_parts_in(text, page), page, links, pictures.get(number))
        for number, (page, links) in enumerate(boards)
    ]
    content = "".join([f'<h1 style="{_HEADING}">{escape(title)}</h1>\n', blocks(head), *sections, blocks(text[end:])])
    return whole_page(title, ", ".join(page.heading for page, _ in boards), content)


def _one_of_several(
    texts: Sequence[tuple[str, str]], page: BoardPage, links: Links | None, picture: ShownPicture | None
) -> str:
    part = dict(texts).get
    by_kind = dict(page.beside) if picture else {}
    return "".join(
        [
            f'<h2 style="{_HEADING}">{escape(page.heading)}</h2>\n',
            _small(part("players", "")),
            *[blocks(part(kind, "")) for kind in ("above", "lead")],
            _card(part("board", ""), picture),
            _small(by_kind.get("status", part("status", ""))),
            _turn(part("turn", ""), part("time", "") or _time_of(page)),
            *[blocks(part(kind, "")) for kind in ("happened", "moves", "plans")],
            *[said(text.removeprefix(f"{LINE_OF_STARS}\n")) for kind, text in texts if kind == "words"],
            _button(page.button),
            buttons_of(links, folded=False) if links else "",
            *[_small(by_kind.get(kind, part(kind, ""))) for kind in ("legend", "line", "answer")],
        ]
    )


def _content(
    title: str, texts: list[tuple[str, str]], page: BoardPage, picture: ShownPicture | None
) -> tuple[str, str]:
    by_kind: dict[str, str] = {}
    for kind, text in texts:
        by_kind[kind] = f"{by_kind[kind]}\n{text}" if kind in by_kind and kind != "words" else text
    if picture:
        by_kind |= page.beside
    part = by_kind.get
    above = part("above", "").strip().removesuffix(LINE_OF_STARS)
    tag = "h2" if above else "h1"
    kinds = ("legend", *_FINE_PRINT) if picture else _FINE_PRINT
    fine = [_small(text) for kind in kinds if (text := part(kind, "").removeprefix(f"{LINE_OF_STARS}\n"))]
    above_moves = "".join(
        [
            f'<h1 style="{_HEADING}">{escape(title)}</h1>\n{blocks(above)}{RULE}' if above else "",
            f'<{tag} style="{_HEADING}">{escape(page.heading)}</{tag}>\n',
            _small(part("players", "")),
            blocks(part("lead", "")),
            _card(part("board", ""), picture),
            _small(part("status", "")),
            _turn(part("turn", ""), part("time", "") or _time_of(page)),
            blocks(part("happened", "")),
            blocks(part("moves", "")),
            blocks(part("plans", "")),
            *[said(text.removeprefix(f"{LINE_OF_STARS}\n")) for kind, text in texts if kind == "words"],
            _button(page.button),
        ]
    )
    below_moves = "".join(
        [
            "" if picture else blocks(part("legend", "")),
            _ways(page),
            RULE if fine else "",
            *fine,
            blocks(part("rest", "")),
        ]
    )
    return above_moves, below_moves


def _small(text: str) -> str:
    return blocks(text).replace(PROSE, _FINE) if text else ""


def _card(board: str, picture: ShownPicture | None) -> str:
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


def _turn(text: str, time: str) -> str:
    first, _, more = text.partition("\n")
    if not first:
        return ""
    left = f'<p style="{_FINE};margin:0 0 12px">{escape(" ".join(time.split()))}</p>\n' if time else ""
    return f'<p style="{_TURN}">{escape(first)}</p>\n{left}{blocks(more)}'


def _time_of(page: BoardPage) -> str:
    """The deadline as older versions stored it, which said it only here."""
    return f"You have until {page.until}." if page.until else ""


def _button(button: ActionLink | None) -> str:
    if button is None:
        return ""
    hint = ""
    if button.to.startswith("mailto:") and button.words == "Play":
        hint = f'<p style="{_FINE};margin:0 0 16px">A letter opens: write your move in its first line.</p>\n'
    return (
        '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 8px"><tr>'
        f'<td align="center" bgcolor="{_BLUE}" style="background:{_BLUE};border-radius:8px;{_FOR_OUTLOOK}">'
        f'<a class="play" href="{escape(button.to)}" style="{_BUTTON}">{escape(button.words)}</a></td></tr></table>\n'
        f"{hint}"
    )


def _ways(page: BoardPage) -> str:
    ways = [(words, page.begun + quoted(answer)) for words, answer in page.answers]
    ways += [(words, begun_command(page.server) + quoted(command)) for words, command in page.commands]
    shown = "\n".join(f'<a href="{escape(to)}" style="{_WAY}">{escape(words)}</a>' for words, to in ways)
    return f'<p style="{_FINE};margin:20px 0">\n{shown}\n</p>\n' if ways else ""
