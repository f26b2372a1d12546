"""The board on a page looks as it does on the PNG of the same picture: no rule of the page's own changes it."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image

from pbmserv.pictures.png import png_of
from pbmserv.pictures.sides import picture_for
from pbmserv.pictures.theme import COLOURS, Scheme
from pbmserv.play.view import SHOWN, BoardViews
from pbmserv.web.board_pictures import PNG_WIDTH
from tests.pictures.test_screens import GAMES, TOLERANCE, difference
from tests.web.in_chromium import PATIENCE
from tests.web.nearly_over import nearly_over
from tests.web.test_board_in_chromium import Table
from tests.web.test_board_in_chromium import table as table

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def page(table: Table) -> Iterator[Page]:
    context = table.chromium.new_context(viewport={"width": PNG_WIDTH, "height": 2400})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def with_players(table: Table, board: str) -> bytes | None:
    """The file with the players that a page names; none where a page names nobody."""
    _, word, number = board.split("/")
    found = table.server.office.look_up(lambda call: call.work.boards.load(word, int(number)))
    assert found is not None
    view = BoardViews(found, SHOWN).of(None)
    game, seats = view.board.game, view.board.seats_shown
    named = picture_for(game, view.seen, None, seats=seats)
    return png_of(named, PNG_WIDTH) if named != picture_for(game, view.seen, None) else None


@pytest.mark.in_part
@pytest.mark.parametrize("word", GAMES)
def test_a_page_shows_the_board_of_the_png(table: Table, page: Page, word: str) -> None:
    board, _ = nearly_over(table.server, word, turns_left=2)
    answer = page.goto(table.url + board)
    assert answer is not None
    assert answer.ok
    on_page = Image.open(io.BytesIO(page.locator("#frame .picture").first.screenshot())).convert("RGB")

    file = page.request.get(f"{table.url}{board}.png")
    of_file = Image.open(io.BytesIO(with_players(table, board) or file.body())).convert("RGB")

    # Letters may stand a pixel or two apart: at a quarter of the size that is nothing.
    paper = COLOURS[Scheme.LIGHT]["paper"]
    assert difference(on_page.reduce(4), of_file.reduce(4), paper) < TOLERANCE
