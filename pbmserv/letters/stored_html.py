"""The stored form of a letter's HTML, which is made when it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbmserv.letters.letter import MOST_PICTURES, Group, Letter, Links, quoted
from pbmserv.letters.page import ActionLink, BoardPage, Body, Part
from pbmserv.locale.catalogs import in_the_language
from pbmserv.stored_names import document_of

MEDIA_TYPE = "media_type"
JSON = "application/json"


def stored_page(letter: Letter) -> dict[str, Any] | None:
    """The JSON stored beside the text; None for a letter of text only.

    A letter whose text is JSON is marked as such.
    """
    if letter.as_json:
        return {MEDIA_TYPE: JSON}
    if letter.text_only:
        return None
    stored = _stored_links(letter.links)
    if letter.language:
        stored["language"] = letter.language
    if letter.words_first:
        stored["words_first"] = True
    if letter.body:
        stored["body"] = _stored_body(letter.body, letter)
        if letter.body.seen and letter.pictures and (picture := letter.body.seen.stored(letter.pieces)):
            stored["picture"] = picture
    if letter.boards:
        stored["boards"] = [
            _of_board(each.page, letter.pictures and number < MOST_PICTURES, letter.pieces)
            | _stored_links(each.links)
            for number, each in enumerate(letter.boards)
        ]
    return stored | _of_board(letter.page, letter.pictures, letter.pieces) if letter.page else stored


def _of_board(page: BoardPage, has_picture: bool, pieces: str) -> dict[str, Any]:
    of_board = {
        "heading": in_the_language(page.heading),
        "preview": in_the_language(page.preview),
        "parts": [list(part[:3]) for part in page.parts],  # orjson takes no named tuples
        "until": page.until,
        "button": _said(page.button) if page.button else [],
        "answers_begin": page.begun,
        "answers": [*map(_said, page.answers)],
        "server": page.server,
        "commands": [*map(_said, page.commands)],
        "beside": {kind: in_the_language(words) for kind, words in page.beside.items()} if has_picture else None,
        "picture": page.seen.stored(pieces) if page.seen and has_picture else None,
    }
    return {name: value for name, value in of_board.items() if value}


def _said(link: ActionLink) -> list[str]:
    return [in_the_language(link.words), link.to]


def board_page_on(stored: Mapping[str, Any]) -> BoardPage | None:
    """The stored page of a board without its picture; None for other letters."""
    if "parts" not in stored:
        return None
    return BoardPage(
        heading=stored["heading"],
        preview=stored.get("preview", ""),
        parts=tuple(Part(*part) for part in stored["parts"]),
        until=stored.get("until", ""),
        button=ActionLink(*stored["button"]) if "button" in stored else None,
        begun=stored.get("answers_begin", ""),
        answers=_ways(stored, "answers"),
        server=stored.get("server", ""),
        commands=_ways(stored, "commands"),
        beside=stored.get("beside", {}),
    )


def body_on(stored: Mapping[str, Any]) -> Body | None:
    """The stored body of a letter, without its picture, its offers with whole addresses; None if it has none."""
    body = stored.get("body")
    if body is None:
        return None
    return Body(tuple(Part(*part) for part in body["parts"]), _ways(body, "offers"), body.get("preview", ""))


def _stored_body(body: Body, letter: Letter) -> dict[str, Any]:
    begun = f"mailto:{quoted(letter.reply_to)}?subject={quoted(f'Re: {letter.subject}')}" if letter.reply_to else ""
    offers = [(words, _whole(begun, to)) for words, to in body.offers]
    stored = {
        "parts": [list(part if part.more else part[:3]) for part in body.parts],
        "offers": [[in_the_language(words), to] for words, to in offers if to],
        "preview": in_the_language(body.preview),
    }
    return {name: value for name, value in stored.items() if value}


def _whole(begun: str, to: str) -> str:
    """The address of an offer: to write it in an answer, which opens empty without words."""
    if to.startswith(("mailto:", "http://", "https://")):
        return to
    return f"{begun}&body={quoted(to)}" if begun and to else begun


def links_on(stored: Mapping[str, Any]) -> Links | None:
    """The stored links of a letter."""
    if "moves" not in stored:
        return None
    groups = tuple(Group(title, size) for title, size in stored.get("groups", ()))
    return Links(
        stored["begun"], tuple(stored["moves"]), groups, stored.get("ending", ""), stored.get("is_open", False)
    )


def _stored_links(links: Links | None) -> dict[str, Any]:
    if links is None:
        return {}
    groups = tuple([Group(in_the_language(group.title), group.size) for group in links.groups])
    return {name: value for name, value in document_of(links._replace(groups=groups)).items() if value}


def _ways(stored: Mapping[str, Any], name: str) -> tuple[ActionLink, ...]:
    return tuple(ActionLink(*way) for way in stored.get(name, ()))
