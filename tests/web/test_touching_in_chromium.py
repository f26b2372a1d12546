"""No tap is lost: a move takes a tap for each place and one to confirm it, and pieces can be dragged as well."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pbmserv.games.catalogue import installed
from tests.web.in_chromium import TOUCHABLE
from tests.web.nearly_over import challenge, nearly_over
from tests.web.test_board_in_chromium import Table
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

pytestmark = pytest.mark.long

WINDOW = {"width": 390, "height": 664}
BY_FINGER = {"has_touch": True, "is_mobile": True}
SMALLEST, OF_CHOICES = 24, 44
"""Pixels of what a finger touches, and of a button beside the board."""
MIDDLE = """(name) => {
  const all = [...document.querySelectorAll("#frame a[data-place], .touches > *")];
  const box = all.find((each) => (each.dataset.place ?? each.dataset.anew ?? each.dataset.name) === name)
    .getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""
SHOWN = """() => ({
  busy: document.getElementById("game").hasAttribute("aria-busy"),
  ready: document.getElementById("confirm") !== null,
  touched: document.getElementById("frame").dataset.touched,
  places: [...document.querySelectorAll("#frame a[data-place]:not([hidden])")].map((each) => each.dataset.place),
  headline: document.getElementById("headline").textContent,
})"""
SIZES = f"""() => [...document.querySelectorAll("{TOUCHABLE}")].map((each) => {{
  const box = each.getBoundingClientRect();
  return [each.dataset.place, each.closest(".choices") !== null, box.width, box.height];
}})"""


def settled(page: Page) -> None:
    page.wait_for_function("() => !document.getElementById('game').hasAttribute('aria-busy')")


def tap(page: Page, name: str) -> None:
    x, y = page.evaluate(MIDDLE, name)
    page.touchscreen.tap(x, y)
    settled(page)


def mover_of(table: Table, board: str) -> Page:
    """The page of who is to move, by finger."""
    page = table.page_of("alice", "by touch")
    page.goto(table.url + board)
    page = table.page_of(page.locator(".seats li.now a").first.inner_text(), "by touch")
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + board)
    return page


@pytest.mark.parametrize("turns_left", [None, 12, 2], ids=["at the start", "in the middle", "near the end"])
@pytest.mark.parametrize("word", installed())
def test_a_move_takes_a_tap_for_each_place_and_one_to_confirm(
    table: Table, word: str, turns_left: int | None
) -> None:
    board = nearly_over(table.server, word, turns_left=turns_left)[0] if turns_left else challenge(table.server, word)
    page = mover_of(table, board)
    choices, taps = Random(word), 0  # noqa: S311
    moves = page.evaluate("document.getElementById('game').dataset.moves")

    while not (shown := page.evaluate(SHOWN))["ready"]:
        is_small = page.locator("#frame.small").count() > 0
        for place, is_choice, width, height in page.evaluate(SIZES):
            assert is_choice or is_small or min(width, height) >= SMALLEST - 0.5, (place, width, height)
            assert not is_choice or (height >= OF_CHOICES and width >= OF_CHOICES), (place, width, height)
        before = shown["touched"]
        ends = [each for each in shown["places"] if each in ("agree", "done", "pass")]
        tap(page, choices.choice(ends if ends and taps > 1 else shown["places"]))
        taps += 1
        assert page.evaluate(SHOWN)["touched"] != before, "a tap is never lost"
    assert taps <= len(page.evaluate(SHOWN)["touched"].split())

    page.locator("#confirm").tap()
    page.wait_for_function(
        "(moves) => document.getElementById('game')?.dataset.moves !== moves || !document.getElementById('confirm')",
        arg=moves,
    )


def begun(table: Table, game: str, *moves: str) -> str:
    board = challenge(table.server, game)
    players = (("alice", "secret7"), ("bob", "bobpw123"))
    for number, move in enumerate(moves):
        userid, password = players[number % 2]
        number_of_board = board.rpartition("/")[2]
        table.server.hear(f"{userid}@example.org", f"{game} move {number_of_board} {userid} {password} {move}")
    return board


def drag(page: Page, start: str, end: str) -> None:
    """With the mouse, in steps as a hand does it."""
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in (start, end))
    page.mouse.move(x, y)
    page.mouse.down()
    for part in range(1, 6):
        page.mouse.move(x + (to_x - x) * part / 5, y + (to_y - y) * part / 5)
    page.mouse.up()
    settled(page)


def drag_by_finger(page: Page, start: str, end: str) -> None:
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in (start, end))
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x, y)
    for part in range(1, 6):
        touch("touchMove", x + (to_x - x) * part / 5, y + (to_y - y) * part / 5)
    touch("touchEnd")
    settled(page)


@pytest.mark.parametrize("move_by", [drag, drag_by_finger], ids=["with the mouse", "with a finger"])
class TestAPieceThatIsDragged:
    def test_is_moved_where_it_is_let_go(
        self, table: Table, seat: Callable[..., Page], move_by: Callable[[Page, str, str], None]
    ) -> None:
        board = begun(table, "chess")
        page = seat("alice", **BY_FINGER)
        page.goto(table.url + board)

        move_by(page, "e2", "e4")

        assert page.evaluate(SHOWN)["headline"] == "Play e4?"
        assert page.evaluate("scrollY") == 0

    def test_is_back_where_it_was_if_it_may_not_go_there(
        self, table: Table, seat: Callable[..., Page], move_by: Callable[[Page, str, str], None]
    ) -> None:
        board = begun(table, "chess")
        page = seat("alice", **BY_FINGER)
        page.goto(table.url + board)
        before = page.evaluate(
            MIDDLE.replace(".touches > *", "[data-on]").replace("each.dataset.name", "each.dataset.on"), "e2"
        )

        move_by(page, "e2", "e6")

        shown = page.evaluate(SHOWN)
        assert (shown["ready"], shown["touched"]) == (False, "")
        moved = page.locator("[data-on=e2]").evaluate_all("(all) => all.map((each) => each.style.translate)")
        assert moved == ["", ""]
        assert before

    @pytest.mark.parametrize("goal", ["g1", "h1"])
    def test_castles_by_two_squares_or_onto_the_rook(
        self, table: Table, seat: Callable[..., Page], move_by: Callable[[Page, str, str], None], goal: str
    ) -> None:
        board = begun(table, "chess", "e2-e4", "e7-e5", "g1-f3", "g8-f6", "f1-e2", "f8-e7")
        page = seat("alice", **BY_FINGER)
        page.goto(table.url + board)

        move_by(page, "e1", goal)

        assert page.evaluate(SHOWN)["headline"] == "Play O-O?"


def test_a_piece_moves_before_the_server_has_answered(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "chess")
    page = seat("alice", **BY_FINGER)
    page.goto(table.url + board)
    page.route("**/chess/*?touch=*", lambda _: None)

    page.locator("a[data-place=g1]").tap()
    assert page.evaluate(SHOWN)["places"] == ["f3", "h3"]
    page.locator("a[data-place=f3]").tap()

    place = page.locator(".touches [data-place=f3]").bounding_box()
    assert place
    body, details = [each.bounding_box() for each in page.locator("[data-on=g1]").all()]
    for piece in (body, details):
        assert piece
        assert place["x"] < piece["x"] < piece["x"] + piece["width"] < place["x"] + place["width"]
        assert place["y"] < piece["y"] < piece["y"] + piece["height"] < place["y"] + place["height"]


def test_under_the_finger_a_loupe_shows_which_point_is_meant(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "go")
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + board)
    session = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in ("k10", "l12"))

    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    assert page.locator("#loupe").count() == 1
    assert page.locator(".under").get_attribute("data-place") == "k10"
    session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": to_x, "y": to_y}]})
    assert page.locator(".under").get_attribute("data-place") == "l12"
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settled(page)

    assert page.locator("#loupe").count() == 0
    assert page.evaluate(SHOWN)["headline"] == "Play l12?"


def test_a_finger_that_leaves_the_board_touches_nothing(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "go")
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + board)
    session = page.context.new_cdp_session(page)
    x, y = page.evaluate(MIDDLE, "k10")

    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": 600}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    assert page.evaluate(SHOWN)["ready"] is False
    assert page.locator("#loupe").count() == 0


def test_a_piece_in_the_hand_stays_there_when_something_happens(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "chess")
    page = seat("alice", **BY_FINGER)
    page.goto(table.url + board)
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in ("e2", "e4"))
    number = board.rpartition("/")[2]

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=3)
    table.server.hear("bob@example.org", f"chess chat {number} bob bobpw123", comment="Hello!")
    page.wait_for_timeout(1500)
    assert page.locator("#frame.drag").count() == 1
    page.mouse.up()
    settled(page)

    assert page.evaluate(SHOWN)["headline"] == "Play e4?"
