"""A network that fails for a moment costs an open board nothing: it stays, says so, and goes on afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.conversation import Server
from tests.web.listening import Served
from tests.web.test_live_in_chromium import chrome as chrome
from tests.web.test_live_in_chromium import chromium
from tests.web.test_live_in_chromium import place as place
from tests.web.test_live_in_chromium import server as server

pytestmark = pytest.mark.long

ONE_MOVE = "() => document.getElementById('game')?.dataset.moves === '1'"


def busy(route: Route) -> None:
    route.fulfill(status=429, headers={"Retry-After": "1"}, body="You are asking faster than this server answers.")


@pytest.fixture
def alice(chrome: Browser, server: Server, place: Served) -> Iterator[BrowserContext]:
    with chromium(chrome, server, place, "alice") as context:
        yield context


@pytest.fixture
def board(alice: BrowserContext) -> Page:
    page = alice.new_page()
    page.goto("/hex/101")
    return page


def once(page: Page, address: str, fail: Callable[[Route], None]) -> list[str]:
    """Have the next request to an address fail; returns where it is noted."""
    failed: list[str] = []

    def handle(route: Route) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.method)
            fail(route)

    page.route(address, handle)
    return failed


FAULTS: dict[str, tuple[Callable[[Route], None], str]] = {
    "no network": (lambda route: route.abort(), "No connection to the server."),
    "429": (busy, "The server is busy."),
    "503": (lambda route: route.fulfill(status=503, body="The server is busy."), "The server is busy."),
    "half an answer": (lambda route: route.abort("connectionreset"), "No connection to the server."),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_touch_that_fails_once_is_made_all_the_same(board: Page, fault: str) -> None:
    fail, told = FAULTS[fault]
    failed = once(board, "**/hex/101?*", fail)

    board.locator("a[data-place=b2]").click()
    board.locator("#trouble").get_by_text(told).wait_for()
    assert board.locator("#frame a[data-place=c3]").count() == 1
    assert told in board.locator("#live").inner_text()

    board.locator("#confirm").wait_for()
    assert failed == ["GET"]
    assert board.locator("#trouble").count() == 0


def test_who_touches_the_board_without_a_network_goes_on_as_soon_as_there_is_one(
    alice: BrowserContext, board: Page
) -> None:
    alice.set_offline(True)
    board.locator("a[data-place=b2]").click()
    board.locator("#trouble").get_by_text("Trying again in 2 s.").wait_for()

    # Another place is touched meanwhile: that is the one that counts.
    board.locator("a[data-place=c3]").click()
    board.locator("#trouble").get_by_text("Trying again in 1 s.").wait_for()
    alice.set_offline(False)

    board.locator("#confirm").wait_for()
    assert "c3" in board.url
    assert board.locator("#trouble").count() == 0


def test_a_move_that_is_confirmed_without_a_network_is_sent_when_there_is_one(
    server: Server, alice: BrowserContext, board: Page
) -> None:
    board.locator("a[data-place=b2]").click()
    board.locator("#confirm").wait_for()
    alice.set_offline(True)
    board.locator("#confirm").click()
    board.locator("#trouble").wait_for()
    board.locator("#confirm").click()
    assert board.locator("#frame .picture").count() == 1

    alice.set_offline(False)

    board.wait_for_function(ONE_MOVE)
    moved = server.office.look_up(lambda call: call.work.boards.load("hex", 101))
    assert moved is not None
    assert [move.text for move in moved.moves] == ["b2"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_board_does_not_stay_as_it_was_where_the_news_of_a_move_cannot_be_fetched_at_once(
    chrome: Browser, server: Server, place: Served, fault: str
) -> None:
    with chromium(chrome, server, place, "bob") as context:
        board = context.new_page()
        board.goto("/hex/101")
        failed = once(board, "**/hex/101", FAULTS[fault][0])

        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

        board.wait_for_function(ONE_MOVE)
        assert failed == ["GET"]
        assert board.locator("#trouble").count() == 0


def test_what_happens_while_something_is_refused_is_shown(server: Server, board: Page) -> None:
    """Nothing that happens while an answer is on its way is lost, whatever the answer is."""
    server.hear("alice@example.org", "hex move 101 alice secret7 b2")
    board.wait_for_function(ONE_MOVE)

    def refused(route: Route) -> None:
        if route.request.method != "POST":
            return route.fallback()
        server.hear("bob@example.org", "hex move 101 bob bobpw123 c3")
        board.wait_for_timeout(500)
        return route.fulfill(status=403, content_type="text/html", body="<p>No</p>")

    board.route("**/hex/101**", refused)
    board.locator("#chat").fill("Hello")
    board.locator("form:has(#chat) button").click()

    board.wait_for_function(ONE_MOVE.replace("'1'", "'2'"))
    board.locator("#trouble").wait_for()


def test_a_stream_that_is_refused_is_asked_for_again(chrome: Browser, server: Server, place: Served) -> None:
    with chromium(chrome, server, place, "bob") as context:
        board = context.new_page()
        failed = once(board, "**/hex/101/events", FAULTS["429"][0])
        board.goto("/hex/101")
        board.wait_for_timeout(500)
        assert failed == ["GET"]

        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

        board.wait_for_function(ONE_MOVE)


def test_a_page_that_is_no_board_is_shown_as_it_is(board: Page) -> None:
    board.route("**/hex/101?*", lambda route: route.fulfill(status=404, content_type="text/html", body="<p>Gone</p>"))

    board.locator("a[data-place=b2]").click()

    board.get_by_text("Gone").wait_for()


def test_an_answer_that_comes_after_a_newer_touch_is_dropped(board: Page) -> None:
    held: list[Route] = []
    board.route("**/hex/101?touch=b2", lambda route: held.append(route))
    board.locator("a[data-place=b2]").click()
    board.locator("a[data-place=c3]").click()
    board.locator("#headline").get_by_text("Play c3?").wait_for()

    with board.expect_response("**/hex/101?touch=b2"):
        held[0].continue_()
    board.wait_for_timeout(300)

    assert board.locator("#headline").inner_text() == "Play c3?"
    assert board.url.endswith("touch=c3")


def test_a_page_that_the_browser_has_kept_is_refreshed_when_somebody_comes_back(
    server: Server, alice: BrowserContext
) -> None:
    board = alice.new_page()
    board.route("**/events*", lambda route: route.abort())
    board.goto("/hex/101")
    server.hear("alice@example.org", "hex move 101 alice secret7 b2")
    board.wait_for_timeout(700)
    assert board.evaluate("document.getElementById('game').dataset.moves") == "0"

    board.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")

    board.wait_for_function(ONE_MOVE)
