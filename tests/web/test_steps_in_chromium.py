"""Walking through a game: a step shows at once, since the steps beside it were fetched ahead, and is in sight."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import pytest

from tests.web.in_chromium import goes_on
from tests.web.nearly_over import challenge, partly_played
from tests.web.test_board_in_chromium import Table
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table
from tests.web.test_touching_in_chromium import BY_FINGER, WINDOW, begun, settled

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

pytestmark = pytest.mark.long

MOST = 3
"""The processor time of a step in the browser's main thread, divided by that of drawing the same page once. It is
1.3 to 2.0: a page takes 14 to 31 ms, a step 21 to 47."""
STEPS = 8
PAINTED = """const painted = (seen) => requestAnimationFrame(() => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => seen();
  port2.postMessage("painted");
});"""
STEP = f"""() => new Promise((seen) => {{
  {PAINTED}
  new MutationObserver((_, observer) => {{
    observer.disconnect();
    painted(seen);
  }}).observe(document.getElementById("game"), {{attributes: true, attributeFilter: ["data-address"]}});
  document.body.dispatchEvent(new KeyboardEvent("keydown", {{key: "ArrowLeft", bubbles: true}}));
}})"""
DRAW = f"""(text) => new Promise((seen) => {{
  {PAINTED}
  const {{body}} = new DOMParser().parseFromString(text, "text/html");
  document.getElementById("content").replaceChildren(...body.childNodes);
  painted(seen);
}})"""
CLEAR = f"""() => new Promise((seen) => {{
  {PAINTED}
  const content = document.getElementById("content"), text = content.innerHTML;
  content.replaceChildren();
  painted(() => seen(text));
}})"""
IS_AHEAD = """() => {
  const {href} = document.querySelector("#steps a[rel=prev]");
  return performance.getEntriesByType("resource").some((each) => each.name === href && each.responseEnd > 0);
}"""


@pytest.mark.parametrize("word", ["chess", "go", "twixt", "hex", "backgammon"])
def test_a_step_takes_little_more_than_drawing_the_page(table: Table, seat: Callable[..., Page], word: str) -> None:
    page = seat("alice")
    page.goto(table.url + partly_played(table.server, word, 0.5))

    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def cost(script: str, text: str | None = None) -> float:
        before = busy()
        page.evaluate(script, text)
        return busy() - before

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) * 1000 for each in metrics if each["name"] == "TaskDuration")

    steps = []
    for _ in range(STEPS):
        page.wait_for_function(IS_AHEAD)
        steps.append(cost(STEP))
    drawings = [cost(DRAW, page.evaluate(CLEAR)) for _ in range(STEPS)]

    assert median(steps) <= MOST * median(drawings), (steps, drawings)


def test_on_a_phone_a_move_that_is_chosen_below_the_board_brings_it_into_sight(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + partly_played(table.server, "chess", 0.9))

    def number(page: Page) -> None:
        page.get_by_placeholder("No.").fill("7")
        page.get_by_placeholder("No.").press("Enter")

    for choose in (
        number,
        lambda page: page.locator("#moves tbody a").nth(4).tap(),
        lambda page: page.locator("#steps a[rel=prev]").tap(),
    ):
        # The page may still be on its way up.
        page.wait_for_function(
            "() => scrollTo(0, 600) || document.querySelector('#frame').getBoundingClientRect().top < 0"
        )
        with goes_on(page):
            choose(page)
        page.wait_for_function("() => scrollY === 0")


@pytest.mark.parametrize("window", [WINDOW, {"width": 1440, "height": 900}], ids=["phone", "desktop"])
def test_the_field_for_a_number_does_not_touch_the_list(
    table: Table, seat: Callable[..., Page], window: dict[str, int]
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(window)  # type: ignore[arg-type]
    page.goto(table.url + partly_played(table.server, "chess", 0.9))
    field, moves = (page.locator(each).bounding_box() for each in (".to input", "#moves"))

    assert field
    assert moves
    assert field["y"] + field["height"] + 4 <= moves["y"] or moves["x"] + moves["width"] + 4 <= field["x"]


MOVES_AT_THE_BOARD = """() => {
  const box = (of) => document.querySelector(of)?.getBoundingClientRect();
  const [board, list, current] = [".sheet", "#moves", "#moves [aria-current]"].map(box);
  return {
    lines: list.height / document.querySelector("#moves td a").getBoundingClientRect().height,
    isInWindow: list.top >= 0 && list.bottom <= innerHeight,
    isBeside: list.top >= board.bottom - 1 || list.left >= board.right - 1,
    isCurrentInSight: !current || (current.left >= list.left - 1 && current.right <= list.right + 1),
    current: document.querySelector("#moves [aria-current]")?.textContent,
    lists: [...document.querySelectorAll("#moves")].length,
  };
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390)])
def test_on_a_phone_the_moves_are_a_line_at_the_board_in_which_one_touch_leads_to_a_move(
    table: Table, seat: Callable[..., Page], width: int, height: int
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(table.url + partly_played(table.server, "chess", 0.9))
    moves = page.locator("#moves td a").all_inner_texts()

    def seen() -> dict[str, object]:
        found: dict[str, object] = page.evaluate(MOVES_AT_THE_BOARD)
        assert {key: found[key] for key in ("isInWindow", "isBeside", "isCurrentInSight")} == dict.fromkeys(
            ("isInWindow", "isBeside", "isCurrentInSight"), True
        )
        assert float(str(found["lines"])) < 2
        return found

    assert seen()["current"] == moves[-1]
    for number in (len(moves) - 2, len(moves) // 2, 0):
        with goes_on(page):
            page.locator("#moves td a").nth(number).tap()
        assert seen()["current"] == moves[number]
        assert page.evaluate("scrollY") == 0
    page.keyboard.press("End")
    page.wait_for_function(
        "(last) => document.querySelector('#moves [aria-current]')?.textContent === last", arg=moves[-1]
    )
    assert seen()["lists"] == 1


def test_the_list_of_a_desktop_grows_until_the_chat_has_room_too(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + partly_played(table.server, "chess", 0.9))
    rows = {}
    for width, height in ((1366, 768), (1440, 900), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        rows[height] = page.evaluate(
            "document.querySelector('#moves').clientHeight / document.querySelector('#moves tbody tr').offsetHeight"
        )

    assert 9 <= rows[768] < rows[900]
    assert rows[900] >= 14
    assert 9 <= rows[1080] < rows[1440]


def test_without_scripts_the_line_of_moves_is_links(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", **BY_FINGER, java_script_enabled=False)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    board = partly_played(table.server, "chess", 0.9)
    page.goto(table.url + board)

    page.locator("#moves td a").nth(4).tap()

    page.wait_for_url(f"**{board}/5?at=*")
    assert page.locator("#moves [aria-current]").count() == 1


IN_BLUE = "#steps .button:not(.quiet, .off)"
IN_THE_WINDOW = """(link) => {
  const {left, top, right, bottom} = link.getBoundingClientRect();
  const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return isInside && link.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""
ROWS = """() => new Set([...document.querySelectorAll("#steps > *")].map(
  (each) => each.getBoundingClientRect().top)).size"""


@pytest.mark.parametrize("window", [WINDOW, {"width": 1366, "height": 768}], ids=["phone", "desktop"])
def test_who_is_to_move_and_looks_back_sees_their_time_and_is_led_back_first(
    table: Table, seat: Callable[..., Page], window: dict[str, int]
) -> None:
    challenge(table.server, "chess")
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(window)  # type: ignore[arg-type]
    board = begun(table, "chess", "e2-e4", "e7-e5")
    page.goto(table.url + board)
    times = page.locator(".clock:visible").all_inner_texts()
    assert times
    assert page.locator(IN_BLUE).count() == 0
    with goes_on(page):
        page.locator("#steps a[rel=prev]").tap()
    settled(page)

    assert page.locator(".clock:visible").all_inner_texts() == times
    assert page.locator("#seats li.now a").inner_text() == "alice"
    assert page.locator(IN_BLUE).all_inner_texts() == ["»"]
    assert page.locator("#next-game").count() == 1
    with goes_on(page):
        page.locator("#steps a[rel=last]").tap()
    settled(page)
    assert page.url == table.url + board


def test_who_waits_and_looks_back_is_led_to_the_next_board(table: Table, seat: Callable[..., Page]) -> None:
    challenge(table.server, "chess")
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, "chess", "e2-e4"))
    page.locator("#steps a[rel=prev]").tap()
    page.wait_for_function("() => document.getElementById('headline').textContent === 'At the start'")

    assert page.locator(IN_BLUE).get_attribute("id") == "next-game"


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_on_a_phone_an_answer_is_planned_from_the_bar(table: Table, seat: Callable[..., Page], language: str) -> None:
    challenge(table.server, "chess")
    page = seat("alice", **BY_FINGER, locale=language)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    board = begun(table, "chess", "e2-e4")
    table.server.hear("alice@example.org", f"change language alice secret7 {language}")
    page.goto(table.url + board)
    table.server.hear("alice@example.org", "change language alice secret7 en")
    assert page.locator("html").get_attribute("lang") == language
    [plan] = page.locator("#steps a[href$='line=']").all()
    assert page.locator("#turn a[href$='line=']").count() == 0

    assert page.evaluate(IN_THE_WINDOW, plan.element_handle())
    assert page.locator("#next-game").count() == 1
    assert page.evaluate(ROWS) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= WINDOW["width"]
    with goes_on(page):
        plan.tap()
    settled(page)
    assert page.locator("#turn.tries").count() == 1


def test_on_a_desktop_an_answer_is_planned_from_the_bar_of_one_row(table: Table, seat: Callable[..., Page]) -> None:
    challenge(table.server, "chess")
    page = seat("alice")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(table.url + begun(table, "chess", "e2-e4"))

    assert page.locator("#next-game").count() == 1
    assert page.evaluate(ROWS) == 1
    with goes_on(page):
        page.get_by_role("link", name="Plan ahead", exact=True).click()


def test_on_a_phone_on_its_side_the_bar_of_a_broad_board_is_one_row(table: Table, seat: Callable[..., Page]) -> None:
    challenge(table.server, "chess")
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(table.url + partly_played(table.server, "backgammon", 0.5))

    assert page.locator("#next-game").count() == 1
    assert page.evaluate(ROWS) == 1


def test_on_a_phone_the_time_does_not_move_when_one_may_pass(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    ends = []
    for moves in (("c3",), ("c3", "d4")):
        page.goto(table.url + begun(table, "go", *moves))
        clock, who = (page.locator(f"#side-below .{each}").bounding_box() for each in ("clock", "who"))
        assert clock
        assert who
        ends.append((clock["x"] + clock["width"], clock["x"], who["x"] + who["width"]))
    assert abs(ends[0][0] - ends[1][0]) <= 1

    passes = page.locator(".choices.one a")
    box = passes.bounding_box()
    assert box
    _, start_of_clock, end_of_name = ends[1]
    assert end_of_name < box["x"]
    assert box["x"] + box["width"] < start_of_clock
    with goes_on(page):
        passes.tap()


class TestTheWheel:
    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page]) -> Page:
        page = seat("alice", reduced_motion="reduce")
        page.set_viewport_size({"width": 1366, "height": 768})
        page.goto(table.url + begun(table, "chess", "e2-e4", "e7-e5"))
        return page

    def turn(self, page: Page, over: str, *ways: int) -> None:
        box = page.locator(over).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for way in ways:
            page.mouse.wheel(0, way)

    def test_walks_through_the_moves_over_the_board(self, page: Page) -> None:
        for way, headline in ((-100, "After 1. e4"), (-100, "At the start"), (100, "After 1. e4")):
            self.turn(page, ".sheet", way)
            page.wait_for_function(f"() => document.querySelector('#headline').textContent === '{headline}'")
            # Steps are not made faster than this.
            page.wait_for_timeout(150)
        assert page.evaluate("scrollY") == 0

    def test_needs_several_small_turns_of_a_touchpad_for_a_step(self, page: Page) -> None:
        self.turn(page, ".sheet", *[-10] * 4)
        page.wait_for_timeout(300)
        assert page.locator("#headline").inner_text() == "Your turn"

        self.turn(page, ".sheet", *[-10] * 2)
        page.wait_for_function("() => document.querySelector('#headline').textContent === 'After 1. e4'")
        assert page.evaluate("scrollY") == 0

    def test_scrolls_the_page_elsewhere(self, page: Page) -> None:
        self.turn(page, "#turn", 200)
        page.wait_for_function("() => scrollY > 0")
        assert page.locator("#headline").inner_text() == "Your turn"

    def test_scrolls_the_page_beside_the_picture_too(self, page: Page) -> None:
        box = page.locator(".sheet").bounding_box()
        assert box
        page.mouse.move(box["x"] - 20, box["y"] + 300)
        page.mouse.wheel(0, 200)
        page.wait_for_function("() => scrollY > 0")
        assert page.locator("#headline").inner_text() == "Your turn"

    def test_leaves_a_move_that_has_been_begun(self, page: Page) -> None:
        with goes_on(page):
            page.locator("a[data-place=g1]").click()
        settled(page)
        self.turn(page, ".sheet", -100)
        page.wait_for_timeout(300)

        assert page.url.endswith("?touch=g1")
