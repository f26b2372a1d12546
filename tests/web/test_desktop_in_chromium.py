"""Beside the board of a desktop nothing moves: not the players, the list of moves or the bar of buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.conversation import FOUR
from tests.web.in_chromium import TOUCHABLE, goes_on
from tests.web.nearly_over import challenge, partly_played
from tests.web.test_board_in_chromium import Table, move
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table
from tests.web.test_touching_in_chromium import CLICK, begun, settled
from tests.web.test_trying_in_chromium import is_a_post

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

pytestmark = pytest.mark.long

WINDOWS = [(1366, 641), (1366, 768), (1440, 900), (1920, 1080)]
LANGUAGES = ["en", "ru", "de"]
PARTS = [".sheet", "#seats", "#steps", "#steps > :nth-child(2)", "#steps > :nth-child(3)", ".listed"]
WHERE_PARTS_ARE = """(parts) => parts.flatMap((each) => {
  const {left, top, width, height} = document.querySelector(each).getBoundingClientRect();
  return [left, top, width, height];
})"""
WHERE_NAMED_ARE = """() => {
  const named = {
    flip: "#steps [rel=nofollow]", next: "#next-game.quiet, #steps > .gone", onceMoved: "#next-game:not(.quiet)",
    tryOut: "#steps a[href$='line=']:not([rel])",
    stop: "#steps > a:has(+ #drawing)", draw: "#drawing",
    forget: "#steps form:has([value=forget])", plan: "#steps form:has([value=queue])",
    chat: `.game:is([data-game=chess], [data-game=hnefatafl], [data-game=backgammon],
      [data-game=bridge], [data-game=hearts]) .panel:not(:has(.queue)) .talk`,
    back: ".turn:not(.confirm) > .back", last: ".game:not(.long) .turn.mine > .soft",
  };
  return Object.fromEntries(Object.entries(named).map(([name, selector]) => [name, document.querySelector(selector)])
    .filter(([, each]) => each).map(([name, each]) => {
      const {left, top, width} = each.getBoundingClientRect();
      return [name, [left, top + (name === "chat" ? scrollY : 0), name === "chat" ? 0 : width]];
    }));
}"""
"""What is there at some steps only: where it is there, it is in one place.

The chat moves down where a game tells more of a move than fits, and below what is planned.
"""
IN_ORDER = """() => {
  const box = (of) => document.querySelector(of)?.getBoundingClientRect();
  const buttons = [...document.querySelectorAll("#steps :is(.button, button)")];
  const [bar, list, current, turn] = ["#steps", ".moves", ".moves [aria-current]", "#turn"].map(box);
  const [confirm, back] = ["#confirm", ".turn.confirm [data-back]"].map(box);
  const shown = (button) => [button, ...button.querySelectorAll(":not(.hidden, .named, .count)")].flatMap((each) => {
    const range = document.createRange();
    return [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()).map((node) => {
      range.selectNode(node);
      return range.getBoundingClientRect();
    });
  });
  return {
    bar: bar.bottom <= innerHeight && new Set(buttons.map((each) => each.getBoundingClientRect().top)).size === 1,
    words: buttons.every((each) => {
      const {left, right} = each.getBoundingClientRect();
      return right <= bar.right + 1 && shown(each).every((words) => words.left >= left && words.right <= right);
    }),
    current: !current || (current.top >= list.top && current.bottom <= list.bottom + 1 && list.bottom <= innerHeight),
    headline: turn.top < innerHeight - 100,
    confirm: !confirm || (confirm.bottom <= innerHeight && back.bottom <= innerHeight),
  };
}"""


def speak(table: Table, language: str) -> None:
    for userid, password in FOUR.items():
        table.server.hear(f"{userid}@example.org", f"change language {userid} {password} {language}")


@pytest.fixture(params=LANGUAGES)
def language(table: Table, request: pytest.FixtureRequest) -> Iterator[str]:
    speak(table, request.param)
    yield request.param
    speak(table, "en")


class Desktop:
    """A page in windows of desktops, and where the parts of a board were in them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._before: dict[tuple[int, int], list[float]] = {}
        self._named: dict[tuple[int, int, str], list[float]] = {}

    def shows_all_where_it_was(self) -> None:
        settled(self.page)
        for width, height in WINDOWS:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
            seen = self.page.evaluate(IN_ORDER)
            assert all(seen.values()), (width, height, seen)
            boxes = self.page.evaluate(WHERE_PARTS_ARE, PARTS)
            before = self._before.setdefault((width, height), boxes)
            far = [abs(now - then) for now, then in zip(boxes, before, strict=True)]
            assert max(far) <= 1, (width, height, before, boxes)
            for name, box in self.page.evaluate(WHERE_NAMED_ARE).items():
                then = self._named.setdefault((width, height, name), box)
                assert max(abs(one - other) for one, other in zip(box, then, strict=True)) <= 1, (
                    width,
                    height,
                    name,
                    then,
                    box,
                )

    def touch(self, place: str) -> None:
        with goes_on(self.page):
            self.page.evaluate(CLICK, place)
        settled(self.page)

    def follow(self, link: str) -> None:
        with goes_on(self.page):
            self.page.locator(link).first.click()
        settled(self.page)


@pytest.fixture
def desktop(seat: Callable[..., Page], language: str) -> Desktop:
    page = seat("alice", reduced_motion="reduce")
    assert page.locator("html").get_attribute("lang") == language
    return Desktop(page)


def test_at_each_step_of_a_move_all_is_where_it_was(table: Table, desktop: Desktop) -> None:
    challenge(table.server, "chess")
    board = begun(table, "chess", "e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4", "g8-f6")
    desktop.page.goto(table.url + board)
    desktop.shows_all_where_it_was()
    assert desktop.page.locator("#next-game").count() == 1
    desktop.touch("e1")
    desktop.shows_all_where_it_was()
    desktop.touch("g1")
    desktop.page.wait_for_selector("#confirm")
    desktop.shows_all_where_it_was()
    desktop.page.reload()
    desktop.shows_all_where_it_was()
    desktop.follow("[data-back]")
    desktop.follow("#steps a[rel=prev]")
    desktop.shows_all_where_it_was()
    desktop.follow("#steps a[rel=first]")
    desktop.shows_all_where_it_was()


def test_for_who_has_yet_to_learn_the_game_too(table: Table, desktop: Desktop) -> None:
    """How to play is open at first, and not there in a preview."""
    challenge(table.server, "shogi")
    desktop.page.goto(table.url + challenge(table.server, "hnefatafl"))
    assert desktop.page.locator(".goal[open]").count() == 1
    desktop.shows_all_where_it_was()
    while not desktop.page.locator("#confirm").count():
        desktop.touch(str(desktop.page.locator("#frame a[data-place]").last.get_attribute("data-place")))
        desktop.shows_all_where_it_was()
    desktop.page.reload()
    desktop.shows_all_where_it_was()


def test_the_list_has_one_height_at_the_beginning_in_the_middle_and_at_the_end(
    table: Table, desktop: Desktop
) -> None:
    boards = [begun(table, "chess", *["e2-e4", "e7-e5", "g1-f3", "b8-c6"][:number]) for number in (0, 2, 4)]
    number = boards[-1].rpartition("/")[2]
    table.server.hear("alice@example.org", f"chess resign {number} alice secret7")
    for width, height in WINDOWS:
        desktop.page.set_viewport_size({"width": width, "height": height})
        lists = []
        for board in boards:
            desktop.page.goto(table.url + board)
            lists.append(desktop.page.evaluate(WHERE_PARTS_ARE, [".listed"]))
        assert lists[0] == lists[1] == lists[2], (width, height)


@pytest.mark.parametrize("word", ["chess", "backgammon", "hearts"])
def test_in_a_high_window_the_last_remark_and_where_one_writes_are_in_sight(
    table: Table, seat: Callable[..., Page], word: str
) -> None:
    board = partly_played(table.server, word, 0.5)
    number = board.rpartition("/")[2]
    table.server.hear("bob@example.org", f"{word} chat {number} bob {FOUR['bob']}", "Well played!")
    page = seat("alice")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(table.url + board)
    ends = page.evaluate(
        "() => ['#remarks li:last-child', '#chat'].map(e => document.querySelector(e).getBoundingClientRect().bottom)"
    )

    assert max(ends) <= 1080


def test_while_moves_are_tried_out_and_once_they_are_kept_too(table: Table, desktop: Desktop) -> None:
    page = desktop.page
    challenge(table.server, "chess")
    board = begun(table, "chess", "e2-e4", "e7-e5", "g1-f3", "b8-c6")
    page.goto(table.url + board)
    desktop.shows_all_where_it_was()
    desktop.follow("#steps a[href$='line=']")
    desktop.shows_all_where_it_was()
    for places in (("f1", "c4"), ("g8", "f6"), ("d2", "d3")):
        with page.expect_response(is_a_post):
            for place in places:
                desktop.touch(place)
        desktop.shows_all_where_it_was()
    page.goto(table.url + board)
    assert page.locator("#steps .count").count() == 2
    desktop.shows_all_where_it_was()


def test_with_an_answer_that_is_planned_too(table: Table, desktop: Desktop) -> None:
    page = desktop.page
    challenge(table.server, "hex")
    board = begun(table, "chess", "e2-e4")
    page.goto(table.url + board)
    desktop.shows_all_where_it_was()
    desktop.follow("#steps a[href$='line=']")
    for places in (("e7", "e5"), ("g1", "f3")):
        with page.expect_response(is_a_post):
            for place in places:
                desktop.touch(place)
    desktop.shows_all_where_it_was()
    desktop.follow("#steps form:has([value=queue]) button")
    page.wait_for_selector(".queue", timeout=9000)
    desktop.shows_all_where_it_was()


@pytest.mark.parametrize("word", ["backgammon", "bridge", "draughts", "kalah", "shogi", "yacht"])
def test_in_games_with_long_headlines_or_many_players_too(table: Table, desktop: Desktop, word: str) -> None:
    page, board = desktop.page, partly_played(table.server, word, 0.5)
    page.goto(table.url + board)
    for _ in range(4):
        desktop.shows_all_where_it_was()
        if page.locator("#confirm").count() or not page.locator("#frame a[data-place]").count():
            break
        desktop.touch(str(page.locator("#frame a[data-place]").last.get_attribute("data-place")))


@pytest.mark.parametrize(("word", "moves"), [("bridge", 45), ("hearts", 20)])
def test_while_tricks_are_played_at_a_card_table_too(table: Table, desktop: Desktop, word: str, moves: int) -> None:
    page, board = desktop.page, partly_played(table.server, word, 1, most=moves)
    for _ in range(6):
        page.goto(table.url + board)
        desktop.shows_all_where_it_was()
        mover = page.locator(".seats li.now a").first.inner_text()
        own = page if mover == "alice" else table.page_of(mover, "by keys")
        own.goto(table.url + board)
        own.goto(table.url + str(own.locator(TOUCHABLE).last.get_attribute("href")))
        if own is page:
            desktop.shows_all_where_it_was()
        move(table, board, mover, str(own.locator(".turn.confirm [name=move]").first.get_attribute("value")))


WRAPPED = """() => [...document.querySelectorAll("#seats li")].flatMap((row) => {
  const {top, bottom, right} = row.getBoundingClientRect();
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT), range = document.createRange();
  const found = [];
  while (texts.nextNode()) {
    if (!texts.currentNode.data.trim() || texts.currentNode.parentElement.closest(".hidden")) continue;
    range.selectNode(texts.currentNode);
    const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
    const box = range.getBoundingClientRect();
    if (lines.size > 1 || box.top < top - 1 || box.bottom > bottom + 1) found.push(texts.currentNode.data);
  }
  return found;
})"""
"""What stands on more than one line in the list of players, or beyond its row."""
NAME_AND_RATING = """() => [...document.querySelectorAll("#seats li")].map((row) => {
  const boxes = ["a", ".rated", ".clock"].map((each) => row.querySelector(each).getBoundingClientRect());
  const [name, rating, clock] = boxes;
  return [name.width, rating.left - name.right, clock.left - rating.right].map(Math.round);
})"""


@pytest.mark.parametrize("word", ["chess", "hearts", "bridge", "backgammon"])
def test_each_player_has_a_row_in_which_nothing_wraps(table: Table, desktop: Desktop, word: str) -> None:
    page = desktop.page
    page.goto(table.url + partly_played(table.server, word, 0.5))
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WRAPPED) == []
        # Nor does the longest name take the room of others.
        for name in ("alice", "longest-of-all-names-of-players.a"):
            page.evaluate(
                "name => document.querySelectorAll('#seats li a').forEach(a => { a.textContent = name; })", name
            )
            assert page.evaluate(WRAPPED) == []
            for broad, *gaps in page.evaluate(NAME_AND_RATING):
                assert broad > 30
                assert min(gaps) >= 0
