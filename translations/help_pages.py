"""Which help pages of each language there are, and which no longer say what the English ones do.

Named pages are marked as brought up to date: `python -m translations.help_pages ru hex`. Those that have no mark yet
get one without being named. See `docs/translating.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Collection

from pbmserv.commands.help.written import english_pages, mark_of, marked, pages_in, translated_from
from pbmserv.locale.catalogs import ENGLISH, languages


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
