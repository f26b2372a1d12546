"""Brings the catalogs up to date with the source, and compiles them; see `docs/translating.md`."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from translations.messages import ROOT, texts

FOLDER = ROOT / "pbmserv" / "locale"
TEMPLATE = FOLDER / "pbmserv.pot"
NAME = Path("LC_MESSAGES/pbmserv.po")
Words = str | tuple[str, ...] | list[str]
_SINCE = datetime(2026, 1, 1, tzinfo=UTC)
"""No file changes by the day on which it was made."""


def found() -> Catalog:
    """All texts of the source, without translations."""
    catalog = Catalog(project="pbmserv", copyright_holder="the authors of pbmserv", creation_date=_SINCE)
    for text in texts():
        words = (text.one, text.many) if text.many else text.one
        catalog.add(words, locations=[(text.where, 0)], context=text.context or None)
    return catalog


def of_language(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def brought_up(catalog: Catalog, template: Catalog) -> Catalog:
    """The catalog of a language with the texts of the source: new ones are empty, and others keep what they have."""
    catalog.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalog.obsolete.clear()
    catalog.creation_date = catalog.revision_date = _SINCE
    return catalog


def written(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalog, width=100, include_lineno=False, sort_output=True)
    return file.getvalue()


def compiled(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def missing(catalog: Catalog, only_core: bool = False) -> list[str]:
    """The texts that a language does not have; of the core alone, without those of games and of pages on commands."""
    return [
        forms_of(message.id)[0]
        for message in catalog
        if message.id and not all(forms_of(message.string))
        if not only_core or any(not _is_apart(where) for where, _ in message.locations)
    ]


def _is_apart(where: str) -> bool:
    return where.startswith(("pbmserv/games/", "game ", "help "))


def forms_of(words: Words | None) -> tuple[str, ...]:
    """A text, or its forms for numbers; an empty one if there is none."""
    return tuple(words) if isinstance(words, (tuple, list)) else (words or "",)


def main() -> None:
    template = found()
    FOLDER.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(written(template))
    for path in sorted(FOLDER.glob(f"*/{NAME}")):
        catalog = brought_up(of_language(path), template)
        path.write_bytes(written(catalog))
        path.with_suffix(".mo").write_bytes(compiled(of_language(path)))
        left = missing(catalog)
        sys.stdout.write(f"{path.parts[-3]}: {len(catalog) - len(left)} of {len(catalog)} texts translated\n")


if __name__ == "__main__":
    main()
