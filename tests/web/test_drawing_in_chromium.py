"""Arrows and marks by the right button of a mouse: kept while moves are tried out, otherwise as long as the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.in_chromium import goes_on
from tests.web.test_board_in_chromium import Table
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table
from tests.web.test_touching_in_chromium import MIDDLE, begun, settled
from tests.web.test_trying_in_chromium import is_a_post

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

pytestmark = pytest.mark.long

DRAWN = """() => ["path", "circle"].map((each) => document.querySelectorAll(`.drawn ${each}`).length)"""


def draw(page: Page, start: str, end: str) -> None:
    page.mouse.move(*page.evaluate(MIDDLE, start))
    page.mouse.down(button="right")
    page.mouse.move(*page.evaluate(MIDDLE, end), steps=3)
    page.mouse.up(button="right")


def click(page: Page, place: str) -> None:
    page.mouse.click(*page.evaluate(MIDDLE, place))


@pytest.fixture
def page(table: Table, seat: Callable[..., Page]) -> Page:
    page = seat("alice", reduced_motion="reduce")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(table.url + begun(table, "chess", "e2-e4", "e7-e5"))
    with page.expect_response("**/marks.js"):
        page.mouse.move(*page.evaluate(MIDDLE, "a4"))
    return page


class TestOnABoardInPlay:
    def test_is_drawn_for_who_looks_at_it_and_not_kept(self, page: Page) -> None:
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.method))
        draw(page, "d2", "d4")
        draw(page, "f7", "f7")

        assert page.evaluate(DRAWN) == [1, 1]
        assert "POST" not in sent
        page.reload()
        assert page.evaluate(DRAWN) == [0, 0]

    def test_goes_when_it_is_drawn_again(self, page: Page) -> None:
        draw(page, "d2", "d4")
        draw(page, "g1", "f3")
        draw(page, "d2", "d4")

        assert page.evaluate(DRAWN) == [1, 0]

    def test_stays_with_its_position(self, page: Page) -> None:
        draw(page, "d2", "d4")
        with goes_on(page):
            page.keyboard.press("ArrowLeft")
        settled(page)
        assert page.evaluate(DRAWN) == [0, 0]
        with goes_on(page):
            page.keyboard.press("ArrowRight")
        settled(page)
        assert page.evaluate(DRAWN) == [1, 0]

    def test_is_cleared_by_a_click_on_an_empty_square_that_does_nothing_else(self, page: Page) -> None:
        self.is_cleared(page, "h5")

    def test_is_cleared_by_a_click_on_a_piece_which_is_touched_too(self, page: Page) -> None:
        draw(page, "d2", "d4")
        with goes_on(page):
            click(page, "g1")

        assert page.evaluate(DRAWN) == [0, 0]
        settled(page)
        assert page.locator("#frame").get_attribute("data-touched") == "g1"

    def test_is_cleared_in_a_preview(self, page: Page) -> None:
        for place in ("g1", "f3"):
            with goes_on(page):
                click(page, place)
            settled(page)
        assert page.locator("#confirm").count() == 1
        self.is_cleared(page, "d5")
        assert page.locator("#confirm").count() == 1

    def test_is_cleared_while_the_other_is_to_move(self, table: Table, page: Page) -> None:
        page.goto(table.url + begun(table, "chess", "e2-e4"))
        with page.expect_response("**/marks.js"):
            page.mouse.move(*page.evaluate(MIDDLE, "a4"))
        self.is_cleared(page, "h5")

    def is_cleared(self, page: Page, by: str) -> None:
        draw(page, "d2", "d4")
        draw(page, "b1", "c3")
        assert page.evaluate(DRAWN) == [2, 0]
        click(page, by)

        assert page.evaluate(DRAWN) == [0, 0]
        assert page.locator("#frame.lit").count() == 0


class TestWhileMovesAreTriedOut:
    @pytest.fixture
    def tried(self, page: Page) -> Page:
        with goes_on(page):
            page.locator("#steps a", has_text="Try out").click()
        settled(page)
        with page.expect_response(is_a_post):
            draw(page, "d2", "d4")
        assert page.evaluate(DRAWN) == [1, 0]
        return page

    def test_it_is_kept(self, tried: Page) -> None:
        tried.reload()

        tried.wait_for_selector(".drawn path", state="attached")

    @pytest.mark.parametrize("by", ["a click on an empty square", "Clear"])
    def test_it_is_cleared(self, tried: Page, by: str) -> None:
        with tried.expect_response(is_a_post):
            if by == "Clear":
                tried.locator("summary", has_text="Arrows and marks").click()
                tried.get_by_role("button", name="Clear").click()
            else:
                click(tried, "h5")

        assert tried.evaluate(DRAWN) == [0, 0]
        tried.reload()
        assert tried.evaluate(DRAWN) == [0, 0]
        assert tried.locator("#drawn").input_value() == ""
