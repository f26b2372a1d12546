"""A letter, and the templates that letters are written from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from pbmserv.games.base import counted
from pbmserv.letters.paragraphs import fitted
from pbmserv.letters.widths import wrapped

_FOLDER = Path(__file__).parent / "templates"
LINE_OF_STARS = "*" * 60
"""Parts what the server says from what somebody has written, and that from what somebody else has."""

_STAR = r"[*\u066d\u204e\u2217\u26b9\u2731-\u2733\u273b-\u273d\ufe61\uff0a]"
_BLANK = r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]"
_STARS = re.compile(rf"{_STAR}(?:{_BLANK}*{_STAR}){{9,}}")
"""Ten stars or more, or signs that look like stars; blanks and what cannot be seen may be between them."""
_PART = "\0"
"""Stands between the texts of two templates. In the last one no player's words have it: `players_words`."""
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True)
class Attachment:
    """A text file that goes with a letter, for programs: its name, and its type as mail programs know it."""

    name: str
    media_type: str
    text: str


class Group(NamedTuple):
    """Moves that are folded together below a title; there are `size` of them."""

    title: str
    size: int


class Links(NamedTuple):
    """What the reader can do by sending a letter: the moves as they are typed, at least one of them.

    Each of them is quoted in an address that is `begun` in the same way for all (`mailto:…&body=`) and ends with the
    same `ending`, which is not shown: the number of the move. They are shown below the first `below` characters of
    the text, by programs that show HTML.
    """

    begun: str
    moves: tuple[str, ...]
    below: int = 0
    groups: tuple[Group, ...] = ()
    """To these the last of the moves belong, in this order; those before them are shown by themselves."""
    ending: str = ""


def page_of(links: Links | None) -> dict[str, Any]:
    """What is stored of the HTML of a letter, which is made of it and of the text: JSON, empty if it has no links."""
    if links is None:
        return {}
    return {name: value for name, value in links._asdict().items() if value or name != "groups"}


def links_on(page: Mapping[str, Any]) -> Links | None:
    """The links that `page_of` was given, read from what was stored."""
    if not page:
        return None
    groups = tuple(Group(title, size) for title, size in page.get("groups", ()))
    return Links(page["begun"], tuple(page["moves"]), page["below"], groups, page.get("ending", ""))


@dataclass(frozen=True)
class Letter:
    """What somebody gets to read.

    `thread` names what the letter is about (`trichet-101`): all letters of one thread are shown together by the
    reader's mail program. `reply_to` is where an answer goes, if not to the server's own address. `unasked` marks
    letters that answer nobody (nags, broadcasts); a letter to `unsubscribe`, a `mailto:` address, ends letters of
    this kind.
    """

    subject: str
    text: str
    thread: str | None = None
    reply_to: str | None = None
    unasked: bool = False
    unsubscribe: str | None = None
    attachments: tuple[Attachment, ...] = ()
    links: Links | None = None


@lru_cache(maxsize=4096)
def quoted(text: str) -> str:
    """As it may stand in an address. The moves of a game have the same few words on all its boards."""
    # Not by urlencode, which writes + for a blank: mail programs show it as a plus.
    return quote(text, safe="@")


def write(template: str, subject: str, thread: str | None = None, **facts: Any) -> Letter:
    """A letter from one of the templates beside this module."""
    return Letter(subject, text_of(template, **facts), thread)


def text_of(template: str, **facts: Any) -> str:
    """The text of a template: no blanks at the ends of lines, no two empty lines in a row, one newline at the end."""
    return _tidy(_template(template).render(facts))


def texts_of(templates: tuple[str, ...], **facts: Any) -> list[str]:
    """The texts of several templates that are told the same facts."""
    return [_tidy(part) for part in _template(*templates).render(facts).rsplit(_PART, len(templates) - 1)]


def _tidy(text: str) -> str:
    lines = "\n".join([line.rstrip() for line in text.splitlines()]).strip("\n")
    while "\n\n\n" in lines:  # ten times as fast as the regular expression would be
        lines = lines.replace("\n\n\n", "\n\n")
    return fitted(f"{lines}\n")


def players_words(text: str) -> str:
    """What a player has written, as it may stand in a letter: no line of it can be taken for a line of stars.

    Else a comment could go on with such a line and with "bob writes:", and bob would seem to have written the rest.
    Characters that steer the reader's terminal instead of being read are left out.
    """
    return "\n".join(
        [_STARS.sub("***", line) for line in _CONTROLS.sub("", "\n".join(text.splitlines())).split("\n")]
    )


@cache
def _template(*names: str) -> Template:
    """A template; of several, one that writes them in a row, since to begin with one takes as long as to write it."""
    if len(names) == 1:
        template = _templates().get_template(f"{names[0]}.txt")
    else:
        texts = [(_FOLDER / f"{name}.txt").read_text("utf-8") for name in names]
        template = _templates().from_string(_PART.join(texts))
    # They are copied for each letter, which takes three times as long from what they are in as from a dictionary.
    template.globals = dict(template.globals)
    return template


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(_FOLDER),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - these are plain text
        auto_reload=False,
    )
    templates.globals["stars"] = LINE_OF_STARS
    templates.filters["wrapped"] = wrapped
    templates.filters["counted"] = counted
    templates.filters["players_words"] = players_words
    return templates
