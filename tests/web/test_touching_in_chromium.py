"""No tap is lost: a move takes a tap for each place and one to confirm it, and pieces can be dragged as well."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from math import hypot
from random import Random
from typing import Any

import pytest

from pbmserv.games.catalogue import installed
from tests.web.in_chromium import TOUCHABLE
from tests.web.nearly_over import challenge, nearly_over, partly_played
from tests.web.test_board_in_chromium import Table
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, Route

pytestmark = pytest.mark.long

WINDOW = {"width": 390, "height": 664}
BY_FINGER = {"has_touch": True, "is_mobile": True}
SMALLEST, OF_CHOICES = 24, 44
"""Pixels of what a finger touches, and of a button beside the board."""
MIDDLE = """(name) => {
  const all = [...document.querySelectorAll("#frame a[data-place], .touches > *")];
  const called = ({dataset, textContent}) =>
    dataset.place ?? dataset.anew ?? dataset.name ?? textContent.split(",", 1)[0];
  const box = all.find((each) => called(each) === name).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""
SHOWN = """() => ({
  busy: document.getElementById("game").hasAttribute("aria-busy"),
  ready: document.getElementById("confirm") !== null,
  touched: document.getElementById("frame").dataset.touched,
  places: [...document.querySelectorAll("#frame a[data-place]:not([hidden])")].map((each) => each.dataset.place),
  headline: document.getElementById("headline").textContent,
})"""
LIT = """() => [...document.querySelectorAll(".touches a")]
  .filter((each) => Number(getComputedStyle(each.lastElementChild).strokeOpacity) > 0.3)
  .map((each) => each.dataset.place ?? each.dataset.anew).sort()"""
WHERE_THINGS_ARE = """() => [".top", ".game-head", ".sheet"].flatMap((each) => {
  const {left, top, width, height} = document.querySelector(each).getBoundingClientRect();
  return [left, top, width, height];
})"""
CLICK = """(name) => [...document.querySelectorAll("#frame a[data-place]")].find(
  (each) => each.dataset.place === name).dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}))"""
MOST_MOVED, MOST_TOUCHES = 4, 4
"""Pixels by which something may stand elsewhere, and touches that are tried."""
TINTED = """() => [...document.querySelectorAll(".touches a")].map((each) => [
  each.dataset.place ?? each.dataset.anew, Number(getComputedStyle(each.lastElementChild).fillOpacity)])"""
SIZES = f"""() => [...document.querySelectorAll("{TOUCHABLE}")].map((each) => {{
  const box = each.getBoundingClientRect();
  return [each.dataset.place, each.closest(".choices") !== null, box.width, box.height];
}})"""


def settled(page: Page) -> None:
    page.wait_for_function("() => !document.getElementById('game').hasAttribute('aria-busy')")


def tap_at_once(page: Page, name: str) -> None:
    page.touchscreen.tap(*page.evaluate(MIDDLE, name))


def tap(page: Page, name: str) -> None:
    tap_at_once(page, name)
    settled(page)


def mover_of(table: Table, board: str) -> Page:
    """The page of who is to move, by finger."""
    page = table.page_of("alice", "by touch")
    page.goto(table.url + board)
    page = table.page_of(page.locator(".seats li.now a").first.inner_text(), "by touch")
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + board)
    return page


@pytest.mark.in_part
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


def drag(page: Page, start: str, end: str, settles: bool = True) -> None:
    """With the mouse, in steps as a hand does it."""
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in (start, end))
    page.mouse.move(x, y)
    page.mouse.down()
    for part in range(1, 6):
        page.mouse.move(x + (to_x - x) * part / 5, y + (to_y - y) * part / 5)
    page.mouse.up()
    if settles:
        settled(page)


def drag_by_finger(
    page: Page, start: str, end: str, settles: bool = True, meanwhile: Callable[[], object] = lambda: None
) -> None:
    """Slide a finger from one place to another; `meanwhile` is what happens before it is lifted."""
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in (start, end))
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x, y)
    for part in range(1, 6):
        touch("touchMove", x + (to_x - x) * part / 5, y + (to_y - y) * part / 5)
    meanwhile()
    touch("touchEnd")
    if settles:
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
        lying = MIDDLE.replace(".touches > *", "[data-on]").replace("dataset.place", "dataset.on")
        before = page.evaluate(lying, "e2")

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


WITH_PIECES = [word for word, game in installed().items() if "drag" in game.touching]
DRAGS = """() => {
  const tree = JSON.parse(document.getElementById("tree").textContent);
  const places = [...document.querySelectorAll("#frame a[data-place], .touches > *")]
    .map((each) => each.dataset.place ?? each.dataset.anew ?? each.dataset.name ?? each.textContent.split(",", 1)[0]);
  const ways = [...document.querySelectorAll("#frame .drags")].map(({dataset}) => dataset.place ?? dataset.anew)
    .map((name) => [name, Object.keys(tree[name]).filter((each) => places.includes(each))]);
  return ways.filter(([_, ends]) => ends.length).sort((one, other) => one[1].length - other[1].length);
}"""
"""What can be dragged and where to, fewest places first: a piece with one move only is let go as others are."""


@pytest.mark.in_part
@pytest.mark.parametrize("word", WITH_PIECES)
def test_in_every_game_of_pieces_those_are_dragged_as_they_are_touched(table: Table, word: str) -> None:
    # Where pieces are laid at first, some lie there in the middle.
    board = partly_played(table.server, word, 0.5)
    page = mover_of(table, board)
    drags = page.evaluate(DRAGS)
    if page.locator("#frame.small").count():
        assert drags == []  # A loupe finds small places.
        return
    assert drags
    for start, ends in (drags[0], drags[-1]):
        for end in (ends[0], ends[-1]):
            page.goto(table.url + board)
            drag_by_finger(page, start, end)
            page.wait_for_function("() => location.search.includes('touch=')")
            settled(page)
            assert page.evaluate(SHOWN)["touched"].split()[:2] == [start, end]


WITH_TILES = [word for word in WITH_PIECES if "tile" in installed()[word].touching]
IN_THE_HAND = """(name) => {
  const shapes = [...document.querySelectorAll("#frame [data-on]")].filter((each) => each.dataset.on === name);
  const held = shapes.filter((each) => each.style.translate);
  const [tile] = held.filter((each) => each.parentNode.getAttribute("class").startsWith("pic-tile"));
  const box = tile?.getBoundingClientRect();
  return {lie: shapes.length, held: held.length, at: box && [box.left + box.width / 2, box.top + box.height / 2]};
}"""
"""How many shapes a place has, how many of these are in the hand, and where the middle of the tile is."""


TILES = """() => [...document.querySelectorAll(".touches > *")]
  .map(({dataset}) => dataset.place ?? dataset.anew ?? dataset.name).filter((each) => each?.startsWith("tile:"))"""
"""The tiles in hand, whether they can be laid now or not."""


@pytest.mark.in_part
@pytest.mark.parametrize("word", WITH_TILES)
def test_a_tile_follows_the_finger_with_all_that_stands_on_it(table: Table, word: str) -> None:
    page = mover_of(table, partly_played(table.server, word, 0.25))
    # Over another tile it may not be laid, and so it is not turned.
    start = page.evaluate(DRAGS)[0][0]
    other = next(each for each in page.evaluate(TILES) if each != start)
    seen: list[Any] = []
    drag_by_finger(
        page,
        start,
        other,
        meanwhile=lambda: seen.append([page.evaluate(IN_THE_HAND, start), page.evaluate(MIDDLE, other)]),
    )
    hand, goal = seen[0]
    assert hand["held"] == hand["lie"] > 1
    # Also where a low window leaves room beside the picture, as in MacMahon.
    assert hand["at"] == pytest.approx(goal, abs=1)


FITS = """([tile, place]) => {
  const points = (form, count) => [...Array(count).keys()].map((number) => {
    const {x, y} = form.getPointAtLength(form.getTotalLength() * number / count).matrixTransform(form.getScreenCTM());
    return [x, y];
  });
  const middleOf = (all) => [0, 1].map((along) => all.reduce((sum, each) => sum + each[along], 0) / all.length);
  const from = (middle) => (point) => point.map((each, along) => each - middle[along]);
  const outline = [...document.querySelectorAll(".touches > *")]
    .find(({dataset, textContent}) => place === (
      dataset.place ?? dataset.anew ?? dataset.name ?? textContent.split(",", 1)[0]
    )).lastElementChild;
  const at = outline.matches("use") ? document.querySelector(outline.getAttribute("href")) : outline;
  const lie = [...document.querySelectorAll("#frame .picture [data-on]")]
    .filter(({dataset}) => [tile, place].includes(dataset.on));
  const body = lie.find((each) => each.parentNode.getAttribute("class").startsWith("pic-tile"));
  const [goal, all] = [at, body].map((form) => points(form, 120)), [middle, own] = [goal, all].map(middleOf);
  const further = ([x, y]) => (one, other) => (other[0] - one[0]) * x + (other[1] - one[1]) * y;
  const ways = points(at, 3).map(from(middle)), ends = (form) => ways.map((way) => form.sort(further(way))[0]);
  const [reaches, corners] = [goal.map(from(middle)), all.map(from(own))].map(ends);
  return [own, middle, corners, reaches, lie.filter((each) => each.matches("text")).map((each) => each.style.rotate)];
}"""
"""The middles of a tile and of a place, in pixels of the window, their corners from there, and how figures on it are
turned."""
WAYS_TO_LIE = """() => {
  const tree = JSON.parse(document.getElementById("tree").textContent), found = {};
  for (const tile of Object.keys(tree).filter((each) => each.startsWith("tile:"))) {
    for (const [place, told] of Object.entries(tree[tile]).filter(([place]) => place)) {
      const ways = typeof told === "string" ? [[told]] : Object.entries(told).filter(([hour]) => hour)
        .map(([hour, turn]) => [turn, hour]);
      for (const [turn, ...hour] of ways) found[`${turn.split("~")[1]} ${hour.length}`] ??= [tile, place, ...hour];
    }
  }
  return Object.values(found);
}"""
"""A way to touch for each turn of a tile."""


@pytest.mark.in_part
@pytest.mark.parametrize("word", WITH_TILES)
def test_a_tile_lies_in_the_hand_and_afterwards_as_it_will_lie(table: Table, word: str) -> None:
    board = partly_played(table.server, word, 0.5)
    page = mover_of(table, board)
    for tile, place, *hour in page.evaluate(WAYS_TO_LIE):
        page.goto(table.url + board)
        seen: list[Any] = []
        look = partial(page.evaluate, FITS, [tile, place])
        drag_by_finger(page, tile, place, meanwhile=partial(note_down, seen, look))
        page.wait_for_function("() => location.search.includes('touch=')")
        settled(page)
        assert_lies_on(seen[0])
        if hour:
            # It lies in one of the ways that fit until another one is chosen.
            assert page.evaluate(SHOWN)["ready"] is False
            assert_lies_on(look())
            tap(page, hour[0])
        assert page.evaluate(SHOWN)["ready"]
        assert_lies_on(look())


def note_down(seen: list[Any], look: Callable[[], Any]) -> None:
    seen.append(look())


def assert_lies_on(fits: Any) -> None:
    """The tile lies in the middle of the place, and is turned as it is: its round corners end before those."""
    own, middle, corners, goal, turns = fits
    assert own == pytest.approx(middle, abs=2)
    smaller = sum(hypot(*corner) for corner in corners) / sum(hypot(*corner) for corner in goal)
    assert 0.7 < smaller < 1.02
    for corner, wanted in zip(corners, goal, strict=True):
        assert corner == pytest.approx([along * smaller for along in wanted], abs=2)
    assert set(turns) <= {"", "none"}


def test_a_piece_with_one_move_only_is_moved_where_it_is_let_go_and_nowhere_else(
    table: Table, seat: Callable[..., Page]
) -> None:
    board = begun(table, "checkers")
    page = seat("alice", reduced_motion="reduce", **BY_FINGER)
    page.goto(table.url + board)
    page.route("**/checkers/*?touch=*", lambda _: None)

    drag_by_finger(page, "h6", "e4")
    assert (lying(page)["h6"], page.evaluate(SHOWN)["ready"]) == (["h6"], False)
    assert sorted(page.evaluate(SHOWN)["places"]) == ["b6", "d6", "f6", "h6"]

    drag_by_finger(page, "h6", "g5", settles=False)
    assert lying(page)["g5"] == ["h6"]


TWO_DRAGS = """() => {
  const tree = JSON.parse(document.getElementById("tree").textContent);
  const open = (node) => Object.keys(Object(node) === node ? node : {}).filter(Boolean);
  for (const start of open(tree)) for (const end of open(tree[start])) {
    const next = open(tree[start][end]);
    const one = next.find((each) => open(tree[start][end][each]).length && next.length > 1);
    if (one) return [[start, end], [one, open(tree[start][end][one])[0]]];
  }
}"""
"""Two checkers to be dragged, the second in one of several ways."""
WHO_MOVES = "document.querySelector('.seats li.now a').textContent"
JUMPS = "d6-e5 g3-h4 h6-g5 a3-b4 b6-c5 b4-d6 e7-c5 e3-d4 c5-e3"
"""Checkers in which a man of Bob's jumps from d2 to f4, and on to d6 or h6."""


@pytest.mark.parametrize("is_answered", [True, False], ids=["answered", "not answered yet"])
@pytest.mark.parametrize("move_by", [drag, drag_by_finger], ids=["with the mouse", "with a finger"])
class TestAMoveOfSeveralStepsIsDraggedOn:
    @pytest.fixture
    def move_on(self, move_by: Callable[..., None], is_answered: bool) -> Callable[[Page, str, str], None]:
        """Drag a piece, with a server that answers or takes its time."""

        def moved(page: Page, start: str, end: str) -> None:
            if is_answered:
                move_by(page, start, end)
                page.wait_for_function("() => location.search.includes('touch=')")
                settled(page)
            else:
                page.route("**/*?touch=*", lambda _: None)
                move_by(page, start, end, settles=False)

        return moved

    @pytest.mark.parametrize(
        ("game", "userid", "moves", "jumps"),
        [
            ("checkers", "bob", JUMPS, "d2 f4 d6"),
            ("draughts", "alice", "b4-a5 i7-h6 a3-b4 a7-b6 b4-c5 e7-f6 c5-a7 c7-d6 f4-e5 d6-f4", "e3 g5 i7"),
        ],
    )
    def test_from_where_a_jump_has_ended(
        self,
        table: Table,
        seat: Callable[..., Page],
        move_on: Callable[[Page, str, str], None],
        game: str,
        userid: str,
        moves: str,
        jumps: str,
    ) -> None:
        page = seat(userid, reduced_motion="reduce", **BY_FINGER)
        page.goto(table.url + begun(table, game, *moves.split()))
        start, between, end = jumps.split()

        move_on(page, start, between)
        assert page.evaluate(SHOWN)["touched"] == f"{start} {between}"
        assert lying(page)[between] == [start]
        move_on(page, between, end)

        assert lying(page).get(end) in ([start], [end])
        assert not {start, between} & lying(page).keys()
        assert page.evaluate("scrollY") == 0

    def test_with_the_next_checker(
        self, table: Table, seat: Callable[..., Page], move_on: Callable[[Page, str, str], None]
    ) -> None:
        board = partly_played(table.server, "backgammon", 0.5)
        page = seat(mover_of(table, board).evaluate(WHO_MOVES), reduced_motion="reduce", **BY_FINGER)
        page.goto(table.url + board)
        (start, end), (other, goal) = page.evaluate(TWO_DRAGS)

        move_on(page, start, end)
        assert page.evaluate(SHOWN)["touched"] == f"{start} {end}"
        before = lying(page)
        move_on(page, other, goal)

        seen = page.evaluate(SHOWN)
        assert seen["touched"].startswith(f"{start} {end} {other}")
        assert other in lying(page)[goal] or (goal in lying(page) and lying(page) != before)

    def test_but_not_where_the_next_touch_moves_something_else(
        self, table: Table, seat: Callable[..., Page], move_on: Callable[[Page, str, str], None]
    ) -> None:
        """An amazon that has moved shoots: her arrow is touched."""
        page = seat("alice", reduced_motion="reduce", **BY_FINGER)
        page.goto(table.url + begun(table, "amazons"))

        move_on(page, "d1", "d7")
        assert page.locator(".touches .drags").evaluate_all("(all) => all.map((each) => each.dataset.anew)") == [
            "a4", "j4", "g1"
        ]  # fmt: skip


class TestAPieceThatHasJumpedOnce:
    @pytest.fixture
    def board(self, table: Table) -> str:
        return begun(table, "checkers", *JUMPS.split())

    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page], board: str) -> Page:
        """Bob has dragged his man from d2 to f4."""
        page = seat("bob", reduced_motion="reduce", **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(table.url + board)
        drag_by_finger(page, "d2", "f4")
        page.locator("[data-back]").wait_for()
        assert page.evaluate(SHOWN)["touched"] == "d2 f4"
        return page

    def test_goes_on_from_there_alone(self, page: Page) -> None:
        drag_by_finger(page, "f4", "g3")

        assert lying(page)["f4"] == ["d2"]
        assert page.evaluate(SHOWN)["touched"] == "d2 f4"
        assert sorted(page.evaluate(SHOWN)["places"]) == ["d6", "h6"]
        drag_by_finger(page, "f4", "h6")
        page.locator("#headline").get_by_text("Play d2-f4-h6?").wait_for()

    def test_is_back_where_it_was_when_it_is_touched_again(self, page: Page) -> None:
        tap(page, "f4")

        assert page.evaluate(SHOWN)["touched"] == "d2"
        assert lying(page)["d2"] == ["d2"]
        drag_by_finger(page, "d2", "f4")
        assert lying(page)["f4"] == ["d2"]

    def test_is_back_after_escape(self, page: Page) -> None:
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.getElementById('frame').dataset.touched")

        assert lying(page)["d2"] == ["d2"]

    def test_jumps_on_although_something_is_said_meanwhile(self, table: Table, page: Page, board: str) -> None:
        def news() -> None:
            number = board.rpartition("/")[2]
            with page.expect_response(lambda answer: "touch=" in answer.url):
                table.server.hear("alice@example.org", f"checkers chat {number} alice secret7", comment="Hello!")
            page.wait_for_timeout(300)
            assert page.locator("#frame.drag").count() == 1

        drag_by_finger(page, "f4", "d6", meanwhile=news)

        page.locator("#headline").get_by_text("Play d2-f4-d6?").wait_for()

    def test_is_laid_down_when_the_game_is_over_meanwhile(self, table: Table, page: Page, board: str) -> None:
        def resigns() -> None:
            number = board.rpartition("/")[2]
            table.server.hear("alice@example.org", f"checkers resign {number} alice secret7")
            page.wait_for_timeout(1000)

        drag_by_finger(page, "f4", "d6", meanwhile=resigns)

        page.locator("#headline").get_by_text("You won").wait_for()
        settled(page)
        assert (lying(page)["d2"], page.locator("#confirm").count()) == (["d2"], 0)

    def test_jumps_on_although_the_network_fails_once(self, page: Page) -> None:
        failed: list[str] = []

        def fail_once(route: Route) -> None:
            if failed:
                route.continue_()
            else:
                failed.append(route.request.url)
                route.abort()

        page.route("**/checkers/*?touch=*", fail_once)
        drag_by_finger(page, "f4", "d6", settles=False)
        page.locator("#trouble").wait_for()
        assert lying(page)["d6"] == ["d2"]

        page.locator("#headline").get_by_text("Play d2-f4-d6?").wait_for()

    def test_jumps_on_from_the_other_side(self, table: Table, page: Page, board: str) -> None:
        before = page.evaluate(MIDDLE, "f4")
        page.goto(f"{table.url}{board}?touch=d2+f4&flipped=yes")
        assert page.evaluate(MIDDLE, "f4") != before
        assert lying(page)["f4"] == ["d2"]

        drag_by_finger(page, "f4", "d6")

        page.locator("#headline").get_by_text("Play d2-f4-d6?").wait_for()

    def test_can_be_dragged_where_it_lies_and_not_where_it_was(self, page: Page) -> None:
        dragged = page.locator(".touches .drags").evaluate_all("(all) => all.map((each) => each.dataset.anew)")

        assert "f4" in dragged
        assert "d2" not in dragged


def test_a_piece_touched_last_is_let_go_before_the_server_has_answered(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", reduced_motion="reduce", **BY_FINGER)
    page.goto(table.url + begun(table, "amazons"))
    page.route("**/amazons/*?touch=*", lambda _: None)
    tap_at_once(page, "d1")
    tap_at_once(page, "d7")
    assert lying(page)["d7"] == ["d1"]

    tap_at_once(page, "d7")

    assert lying(page)["d1"] == ["d1"]
    assert page.evaluate(SHOWN)["touched"] == "d1"


def test_nothing_is_shown_before_the_move_is_made_where_much_is_hidden(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", reduced_motion="reduce", **BY_FINGER)
    page.goto(table.url + begun(table, "darkchess"))

    drag_by_finger(page, "e2", "e4")

    page.locator("#confirm").wait_for()
    assert lying(page)["e2"] == ["e2"]


def test_a_piece_moves_before_the_server_has_answered(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "chess")
    page = seat("alice", **BY_FINGER)
    page.goto(table.url + board)
    page.route("**/chess/*?touch=*", lambda _: None)

    page.locator("a[data-place=g1]").tap()
    assert page.evaluate(SHOWN)["places"] == ["f3", "h3"]
    page.locator("a[data-place=f3]").tap()

    assert lying(page)["f3"] == ["g1"]


WHERE_ALL_LIES = """() => Object.entries(Object.groupBy(
  [...document.querySelectorAll("svg.sheet [data-on]")].filter((each) => getComputedStyle(each).display !== "none"),
  (each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const name = ({dataset, textContent}) =>
      dataset.place ?? dataset.anew ?? dataset.name ?? textContent.split(",", 1)[0];
    const far = (place) => {
      const at = place.getBoundingClientRect();
      return Math.hypot(at.left + at.width / 2 - x, at.top + at.height / 2 - y);
    };
    const all = [...document.querySelectorAll(".touches > *")];
    return name(all.reduce((best, place) => (far(place) < far(best) ? place : best)));
  })).map(([place, shapes]) => [place, [...new Set(shapes.map((each) => each.dataset.was ?? each.dataset.on))]])"""


def lying(page: Page) -> dict[str, list[str]]:
    """What is seen on each place once all lies still, by the place on which the server has put it."""
    page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")
    return dict(page.evaluate(WHERE_ALL_LIES))


@pytest.mark.parametrize(
    ("game", "moves", "touches", "seen"),
    [
        ("chess", "e2-e4 e7-e5 g1-f3 g8-f6 f1-e2 f8-e7", "e1 g1", {"g1": ["e1"], "f1": ["h1"], "h1": None}),
        ("chess", "e2-e4 a7-a6 e4-e5 d7-d5", "e5 d6", {"d6": ["e5"], "d5": None, "e5": None}),
        ("checkers", "f6-g5 g3-f4 g5-h4 a3-b4 d6-c5 b4-d6", "c7", {"g3": ["c7"], "c7": None, "d6": None, "f4": None}),
        ("konane", "d5 d4", "d7", {"d5": ["d7"], "d7": None, "d6": None}),
        ("surakarta", "c2-c3 e5-e4 c3-b4 f5-f4", "b4 c6", {"c6": ["b4"], "b4": None}),
        ("amazons", "", "d1 d7", {"d7": ["d1"], "d1": None}),
        ("amazons", "", "d1 d7 g7", {"d7": ["d1"], "d1": None, "g7": ["g7"]}),
        ("hex", "d3 e5", "f6", {"f6": ["f6"]}),
        ("abalone", "", "a1 c3", {"b2": ["a1"], "c3": ["b2"], "d4": ["c3"], "a1": None}),
        ("abalone", "", "c3 c5", {"c3": ["c3"], "c5": ["c5"]}),
    ],
)  # fmt: skip
def test_each_step_of_a_move_is_seen_before_the_server_has_answered(
    table: Table, seat: Callable[..., Page], game: str, moves: str, touches: str, seen: dict[str, list[str] | None]
) -> None:
    board = begun(table, game, *moves.split())
    page = seat("alice", **BY_FINGER)
    page.goto(table.url + board)
    page.route(f"**/{game}/*?touch=*", lambda _: None)

    for place in touches.split():
        page.locator(f"a[data-place='{place}']").tap()

    found = lying(page)
    assert {place: found.get(place) for place in seen} == seen


def test_a_tile_and_the_letter_on_it_slide_together(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "shogi", "7g7f")
    page = seat("alice", **BY_FINGER)
    page.goto(table.url + board)
    page.evaluate("""() => {
      window.slid = [];
      Element.prototype.animate = function (frames) {
        window.slid.push([this.localName, ...Object.keys(frames)]);
      };
    }""")

    table.server.hear("bob@example.org", f"shogi move {board.rpartition('/')[2]} bob bobpw123 3c3d")
    page.wait_for_function("() => document.getElementById('game').dataset.moves === '2'")

    assert sorted(page.evaluate("window.slid")) == [["path", "translate"], ["text", "translate"]]


def test_a_pawn_is_promoted_before_the_server_has_answered(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "chess", *["a2-a4", "b7-b5", "a4-b5", "a7-a6", "b5-a6", "h7-h6", "a6-a7", "h6-h5"])
    page = seat("alice", **BY_FINGER)
    page.goto(table.url + board)
    tap(page, "a7")
    tap(page, "b8")
    page.route("**/chess/*?touch=*%3D*", lambda _: None)

    page.locator("a[data-place='=q']").tap()

    seen = lying(page)
    assert (seen["b8"], "a7" in seen) == (["b8"], False)
    assert page.locator("[data-laid=b8]").count() == 2, "a queen and what is drawn on her"


def test_what_has_moved_stays_where_it_is_when_the_server_has_answered(
    table: Table, seat: Callable[..., Page]
) -> None:
    board = begun(table, "amazons")
    page = seat("alice", reduced_motion="reduce", **BY_FINGER)
    page.goto(table.url + board)

    tap(page, "d1")
    tap(page, "d7")
    assert page.evaluate(SHOWN)["touched"] == "d1 d7"
    assert lying(page)["d7"] == ["d1"]

    page.locator("[data-back]").first.tap()
    page.wait_for_function("() => document.getElementById('frame').dataset.touched !== 'd1 d7'")
    settled(page)
    assert lying(page)["d1"] == ["d1"]


class TestAWholeMoveThatIsNotConfirmedYet:
    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page]) -> Page:
        """Alice has touched e2 and e4."""
        page = seat("alice", reduced_motion="reduce", **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(table.url + begun(table, "chess"))
        tap(page, "e2")
        tap(page, "e4")
        assert page.evaluate(SHOWN)["headline"] == "Play e4?"
        return page

    def test_gives_way_to_another_piece_that_is_touched(self, page: Page) -> None:
        tap(page, "g1")
        assert sorted(page.evaluate(SHOWN)["places"]) == ["f3", "h3"]
        assert lying(page)["e2"] == ["e2"]
        tap(page, "f3")

        assert page.evaluate(SHOWN)["headline"] == "Play Nf3?"

    def test_stays_when_its_last_place_is_touched_again(self, page: Page) -> None:
        tap(page, "e4")

        assert page.evaluate(SHOWN)["headline"] == "Play e4?"

    def test_gives_way_to_another_piece_that_is_dragged(self, page: Page) -> None:
        drag_by_finger(page, "g1", "h3")

        assert page.evaluate(SHOWN)["headline"] == "Play Nh3?"

    def test_stays_when_another_piece_is_let_go_where_it_may_not_go(self, page: Page) -> None:
        drag_by_finger(page, "g1", "g5")

        shown = page.evaluate(SHOWN)
        assert (shown["headline"], shown["places"]) == ("Play e4?", [])
        assert lying(page)["g1"] == ["g1"]


def test_a_stone_that_lies_wrong_is_laid_elsewhere_by_one_more_tap(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, "go"))
    tap(page, "k10")
    assert page.evaluate(SHOWN)["headline"] == "Play k10?"
    tap(page, "l12")

    assert page.evaluate(SHOWN)["headline"] == "Play l12?"
    assert lying(page).keys() & {"k10", "l12"} == {"l12"}


@contextmanager
def held_back(page: Page, method: str, about: str = "") -> Iterator[None]:
    """The first request of this kind, with this in its address, reaches the server only after this block."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == method and about in route.request.url and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/*", hold)
    yield
    page.wait_for_timeout(200)
    held[0].continue_()


class TestFastFingers:
    @pytest.fixture
    def refused(self) -> list[str]:
        return []

    @pytest.fixture
    def at(self, table: Table, seat: Callable[..., Page], refused: list[str]) -> Callable[..., Page]:
        def shown(game: str, *moves: str) -> Page:
            page = seat("alice", reduced_motion="reduce", **BY_FINGER)
            page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
            page.goto(table.url + begun(table, game, *moves))
            page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
            return page

        return shown

    def test_touch_the_board_that_comes_of_a_move_which_is_on_its_way(
        self, at: Callable[..., Page], refused: list[str]
    ) -> None:
        """In Kalah, whose last seed falls into the store sows once more."""
        page = at("kalah")
        tap(page, "C")

        with held_back(page, "POST"):
            page.locator("#confirm").tap()
            tap_at_once(page, "A")
        page.locator("#headline").get_by_text("Sow A?").wait_for()
        page.locator("#confirm").tap()
        page.wait_for_function("() => document.getElementById('game').dataset.moves === '2'")

        assert refused == []

    def test_play_nothing_unasked_on_a_board_that_nobody_has_seen(
        self, table: Table, at: Callable[..., Page], request: pytest.FixtureRequest
    ) -> None:
        def wants_to_confirm(when: str) -> None:
            table.server.hear("alice@example.org", f"change confirm alice secret7 {when}")

        request.addfinalizer(lambda: wants_to_confirm("always"))
        wants_to_confirm("never")
        page = at("kalah")

        with held_back(page, "POST"):
            tap_at_once(page, "C")
            page.wait_for_function("() => document.getElementById('confirm')?.form.dataset.sent")
            # What is tapped is where it was measured only once the page has come to rest.
            page.evaluate("() => new Promise((rest) => requestAnimationFrame(() => requestAnimationFrame(rest)))")
            tap_at_once(page, "A")
        page.locator("#headline").get_by_text("Sow A?").wait_for()

        assert page.evaluate("document.getElementById('game').dataset.moves") == "1"

    def test_confirm_what_was_touched_last_though_it_is_not_shown_yet(self, at: Callable[..., Page]) -> None:
        page = at("hex")
        tap(page, "f6")

        with held_back(page, "GET", "c3"):
            tap_at_once(page, "c3")
            page.locator("#confirm").tap()
        page.wait_for_function("() => document.getElementById('game').dataset.moves === '1'")

        assert page.locator("#moves td a").all_inner_texts() == ["c3"]

    def test_drag_a_piece_on_the_board_that_comes_of_what_is_on_its_way(self, at: Callable[..., Page]) -> None:
        page = at("chess", "e2-e4", "e7-e5")
        page.locator("#more > summary").tap()

        with held_back(page, "POST"):
            page.get_by_role("button", name="Offer a draw").tap()
            page.evaluate("scrollTo(0, 0)")
            drag_by_finger(page, "g1", "f3", settles=False)
        page.locator("#headline").get_by_text("Play Nf3?").wait_for()

        assert lying(page)["f3"] == ["f3"]


DOTS = """() => [...document.querySelectorAll(".touches a")]
  .filter((each) => getComputedStyle(each.lastElementChild).fill.includes("#dot"))
  .map((each) => each.dataset.place ?? each.dataset.anew).sort()"""


def test_dots_show_where_a_piece_can_go_and_frames_what_it_can_take(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, "chess", "e2-e4", "d7-d5"))

    tap(page, "e4")

    assert page.evaluate(DOTS) == ["e5"]
    assert set(page.evaluate(LIT)) == {"d5", "e4", "e5"}


class TestATouchOfAPlaceThatTakesNothing:
    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page]) -> Page:
        page = seat("alice", reduced_motion="reduce", **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(table.url + begun(table, "chess"))
        return page

    def lit(self, page: Page) -> list[str]:
        return list(page.evaluate(LIT))

    def test_shows_for_a_moment_what_can_be_touched(self, page: Page) -> None:
        assert self.lit(page) == []

        tap_at_once(page, "e5")

        assert self.lit(page) == sorted(["b1", "g1", *(f"{line}2" for line in "abcdefgh")])
        page.wait_for_function("() => !document.querySelector('.lit')")
        assert self.lit(page) == []

    def test_shows_no_dot_where_a_piece_lies(self, page: Page) -> None:
        tap_at_once(page, "e5")

        assert self.lit(page)
        assert page.evaluate(DOTS) == []

    @pytest.mark.parametrize("place", ["e4", "d6"])
    def test_shows_nothing_while_a_move_is_to_be_confirmed(self, page: Page, place: str) -> None:
        tap(page, "e2")
        tap(page, "e4")
        page.locator("#confirm").wait_for()

        tap_at_once(page, place)

        assert self.lit(page) == []
        assert page.evaluate(SHOWN)["headline"] == "Play e4?"

    def test_lets_no_piece_go_while_arrows_are_drawn(self, page: Page) -> None:
        page.goto(f"{page.url}?line=")
        tap(page, "g1")
        page.get_by_role("button", name="Draw").tap()
        page.evaluate("scrollTo(0, 0)")

        tap_at_once(page, "e5")
        tap_at_once(page, "g1")
        settled(page)

        assert page.evaluate(SHOWN)["touched"] == "g1"
        assert page.locator("#frame .drawn circle").count() == 2

    def test_leaves_a_whole_move_that_was_typed_as_it_is(self, page: Page) -> None:
        page.fill("#typed", "e4")
        page.get_by_role("button", name="Look").tap()
        page.locator("#confirm").wait_for()

        tap_at_once(page, "e6")
        settled(page)

        assert page.evaluate(SHOWN)["headline"] == "Play e4?"
        assert lying(page)["e4"] == ["e4"]


def test_where_few_free_places_take_a_piece_they_are_marked(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", **BY_FINGER)
    marked = {}
    for game in ("othello", "hex"):
        page.goto(table.url + begun(table, game))
        marked[game] = page.evaluate(LIT)

    assert marked == {"othello": ["c4", "d3", "e6", "f5"], "hex": []}


def test_a_card_that_is_chosen_stands_out_among_those_that_can_be(table: Table) -> None:
    page = mover_of(table, challenge(table.server, "hearts"))
    tap(page, "c")
    tap(page, "d")
    page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")

    tinted = dict(page.evaluate(TINTED))
    chosen, others = [tinted.pop(each) for each in ("c", "d")], tinted.values()
    assert len(others) == 11
    assert min(chosen) >= 2 * max(others) > 0


def test_a_piece_in_the_pocket_shows_that_it_is_held_and_where_it_may_go(
    table: Table, seat: Callable[..., Page]
) -> None:
    board = begun(table, "crazyhouse", "e2-e4", "d7-d5", "e4-d5", "d8-d5")
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + board)
    pocket = page.locator(".stand a", has_text="pawn, 1 in hand")
    lit = """(name) => {
      const shown = document.querySelector(`.touches a[data-place=${name}] > :last-child`);
      return Number(getComputedStyle(shown).strokeOpacity);
    }"""

    pocket.tap()
    settled(page)
    assert pocket.get_attribute("aria-current") == "true"
    assert page.evaluate(lit, "e5") > 0.5
    pocket.tap()
    settled(page)

    assert page.evaluate(SHOWN)["touched"] == ""
    assert page.evaluate(lit, "g1") == 0


@pytest.mark.parametrize("place", ["e5", "e8"], ids=["empty", "of the other's"])
def test_a_piece_is_let_go_by_a_touch_of_a_place_where_it_may_not_go(
    table: Table, seat: Callable[..., Page], place: str
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, "chess"))
    tap(page, "g1")
    assert page.evaluate(SHOWN)["touched"] == "g1"

    page.touchscreen.tap(*page.evaluate(MIDDLE, place))
    settled(page)

    assert page.evaluate(SHOWN)["touched"] == ""
    assert "g1" in page.evaluate(SHOWN)["places"]


class TestAPieceInThePocket:
    @pytest.fixture(params=[("alice", "e5"), ("bob", "e4")], ids=["of White's", "of Black's"])
    def held(self, request: pytest.FixtureRequest, table: Table, seat: Callable[..., Page]) -> tuple[Page, str]:
        """A board on which somebody holds a pawn, and a square for it."""
        userid, square = request.param
        moves = ["e2-e4", "d7-d5", "e4-d5", "d8-d5", *(["b1-c3"] if userid == "bob" else [])]
        board = begun(table, "crazyhouse", *moves)
        page = seat(userid, **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(table.url + board)
        return page, square

    def test_lies_on_the_stand_below_the_board_as_what_it_is(self, held: tuple[Page, str]) -> None:
        page, _ = held
        pocket = page.locator(".stand.below a", has_text="pawn, 1 in hand")

        assert pocket.locator("svg [data-piece]").is_visible()
        assert pocket.get_attribute("title") == "drop a pawn"

    @pytest.mark.parametrize("by", [drag, drag_by_finger], ids=["mouse", "finger"])
    def test_is_dragged_to_where_it_is_dropped(
        self, held: tuple[Page, str], by: Callable[[Page, str, str], None]
    ) -> None:
        page, square = held

        by(page, "@p", square)

        assert page.evaluate(SHOWN)["headline"] == f"Play @{square}?"
        assert lying(page)[square] == [square]

    def test_is_back_on_its_stand_where_it_is_let_go_beside_it_or_on_a_piece(self, held: tuple[Page, str]) -> None:
        page, _ = held
        before = lying(page)

        drag_by_finger(page, "@p", "d5" if "d5" in before else "e1")

        shown = page.evaluate(SHOWN)
        assert (shown["touched"], "@p" in shown["places"]) == ("", True)
        assert lying(page) == before


@pytest.mark.parametrize(
    ("word", "part"),
    [("backgammon", 0.5), ("catchup", 0.5), ("crazyhouse", 0.9), ("go", 0), ("hearts", 0), ("trioker-puzzle", 0.5)],
)
def test_nothing_moves_when_something_is_touched(table: Table, word: str, part: float) -> None:
    """At the first touch and at the one that makes the move whole, in low windows, too."""
    board = partly_played(table.server, word, part)
    page = mover_of(table, board)
    for width, height in ((390, 664), (750, 342), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(table.url + board)
        before, choices = page.evaluate(WHERE_THINGS_ARE), Random(word)  # noqa: S311
        for _ in range(MOST_TOUCHES):
            page.evaluate(CLICK, choices.choice(page.evaluate(SHOWN)["places"]))
            settled(page)
            after = page.evaluate(WHERE_THINGS_ARE)
            far = [abs(now - then) for now, then in zip(after, before, strict=True)]
            assert max(far) <= MOST_MOVED, (width, height, before, after)
            if page.evaluate(SHOWN)["ready"]:
                break
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]


@pytest.mark.parametrize("window", [(750, 342), (844, 390)])
def test_buttons_stand_beside_a_board_in_a_low_window(table: Table, window: tuple[int, int]) -> None:
    page = mover_of(table, challenge(table.server, "go"))
    page.set_viewport_size({"width": window[0], "height": window[1]})
    sheet, button = page.locator(".sheet").bounding_box(), page.locator(".choices a").bounding_box()
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]

    assert sheet
    assert button
    assert sheet["height"] >= window[1] - 10
    assert sheet["x"] + sheet["width"] <= button["x"]
    assert min(button["width"], button["height"]) >= OF_CHOICES


@pytest.mark.parametrize(("word", "window"), [("bridge", (844, 390)), ("skat", (750, 342)), ("skat", (844, 390))])
def test_beside_a_card_table_in_a_low_window_buttons_are_alike_and_the_table_is_large(
    table: Table, word: str, window: tuple[int, int]
) -> None:
    page = mover_of(table, challenge(table.server, word))
    page.set_viewport_size({"width": window[0], "height": window[1]})
    boxes = page.locator(".choices a").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().width)")
    sheet = page.locator(".sheet").bounding_box()
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]

    assert len(boxes) >= 7
    assert max(boxes) - min(boxes) < 1
    assert min(boxes) >= OF_CHOICES
    assert sheet
    assert sheet["width"] >= 0.32 * window[0]


def test_under_the_finger_a_loupe_shows_which_point_is_meant(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "go")
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + board)
    session = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in ("k10", "l12"))

    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.locator("#loupe").wait_for()
    assert page.locator(".under").get_attribute("data-place") == "k10"
    session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": to_x, "y": to_y}]})
    assert page.locator(".under").get_attribute("data-place") == "l12"
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settled(page)

    assert page.locator("#loupe").count() == 0
    assert page.evaluate(SHOWN)["headline"] == "Play l12?"


LAID = """() => [...document.querySelectorAll("[data-laid]")].map((each) => {
  const {x, y, width, height} = each.getBBox(), at = each.transform.baseVal.consolidate().matrix;
  return [x + width / 2 + at.e, y + height / 2 + at.f].map(Math.round).join();
}).sort()"""
"""The middles of the pieces that a page has laid, in units."""


class TestAPegOfTwixt:
    """To c3 and d5, f4 comes with links to d5 and e2."""

    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page]) -> Page:
        page = seat("alice", reduced_motion="reduce", **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(table.url + begun(table, "twixt", "d5", "m14", "e2", "m16"))
        page.route("**/twixt/*?touch=*", lambda _: None)
        return page

    def test_is_laid_with_its_links_before_the_server_has_answered(self, page: Page) -> None:
        tap_at_once(page, "f4")

        peg, to_d5, from_e2 = "190,113", "160,128", "175,83"
        assert page.evaluate(LAID) == sorted([peg, to_d5, from_e2])

    def test_is_laid_without_them_elsewhere(self, page: Page) -> None:
        tap_at_once(page, "f4")
        page.unroute("**/twixt/*?touch=*")
        tap(page, "t20")

        assert page.locator("#headline").inner_text() == "Play t20?"
        assert page.locator("[data-laid]").count() == 0, "the server has drawn it"

    def test_shows_in_the_loupe_what_would_be_laid(self, page: Page) -> None:
        session = page.context.new_cdp_session(page)

        def touch(kind: str, name: str) -> None:
            x, y = page.evaluate(MIDDLE, name)
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})

        touch("touchStart", "t20")
        page.locator("#loupe").wait_for()
        alone = page.locator("#loupe > .picture > g:last-child > g").count()
        touch("touchMove", "f4")
        with_links = page.locator("#loupe > .picture > g:last-child > g").count()
        touch("touchMove", "t20")

        assert (alone, with_links) == (1, 3)
        assert page.locator("#loupe > .picture > g:last-child > g").count() == 1
        assert page.locator("[data-laid]").count() == 0


class TestATileOfTrichet:
    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page]) -> Page:
        """Bob, who moves first, has touched a place."""
        page = seat("bob", reduced_motion="reduce", **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(table.url + begun(table, "trichet"))
        tap(page, "2")
        return page

    def test_is_shown_on_buttons_in_each_way_in_which_it_fits(self, page: Page) -> None:
        assert page.locator(".choices a:visible").all_inner_texts() == ["a", "e", "f"]
        assert page.locator(".choices a:visible svg").count() == 3
        for _, is_choice, width, height in page.evaluate(SIZES):
            assert not is_choice or min(width, height) >= OF_CHOICES

    def test_lies_on_the_board_before_the_server_has_answered_and_can_be_laid_otherwise(self, page: Page) -> None:
        page.route("**/trichet/*?touch=*", lambda _: None)
        page.get_by_role("link", name="e", exact=True).tap()

        assert page.locator("[data-laid='2']").count() > 1
        page.unroute("**/trichet/*?touch=*")
        page.locator(".choices a").filter(has_text="f").tap()
        page.locator("#headline").get_by_text("Play f2?").wait_for()
        assert page.locator("[data-laid]").count() == 0, "the server has drawn it"


LETTERBOXED = """() => {
  Object.assign(document.querySelector(".sheet").style, {width: "380px", maxWidth: "none", height: "240px"});
  dispatchEvent(new Event("resize"));
}"""
"""Leaves room beside the picture in its sheet."""
AROUND = """(selector) => {
  const circle = document.querySelector(selector), sheet = document.querySelector(".sheet");
  const {x, y} = new DOMPoint(circle.cx.baseVal.value, circle.cy.baseVal.value).matrixTransform(sheet.getScreenCTM());
  return [x, y];
}"""
"""The middle of a ring in units of the sheet, in pixels of the window."""


class TestASheetThatIsWiderThanItsPicture:
    def test_has_the_loupe_around_the_point_under_the_finger(self, table: Table, seat: Callable[..., Page]) -> None:
        page = seat("alice", **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(table.url + begun(table, "go"))
        page.evaluate(LETTERBOXED)
        x, y = page.evaluate(MIDDLE, "k10")
        session = page.context.new_cdp_session(page)

        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.locator("#loupe").wait_for()

        assert page.locator(".under").get_attribute("data-place") == "k10"
        assert page.evaluate(AROUND, "#loupe > circle") == pytest.approx([x, y], abs=1)

    def test_has_what_is_drawn_where_it_was_drawn(self, table: Table, seat: Callable[..., Page]) -> None:
        page = seat("alice", **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(f"{table.url}{begun(table, 'hex')}?line=")
        page.evaluate(LETTERBOXED)
        page.get_by_role("button", name="Draw").tap()

        tap_at_once(page, "d4")
        page.locator("#frame .drawn circle").wait_for(state="attached")

        assert page.evaluate(AROUND, ".drawn circle") == pytest.approx(page.evaluate(MIDDLE, "d4"), abs=1)


def test_a_tap_that_is_over_at_once_needs_no_loupe(table: Table, seat: Callable[..., Page]) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, "go"))
    page.evaluate("""() => {
      window.loupes = 0;
      const watch = (all) => all.flatMap((each) => [...each.addedNodes]).some((each) => each.id === "loupe");
      new MutationObserver((all) => { window.loupes += watch(all); }).observe(document.body, {childList: true});
    }""")

    tap(page, "k10")
    page.wait_for_timeout(300)

    assert page.evaluate(SHOWN)["headline"] == "Play k10?"
    assert page.evaluate("loupes") == 0


@pytest.mark.parametrize("width", [320, 390, 844])
def test_the_loupe_is_never_below_the_finger_and_changes_sides_only_where_it_has_to(
    table: Table, seat: Callable[..., Page], width: int
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size({"width": width, "height": 390 if width == 844 else 664})
    page.goto(table.url + begun(table, "go"))
    session = page.context.new_cdp_session(page)
    board = page.locator(".sheet").bounding_box()
    assert board
    at = [(board["x"] + board["width"] * part, board["y"] + 40) for part in (0.05, 0.45, 0.5, 0.55, 0.5, 0.45, 0.95)]
    at += [(board["x"] + board["width"] / 2, board["y"] + board["height"] * part) for part in (0.2, 0.5, 0.9)]

    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at[0][0], "y": at[0][1]}]})
    sizes, sides = set(), []
    for x, y in at:
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
        glass = page.locator("#loupe").bounding_box()
        assert glass
        sizes.add((round(glass["width"]), round(glass["height"])))
        is_beside = x <= glass["x"] - 20 or x >= glass["x"] + glass["width"] + 20
        assert is_beside or y >= glass["y"] + glass["height"] + 20, (x, y, glass)
        assert 0 <= glass["x"] <= width - glass["width"]
        sides.append(glass["x"] > x)
    session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})

    wide = min(160, width // 2 - 34)
    assert sizes == {(wide, wide)}
    if width > 390:
        assert sides[1:6] == [sides[1]] * 5


def test_a_button_below_a_board_of_small_places_is_tapped_as_any_other(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(table.url + begun(table, "go"))
    assert page.locator("#frame.small").count() == 1

    page.locator(".choices a", has_text="pass").tap()
    settled(page)

    assert page.evaluate(SHOWN)["headline"] == "Pass?"


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


class TestAPieceUnderTheFinger:
    @pytest.fixture
    def board(self, table: Table) -> str:
        return begun(table, "chess", "e2-e4", "e7-e5")

    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page], board: str) -> Page:
        page = seat("alice", reduced_motion="reduce", **BY_FINGER)
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        page.goto(table.url + board)
        return page

    def test_stays_there_when_the_board_is_shown_anew(self, table: Table, page: Page, board: str) -> None:
        number = board.rpartition("/")[2]

        def news() -> None:
            with page.expect_response(lambda answer: answer.url.endswith(board)):
                table.server.hear("bob@example.org", f"chess chat {number} bob bobpw123", comment="Hello!")
            page.wait_for_timeout(300)
            assert page.locator("#frame.drag").count() == 1

        drag_by_finger(page, "g1", "f3", meanwhile=news)

        page.locator("#headline").get_by_text("Play Nf3?").wait_for()
        settled(page)
        assert lying(page)["f3"] == ["f3"]
        assert page.locator("#remarks li").count() == 1

    def test_is_laid_down_when_the_game_is_over_meanwhile(self, table: Table, page: Page, board: str) -> None:
        number = board.rpartition("/")[2]

        def resigns() -> None:
            with page.expect_response(lambda answer: answer.url.endswith(board)):
                table.server.hear("bob@example.org", f"chess resign {number} bob bobpw123")
            page.wait_for_timeout(300)

        drag_by_finger(page, "g1", "f3", meanwhile=resigns)

        page.locator("#headline").get_by_text("You won").wait_for()
        settled(page)
        assert (lying(page)["g1"], page.locator("#confirm").count()) == (["g1"], 0)

    def test_is_moved_although_the_network_fails_once(self, page: Page) -> None:
        failed: list[str] = []

        def fail_once(route: Route) -> None:
            if failed:
                route.continue_()
            else:
                failed.append(route.request.url)
                route.abort()

        page.route("**/chess/*?touch=*", fail_once)
        drag_by_finger(page, "g1", "f3", settles=False)

        page.locator("#trouble").wait_for()
        page.locator("#headline").get_by_text("Play Nf3?").wait_for()
        assert len(failed) == 1
        assert lying(page)["f3"] == ["f3"]
        assert page.locator("#trouble").count() == 0


@pytest.mark.parametrize("outside", [False, True], ids=["on the place", "beside the board"])
def test_a_click_counts_though_something_happens_while_the_button_is_down(
    table: Table, seat: Callable[..., Page], outside: bool
) -> None:
    board = begun(table, "hex")
    page = seat("alice", reduced_motion="reduce")
    page.goto(table.url + board)
    number = board.rpartition("/")[2]

    page.mouse.move(*page.evaluate(MIDDLE, "f6"))
    page.mouse.down()
    with page.expect_response(lambda answer: answer.url.endswith(board)):
        table.server.hear("bob@example.org", f"hex chat {number} bob bobpw123", comment="Hello!")
    if outside:
        page.mouse.move(5, 5)
    page.mouse.up()
    page.locator("#remarks li").wait_for(state="attached")
    settled(page)

    assert page.evaluate(SHOWN)["headline"] == ("Your turn" if outside else "Play f6?")


class TestWhileAPieceIsInTheHand:
    @pytest.fixture
    def board(self, table: Table) -> str:
        return begun(table, "chess", "e2-e4", "e7-e5")

    @pytest.fixture
    def page(self, table: Table, seat: Callable[..., Page], board: str) -> Page:
        """Alice holds her knight above f3."""
        page = seat("alice", reduced_motion="reduce", **BY_FINGER)
        page.goto(table.url + board)
        (x, y), (to_x, to_y) = (page.evaluate(MIDDLE, each) for each in ("g1", "f3"))
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(to_x, to_y, steps=3)
        assert page.locator("#frame.drag").count() == 1
        return page

    def hears(self, table: Table, board: str, userid: str, line: str) -> None:
        word, number = board.strip("/").split("/")
        password = {"alice": "secret7", "bob": "bobpw123"}[userid]
        verb, _, rest = line.partition(" ")
        table.server.hear(f"{userid}@example.org", f"{word} {verb} {number} {userid} {password} {rest}".strip())

    def test_the_other_resigns(self, table: Table, page: Page, board: str) -> None:
        self.hears(table, board, "bob", "resign")
        page.wait_for_timeout(1500)
        page.mouse.up()

        page.locator("#headline").get_by_text("You won").wait_for()
        settled(page)
        assert page.locator("#confirm").count() == 0
        assert lying(page)["g1"] == ["g1"]
        assert page.locator("#frame.drag").count() == 0

    def test_the_last_move_is_taken_back(self, table: Table, page: Page, board: str) -> None:
        self.hears(table, board, "bob", "move undo")
        self.hears(table, board, "alice", "move accept")
        page.wait_for_timeout(1500)
        page.mouse.up()

        page.locator("#headline").get_by_text("bob to move").wait_for()
        settled(page)
        seen = lying(page)
        assert (seen["g1"], seen["e7"]) == (["g1"], ["e7"])
        assert page.locator("#confirm").count() == 0

    def test_the_move_is_made_in_another_way(self, table: Table, page: Page, board: str) -> None:
        self.hears(table, board, "alice", "move b1-c3")
        self.hears(table, board, "bob", "move b8-c6")
        page.wait_for_timeout(1500)
        page.mouse.up()

        page.locator("#frame [data-on=c6]").first.wait_for()
        settled(page)
        seen = lying(page)
        assert (seen["c3"], seen["c6"]) == (["c3"], ["c6"])

    def test_no_words_are_selected(self, page: Page) -> None:
        page.mouse.move(200, 700, steps=3)
        page.mouse.up()
        settled(page)

        assert page.evaluate("getSelection().toString()") == ""


def test_a_finger_scrolls_from_an_empty_square_and_not_from_a_piece(table: Table, seat: Callable[..., Page]) -> None:
    board = begun(table, "chess")
    page = seat("alice", **BY_FINGER)
    page.goto(table.url + board)
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight + 100")

    drag_by_finger(page, "e4", "e8")
    page.wait_for_function("() => scrollY > 0")
    page.wait_for_timeout(500)
    page.evaluate("scrollTo(0, 0)")
    drag_by_finger(page, "e2", "e4")

    assert page.evaluate("scrollY") == 0
    assert page.evaluate(SHOWN)["headline"] == "Play e4?"


STACKS = """() => {
  const points = new Map();
  for (const each of document.querySelectorAll("[class^=pic-piece] > [data-on]")) {
    const {x, y, width, height} = each.getBoundingClientRect(), on = each.dataset.on;
    if (/^\\d+$/.test(on)) points.set(on, [...(points.get(on) ?? []), (y + height / 2) / height]);
  }
  return Object.fromEntries([...points].map(([on, all]) => [on, all.sort((one, other) => one - other)]));
}"""


def test_a_checker_that_one_die_has_moved_lies_upon_the_others_of_its_point(
    table: Table, seat: Callable[..., Page]
) -> None:
    page = seat("alice", **BY_FINGER)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    board = begun(table, "backgammon")
    page.goto(table.url + board)
    if page.locator("#frame a[data-place]").count() == 0:
        page = seat("bob", **BY_FINGER)
        page.goto(table.url + board)
    ends = [end for places in page.evaluate(STACKS).values() for end in (places[0], places[-1])]
    for _ in range(2):
        tap(page, page.evaluate("document.querySelector('#frame a[data-place]').dataset.place"))
        settled(page)

    assert re.fullmatch(r"(Now the|Another) [1-6]: which checker\?", page.locator("#headline").inner_text())
    for places in page.evaluate(STACKS).values():
        assert all(1 <= other - one < 1.15 for one, other in pairwise(places))
        assert places[0] < min(ends) + 0.1 or places[-1] > max(ends) - 0.1


RINGED = """() => [...document.querySelectorAll(".picture > [class^=pic-last-] > [data-on]")]
  .filter((each) => each.checkVisibility()).map((each) => each.dataset.on)"""
HITS = """(ringed) => {
  const tree = JSON.parse(document.getElementById("tree")?.textContent || "{}");
  const open = (node) => Object.keys(Object(node) === node ? node : {}).filter(Boolean);
  for (const start of open(tree)) for (const end of open(tree[start])) {
    const node = tree[start][end];
    if (ringed.includes(end) && open(node).length > 1 && node[""].startsWith(`${end} -`)) return [start, end];
  }
}"""
"""A checker that was moved last, and is hit by the first die of two."""


def test_a_checker_that_is_hit_leaves_no_mark_where_it_was(table: Table) -> None:
    for part in range(40):
        page = mover_of(table, partly_played(table.server, "backgammon", 0.02 * (part + 1)))
        before = page.evaluate(RINGED)
        if found := page.evaluate(HITS, before):
            break
    assert found, "nobody is hit"

    for place in found:
        tap(page, place)

    assert found[1] in before
    assert found[1] not in page.evaluate(RINGED)


def test_on_points_that_are_long_and_narrow_there_are_no_dots_and_pips_change_with_each_die(table: Table) -> None:
    page = mover_of(table, challenge(table.server, "backgammon"))
    pips = page.locator("#side-below .ahead").inner_text()

    for place in ("13", page.evaluate("JSON.parse(document.getElementById('tree').textContent)")):
        tap(page, place if isinstance(place, str) else next(each for each in place["13"] if each))
        assert page.evaluate(DOTS) == []

    assert page.locator("#side-below .ahead").inner_text() < pips
