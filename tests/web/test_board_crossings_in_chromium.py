"""Where two things that the board can do meet: a flip, a piece in the hand, slides, keys, arrows, a second tab."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.in_chromium import goes_on
from tests.web.test_board_in_chromium import Table, tab_to
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table
from tests.web.test_keys_in_chromium import ORDER, pressed
from tests.web.test_touching_in_chromium import BY_FINGER, MIDDLE, SHOWN, WINDOW, begun, drag, lying, settled

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

pytestmark = pytest.mark.long

IS_FLIPPED = "() => document.getElementById('game').dataset.flipped === 'yes'"
RECORD_SLIDES = """
  window.slides = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (frames.translate) slides.push([this.dataset.on, ...frames.translate[0].split(" ").map(parseFloat)]);
    return animate.call(this, frames, options);
  };
"""
BEFORE_CASTLING = ("e2-e4", "e7-e5", "g1-f3", "g8-f6", "f1-e2", "f8-e7")


def pick_up(page: Page, start: str, above: str) -> None:
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in (start, above))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=3)
    assert page.locator("#frame.drag").count() == 1


def flip(page: Page) -> None:
    page.locator("a", has_text="Flip").dispatch_event("click")


class TestABoardThatIsFlippedWhileAPieceIsInTheHand:
    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page]) -> Page:
        """Alice holds her knight above f3, and has flipped the board, with another finger say."""
        page = seat("alice", reduced_motion="reduce")
        page.goto(table.url + begun(table, "chess"))
        pick_up(page, "g1", "f3")
        with page.expect_response("**/chess/*flipped=yes"):
            flip(page)
        page.wait_for_timeout(300)
        assert page.evaluate(ORDER)[0] == "a8"
        return page

    def test_moves_it_to_the_square_that_was_below_it(self, page: Page) -> None:
        page.mouse.up()
        page.wait_for_selector("#confirm")

        assert page.evaluate(SHOWN)["headline"] == "Play Nf3?"
        assert page.evaluate(ORDER)[0] == "h1"
        assert lying(page)["f3"] == ["f3"]

    def test_is_flipped_when_it_is_let_go_elsewhere(self, page: Page) -> None:
        page.mouse.move(2, 2)
        page.mouse.up()
        page.wait_for_function(IS_FLIPPED)

        assert page.evaluate(SHOWN)["ready"] is False
        assert page.evaluate(ORDER)[0] == "h1"
        assert lying(page)["g1"] == ["g1"]


@pytest.mark.parametrize(("goal", "rook"), [("g8", {"f8": ["h8"]}), ("c8", {"d8": ["a8"]})])
def test_black_castles_with_the_rook_of_that_side_on_a_board_that_is_turned(
    table: Table, seat: Callable[..., Page], goal: str, rook: dict[str, list[str]]
) -> None:
    queenside = ("e2-e4", "d7-d5", "a2-a3", "d8-d6", "b2-b3", "c8-e6", "c2-c3", "b8-c6", "d2-d3")
    board = begun(table, "chess", *([*BEFORE_CASTLING, "d2-d3"] if goal == "g8" else queenside))
    page = seat("bob", reduced_motion="reduce")
    page.goto(table.url + board)
    page.route("**/chess/*?touch=*", lambda _: None)

    page.locator("a[data-place=e8]").click()
    page.locator(f"a[data-place={goal}]").click()

    seen = lying(page)
    assert seen[goal] == ["e8"]
    assert {place: seen[place] for place in rook} == rook


def test_a_king_and_a_rook_slide_the_way_they_went_on_a_board_that_is_turned(
    table: Table, seat: Callable[..., Page]
) -> None:
    board = begun(table, "chess", *BEFORE_CASTLING)
    page = seat("bob")
    page.add_init_script(RECORD_SLIDES)
    page.goto(table.url + board)
    table.server.hear("alice@example.org", f"chess move {board.rpartition('/')[2]} alice secret7 O-O")
    page.wait_for_function("() => slides.length > 0")

    slides = {place: (round(x), round(y)) for place, x, y in page.evaluate("slides")}
    width = page.evaluate("document.querySelector('svg.sheet').viewBox.baseVal.width")
    assert slides.keys() == {"g1", "f1"}
    # On his board the king goes to the left, and the rook to the right.
    assert slides["g1"][0] > width / 6
    assert slides["f1"][0] < -width / 6
    assert slides["g1"][1] == slides["f1"][1] == 0


def test_nothing_slides_over_the_board_when_it_is_flipped(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.add_init_script(RECORD_SLIDES)
    page.goto(table.url + begun(table, "amazons"))
    page.locator("a", has_text="Flip").click()
    page.wait_for_function(IS_FLIPPED)

    assert page.evaluate("slides") == []
    page.goto(f"{page.url}?flipped=no")


def test_pieces_move_by_the_keyboard_before_the_server_has_answered_and_escape_takes_them_back(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("bob", reduced_motion="reduce")
    page.goto(table.url + begun(table, "chess", *BEFORE_CASTLING, "d2-d3"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")
    while page.evaluate("document.activeElement.dataset.place") != "e8":
        pressed(page, "PageDown")
    pressed(page, "Enter")
    while page.evaluate("document.activeElement.dataset.place") != "g8":
        pressed(page, "PageDown")
    page.route("**/chess/*?touch=*g8*", lambda _: None)
    page.keyboard.press("Enter")

    # Nothing answers the request, so that a busy machine may take its time to move the king.
    tries = 0
    while "h8" in (seen := lying(page)) and tries < 200:
        tries += 1
        page.wait_for_timeout(20)
    assert (seen["g8"], seen["f8"]) == (["e8"], ["h8"])
    assert "h8" not in seen
    assert pressed(page, "Escape") == "g8, empty"
    seen = lying(page)
    assert (seen["e8"], seen["h8"]) == (["e8"], ["h8"])


def test_arrows_are_drawn_from_square_to_square_on_a_board_that_was_flipped(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice")
    page.goto(table.url + begun(table, "chess") + "?line=")
    page.locator("a", has_text="Flip").click()
    page.wait_for_function(IS_FLIPPED)
    page.evaluate("scrollTo(0, 0)")
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in ("b1", "c3"))
    page.mouse.move(x, y)
    page.mouse.down(button="right")
    page.mouse.move(to_x, to_y, steps=3)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.mouse.up(button="right")

    page.wait_for_selector(".drawn path")
    assert page.evaluate("document.getElementById('game').dataset.drawn") == "b1→c3"
    page.goto(f"{page.url.partition('?')[0]}?flipped=no&line=")
    page.wait_for_selector(".drawn path")
    assert page.evaluate(ORDER)[0] == "a8"


class TestTwoTabs:
    @pytest.fixture
    def board(self, table: Table) -> str:
        return begun(table, "chess", "e2-e4", "e7-e5")

    @pytest.fixture
    def tabs(self, table: Table, seat: Callable[..., Page], board: str) -> tuple[Page, Page]:
        one = seat("alice", reduced_motion="reduce")
        other = one.context.new_page()
        for page in (one, other):
            page.goto(table.url + board)
        return one, other

    def test_a_board_that_was_flipped_in_another_tab_still_takes_what_is_dragged(
        self, tabs: tuple[Page, Page]
    ) -> None:
        one, other = tabs
        one.locator("a", has_text="Flip").click()
        one.wait_for_function(IS_FLIPPED)
        drag(other, "g1", "f3")
        other.wait_for_selector("#confirm")

        assert other.evaluate(SHOWN)["headline"] == "Play Nf3?"
        assert other.evaluate(ORDER)[0] == "h1"
        assert lying(other)["f3"] == ["f3"]

    def test_steps_fetched_ahead_and_the_flip_of_another_tab(self, tabs: tuple[Page, Page], board: str) -> None:
        one, other = tabs
        other.wait_for_load_state("networkidle")
        one.locator("a", has_text="Flip").click()
        one.wait_for_function(IS_FLIPPED)
        for key, shown in (("ArrowLeft", "1"), ("ArrowLeft", "0"), ("End", board.rpartition("/")[2])):
            with goes_on(other):
                other.keyboard.press(key)
            assert other.evaluate("location.pathname.split('/').at(-1)") == shown
            settled(other)

        assert other.evaluate(ORDER)[0] == "h1"
        assert (lying(other)["e4"], lying(other)["e5"]) == (["e4"], ["e5"])

    def test_a_move_that_was_made_in_the_other_tab_is_not_made_twice(
        self, table: Table, tabs: tuple[Page, Page], board: str
    ) -> None:
        one, other = tabs
        drag(one, "g1", "f3")
        one.wait_for_selector("#confirm")
        pick_up(other, "b1", "c3")
        one.locator("#confirm").click()
        one.locator("#headline").get_by_text("bob to move").wait_for()
        other.wait_for_timeout(1000)
        other.mouse.up()

        other.locator("#headline").get_by_text("bob to move").wait_for()
        settled(other)
        assert other.locator("#confirm").count() == 0
        seen = lying(other)
        assert (seen["b1"], seen["f3"]) == (["b1"], ["f3"])
        assert "c3" not in seen


def test_the_loupe_stays_under_the_finger_when_something_happens(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "go")
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + board)
    session = page.context.new_cdp_session(page)
    x, y = page.evaluate(MIDDLE, "k10")
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    table.server.hear("bob@example.org", f"go chat {board.rpartition('/')[2]} bob bobpw123", comment="Hello!")
    page.wait_for_timeout(1000)

    assert page.locator("#loupe").count() == 1
    assert page.locator(".under").get_attribute("data-place") == "k10"
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector("#confirm")
    assert page.evaluate(SHOWN)["headline"] == "Play k10?"
    page.locator("text=Hello!").first.wait_for(state="attached")


def test_the_loupe_finds_what_lies_under_the_finger_on_a_board_that_is_turned(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size({"width": 220, "height": 480})
    page.goto(table.url + begun(table, "draughts") + "?flipped=yes")
    assert page.locator("#frame.small").count() == 1
    session = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in ("b4", "c5"))
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    assert page.locator(".under").get_attribute("data-place") == "b4"
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settled(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": to_x, "y": to_y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector("#confirm")

    assert page.evaluate(ORDER)[0] == "j1"
    assert page.evaluate(SHOWN)["touched"] == "b4 c5"
    page.goto(f"{page.url.partition('?')[0]}?flipped=no")
