"""What happens while something else on the board is under way: a piece in the hand, an answer that is on its way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.web.test_board_crossings_in_chromium import pick_up
from tests.web.test_board_in_chromium import Table
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table
from tests.web.test_touching_in_chromium import (
    BY_FINGER,
    MIDDLE,
    SHOWN,
    WINDOW,
    begun,
    drag,
    drag_by_finger,
    held_back,
    lying,
    settled,
    tap,
    tap_at_once,
)

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, Route

pytestmark = pytest.mark.long

FOCUS_ON = """(name) => [...document.querySelectorAll(".touches > *")]
  .find(({dataset, textContent}) => name === (
    dataset.place ?? dataset.anew ?? dataset.name ?? textContent.split(",", 1)[0]
  )).focus()"""
PINCHED = "() => visualViewport.scale"


def says(table: Table, board: str, words: str = "Hello!") -> None:
    """Bob says something on a board."""
    _, word, number = board.split("/")
    table.server.hear("bob@example.org", f"{word} chat {number} bob bobpw123", comment=words)


def swipe_up(page: Page, x: float, y: float) -> None:
    session = page.context.new_cdp_session(page)
    for part in range(8):
        points = [{"x": x, "y": y - 25 * part}]
        session.send(
            "Input.dispatchTouchEvent", {"type": "touchMove" if part else "touchStart", "touchPoints": points}
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@contextmanager
def answered_late(page: Page, method: str = "GET") -> Iterator[None]:
    """What is asked so in this block reaches the server at once, and its answers come only after the block."""
    late: list[Callable[[], None]] = []
    is_over = False

    def hold(route: Route) -> None:
        if is_over or route.request.method != method or route.request.url.endswith("/events"):
            route.fallback()
            return
        answer = route.fetch(max_redirects=0)
        late.append(lambda: route.fulfill(response=answer))

    page.route("**/*", hold)
    yield
    is_over = True
    for let_through in late:
        let_through()


def test_enter_touches_a_square_after_a_finger_has_dragged(table: Table, seat: Callable[..., Page]) -> None:
    """No click follows upon a finger that has slid, and none is waited for."""
    page = seat("alice", reduced_motion="reduce", **BY_FINGER)
    page.goto(table.url + begun(table, "chess"))
    drag_by_finger(page, "e2", "e6")

    page.evaluate(FOCUS_ON, "g1")
    page.keyboard.press("Enter")
    settled(page)

    assert page.evaluate(SHOWN)["touched"] == "g1"


def test_a_step_that_was_fetched_ahead_waits_until_the_piece_in_the_hand_is_let_go(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", reduced_motion="reduce")
    page.goto(table.url + begun(table, "chess", "e2-e4", "e7-e5"))
    page.wait_for_load_state("networkidle")
    pick_up(page, "g1", "f3")

    page.locator("#steps a[rel=prev]").dispatch_event("click")
    page.wait_for_timeout(300)
    assert page.locator("#frame.drag").count() == 1
    page.mouse.up()

    page.locator("#headline").get_by_text("Play Nf3?").wait_for()
    assert lying(page)["f3"] == ["f3"]


def test_the_focus_goes_on_to_confirm_though_somebody_says_something_meanwhile(
    table: Table, seat: Callable[..., Page]
) -> None:
    board = begun(table, "chess")
    page = seat("alice", reduced_motion="reduce")
    page.goto(table.url + board)
    page.evaluate(FOCUS_ON, "e2")
    page.keyboard.press("Enter")
    settled(page)
    page.evaluate(FOCUS_ON, "e4")

    with held_back(page, "GET", "touch="):
        page.keyboard.press("Enter")
        with page.expect_request(lambda request: "touch=" in request.url):
            says(table, board)
    page.locator("#remarks li").wait_for(state="attached")
    settled(page)

    assert page.evaluate("document.activeElement.id") == "confirm"


def test_two_fingers_make_a_board_of_small_places_larger_and_lay_no_stone(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, "go"))
    session = page.context.new_cdp_session(page)
    x, y = page.evaluate(MIDDLE, "k10")

    def touch(kind: str, *fingers: float) -> None:
        points = [{"x": x + finger, "y": y, "id": number} for number, finger in enumerate(fingers)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -20)
    touch("touchStart", -20, 20)
    for far in range(20, 140, 5):
        touch("touchMove", -far, far)
    touch("touchEnd")
    page.wait_for_timeout(300)

    assert page.evaluate(PINCHED) > 1.5
    assert page.locator("#loupe").count() == 0
    assert page.evaluate(SHOWN)["touched"] == ""


def test_a_move_whose_news_come_before_its_answer_is_not_said_not_to_be_played(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", **BY_FINGER)
    page.goto(table.url + begun(table, "hex"))
    tap(page, "c3")
    page.evaluate("document.addEventListener('pbmserv:changed', () => (document.body.dataset.told = 'yes'))")

    with answered_late(page, "POST"):
        page.locator("#confirm").tap()
        page.locator("body[data-told]").wait_for()
        page.wait_for_timeout(500)
        assert page.evaluate(SHOWN)["headline"] == "Play c3?"
    page.wait_for_function("() => document.getElementById('game').dataset.moves === '1'")
    page.wait_for_timeout(300)

    assert page.evaluate(SHOWN)["headline"] == "bob to move"
    assert "was not played" not in page.locator("#turn").inner_text()


@pytest.fixture
def never_confirms(table: Table) -> Iterator[None]:
    """Alice does not want to confirm what she touches."""
    table.server.hear("alice@example.org", "change confirm alice secret7 never")
    yield
    table.server.hear("alice@example.org", "change confirm alice secret7 always")


@pytest.mark.usefixtures("never_confirms")
def test_a_move_is_not_made_unasked_on_a_board_that_has_changed_in_another_tab(
    table: Table, seat: Callable[..., Page]
) -> None:
    board = begun(table, "chess", "e2-e4", "e7-e5")
    page = seat("alice", reduced_motion="reduce")
    # The news do not come through.
    page.route("**/events", lambda _: None)
    page.goto(table.url + board)
    number = board.rpartition("/")[2]
    table.server.hear("alice@example.org", f"chess move {number} alice secret7 b1-c3")
    table.server.hear("bob@example.org", f"chess move {number} bob bobpw123 b8-c6")

    drag(page, "g1", "f3")
    page.locator("#headline").get_by_text("Play Nf3?").wait_for()
    page.wait_for_timeout(500)

    assert page.evaluate(SHOWN)["headline"] == "Play Nf3?"
    assert page.evaluate("document.getElementById('game').dataset.moves") == "4"


def test_confirm_asks_again_where_the_board_has_changed_before_what_was_touched_last_is_shown(
    table: Table, seat: Callable[..., Page]
) -> None:
    board = begun(table, "hex", "a1", "b2")
    page = seat("alice", reduced_motion="reduce", **BY_FINGER)
    page.route("**/events", lambda _: None)
    page.goto(table.url + board)
    tap(page, "f6")
    number = board.rpartition("/")[2]

    with held_back(page, "GET", "c3"):
        tap_at_once(page, "c3")
        page.locator("#confirm").tap()
        table.server.hear("alice@example.org", f"hex move {number} alice secret7 d5")
        table.server.hear("bob@example.org", f"hex move {number} bob bobpw123 e5")
    page.locator("#headline").get_by_text("Play c3?").wait_for()
    page.wait_for_timeout(500)

    assert page.evaluate(SHOWN)["headline"] == "Play c3?"
    assert page.evaluate("document.getElementById('game').dataset.moves") == "4"


class TestWhatIsDrawn:
    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page]) -> Page:
        """Alice draws on a position that she tries out."""
        page = seat("alice", **BY_FINGER)
        page.goto(f"{table.url}{begun(table, 'chess')}?line=")
        page.get_by_role("button", name="Draw").tap()
        return page

    def marks(self, page: Page) -> int:
        return page.locator("#frame .drawn circle").count()

    def test_is_kept_although_the_net_fails_once_and_then_no_trouble_is_left(self, page: Page) -> None:
        failed: list[str] = []

        def fail_once(route: Route) -> None:
            if route.request.method != "POST" or failed:
                route.fallback()
            else:
                failed.append(route.request.url)
                route.abort()

        page.route("**/*", fail_once)
        tap_at_once(page, "e5")
        page.locator("#trouble").wait_for()
        page.locator("#trouble").wait_for(state="detached")

        page.reload()
        page.locator("#frame .drawn circle").wait_for(state="attached")
        assert self.marks(page) == 1

    def test_stays_when_an_answer_comes_that_is_older(self, page: Page) -> None:
        with answered_late(page):
            page.get_by_role("button", name="Draw").tap()
            tap_at_once(page, "g1")
            page.get_by_role("button", name="Draw").tap()
            with page.expect_response(lambda answer: answer.request.method == "POST"):
                tap_at_once(page, "e5")
        settled(page)
        assert self.marks(page) == 1
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            tap_at_once(page, "d5")
        page.reload()

        page.locator("#frame .drawn circle").first.wait_for(state="attached")
        assert self.marks(page) == 2


def test_a_finger_scrolls_from_a_free_square_in_the_midst_of_a_jump_and_moves_nothing(
    table: Table, seat: Callable[..., Page]
) -> None:
    jumps = "d6-e5 g3-h4 h6-g5 a3-b4 b6-c5 b4-d6 e7-c5 e3-d4 c5-e3"
    page = seat("bob", reduced_motion="reduce", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, "checkers", *jumps.split()))
    tap(page, "d2")
    tap(page, "f4")
    assert page.evaluate(SHOWN)["touched"] == "d2 f4"
    before = lying(page)

    for start in ("d6", "b4", "e5"):
        page.evaluate("scrollTo(0, 0)")
        swipe_up(page, *page.evaluate(MIDDLE, start))
        page.wait_for_function("() => scrollY > 0")
        page.wait_for_timeout(300)
        shown = page.evaluate(SHOWN)
        assert (shown["touched"], sorted(shown["places"])) == ("d2 f4", ["d6", "h6"])
    assert lying(page) == before
