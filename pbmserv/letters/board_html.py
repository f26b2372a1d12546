"""The HTML of a board letter: the board, and one button below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from pbmserv.games.message import Message
from pbmserv.letters.action_links import begun_command
from pbmserv.letters.html import (
    MOST_OF_PREVIEW,
    PROSE,
    RULE,
    blocks,
    buttons_of,
    html_of,
    html_with_words_first,
    said,
    whole_page,
)
from pbmserv.letters.letter import LINE_OF_STARS, Links, quoted
from pbmserv.letters.page import ActionLink, BoardPage, Body
from pbmserv.letters.parts_html import (
    FINE,
    ShownPicture,
    body_html,
    button_html,
    card,
    help_links,
    small,
    subject_of_page,
    title_of_page,
)
from pbmserv.letters.stored_html import board_page_on, body_on, links_on
from pbmserv.locale.catalogs import catalog_of, in_the_language, speaking, translated

_HEADING = f"{PROSE};font-size:24px;line-height:1.25;font-weight:700;margin:16px 0 4px"
_TURN = f"{PROSE};font-size:18px;line-height:1.35;font-weight:600;margin:16px 0 4px"
_WAY = f"{FINE};display:inline-block;padding:13px 0;margin-right:20px"

MOST_BYTES = 60_000
"""The maximum size of a page, but for that of several boards."""

LEAST_FOR_MOVES = 2_500
"""The bytes that moves may take whatever the picture needs: some fifteen buttons."""

MOST_OF_SEVERAL = 80_000
"""The maximum characters of several boards in a letter; mail programs cut off longer letters."""

_FINE_PRINT = ("answer", "record", "readers", "chance", "clock")
"""The parts shown small at the end, in order."""


def page_html(
    text: str,
    page: Mapping[str, Any],
    title: str = "",
    picture: ShownPicture | None = None,
    most: int = MOST_BYTES,
    server: str = "",
    pictures: Mapping[int, ShownPicture] | None = None,
) -> str:
    """The HTML of a letter from its text and what `stored_page` stored.

    `title` is its Subject, `picture` the board's, `pictures` those of several boards by their places, `server` the
    address for commands. Moves are shortened to their beginnings if the page would exceed `most` bytes, but for
    `LEAST_FOR_MOVES`. A page of more than `MOST_BYTES` is empty: such a letter is text alone. A letter stored by an
    older version, without parts, is shown by its look.
    """
    with speaking(catalog_of(page.get("language", ""))):
        if "boards" in page:
            return _several_html(text, page, title, server, pictures or {})
        return _html(text, page, title, picture, most, server)


def _html(
    text: str, page: Mapping[str, Any], title: str, picture: ShownPicture | None, most: int, server: str
) -> str:
    """The page of a letter with one board, or with none."""
    board, body = board_page_on(page), body_on(page)
    if board is None and body is None:
        plain = html_with_words_first(text, title) if "words_first" in page else html_of(text, title, links_on(page))
        return _if_it_fits(plain)
    links = links_on(page)
    if body and "words_first" in page:
        words = [part for part in body.parts if part.kind == "words"]
        body = replace(body, parts=(*words, *(part for part in body.parts if part.kind != "words")))
    if board is None:
        return _if_it_fits(_fitting(text, body, title, server, picture)) if body else ""
    first = body_html(text, body, server, picture) if body else ""
    above, below = _content(title, _texts(text, board), board, picture, first)
    buttons = ""
    if links:
        used = len(whole_page(title, board.preview, f"{above}{below}").encode(errors="replace"))
        room = max(most - used, min(LEAST_FOR_MOVES, MOST_BYTES - used))
        buttons = buttons_of(links, room)
    return _if_it_fits(whole_page(title, board.preview, f"{above}{buttons}{below}"))


def _if_it_fits(html: str) -> str:
    return html if len(html.encode(errors="replace")) <= MOST_BYTES else ""


def _fitting(text: str, body: Body, title: str, server: str, picture: ShownPicture | None) -> str:
    """The page of a letter made of parts, in which the last help pages are links as far as they do not fit."""
    pages = [part for part in body.parts if part.kind == "help" and subject_of_page(part)]
    heading = "" if body.parts[0].kind == "help" and title_of_page(text) else _title(title)
    rest = blocks(text[max(part.end for part in body.parts) :])
    for left in range(max(1, len(pages))):
        out = pages[len(pages) - left :]
        shown = replace(body, parts=tuple(part for part in body.parts if part not in out))
        links = help_links([subject_of_page(part) for part in out], len(pages), server) if out else ""
        content = f"{heading}{body_html(text, shown, server, picture)}{links}{rest}"
        html = whole_page(title, _preview_of(text, body), content)
        if _if_it_fits(html):
            break
    return html


def _preview_of(text: str, body: Body) -> str:
    """What lists of mail show: words without commands, which may hold codes."""
    part = body.parts[0]
    paragraphs = text[part.begin : part.end].replace(f"{LINE_OF_STARS}\n", "").split("\n\n")
    sentences = [each for each in paragraphs if not each.startswith(" ")]
    return body.preview or " ".join(" ".join(sentences).split())[:MOST_OF_PREVIEW]


def _title(title: str) -> str:
    return f'<h1 style="{_HEADING}">{escape(title)}</h1>\n'


def _texts(text: str, page: BoardPage) -> list[tuple[str, str]]:
    parts = [(part.kind, text[part.begin : part.end]) for part in page.parts]
    return [*parts, ("rest", text[max((part.end for part in page.parts), default=0) :])]


def _several_html(
    text: str, stored: Mapping[str, Any], title: str, server: str, pictures: Mapping[int, ShownPicture]
) -> str:
    """A letter with several boards: what stands above them, and each with its own buttons."""
    boards = [(page, links_on(each)) for each in stored["boards"] if (page := board_page_on(each))]
    end = max(part.end for page, _ in boards for part in page.parts)
    body = body_on(stored)
    sections: list[str] = []
    for number, (page, links) in enumerate(boards):
        section = RULE + _one_of_several(_texts(text, page), page, links, pictures.get(number))
        if sum(map(len, sections)) + len(section) > MOST_OF_SEVERAL:
            sections.append(RULE + small("The other boards are in the list above.\n"))
            break
        sections.append(section)
    head = body_html(text, body, server) if body else ""
    content = "".join([_title(title), head, *sections, blocks(text[end:])])
    return whole_page(title, ", ".join(page.heading for page, _ in boards), content)


def _one_of_several(
    texts: Sequence[tuple[str, str]], page: BoardPage, links: Links | None, picture: ShownPicture | None
) -> str:
    part = dict(texts).get
    by_kind = dict(page.beside) if picture else {}
    return "".join(
        [
            f'<h2 style="{_HEADING}">{escape(page.heading)}</h2>\n',
            small(part("players", "")),
            *[blocks(part(kind, "")) for kind in ("above", "lead")],
            card(part("board", ""), picture),
            small(by_kind.get("status", part("status", ""))),
            _turn(part("turn", ""), part("time", "") or _time_of(page)),
            *[blocks(part(kind, "")) for kind in ("happened", "moves", "plans")],
            *[said(text.removeprefix(f"{LINE_OF_STARS}\n")) for kind, text in texts if kind == "words"],
            _button(page.button),
            buttons_of(links) if links else "",
            *[small(by_kind.get(kind, part(kind, ""))) for kind in ("legend", "line", "answer", "chance")],
        ]
    )


def _content(
    title: str, texts: list[tuple[str, str]], page: BoardPage, picture: ShownPicture | None, first: str
) -> tuple[str, str]:
    by_kind: dict[str, str] = {}
    for kind, text in texts:
        by_kind[kind] = f"{by_kind[kind]}\n{text}" if kind in by_kind and kind != "words" else text
    if picture:
        by_kind |= page.beside
    part = by_kind.get
    # As older versions stored what stands above the board.
    above = first or blocks(part("above", "").strip().removesuffix(LINE_OF_STARS))
    tag = "h2" if above else "h1"
    is_told = above and title == page.heading
    kinds = ("legend", *_FINE_PRINT) if picture else _FINE_PRINT
    fine = [small(text) for kind in kinds if (text := part(kind, "").removeprefix(f"{LINE_OF_STARS}\n"))]
    above_moves = "".join(
        [
            f"{_title(title)}{above}{RULE}" if above else "",
            "" if is_told else f'<{tag} style="{_HEADING}">{escape(page.heading)}</{tag}>\n',
            small(part("players", "")),
            blocks(part("lead", "")),
            card(part("board", ""), picture),
            small(part("status", "")),
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


def _turn(text: str, time: str) -> str:
    first, _, more = text.partition("\n")
    if not first:
        return ""
    left = f'<p style="{FINE};margin:0 0 12px">{escape(" ".join(time.split()))}</p>\n' if time else ""
    return f'<p style="{_TURN}">{escape(first)}</p>\n{left}{blocks(more)}'


def _time_of(page: BoardPage) -> str:
    """The deadline as older versions stored it, which said it only here."""
    return str(translated(Message("You have until {until}.", until=page.until))) if page.until else ""


def _button(button: ActionLink | None) -> str:
    if button is None:
        return ""
    hint = ""
    if button.to.startswith("mailto:") and button.words == in_the_language("Play"):
        how = Message("A letter opens: write your move in its first line.")
        hint = f'<p style="{FINE};margin:0 0 16px">{escape(translated(how))}</p>\n'
    return f"{button_html(button)}{hint}"


def _ways(page: BoardPage) -> str:
    # The board's page is a whole address among the answers.
    ways = [
        (words, to if to.startswith(("http:", "https:")) else page.begun + quoted(to)) for words, to in page.answers
    ]
    ways += [(words, begun_command(page.server) + quoted(command)) for words, command in page.commands]
    shown = "\n".join(f'<a href="{escape(to)}" style="{_WAY}">{escape(words)}</a>' for words, to in ways)
    return f'<p style="{FINE};margin:20px 0">\n{shown}\n</p>\n' if ways else ""
