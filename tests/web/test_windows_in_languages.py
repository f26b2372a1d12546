"""Boards in Russian and German, whose words are longer, in windows of ten sizes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbmserv.games.catalogue import installed
from tests.conversation import FOUR
from tests.web.test_board_in_chromium import Table, hidden_on, laid_table

pytestmark = pytest.mark.long

_LONGEST = ("chess", "fleets", "hearts", "hex", "yacht")


@pytest.fixture(scope="module", params=["ru", "de"])
def table(
    request: pytest.FixtureRequest, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Table]:
    path = tmp_path_factory.mktemp("boards") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    with laid_table(f"sqlite:///{path}") as table:
        for userid, password in FOUR.items():
            table.server.hear(f"{userid}@example.org", f"change language {userid} {password} {request.param}")
        yield table


@pytest.mark.parametrize("word", _LONGEST)
def test_the_board_the_clocks_and_confirm_are_in_sight(table: Table, word: str) -> None:
    page = table.page_of("alice", "by keys")
    page.goto(table.url)
    assert page.evaluate("document.documentElement.lang") != "en"
    assert hidden_on(table, word, "in the middle") == []


@pytest.mark.in_part
@pytest.mark.parametrize("word", sorted({*installed()} - {*_LONGEST}))
def test_they_are_in_every_game(table: Table, word: str) -> None:
    assert hidden_on(table, word, "at the start") == []
