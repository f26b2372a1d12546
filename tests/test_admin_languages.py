"""`pbmserv admin language`: which languages there are, and how complete each is."""

from __future__ import annotations

import json

from click.testing import CliRunner

from pbmserv import places
from pbmserv.cli import main
from pbmserv.locale.catalogs import languages


def test_each_language_is_listed_with_what_is_translated() -> None:
    result = CliRunner().invoke(main, ["admin", "language", "--json"])

    rows = {row["language"]: row for row in json.loads(result.output)}
    assert tuple(rows) == languages()
    assert (rows["en"]["name"], rows["en"]["percent"]) == ("English", 100)
    assert rows["ru"]["name"] == "Русский"
    assert rows["ru"]["percent"] == 100 * rows["ru"]["texts"] // rows["en"]["texts"] > 80
    assert rows["en"]["texts"] > 2_000


def test_the_help_pages_of_each_language_are_counted() -> None:
    result = CliRunner().invoke(main, ["admin", "language", "--json"])

    pages = {row["language"]: row["help_pages"] for row in json.loads(result.output)}
    assert pages["en"] == len([*places.help_pages().glob("*.txt")])
    assert pages["ru"] == len([*places.help_pages().glob("ru/*.txt")]) >= 18
