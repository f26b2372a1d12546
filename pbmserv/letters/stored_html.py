"""The stored form of a letter's HTML, which is made when it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbmserv.letters.letter import MOST_PICTURES, Group, Letter, Links
from pbmserv.letters.page import ActionLink, BoardPage, Part
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
    if letter.words_first:
        stored["words_first"] = True
    if letter.boards:
        stored["boards"] = [
            _of_board(each.page, letter.pictures and number < MOST_PICTURES) | _stored_links(each.links)
            for number, each in enumerate(letter.boards)
        ]
    return stored | _of_board(letter.page, letter.pictures) if letter.page else stored


def _of_board(page: BoardPage, has_picture: bool) -> dict[str, Any]:
    of_board = {
        "heading": page.heading,
        "preview": page.preview,
        "parts": [*map(list, page.parts)],  # orjson takes no named tuples
        "until": page.until,
        "button": list(page.button or ()),
        "answers_begin": page.begun,
        "answers": [*map(list, page.answers)],
        "server": page.server,
        "commands": [*map(list, page.commands)],
        "beside": dict(page.beside) if has_picture else None,
        "picture": page.seen.stored() if page.seen and has_picture else None,
    }
    return {name: value for name, value in of_board.items() if value}


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


def links_on(stored: Mapping[str, Any]) -> Links | None:
    """The stored links of a letter."""
    if "moves" not in stored:
        return None
    groups = tuple(Group(title, size) for title, size in stored.get("groups", ()))
    return Links(stored["begun"], tuple(stored["moves"]), groups, stored.get("ending", ""))


def _stored_links(links: Links | None) -> dict[str, Any]:
    if links is None:
        return {}
    return {name: value for name, value in document_of(links).items() if value}


def _ways(stored: Mapping[str, Any], name: str) -> tuple[ActionLink, ...]:
    return tuple(ActionLink(*way) for way in stored.get(name, ()))
