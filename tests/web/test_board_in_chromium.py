"""Playing in a real browser: by touch on a phone, by the keyboard alone, and without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.store.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import PLAYERS, Server
from tests.endtoend.chromium import running_chromium
from tests.pictures.test_playing_by_touch import MOST_TURNS
from tests.web.in_chromium import sign_in
from tests.web.listening import served
from tests.web.nearly_over import NOT_PLAYED, WHOLE_GAMES, challenge, nearly_over

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import Page

PHONE = {"width": 390, "height": 844}
SMALLEST = 24
OF_EACH_KIND = ("abalone", "chess", "connect4", "goofspiel", "trioker-line")
"""Games that are touched in different ways: rows of marbles, from here to there, columns, cards, tiles that turn."""


@dataclass(frozen=True)
class Way:
    """A way to make a move, and the browser that it needs."""

    make_move: Callable[[Page, Random], None]
    browser: dict[str, object]


@dataclass
class Table:
    """A server with pages, and Chromium."""

    server: Server
    url: str
    chromium: Chromium

    def seat(self, userid: str, **how: object) -> Page:
        """A browser of its own for a player, who is signed in."""
        page = self.chromium.new_context(viewport=PHONE, **how).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(10_000)
        sign_in(page, self.url, userid, PLAYERS[userid])
        return page

    def play(self, board: str, *ways: Way) -> Page:
        """Have a game played to its end, each turn in the next of these ways; gives the page of the first player."""
        watching = self.seat("alice")
        pages: dict[tuple[str, int], Page] = {}
        choices = Random(board)  # noqa: S311
        for turn in range(MOST_TURNS):
            watching.goto(self.url + board)
            mover = watching.locator(".seats li.now a")
            if not mover.count():
                return watching
            userid, number = mover.first.inner_text(), turn % len(ways)
            if (userid, number) not in pages:
                pages[userid, number] = self.seat(userid, **ways[number].browser)
            page = pages[userid, number]
            page.goto(self.url + board)
            ways[number].make_move(page, choices)
        raise AssertionError("the game does not end")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with running_chromium() as opened:
        yield opened


@pytest.fixture
def table(sqlite_database: Database, chromium: Chromium) -> Iterator[Table]:
    server = Server(sqlite_database)
    server.sign_up(*PLAYERS)
    settings = replace(defaults(), address=server.address, web_url="")
    site = Site(settings, server.database, server.office, installed(), b"key of these forms")
    with served(application(site)) as place:
        yield Table(server, f"http://{place.host}:{place.port}", chromium)
        for context in chromium.contexts:
            context.close()


def by_click(page: Page, choices: Random) -> None:
    """Follow links until a move can be confirmed: for browsers without scripts."""
    while not page.locator("#confirm").count():
        open_to_touch = page.locator("a[data-place], .choices a")
        page.goto(page.url.partition("?")[0] + _query(open_to_touch.nth(choices.randrange(open_to_touch.count()))))
    page.locator("#confirm").click()


def _query(link: object) -> str:
    address = link.get_attribute("href") or ""  # type: ignore[attr-defined]
    return "?" + address.partition("?")[2]


def by_touch(page: Page, choices: Random) -> None:
    """Touch places with a finger: where the board is too small for one, the first touch makes it larger."""
    while not page.locator("#confirm").count():
        places = page.locator("#frame a[data-place]")
        link = places.nth(choices.randrange(places.count())) if places.count() else page.locator(".choices a").first
        shown = page.locator("#headline").inner_text() + page.url
        if "small" in (page.locator("#frame").get_attribute("class") or ""):
            link.tap()
        box = link.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= SMALLEST - 0.5
        link.tap()
        page.wait_for_function(
            "shown => document.getElementById('headline').innerText + location.href !== shown", arg=shown
        )
    page.locator("#confirm").tap()
    page.wait_for_selector("#confirm", state="detached")


def by_keys(page: Page, choices: Random) -> None:
    """Use the keyboard only."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('a[data-place]')"):
            break
    while not page.locator("#confirm").count():
        for _ in range(choices.randrange(4)):
            page.keyboard.press(choices.choice(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]))
        assert page.evaluate("document.activeElement.matches('a[data-place]')")
        shown = page.url
        page.keyboard.press("Enter")
        page.wait_for_function("shown => location.href !== shown", arg=shown)
        page.wait_for_function("() => !document.getElementById('game').hasAttribute('aria-busy')")
    assert page.evaluate("document.activeElement.id") == "confirm"
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm", state="detached")


WAYS = {
    "by touch": Way(by_touch, {"has_touch": True, "is_mobile": True}),
    "by keys": Way(by_keys, {}),
    "without scripts": Way(by_click, {"java_script_enabled": False}),
}


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_a_short_game_is_played_to_its_end(table: Table, way: str) -> None:
    board = challenge(table.server, "hex", size=3)

    page = table.play(board, WAYS[way])

    assert "has won" in page.locator("#headline").inner_text()


@pytest.mark.long
@pytest.mark.parametrize("word", sorted(installed().keys() - NOT_PLAYED) if WHOLE_GAMES else OF_EACH_KIND)
def test_a_game_is_played_to_its_end(table: Table, word: str) -> None:
    table.play(nearly_over(table.server, word), *WAYS.values())


@pytest.mark.long
def test_escape_takes_back_what_was_touched(table: Table) -> None:
    page = table.seat("alice")
    page.goto(table.url + challenge(table.server, "hex", size=3))
    page.locator("a[data-place=b2]").click()
    page.wait_for_selector("#confirm")
    page.keyboard.press("Escape")

    page.wait_for_selector("#confirm", state="detached")
    assert page.locator("#headline").inner_text() == "Your turn"


@pytest.mark.long
def test_arrow_keys_walk_through_the_moves(table: Table) -> None:
    board = challenge(table.server, "hex", size=3)
    table.server.hear("alice@example.org", "hex move 101 alice secret7 b2")
    table.server.hear("bob@example.org", "hex move 101 bob bobpw123 a2")
    page = table.seat("carol")
    page.goto(table.url + board)
    shown = []
    for key in ("ArrowLeft", "Home", "ArrowRight", "End"):
        before = page.url
        page.keyboard.press(key)
        page.wait_for_function("before => location.href !== before", arg=before)
        page.wait_for_function("() => !document.getElementById('game').hasAttribute('aria-busy')")
        shown.append(page.locator("#headline").inner_text())

    assert shown == ["After move 1", "At the start", "After move 1", "alice to move"]


@pytest.mark.long
def test_what_is_shown_is_said_aloud(table: Table) -> None:
    page = table.seat("alice")
    page.goto(table.url + challenge(table.server, "hex", size=3))
    page.locator("a[data-place=b2]").click()
    page.wait_for_selector("#confirm")

    assert page.locator("#live").inner_text().startswith("Play b2?")


@pytest.mark.long
def test_the_move_of_the_opponent_appears_by_itself(table: Table) -> None:
    board = challenge(table.server, "hex", size=3)
    page = table.seat("bob")
    page.goto(table.url + board)
    assert page.locator("#headline").inner_text() == "alice to move"
    page.wait_for_timeout(1500)
    table.server.hear("alice@example.org", "hex move 101 alice secret7 b2")

    page.wait_for_function("() => document.getElementById('headline').innerText === 'Your turn'")


@pytest.mark.long
@pytest.mark.parametrize("word", [word for word, game in installed().items() if game.seats[0] <= len(PLAYERS)])
def test_nothing_is_wider_than_the_screen_of_a_phone(table: Table, word: str) -> None:
    page = table.seat("alice", has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(table.url + challenge(table.server, word))

    assert page.evaluate("document.documentElement.scrollWidth") <= 360
