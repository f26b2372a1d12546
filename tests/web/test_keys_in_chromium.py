"""The board by keys and for screen readers, from either side: every square is reached, and says what lies there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.pictures.sides import has_sides
from tests.web.in_chromium import goes_on
from tests.web.nearly_over import challenge, nearly_over
from tests.web.test_accessible import violations
from tests.web.test_board_in_chromium import Table, tab_to
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table
from tests.web.test_touching_in_chromium import MIDDLE, drag, settled

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

pytestmark = pytest.mark.long

BY_ARROWS = """() => {
  const all = [...document.querySelectorAll(".touches > *")];
  const found = new Set([all[0]]);
  for (const from of found) {
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]) {
      from.focus();
      from.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
      found.add(document.activeElement);
    }
  }
  return all.filter((each) => !found.has(each)).map((each) => each.outerHTML.slice(0, 120));
}"""
"""The squares that no arrows lead to."""
SAID = "document.activeElement.querySelector('title')?.textContent ?? document.activeElement.id"
ORDER = """() => [...document.querySelectorAll(".touches > *")]
  .map((each) => each.dataset.place ?? each.dataset.anew ?? each.dataset.name ?? each.textContent.split(",", 1)[0])"""
HEARD = "document.getElementById('live').textContent"
WIDE = {"width": 1366, "height": 768}


def mover(table: Table, board: str) -> Page:
    """The page of who is to move, by keys."""
    page = table.page_of("alice", "by keys")
    page.goto(table.url + board)
    page = table.page_of(page.locator(".seats li.now a").first.inner_text(), "by keys")
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.goto(table.url + board)
    return page


def pressed(page: Page, *keys: str) -> str:
    """What is read after these keys."""
    for key in keys:
        page.keyboard.press(key)
        settled(page)
    return str(page.evaluate(SAID))


LIES_ON = "(place) => document.querySelector(`#frame [data-on=${place}]`) !== null"
ORDER_OF_LIT = "() => [...document.querySelectorAll('.touches > a[data-place]')].map((each) => each.dataset.place)"


def lies_on(page: Page, place: str) -> bool:
    return bool(page.evaluate(LIES_ON, place))


def click(page: Page, place: str, *, leads_on: bool = True) -> None:
    """With the mouse, and wait until what it leads to is on the page."""
    at = page.evaluate(MIDDLE, place)
    if leads_on:
        with goes_on(page):
            page.mouse.click(*at)
    else:
        page.mouse.click(*at)
    settled(page)


def begun(table: Table, game: str, *moves: str) -> str:
    board = challenge(table.server, game)
    for number, move in enumerate(moves):
        userid, password = [("alice", "secret7"), ("bob", "bobpw123")][number % 2]
        table.server.hear(
            f"{userid}@example.org", f"{game} move {board.rpartition('/')[2]} {userid} {password} {move}"
        )
    return board


@pytest.mark.in_part
@pytest.mark.parametrize("word", installed())
def test_arrows_lead_to_every_square_and_each_says_what_lies_there(table: Table, word: str) -> None:
    page = mover(table, nearly_over(table.server, word, turns_left=12)[0])

    assert violations(page) == []
    for address in dict.fromkeys([page.url, f"{page.url}?flipped=yes" if has_sides(installed()[word]) else page.url]):
        page.goto(address)
        assert page.evaluate(BY_ARROWS) == []
        silent = "() => document.querySelectorAll('.touches > *:not(:has(> title:not(:empty)))').length"
        assert page.evaluate(silent) == 0
        assert page.locator(".touches > [tabindex='0']").count() == 1
    page.goto(f"{page.url.partition('?')[0]}?flipped=no")


def test_a_square_without_a_move_is_reached_and_read(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + begun(table, "chess"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")

    assert page.evaluate(SAID) == "a2, White's pawn"
    assert pressed(page, "ArrowUp", "ArrowUp") == "a4, empty"
    assert pressed(page, "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight") == "b8, Black's knight"
    assert page.locator("svg.sheet").get_attribute("role") == "application"
    assert page.locator(":focus").get_attribute("role") == "img"


def test_enter_moves_and_escape_returns_to_where_one_was(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + begun(table, "chess"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")
    assert pressed(page, "ArrowRight", "ArrowDown") == "b1, White's knight"

    assert pressed(page, "Enter") == "a3, empty"
    assert pressed(page, "PageDown") == "c3, empty"
    assert pressed(page, "Enter") == "confirm"
    page.wait_for_selector("#confirm")
    assert pressed(page, "Escape") == "c3, empty"
    assert pressed(page, "Escape") == "b1, White's knight"


def test_where_nothing_can_be_touched_enter_says_so(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + begun(table, "chess"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")
    pressed(page, "ArrowUp", "ArrowUp", "Enter")
    assert page.evaluate(HEARD) == "No move begins there."

    pressed(page, "ArrowDown", "ArrowDown", "Enter", "ArrowUp", "Enter")
    assert page.evaluate(HEARD) == "No move goes there."


def test_space_touches_as_enter_does(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + begun(table, "hex"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")

    with goes_on(page):
        page.keyboard.press(" ")
    page.wait_for_selector("#confirm")


def test_page_keys_lead_to_what_can_be_touched(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + begun(table, "chess"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")

    assert pressed(page, "End") == "g1, White's knight"
    assert pressed(page, "PageUp") == "b1, White's knight"
    assert pressed(page, "PageUp") == "h2, White's pawn"
    assert pressed(page, "PageDown", "PageDown", "PageDown") == "a2, White's pawn"
    assert pressed(page, "Home") == "a2, White's pawn"


def test_a_watcher_reaches_every_square(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("carol")
    page.goto(table.url + begun(table, "chess"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")

    assert page.evaluate(SAID) == "a8, Black's rook"
    assert pressed(page, "End") == "h1, White's rook"
    assert page.evaluate(BY_ARROWS) == []


def test_what_cannot_be_touched_is_read_as_well(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + begun(table, "kalah"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")

    assert "South's store, 0 seeds" in pressed(page, *["ArrowRight"] * 6)


def test_up_and_down_lead_back_on_hexagons(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice")
    page.goto(table.url + begun(table, "havannah"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")
    before = pressed(page, *["ArrowDown"] * 4, *["ArrowRight"] * 3)

    assert pressed(page, "ArrowUp") != before
    assert pressed(page, "ArrowDown") == before
    assert pressed(page, "ArrowDown") != before
    assert pressed(page, "ArrowUp") == before


def test_the_square_in_focus_stays_so_when_the_opponent_moves(table: Table, seat: Callable[..., Page]) -> None:
    page, board = seat("bob"), begun(table, "chess")
    page.goto(table.url + board)
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")
    before = pressed(page, "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown")
    table.server.hear("alice@example.org", f"chess move {board.rpartition('/')[2]} alice secret7 h2-h4")
    page.wait_for_function("() => document.getElementById('game').dataset.moves === '1'")

    assert before == "g4, empty"
    assert page.evaluate(SAID) == before


def test_arrows_follow_the_side_from_which_the_board_is_seen(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("bob")
    page.goto(table.url + begun(table, "chess", "e2-e4"))
    tab_to(page, "document.activeElement.closest('svg.sheet') !== null")

    assert page.evaluate(SAID) == "h7, Black's pawn"
    assert pressed(page, "ArrowUp") == "h6, empty"
    assert pressed(page, "ArrowRight") == "g6, empty"


def test_the_board_is_flipped_in_place_and_so_are_the_moves_that_were_fetched_ahead(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice")
    page.goto(table.url + begun(table, "chess", "e2-e4", "e7-e5"))
    page.wait_for_load_state("networkidle")
    assert page.evaluate(ORDER)[0] == "a8"
    page.locator("a", has_text="Flip").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('game').dataset.flipped === 'yes'")

    assert page.evaluate(ORDER)[0] == "h1"
    assert "flipped" not in page.url
    assert page.evaluate("document.activeElement.innerText") == "Flip"
    with goes_on(page):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate(ORDER)[0] == "h1"
    page.reload()
    assert page.evaluate(ORDER)[0] == "h1"


def test_a_piece_is_dragged_on_a_board_that_is_turned(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("bob")
    page.goto(table.url + begun(table, "chess", "e2-e4"))
    drag(page, "g8", "f6")

    page.wait_for_selector("#confirm")
    assert "Nf6" in page.locator("#headline").inner_text()


def test_what_is_drawn_turns_with_the_board(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("bob")
    page.goto(table.url + begun(table, "chess", "e2-e4") + "?line=")
    page.locator("summary", has_text="Arrows and marks").click()
    page.fill("#drawn", "h8 e7>e5")
    page.locator("form:has(#drawn)").get_by_role("button", name="Keep").click()
    page.wait_for_selector(".drawn circle")
    box = """() => ["circle", "path"].map((each) => {
      const {x, y, height} = document.querySelector(`.drawn ${each}`).getBoundingClientRect();
      const sheet = document.querySelector("svg.sheet").getBoundingClientRect();
      return [(x - sheet.x) / sheet.width, (y + height / 2 - sheet.y) / sheet.height];
    })"""
    [[x, y], [_, middle]] = page.evaluate(box)
    assert x < 0.2
    assert y > 0.8
    assert middle > 0.6

    page.locator("a", has_text="Flip").click()
    page.wait_for_function("() => document.getElementById('game').dataset.flipped === 'yes'")
    [[x, y], [_, middle]] = page.evaluate(box)
    assert x > 0.8
    assert y < 0.2
    assert middle < 0.4


PLAYED = ("e2-e4", "e7-e5", "g1-f3", "b8-c6")


class TestAfterAClickOnTheBoard:
    """Arrows walk through the game, as before the click: to walk over the board is for a focus that came by keys."""

    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page]) -> Page:
        page = seat("alice", reduced_motion="reduce")
        page.set_viewport_size(WIDE)  # type: ignore[arg-type]
        page.goto(table.url + begun(table, "chess", *PLAYED))
        return page

    def walks(self, page: Page) -> None:
        for key, move in (("ArrowLeft", 3), ("ArrowLeft", 2), ("ArrowRight", 3)):
            with goes_on(page):
                page.keyboard.press(key)
            settled(page)
            assert f"/{move}?" in page.url
        assert page.locator(".touches > :focus-visible").count() == 0

    def test_of_a_piece(self, page: Page) -> None:
        click(page, "f1")
        self.walks(page)

    def test_of_a_piece_that_is_let_go(self, page: Page) -> None:
        click(page, "f1")
        with goes_on(page):
            page.keyboard.press("Escape")
        settled(page)
        assert page.locator(".touches > :focus-visible").count() == 0
        self.walks(page)

    def test_of_a_square_that_takes_no_piece(self, page: Page) -> None:
        click(page, "a6", leads_on=False)
        self.walks(page)

    def test_that_has_made_a_move_to_be_confirmed(self, page: Page) -> None:
        click(page, "f1")
        click(page, "c4")
        page.wait_for_selector("#confirm")
        self.walks(page)

    def test_by_dragging_a_piece(self, page: Page) -> None:
        drag(page, "f1", "c4")
        page.wait_for_selector("#confirm")
        self.walks(page)

    @pytest.mark.parametrize("is_dragged", [True, False], ids=["a drag", "clicks"])
    def test_escape_leaves_the_focus_on_the_square(self, table: Table, page: Page, is_dragged: bool) -> None:
        begun(table, "hex")
        page.reload()
        assert page.locator("#next-game").count() == 1
        if is_dragged:
            drag(page, "f1", "c4")
            page.wait_for_selector("#confirm")
        else:
            click(page, "f1")
        with goes_on(page):
            page.keyboard.press("Escape")
        settled(page)

        assert page.evaluate("document.activeElement.dataset.place") == "f1"
        with goes_on(page):
            page.keyboard.press("Enter")
        assert page.url.endswith("?touch=f1")

    def test_home_and_end_lead_to_the_ends_of_a_line_that_is_tried_out(self, page: Page) -> None:
        with goes_on(page):
            page.locator("#steps a", has_text="Try out").click()
        for place in ("f1", "c4", "f8", "c5", "d2", "d3"):
            click(page, place)
        current = "() => document.querySelector('.lines [aria-current]')?.textContent"
        for key, move in (("Home", None), ("End", "d3"), ("ArrowLeft", "Bc5"), ("End", "d3")):
            with goes_on(page):
                page.keyboard.press(key)
            settled(page)
            assert page.evaluate(current) == move
        page.keyboard.press("End")
        page.wait_for_timeout(300)
        assert page.evaluate("scrollY") == 0

    def test_while_moves_are_tried_out(self, page: Page) -> None:
        with goes_on(page):
            page.locator("#steps a", has_text="Try out").click()
        for place in ("f1", "c4", "f8", "c5"):
            click(page, place)
        assert lies_on(page, "c5")

        with goes_on(page):
            page.keyboard.press("ArrowLeft")
        page.wait_for_function(f"() => !({LIES_ON})('c5')")
        assert lies_on(page, "c4")
        with goes_on(page):
            page.keyboard.press("ArrowRight")
        page.wait_for_function(f"() => ({LIES_ON})('c5')")

    def test_who_goes_on_by_tab_walks_over_the_board_again(self, page: Page) -> None:
        click(page, "f1")
        page.keyboard.press("Tab")
        tab_to(page, "document.activeElement.closest('svg.sheet') !== null")
        address = page.url
        before = page.evaluate(SAID)

        assert pressed(page, "ArrowLeft") != before
        assert page.url == address


def test_one_escape_takes_back_a_drag_and_two_a_move_by_clicks(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", reduced_motion="reduce")
    page.goto(table.url + begun(table, "chess", *PLAYED))
    touched = "() => document.getElementById('frame').dataset.touched"
    drag(page, "f1", "c4")
    page.wait_for_selector("#confirm")
    with goes_on(page):
        page.keyboard.press("Escape")
    settled(page)
    assert page.evaluate(touched) == ""
    assert lies_on(page, "f1")

    click(page, "f1")
    drag(page, "f1", "b5")
    page.wait_for_selector("#confirm")
    with goes_on(page):
        page.locator("[data-back]").click()
    settled(page)
    assert page.evaluate(touched) == ""

    click(page, "f1")
    click(page, "c4")
    page.wait_for_selector("#confirm")
    with goes_on(page):
        page.keyboard.press("Escape")
    settled(page)
    assert page.evaluate(touched) == "f1"


def test_one_escape_takes_back_a_drag_that_the_server_has_not_answered(
    table: Table, seat: Callable[..., Page]
) -> None:
    page, board = seat("alice", reduced_motion="reduce"), begun(table, "chess", *PLAYED)
    page.goto(table.url + board)
    page.route(f"**{board}?touch=f1+c4", lambda _: None)
    drag(page, "f1", "c4", settles=False)
    assert lies_on(page, "c4")

    page.keyboard.press("Escape")
    settled(page)

    assert page.evaluate("document.getElementById('frame').dataset.touched") == ""
    assert lies_on(page, "f1")


def test_of_two_drags_one_escape_takes_back_the_last(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", reduced_motion="reduce")
    page.goto(table.url + begun(table, "amazons"))
    [start] = page.evaluate(ORDER_OF_LIT)[:1]
    click(page, start)
    [goal] = page.evaluate(ORDER_OF_LIT)[:1]
    with goes_on(page):
        page.keyboard.press("Escape")
    settled(page)
    drag(page, start, goal)
    click(page, page.evaluate(ORDER_OF_LIT)[0])
    page.wait_for_selector("#confirm")

    with goes_on(page):
        page.keyboard.press("Escape")
    settled(page)
    assert page.evaluate("document.getElementById('frame').dataset.touched") == f"{start} {goal}"
    with goes_on(page):
        page.keyboard.press("Escape")
    settled(page)
    assert page.evaluate("document.getElementById('frame').dataset.touched") == start
