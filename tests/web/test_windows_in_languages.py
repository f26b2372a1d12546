"""Boards in Russian and German, whose words are longer, in windows of ten sizes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbmserv.games.catalogue import installed
from tests.conversation import FOUR
from tests.web.in_chromium import PHONE, TOUCHABLE
from tests.web.test_board_in_chromium import AT, IN_SIGHT, WINDOWS, Table, laid_table

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


def hidden_on(table: Table, word: str, at: str) -> list[tuple[int, int, str]]:
    """What of a board is out of sight, before a touch and where the move is to be confirmed, in which windows."""
    board = AT[at](table.server, word)
    page = table.page_of("alice", "by keys")
    page.goto(table.url + board)
    page = table.page_of(page.locator(".seats li.now a").first.inner_text(), "by keys")
    page.goto(table.url + board)
    hidden = []
    while True:
        is_confirmed = page.locator("#confirm").count() > 0
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            hidden += [(width, height, what) for what, is_seen in page.evaluate(IN_SIGHT).items() if not is_seen]
        if is_confirmed:
            break
        page.goto(table.url + str(page.locator(TOUCHABLE).last.get_attribute("href")))
    assert page.evaluate("document.documentElement.lang") != "en"
    page.set_viewport_size(PHONE)
    return hidden


@pytest.mark.parametrize("word", _LONGEST)
def test_the_board_the_clocks_and_confirm_are_in_sight(table: Table, word: str) -> None:
    assert hidden_on(table, word, "in the middle") == []


@pytest.mark.in_part
@pytest.mark.parametrize("word", sorted({*installed()} - {*_LONGEST}))
def test_they_are_in_every_game(table: Table, word: str) -> None:
    assert hidden_on(table, word, "at the start") == []
