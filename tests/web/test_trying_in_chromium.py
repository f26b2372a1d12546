"""What is tried out on a board is kept as a tree beside it: by finger, by keys, and without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.in_chromium import goes_on
from tests.web.test_board_in_chromium import Table
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table
from tests.web.test_touching_in_chromium import BY_FINGER, WINDOW, begun, drag, settled, tap, tap_at_once

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, Route

pytestmark = pytest.mark.long

TREE = """() => [...document.querySelectorAll(".lines ol, .lines ul")].map((each) => each.matches("ol")
  ? [...each.querySelectorAll("a")].map((link) => (link.matches("[aria-current]") ? "*" : "") + link.textContent)
  : "<").flat().join(" ")"""
IN_THE_BAR = """() => [...document.querySelectorAll("#steps :is(.button, button)")].filter((each) => {
  const {left, top, right, bottom, width, height} = each.getBoundingClientRect();
  const isInWindow = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return isInWindow && each.contains(document.elementFromPoint(left + width / 2, top + height / 2)) && height >= 44;
}).map((each) => each.innerText.replace("\\n", " "))"""
ROWS = """() => new Set([...document.querySelectorAll("#steps :is(.button, button)")].filter(
  (each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().top)).size"""
BOXES = """() => [...document.querySelectorAll(".lines a")].map((each) => {
  const {left, right, width, height} = each.getBoundingClientRect();
  return [left, innerWidth - right, width, height];
})"""


SLOW_NETWORK = """() => {
  const send = fetch;
  window.fetch = (...what) => new Promise((wake) => setTimeout(wake, 700)).then(() => send(...what));
}"""


def is_a_post(route_or_answer: object) -> bool:
    return route_or_answer.request.method == "POST"  # type: ignore[attr-defined, no-any-return]


def try_out(page: Page, *moves: tuple[str, ...]) -> None:
    """Make moves, each by touching its places, and wait until the server has them."""
    for places in moves:
        with page.expect_response(is_a_post):
            for place in places:
                tap(page, place)


class TestOnAPhone:
    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page]) -> Page:
        page = seat("alice", **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(table.url + begun(table, "chess") + "?line=")
        return page

    def test_two_ways_are_both_found_next_time(self, page: Page) -> None:
        try_out(page, ("e2", "e4"), ("c7", "c5"))
        page.locator("#steps a[rel=prev]").tap()
        settled(page)
        try_out(page, ("e7", "e5"))
        page.goto(page.url.partition("?")[0])
        assert page.locator("#steps [title='2 lines kept']").count() == 1
        with goes_on(page):
            page.locator("#steps a", has_text="Try out").tap()

        assert page.evaluate(TREE) == "e4 < c5 e5"

    def test_a_move_in_it_leads_to_its_position(self, page: Page) -> None:
        try_out(page, ("e2", "e4"), ("c7", "c5"))
        with goes_on(page):
            page.locator(".lines a", has_text="e4").tap()
        settled(page)

        assert page.evaluate(TREE) == "*e4 c5"
        assert page.locator("#frame [data-on=c7]").count() > 0
        page.locator("#steps a[rel=next]").tap()
        page.wait_for_function("() => !document.querySelector('#frame [data-on=c7]')")
        assert page.evaluate(TREE) == "e4 *c5"

    def test_it_is_as_broad_as_the_screen_at_most_and_its_moves_as_a_finger(self, page: Page) -> None:
        try_out(page, ("e2", "e4"))
        for reply in (("c7", "c5"), ("e7", "e5"), ("g8", "f6")):
            try_out(page, reply)
            page.locator("#steps a[rel=prev]").tap()
            settled(page)

        boxes = page.evaluate(BOXES)
        assert len(boxes) == 4
        assert all(left >= 0 and right >= 0 and min(width, height) >= 24 for left, right, width, height in boxes)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    def test_what_is_forgotten_is_gone(self, page: Page) -> None:
        try_out(page, ("e2", "e4"), ("c7", "c5"))
        page.get_by_role("button", name="Forget").tap()
        page.wait_for_function(f"() => ({TREE})() === '*e4'")
        page.reload()

        assert page.evaluate(TREE) == "*e4"

    def test_all_that_can_be_done_stands_in_one_row_at_the_edge(self, page: Page) -> None:
        try_out(page, ("e2", "e4"), ("c7", "c5"))

        assert page.evaluate(IN_THE_BAR) == ["‹", "›", "Flip", "Stop trying out", "Draw", "Forget"]
        assert page.evaluate(ROWS) == 1

    def test_what_was_planned_is_told_with_the_board_in_sight(self, table: Table, page: Page) -> None:
        board = begun(table, "chess", "e2-e4")
        page.goto(table.url + board + "?line=")
        try_out(page, ("e7", "e5"), ("g1", "f3"))
        page.evaluate("scrollTo(0, 400)")
        with goes_on(page):
            page.get_by_role("button", name="Plan").tap()
        settled(page)

        page.wait_for_function("() => scrollY === 0")
        assert page.locator(".queue .move").inner_text() == "if e5, then Nf3"
        [remove] = page.locator(".queue button").all()
        page.evaluate("(button) => button.scrollIntoView({block: 'center'})", remove.element_handle())
        box = remove.bounding_box()
        assert box
        assert box["height"] < 48

    def test_what_was_planned_stands_right_below_whose_turn_it_is(self, table: Table, page: Page) -> None:
        board = begun(table, "chess", "e2-e4")
        page.goto(table.url + board)
        page.evaluate("scrollTo(0, 300)")
        with goes_on(page):
            page.locator("#steps a", has_text="Plan ahead").tap()
        page.wait_for_function("() => scrollY === 0")
        try_out(page, ("e7", "e5"), ("g1", "f3"))
        with goes_on(page):
            page.get_by_role("button", name="Plan").tap()
        settled(page)

        assert page.locator("#headline + *").inner_text().startswith("Planned: if e5, then Nf3")
        words = page.locator(".queue .move").first
        assert words.evaluate("(each) => each.getClientRects().length") == 1, "in one line"
        assert page.evaluate("document.querySelector('.queue button').getBoundingClientRect().bottom") < 610

    def test_the_move_one_is_at_is_in_sight_on_each_branch(self, page: Page) -> None:
        assert page.get_by_text("nobody is told").count() == 1
        try_out(page, ("b2", "b3"), ("f7", "f6"), ("e2", "e3"))
        for reply in (("h7", "h5"), ("g7", "g6"), ("a7", "a6")):
            with goes_on(page):
                page.locator(".lines a", has_text="b3").tap()
            settled(page)
            try_out(page, reply)
            settled(page)

            lit, bar = (page.locator(each).bounding_box() for each in (".lines [aria-current]", "#steps"))
            assert lit
            assert bar
            assert lit["y"] + lit["height"] <= bar["y"]
        assert page.get_by_text("nobody is told").count() == 0

    def test_drawing_ends_with_trying_out(self, page: Page) -> None:
        page.get_by_role("button", name="Draw").tap()
        page.wait_for_selector("#frame.drawing")
        for words in ("Stop", "Try out"):
            with goes_on(page):
                page.locator("#steps a", has_text=words).tap()
            settled(page)

        assert page.locator("#drawing[aria-pressed=true], #frame.drawing").count() == 0
        try_out(page, ("e2", "e4"))
        assert page.evaluate(TREE) == "*e4"

    def test_who_draws_is_told_how(self, page: Page) -> None:
        hint, other = page.get_by_text("Touch a place for a ring"), page.get_by_text("Touch the board to play on")
        assert (hint.is_visible(), other.is_visible()) == (False, True)

        page.locator("#drawing").tap()

        assert (hint.is_visible(), other.is_visible()) == (True, False)

    def test_the_counts_of_lines_and_of_boards_stand_in_the_bar(self, table: Table, page: Page) -> None:
        try_out(page, ("e2", "e4"))
        begun(table, "chess")
        page.goto(page.url.partition("?")[0])

        counts = page.locator("#steps .count")
        assert counts.first.inner_text() == "1"
        assert int(counts.last.inner_text()) >= 1
        page.evaluate("document.querySelector('#next-game .count').textContent = '131'")
        for width in (360, 375, 390):
            page.set_viewport_size({"width": width, "height": 664})
            assert page.evaluate(ROWS) == 1

    def test_what_the_server_refuses_is_told(self, page: Page) -> None:
        def refuse(route: Route) -> None:
            if route.request.method == "POST":
                route.fulfill(status=404, body="")
            else:
                route.continue_()

        page.route("**/chess/**", refuse)
        tap(page, "e2")
        tap(page, "e4")

        page.wait_for_selector("#trouble")
        assert "could not be kept" in page.inner_text("#trouble")


def test_what_is_dragged_goes_on_where_it_was_left(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", reduced_motion="reduce")
    page.goto(table.url + begun(table, "chess", "e2-e4") + "?line=")
    with page.expect_response(is_a_post):
        drag(page, "e7", "e5")
    page.reload()
    with page.expect_response(is_a_post):
        drag(page, "g1", "f3")

    assert page.evaluate(TREE) == "e5 *Nf3"
    # Bob has to move: what follows upon his move can be planned.
    assert page.locator("button", has_text="Plan if e5, then Nf3").count() == 1


def test_without_scripts_a_button_keeps_it(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", java_script_enabled=False)
    board = table.url + begun(table, "hex")
    page.goto(f"{board}?line=b2&line=d4")
    page.get_by_role("button", name="Keep this line").click()
    page.goto(f"{board}?line=")

    assert page.locator(".lines a").all_inner_texts() == ["b2", "d4"]
    page.locator(".lines a").first.click()
    page.get_by_role("button", name="Forget").click()
    assert page.locator(".lines a").count() == 0


def test_a_second_touch_of_a_piece_that_has_gone_by_itself_swallows_no_other(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, "chess", "e2-e4", "d7-d5") + "?line=")

    page.evaluate(SLOW_NETWORK)

    # The king's only move is made as soon as it is touched, and the next touch comes before the server has answered.
    for place in ("e1", "e2", "b8", "c6"):
        tap_at_once(page, place)

    page.wait_for_function(f"() => ({TREE})() === 'Ke2 *Nc6'")
