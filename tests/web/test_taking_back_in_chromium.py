"""What was touched is taken back, touch by touch, and a begun move stays when something else is done."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.test_board_in_chromium import SHOWS_MOVES, Table
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table
from tests.web.test_meanwhile_in_chromium import says
from tests.web.test_touching_in_chromium import BY_FINGER, SHOWN, begun, lying, settled, tap, tap_at_once

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, Route

pytestmark = pytest.mark.long

UNFOLD = "for (const each of document.querySelectorAll('.panel details')) each.open = true"


@pytest.fixture
def page(table: Table, seat: Callable[..., Page]) -> Page:
    """Alice is to move in chess, after a move of each."""
    page = seat("alice", reduced_motion="reduce", **BY_FINGER)
    page.goto(table.url + begun(table, "chess", "g1-f3", "g8-f6"))
    return page


def board_of(page: Page) -> str:
    return str(page.evaluate("location.pathname"))


def never_answered(page: Page, touches: str) -> list[Route]:
    """The server is asked for these touches, and its answer does not come."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "GET":
            held.append(route)
        else:
            route.continue_()

    page.route(f"**{board_of(page)}?touch={touches}", hold)
    return held


class TestWhileAnAnswerIsOnItsWay:
    def test_escape_takes_back_the_first_touch(self, page: Page) -> None:
        never_answered(page, "e2")
        tap_at_once(page, "e2")

        page.keyboard.press("Escape")

        assert page.evaluate(SHOWN)["touched"] == ""
        settled(page)
        assert page.evaluate(SHOWN)["touched"] == ""
        assert "e2" in page.evaluate(SHOWN)["places"]

    def test_escape_takes_back_the_last_touch_alone(self, page: Page) -> None:
        tap(page, "e2")
        never_answered(page, "e2+e4")
        tap_at_once(page, "e4")
        assert lying(page)["e4"] == ["e2"]

        page.keyboard.press("Escape")

        assert lying(page)["e2"] == ["e2"]
        settled(page)
        assert page.evaluate(SHOWN)["touched"] == "e2"
        assert set(page.evaluate(SHOWN)["places"]) == {"e3", "e4"}

    def test_escape_twice_takes_back_both(self, page: Page) -> None:
        tap(page, "e2")
        never_answered(page, "e2+e4")
        tap_at_once(page, "e4")

        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        settled(page)

        assert page.evaluate(SHOWN)["touched"] == ""
        assert lying(page)["e2"] == ["e2"]

    def test_back_does_the_same(self, page: Page) -> None:
        tap(page, "e2")
        never_answered(page, "e2+e4")
        tap_at_once(page, "e4")

        page.locator("[data-back]").click()
        settled(page)

        assert page.evaluate(SHOWN)["touched"] == "e2"

    def test_an_answer_that_comes_after_escape_is_dropped(self, page: Page) -> None:
        tap(page, "e2")
        held = never_answered(page, "e2+e4")
        tap_at_once(page, "e4")
        page.keyboard.press("Escape")
        settled(page)

        held[0].continue_()
        page.wait_for_timeout(300)

        assert page.evaluate(SHOWN)["touched"] == "e2"
        assert not page.evaluate(SHOWN)["ready"]

    def test_a_stone_goes_back_too(self, table: Table, seat: Callable[..., Page]) -> None:
        page = seat("alice", reduced_motion="reduce")
        page.goto(table.url + begun(table, "othello"))
        never_answered(page, "d3")
        page.locator("a[data-place=d3]").click()

        page.keyboard.press("Escape")
        settled(page)

        assert "d3" in page.evaluate(SHOWN)["places"]
        assert not page.evaluate(SHOWN)["ready"]


def test_what_has_been_sent_is_not_taken_back(page: Page) -> None:
    for place in ("e2", "e4"):
        tap(page, place)
    held: list[Route] = []
    page.route(f"**{board_of(page)}", lambda route: held.append(route))
    page.locator("#confirm").click()
    page.wait_for_function("document.getElementById('game').hasAttribute('aria-busy')")

    page.keyboard.press("Escape")
    page.locator("[data-back]").click()
    assert lying(page)["e4"] == ["e4"]
    held[0].continue_()

    page.wait_for_function(SHOWS_MOVES, arg="3")


@pytest.mark.parametrize(
    ("touches", "shown"), [(["e2"], ("touched", "e2")), (["e2", "e4"], ("headline", "Play e4?"))]
)
class TestABegunMoveStays:
    def test_when_a_draw_is_offered(self, page: Page, touches: list[str], shown: tuple[str, str]) -> None:
        for place in touches:
            tap(page, place)
        page.evaluate(UNFOLD)

        page.get_by_role("button", name="Offer a draw").click()

        page.locator("#turn").get_by_text("alice offers a draw").wait_for()
        assert page.evaluate(SHOWN)[shown[0]] == shown[1]

    def test_when_somebody_says_something(self, page: Page, touches: list[str], shown: tuple[str, str]) -> None:
        for place in touches:
            tap(page, place)

        page.fill("#chat", "Good luck!")
        page.get_by_role("button", name="Send").click()

        page.locator("#remarks").get_by_text("Good luck!").wait_for()
        assert page.evaluate(SHOWN)[shown[0]] == shown[1]

    def test_when_the_opponent_offers_a_draw_or_says_something(
        self, table: Table, page: Page, touches: list[str], shown: tuple[str, str]
    ) -> None:
        for place in touches:
            tap(page, place)
        board = board_of(page)

        says(table, board, "How about a draw?")
        page.locator("#remarks").get_by_text("How about a draw?").wait_for(state="attached")
        table.server.hear("bob@example.org", f"chess move {board.rpartition('/')[2]} bob bobpw123 propose")
        page.locator("#turn").get_by_role("button", name="Accept").wait_for()

        assert page.evaluate(SHOWN)[shown[0]] == shown[1]


def test_words_that_are_sent_before_a_touch_is_answered_leave_the_touch(page: Page) -> None:
    never_answered(page, "e2")
    page.fill("#chat", "Hm")
    page.evaluate("scrollTo(0, 0)")
    tap_at_once(page, "e2")
    assert page.evaluate(SHOWN)["touched"] == "e2"

    page.get_by_role("button", name="Send").click()
    page.locator("#remarks").get_by_text("Hm").wait_for()

    assert page.evaluate(SHOWN)["touched"] == "e2"


def test_another_square_for_a_piece_is_touched_without_going_back(page: Page) -> None:
    for place in ("e2", "e4", "e3"):
        tap(page, place)

    assert page.evaluate(SHOWN)["headline"] == "Play e3?"
    assert page.url.endswith("?touch=e2+e3")


def test_a_tile_is_turned_by_a_tap_when_all_has_been_chosen(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "pairimpair")
    page = table.page_of("alice", "by touch")
    page.goto(table.url + board)
    page = table.page_of(page.locator(".seats li.now a").first.inner_text(), "by touch")
    page.goto("about:blank")
    page.goto(table.url + board)
    entries = page.evaluate("history.length")
    while page.locator(".choices a[data-place^=hour]:not([hidden])").count() < 2:
        tap(page, page.evaluate(SHOWN)["places"][0])
    tap(page, page.evaluate(SHOWN)["places"][0])
    first = page.evaluate(SHOWN)["headline"]
    assert page.evaluate(SHOWN)["ready"]

    page.locator(".choices a[data-anew^=hour]:not([aria-current])").first.tap()
    page.wait_for_function("(first) => document.getElementById('headline').textContent !== first", arg=first)

    assert page.evaluate(SHOWN)["ready"]
    # The way back leads to where one came from.
    assert page.evaluate("history.length") == entries
    page.go_back()
    assert page.url == "about:blank"
