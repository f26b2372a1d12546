"""Letters and their templates."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, StrictUndefined, Template

from pbmserv.games.message import listed
from pbmserv.letters.compiled_templates import TOGETHER, KeptCompiled, templates_in
from pbmserv.letters.page import ActionLink, BoardPage, Body, TextPart, measured
from pbmserv.letters.paragraphs import fitted, has_a_wide_line
from pbmserv.letters.template_messages import WithMessages, counted, message
from pbmserv.letters.widths import WIDTH, wrapped
from pbmserv.locale.catalogs import UNTRANSLATED, spoken, translated
from pbmserv.play.board import Player

_FOLDER = Path(__file__).parent / "templates"
_SUBJECTS = Path(__file__).parent.parent / "commands"
"""Below this, each subject has its own templates."""
LINE_OF_STARS = "*" * 60
"""Separates the server's text and players' words."""

_STAR = r"[*\u066d\u204e\u2217\u26b9\u2731-\u2733\u273b-\u273d\ufe61\uff0a]"
_BLANK = r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]"
_STARS = re.compile(rf"{_STAR}(?:{_BLANK}*{_STAR}){{9,}}")
"""At least ten stars or similar signs, perhaps with blanks and invisible characters between."""
_PART = f"\0{secrets.token_hex(8)} "
"""Marks a part in a template's output; unpredictable, so that no game's text can contain it."""
_CONTROLS = re.compile(rf"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff{UNTRANSLATED}]")


MOST_PICTURES = 6
"""The number of boards with pictures in a letter with several: the first ones."""

MOST_BY_THEMSELVES = 12
"""The number of buttons that fit a phone; more are folded."""


@dataclass(frozen=True)
class Attachment:
    """A text file attached for programs, with name and media type."""

    name: str
    media_type: str
    text: str


class Group(NamedTuple):
    """Moves folded under a title; there are `size` of them."""

    title: str
    size: int


class Links(NamedTuple):
    """All moves that the reader can make by letter, at least one.

    Each is quoted in an address that starts with `begun` (`mailto:…&body=`) and ends with `ending`, the number of the
    move, which is not shown.
    """

    begun: str
    moves: tuple[str, ...]
    groups: tuple[Group, ...] = ()
    """The groups of the last moves, in order; moves before them are shown singly."""
    ending: str = ""
    is_open: bool = False
    """Whether nothing is folded: the reader has asked for these."""


class BoardOfSeveral(NamedTuple):
    """A board of a letter with several: its page, the address for answers to it alone, and moves if they are few."""

    page: BoardPage
    reply_to: str | None
    links: Links | None = None


@dataclass(frozen=True)
class Letter:
    """A letter.

    `thread` names its subject (`trichet-101`), by which mail programs group letters; all letters of a thread have one
    Subject. What this one brings stands in From before the server's name: `says` (`Your turn`), in words of ours
    alone. `reply_to` is the address for answers, if not the server's. `unasked` marks letters that answer nobody
    (reminders, broadcasts). Each address of `unsubscribe` ends such letters, `mailto:` by mail, `https:` by a POST.

    It goes `to` these addresses as `text_only`, with HTML, in which boards are pictures if `pictures`, with `pieces`
    of this set, or `as_json`. `body` is what the HTML shows of the text, `page` what HTML and JSON know of a board
    that ends it, `boards` the same of several, the most urgent first. With `words_first` it begins with the player's
    words that end the text.
    `player` is its recipient, if a player;
    `answers` says that it goes to the command's author. An `only_mailed` letter holds a code that proves access to
    the mailbox and is not shown elsewhere.
    """

    subject: str
    text: str
    thread: str | None = None
    reply_to: str | None = None
    unasked: bool = False
    unsubscribe: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    links: Links | None = None
    to: tuple[str, ...] = ()
    text_only: bool = False
    pictures: bool = True
    pieces: str = ""
    as_json: bool = False
    body: Body | None = None
    page: BoardPage | None = None
    boards: tuple[BoardOfSeveral, ...] = ()
    words_first: bool = False
    player: Player | None = None
    answers: bool = False
    only_mailed: bool = False
    says: str = ""
    language: str = ""
    """The language of its reader, if it is not English, and of the letter, if all of it has been translated."""
    written_in: str = ""
    """The language in which it has been written, if that is its reader's already."""

    @property
    def is_translated(self) -> bool:
        """Whether all that it says has a translation in the language in which it was written."""
        return not any(UNTRANSLATED in words for words in (self.text, self.subject, self.says))

    @property
    def headline(self) -> str:
        """What a list of mail shows of it: `Your turn: Hex Board 101`."""
        return f"{self.says}: {self.subject}" if self.says else self.subject


_SAFE_IN_ADDRESSES = "@"
_QUOTED = {code: quote(chr(code), safe=_SAFE_IN_ADDRESSES) for code in range(128)}


def quoted(text: str) -> str:
    """Quote a text for an address."""
    # Not by urlencode, which writes + for a blank: mail programs show it as a plus.
    return text.translate(_QUOTED) if text.isascii() else quote(text, safe=_SAFE_IN_ADDRESSES)


def write(
    template: str,
    subject: str,
    thread: str | None = None,
    offers: Sequence[ActionLink] = (),
    says: str = "",
    **facts: Any,
) -> Letter:
    """A letter from one of the templates: `talk/chat` is that of a subject, `board` one beside this module.

    `offers` are the answers that it takes.
    """
    return replace(made_of(parts_of(template, **facts), subject, thread, offers), says=says)


def made_of(
    parts: Sequence[TextPart], subject: str, thread: str | None = None, offers: Sequence[ActionLink] = ()
) -> Letter:
    """A letter of these parts."""
    text = "\n".join([part.text for part in parts]) or "\n"
    body = Body(measured(parts), tuple(offers)) if any(part.kind for part in parts) else None
    return Letter(subject, text, thread, body=body)


def text_of(template: str, **facts: Any) -> str:
    """The text of a template, without trailing blanks and double empty lines, with a final newline."""
    return "\n".join([part.text for part in parts_of(template, **facts)]) or "\n"


def parts_of(*templates: str, **facts: Any) -> list[TextPart]:
    """The non-empty parts of a letter from templates with the same values.

    The letter is the parts joined by empty lines. What stands above the first mark is a part without a kind.
    """
    text = _closed_up(_without_blanks(_template(spoken() is None, *templates).render(facts)))
    fit = fitted if has_a_wide_line(text) else str
    first, *marked = text.split(_PART)
    parts = [("", first), *((head, text) for head, _, text in [part.partition("\n") for part in marked])]
    named = [(head.partition(" "), text) for head, text in parts if text and not text.isspace()]
    return [TextPart(kind, fit(text.strip("\n") + "\n"), more) for (kind, _, more), text in named]


def _without_blanks(text: str) -> str:
    return "\n".join(map(str.rstrip, text.splitlines()))


def _closed_up(text: str) -> str:
    lines = text.strip("\n")
    while "\n\n\n" in lines:  # ten times as fast as the regular expression would be
        lines = lines.replace("\n\n\n", "\n\n")
    return f"{lines}\n"


@lru_cache(maxsize=16)
def players_words(text: str) -> str:
    """A player's words, safe for a letter: no line can pass for a line of stars.

    Otherwise a comment could go on with such a line and "bob writes:". Terminal control characters are removed, and
    the mark of texts without a translation, which would make letters and pages of others English.
    """
    words = _CONTROLS.sub("", "\n".join(text.splitlines()))
    if _STARS.search(words) is None:
        return words
    return "\n".join([_STARS.sub("***", line) for line in words.split("\n")])


def _postmaster(server: str) -> str:
    """The address of the person who runs the server with this address."""
    return f"postmaster@{server.rpartition('@')[2]}"


def _players_words_or_ours(text: str) -> str:
    """What stands as somebody's words; the server's own are a message, as long as they have not been stored."""
    said = translated(text)
    is_marked = said is not text and UNTRANSLATED in said
    return f"{UNTRANSLATED * is_marked}{players_words(said)}"


def _wrapped_in_words(text: str, width: int = WIDTH) -> str:
    return wrapped(translated(text), width)


@cache
def _template(is_english: bool, *names: str) -> Template:
    """A template; several names give one that writes them in a row."""
    template = _templates(is_english).get_template(TOGETHER.join(names))
    # Copied for each letter: from a plain dictionary that takes a third of the time.
    template.globals = dict(template.globals)
    return template


@cache
def _templates(is_english: bool) -> Environment:
    """The templates, for English or for other languages: there, messages among their values are translated."""
    others: dict[str, Any] = {} if is_english else {"finalize": translated}
    templates = WithMessages(
        **others,
        loader=templates_in(_FOLDER, _SUBJECTS),
        bytecode_cache=KeptCompiled(_FOLDER / "__pycache__", "" if is_english else " translated"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        auto_reload=False,
    )
    templates.globals["stars"] = LINE_OF_STARS
    # No filter: a template that is kept compiled would hold the sign of the process that has compiled it.
    templates.globals["part"] = _PART
    templates.globals["message"] = message
    templates.globals["counted"] = counted
    templates.filters["wrapped"] = wrapped if is_english else _wrapped_in_words
    templates.filters["listed"] = listed
    templates.filters["players_words"] = players_words if is_english else _players_words_or_ours
    templates.filters["postmaster"] = _postmaster
    return templates
