"""Which help pages of each language there are, and which no longer say what the English ones do.

Named pages are marked as brought up to date: `python -m translations.help_pages ru hex`. Those that have no mark yet
get one without being named. See `docs/translating.md`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path

from pbmserv.commands.help.written import REMARKS, english_pages, pages_in, remarks_of
from pbmserv.locale.catalogs import ENGLISH, languages

_OF = re.compile(r"^\.\. of: (.*)\n", re.MULTILINE)


def outdated(language: str) -> list[str]:
    """The pages whose English ones have changed since they were translated."""
    english = english_pages()
    return sorted(
        name for name, path in pages_in(language).items() if translated_from(path) not in {"", mark_of(english[name])}
    )


def mark(language: str, names: Collection[str]) -> None:
    """Have these pages, and those without a mark, say that they translate the English ones as they are now."""
    english = english_pages()
    for name, path in pages_in(language).items():
        if name in names or not translated_from(path):
            path.write_text(marked(path.read_text("utf-8"), mark_of(english[name])), "utf-8")


def translated_from(page: Path) -> str:
    """The mark of the English page that a page of another language translates; empty if it says nothing of that."""
    found = _OF.search(remarks_of(page))
    return found[1] if found else ""


def mark_of(english: Path) -> str:
    """What marks an English page as it is now."""
    return sha256(english.read_bytes()).hexdigest()[:8]


def marked(page: str, mark: str) -> str:
    """A stored page that says which English page it translates."""
    remarks = REMARKS.match(page)
    begun = _OF.sub("", remarks[0]) if remarks else ""
    return f"{begun}.. of: {mark}\n{page[remarks.end() if remarks else 0 :]}"


def main() -> None:
    language, *names = sys.argv[1:] or [""]
    if language:
        mark(language, names)
    for each in languages():
        if each != ENGLISH:
            old = outdated(each)
            sys.stdout.write(f"{each}: {len(pages_in(each))} of {len(english_pages())} help pages\n")
            sys.stdout.write(f"  no longer as in English: {', '.join(old)}\n" if old else "")


if __name__ == "__main__":
    main()
