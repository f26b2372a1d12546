"""The written help pages: English ones in `help`, those of another language in a folder below it, named by its code.

A page of another language has the name of the English one. Remarks in its first lines name words by which it is found
in that language, and tell of which English page it is the translation:

    .. also: ничья, мир
    .. of: 1f3a5c7e
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path

from pbmserv import places
from pbmserv.games.message import Message
from pbmserv.locale.catalogs import ENGLISH, UNTRANSLATED, speaking, spoken, translated

IN_ENGLISH_ALONE = Message("This help page is still in English alone.")
"""Stands above a page that has not been translated."""
_REMARKS = re.compile(r"(?:\.\. (?:also|of): .*\n)*")
_ALSO = re.compile(r"^\.\. also: (.*)\n", re.MULTILINE)
_OF = re.compile(r"^\.\. of: (.*)\n", re.MULTILINE)


def english_pages() -> dict[str, Path]:
    """The pages by their names."""
    return {path.stem: path for path in places.help_pages().glob("*.txt")}


def pages_in(language: str) -> dict[str, Path]:
    """The pages of a language by their names."""
    if language in {"", ENGLISH}:
        return english_pages()
    pages = english_pages()
    return {path.stem: path for path in (places.help_pages() / language).glob("*.txt") if path.stem in pages}


def written_page(name: str) -> str | None:
    """A page as it is stored, in the language in which is written; None if there is none of this name.

    What there is in English alone is marked as without a translation.
    """
    catalog = spoken()
    own = places.help_pages() / catalog.language / f"{name}.txt" if catalog else None
    if own is not None and own.is_file():
        return _REMARKS.sub("", own.read_text("utf-8"), count=1)
    english = places.help_pages() / f"{name}.txt"
    if not english.is_file():
        return None
    return f"{UNTRANSLATED if catalog else ''}{english.read_text('utf-8')}"


def whole_or_english(write: Callable[[], str]) -> str:
    """A page in the language in which is written; in English, and saying so, if some of it has no translation."""
    text = write()
    if UNTRANSLATED not in text:
        return text
    with speaking(None):
        english = write()
    note = translated(IN_ENGLISH_ALONE)
    return english if UNTRANSLATED in note else _below_the_title(note, english)


def without_note(page: str) -> tuple[str, bool]:
    """A page without that note, and whether it had one, and so is in English."""
    note = f"\n{translated(IN_ENGLISH_ALONE)}\n"
    return (page.replace(note, "", 1), True) if spoken() and note in page else (page, False)


def _below_the_title(note: str, page: str) -> str:
    title, _, rest = page.partition("\n")
    if not rest.startswith("=" * len(title)):
        return f"{note}\n\n{page}"
    return f"{title}\n{'=' * len(title)}\n\n{note}{rest[len(title) :]}"


def words_for_pages() -> Mapping[str, str]:
    """The names of pages by words for them in other languages."""
    return _words_below(places.help_pages())


@cache
def _words_below(folder: Path) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*/*.txt")):
        if also := _ALSO.search(_remarks_of(path)):
            found |= {word.strip().lower(): path.stem for word in also[1].split(",")}
    return found


def translated_from(page: Path) -> str:
    """The mark of the English page that a page of another language translates; empty if it says nothing of that."""
    found = _OF.search(_remarks_of(page))
    return found[1] if found else ""


def mark_of(english: Path) -> str:
    """What marks an English page as it is now."""
    return sha256(english.read_bytes()).hexdigest()[:8]


def marked(page: str, mark: str) -> str:
    """A stored page that says which English page it translates."""
    remarks = _REMARKS.match(page)
    begun = remarks[0] if remarks else ""
    return "".join([_OF.sub("", begun), ".. of: ", mark, "\n", page[len(begun) :]])


def _remarks_of(path: Path) -> str:
    with path.open(encoding="utf-8") as page:
        return "".join(takewhile(lambda line: line.startswith(".. "), page))
