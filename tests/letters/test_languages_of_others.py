"""Letters in Russian on a board of somebody else's game, whose package brings a catalog of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from pbmserv.games import catalogue
from pbmserv.locale import catalogs
from pbmserv.locale.catalogs import UNTRANSLATED, catalog_of
from pbmserv.post_office import PostOffice
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, Server

Texts: TypeAlias = dict[str | tuple[str, str], str | tuple[str, ...]]

HERDS = """
from pbmserv.games.breakthrough import Breakthrough
from pbmserv.games.message import Message, counted

class Herds(Breakthrough):
    name = "Herds"

    def status(self, position, viewer):
        left = sum(cell != "." for cell in position.cells)
        return (counted("{count} sheep is left", "{count} sheep are left", left), Message("White begins."))
"""
THEIRS: Texts = {
    ("{count} sheep is left", "{count} sheep are left"): (
        "осталась {count} овца",
        "остались {count} овцы",
        "овец {count}",
    ),
    "White begins.": "Не так, как у нас.",
}
OURS: Texts = {"Vertical": "нечто иное"}
"""A text of ours that they translate in another way."""


@pytest.fixture(autouse=True)
def herds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with one game and no catalog yet, which is installed; what was read of catalogs is forgotten."""
    package, told = tmp_path / "herds", tmp_path / "pbmserv_herds-1.0.dist-info"
    package.mkdir()
    told.mkdir()
    (package / "__init__.py").write_text(HERDS, "utf-8")
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: pbmserv-herds\nVersion: 1.0\n", "utf-8")
    (told / "entry_points.txt").write_text(f"[{catalogue.GROUP}]\nherds = herds:Herds\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "herds", raising=False)
    monkeypatch.setattr(catalogs, "installed", games)
    catalog_of.cache_clear()
    yield package
    catalog_of.cache_clear()


def games() -> catalogue.Catalogue:
    return catalogue.Catalogue(entry_points(group=catalogue.GROUP))


def bring(package: Path, content: bytes) -> None:
    folder = package / "locale/ru/LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "herds.mo").write_bytes(content)


def compiled(texts: Texts) -> bytes:
    catalog, file = Catalog(locale="ru"), BytesIO()
    for text, said in texts.items():
        catalog.add(text, said)
    write_mo(file, catalog)
    return file.getvalue()


def letter_of_a_first_move(database: Database) -> str:
    """What alice, who reads Russian, gets when a board of that game begins and it is her move."""
    server = Server(database)
    server.office = PostOffice(database, games(), ADDRESS, server.passwords, now=lambda: server.now)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "change language alice secret7 ru")
    return server.hear("alice@example.org", "herds challenge alice bob").letter_to("alice@example.org").text


def test_a_letter_has_their_sentences_in_the_language_of_its_reader(herds: Path, sqlite_database: Database) -> None:
    bring(herds, compiled({**THEIRS, **OURS}))

    text = letter_of_a_first_move(sqlite_database)

    assert "32 овцы" in text
    assert "Ваш ход, alice" in text


def test_without_their_catalog_the_letter_is_in_english_as_a_whole(sqlite_database: Database) -> None:
    text = letter_of_a_first_move(sqlite_database)

    assert "32 sheep are left" in text
    assert "It is your turn, alice" in text
    assert UNTRANSLATED not in text


def test_a_file_that_is_no_catalog_changes_nothing(herds: Path, sqlite_database: Database) -> None:
    bring(herds, b"no catalog")

    assert "It is your turn, alice" in letter_of_a_first_move(sqlite_database)


def test_what_is_ours_keeps_its_translation_and_counts_alone(herds: Path) -> None:
    bring(herds, compiled({**THEIRS, **OURS}))
    catalog = catalog_of("ru")

    assert catalog is not None
    assert catalog.gettext("Vertical") != OURS["Vertical"]
    assert catalog.count == catalogs.translated_texts("ru") + 2
