"""What is stored of a letter's HTML, which is made of that and of the text when the letter is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbmserv.letters.letter import Group, Letter, Links
from pbmserv.letters.page import ActionLink, BoardPage, Part
from pbmserv.stored_names import document_of

MEDIA_TYPE = "media_type"
JSON = "application/json"


def stored_page(letter: Letter) -> dict[str, Any] | None:
    """What is stored of a letter's HTML beside its text, as JSON; None for a letter of text only.

    For one whose text is JSON itself, that is said instead.
    """
    if letter.as_json:
        return {MEDIA_TYPE: JSON}
    if letter.text_only:
        return None
    stored = _stored_links(letter.links)
    if letter.words_first:
        stored["words_first"] = True
    page = letter.page
    if page is None:
        return stored
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
        "beside": dict(page.beside) if letter.pictures else None,
        "picture": page.seen.stored() if page.seen and letter.pictures else None,
    }
    return stored | {name: value for name, value in of_board.items() if value}


def board_page_on(stored: Mapping[str, Any]) -> BoardPage | None:
    """The page of a board that `stored_page` was given, but for its picture; None for letters about anything else."""
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
    """The links of a letter, read from what was stored."""
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
