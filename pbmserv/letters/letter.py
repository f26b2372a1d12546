"""A letter, and the templates that letters are written from."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, StrictUndefined, Template

from pbmserv.games.base import counted
from pbmserv.letters.compiled_templates import TOGETHER, KeptCompiled, templates_in
from pbmserv.letters.page import BoardPage, TextPart
from pbmserv.letters.paragraphs import fitted, has_a_wide_line
from pbmserv.letters.widths import wrapped
from pbmserv.play.board import Player

_FOLDER = Path(__file__).parent / "templates"
_SUBJECTS = Path(__file__).parent.parent / "commands"
"""Below this, each subject has its own templates."""
LINE_OF_STARS = "*" * 60
"""Parts what the server says from what somebody has written, and that from what somebody else has."""

_STAR = r"[*\u066d\u204e\u2217\u26b9\u2731-\u2733\u273b-\u273d\ufe61\uff0a]"
_BLANK = r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]"
_STARS = re.compile(rf"{_STAR}(?:{_BLANK}*{_STAR}){{9,}}")
"""Ten stars or more, or signs that look like stars; blanks and what cannot be seen may be between them."""
_PART = f"\0{secrets.token_hex(8)} "
"""Begins the name of a part in what a template gives; nobody else can write it, be it the author of a game."""
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


MOST_BY_THEMSELVES = 12
"""So many buttons fit on the screen of a phone. Where there are more, they are folded away."""


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
    same `ending`, which is not shown: the number of the move.
    """

    begun: str
    moves: tuple[str, ...]
    groups: tuple[Group, ...] = ()
    """To these the last of the moves belong, in this order; those before them are shown by themselves."""
    ending: str = ""


@dataclass(frozen=True)
class Letter:
    """What somebody gets to read.

    `thread` names what the letter is about (`trichet-101`): all letters of one thread are shown together by the
    reader's mail program. `reply_to` is where an answer goes, if not to the server's own address. `unasked` marks
    letters that answer nobody (nags, broadcasts); a letter to `unsubscribe`, a `mailto:` address, ends letters of
    this kind.

    It goes `to` these addresses, as `text_only` or with the same as HTML beside it, in which boards are pictures
    unless `pictures` says otherwise, or `as_json`, for a program; `page` is what these parts know of a board, and
    `boards` what programs are told of several, each with where it is answered. With `words_first`, it begins with
    what a player has written, which ends the text. `player` is whose letter it is, if it is a player's; `answers` is
    whether it goes to who sent the command. If it is `only_mailed`, it holds a code that proves who reads the
    mailbox: whoever is signed in at another door does not get to see it there.
    """

    subject: str
    text: str
    thread: str | None = None
    reply_to: str | None = None
    unasked: bool = False
    unsubscribe: str | None = None
    attachments: tuple[Attachment, ...] = ()
    links: Links | None = None
    to: tuple[str, ...] = ()
    text_only: bool = False
    pictures: bool = True
    as_json: bool = False
    page: BoardPage | None = None
    boards: tuple[tuple[BoardPage, str | None], ...] = ()
    words_first: bool = False
    player: Player | None = None
    answers: bool = False
    only_mailed: bool = False


_SAFE_IN_ADDRESSES = "@"
_QUOTED = {code: quote(chr(code), safe=_SAFE_IN_ADDRESSES) for code in range(128)}


def quoted(text: str) -> str:
    """As it may stand in an address."""
    # Not by urlencode, which writes + for a blank: mail programs show it as a plus.
    return text.translate(_QUOTED) if text.isascii() else quote(text, safe=_SAFE_IN_ADDRESSES)


def write(template: str, subject: str, thread: str | None = None, **facts: Any) -> Letter:
    """A letter from one of the templates: `talk/chat` is that of a subject, `board` one beside this module."""
    return Letter(subject, text_of(template, **facts), thread)


def text_of(template: str, **facts: Any) -> str:
    """The text of a template: no blanks at the ends of lines, no two empty lines in a row, one newline at the end."""
    return _tidy(_template(template).render(facts))


def parts_of(*templates: str, **facts: Any) -> list[TextPart]:
    """The parts of a letter by several templates that are told the same facts, without those that are empty.

    The letter is their texts with an empty line between each two.
    """
    text = _without_blanks(_template(*templates).render(facts))
    fit = fitted if has_a_wide_line(text) else str
    _, *parts = text.split(_PART)
    named = [part.partition("\n") for part in parts]
    return [TextPart(kind, fit(_closed_up(text))) for kind, _, text in named if text and not text.isspace()]


def _tidy(text: str) -> str:
    return fitted(_closed_up(_without_blanks(text)))


def _without_blanks(text: str) -> str:
    """Without those at the ends of lines."""
    return "\n".join(map(str.rstrip, text.splitlines()))


def _closed_up(text: str) -> str:
    """With no empty lines around it, and no two of them in a row."""
    lines = text.strip("\n")
    while "\n\n\n" in lines:  # ten times as fast as the regular expression would be
        lines = lines.replace("\n\n\n", "\n\n")
    return f"{lines}\n"


@lru_cache(maxsize=16)
def players_words(text: str) -> str:
    """What a player has written, as it may stand in a letter: no line of it can be taken for a line of stars.

    Else a comment could go on with such a line and with "bob writes:", and bob would seem to have written the rest.
    Characters that steer the reader's terminal instead of being read are left out.
    """
    words = _CONTROLS.sub("", "\n".join(text.splitlines()))
    if _STARS.search(words) is None:
        return words
    return "\n".join([_STARS.sub("***", line) for line in words.split("\n")])


@cache
def _template(*names: str) -> Template:
    """A template; for several names, one that writes them in a row, so that beginning is paid for once."""
    template = _templates().get_template(TOGETHER.join(names))
    # Copied for each letter: from a plain dictionary that takes a third of the time.
    template.globals = dict(template.globals)
    return template


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=templates_in(_FOLDER, _SUBJECTS),
        bytecode_cache=KeptCompiled(_FOLDER / "__pycache__"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - these are plain text
        auto_reload=False,
    )
    templates.globals["stars"] = LINE_OF_STARS
    # No filter: a template that is kept compiled would hold the sign of the process that has compiled it.
    templates.globals["part"] = _PART
    templates.filters["wrapped"] = wrapped
    templates.filters["counted"] = counted
    templates.filters["players_words"] = players_words
    return templates
