"""Pages that are open in a real browser, and hear of what others do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope
from tests.conversation import Server
from tests.endtoend.chromium import running_chromium
from tests.web.listening import Served
from tests.web.test_live import server_on, serving, session

pytestmark = pytest.mark.long


@pytest.fixture
def server(sqlite_database: Database) -> Server:
    return server_on(sqlite_database)


@pytest.fixture
def place(server: Server) -> Iterator[Served]:
    with serving(server) as place:
        yield place


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with running_chromium() as browser:
        yield browser


@contextmanager
def chromium(chrome: Browser, server: Server, place: Served, userid: str) -> Iterator[BrowserContext]:
    """A browser, with nothing left of what was done there before, in which somebody is signed in."""
    context = chrome.new_context(base_url=f"http://{place.host}:{place.port}")
    word = session(server, userid, Scope.ALL)
    context.add_cookies([{"name": "session", "value": word, "url": f"http://{place.host}:{place.port}"}])
    yield context
    context.close()


def title_of(page: Page, beginning: str) -> None:
    """Wait until the title of a page begins so."""
    page.wait_for_function("beginning => document.title.startsWith(beginning)", arg=beginning)


def test_an_open_board_shows_the_opponents_move_and_every_tab_counts_what_waits(
    chrome: Browser, server: Server, place: Served
) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    with chromium(chrome, server, place, "bob") as context:
        faults: list[str] = []
        board, mine = context.new_page(), context.new_page()
        for page in (board, mine):
            page.on("pageerror", lambda error: faults.append(str(error)))
        board.goto("/hex/101")
        mine.goto("/me")
        heading = board.locator("#headline").inner_text()
        board.bring_to_front()

        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

        board.wait_for_function("words => document.getElementById('headline').innerText !== words", arg=heading)
        assert board.locator("#game").get_attribute("data-moves") == "1"
        title_of(board, "(1) ")
        title_of(mine, "(1) ")
        server.hear("alice@example.org", "hex move 102 alice secret7 c3")
        title_of(mine, "(2) ")
        title_of(board, "(2) ")
        server.hear("bob@example.org", "hex move 101 bob bobpw123 b4")
        title_of(mine, "(1) ")
        assert faults == []


def test_an_open_board_shows_what_is_said_and_leaves_alone_what_its_reader_writes(
    chrome: Browser, server: Server, place: Served
) -> None:
    with chromium(chrome, server, place, "bob") as context:
        board = context.new_page()
        board.goto("/hex/101")
        board.locator("#chat").fill("I am thinking")

        server.hear("alice@example.org", "hex chat 101 alice secret7", comment="Are you there?")

        board.locator("#remarks li").wait_for()
        assert "Are you there?" in board.locator("#remarks").inner_text()
        assert "Are you there?" in board.locator("#live").inner_text()
        assert board.locator("#chat").input_value() == "I am thinking"


def test_many_tabs_share_one_stream(chrome: Browser, server: Server, place: Served) -> None:
    with chromium(chrome, server, place, "alice") as context:
        # A browser opens only six connections to a server: with one for each tab, the eighth would never be loaded.
        pages = [context.new_page() for _ in range(8)]
        for page in pages:
            page.goto("/me")
        for page in pages:
            title_of(page, "(1) ")
        server.hear("alice@example.org", "hex move 101 alice secret7 c3")
        for page in pages:
            page.wait_for_function("() => !document.title.startsWith('(')")


def test_an_open_board_says_what_has_come_of_a_proposal(chrome: Browser, server: Server, place: Served) -> None:
    for line in ("alice secret7 c3", "bob bobpw123 b4"):
        server.hear(f"{line.split()[0]}@example.org", f"hex move 101 {line}")
    with chromium(chrome, server, place, "alice") as context:
        board = context.new_page()
        board.goto("/hex/101")

        for word, answer, told in (
            (
                "propose",
                "reject",
                "alice had proposed to end the game as a tie: not all agree, and the game goes on.",
            ),
            ("undo", "accept", "What alice had proposed has been agreed to: the board stands as before that move."),
        ):
            server.hear("alice@example.org", f"hex move 101 alice secret7 {word}")
            board.locator("#turn [data-refused]").wait_for()
            server.hear("bob@example.org", f"hex move 101 bob bobpw123 {answer}")

            board.locator("#turn").get_by_text(told).wait_for()
            assert told in board.locator("#live").inner_text()


def test_an_open_board_that_is_over_shows_who_wants_to_play_once_more(
    chrome: Browser, server: Server, place: Served
) -> None:
    for line in ("move 101 alice secret7 c3", "move 101 bob bobpw123 b4", "resign 101 alice secret7"):
        server.hear("alice@example.org", f"hex {line}")
    with chromium(chrome, server, place, "bob") as context:
        board = context.new_page()
        board.goto("/hex/101")

        server.hear("alice@example.org", "hex rematch 101 alice secret7")
        board.locator("#rematch").get_by_text("alice wants a rematch.").wait_for()
        assert "alice wants a rematch." in board.locator("#live").inner_text()

        server.hear("bob@example.org", "hex rematch 101 bob bobpw123")
        board.locator("#rematch").get_by_role("link", name="Hex Board 102").wait_for()


def test_who_has_lost_while_looking_on_can_ask_for_a_rematch_at_once(
    chrome: Browser, server: Server, place: Served
) -> None:
    for move, (userid, password) in zip(("a1", "b2"), (("alice", "secret7"), ("bob", "bobpw123")), strict=True):
        server.hear(f"{userid}@example.org", f"hex move 101 {userid} {password} {move}")
    with chromium(chrome, server, place, "bob") as context:
        board = context.new_page()
        board.goto("/hex/101")
        assert board.locator("#rematch").count() == 0

        server.hear("alice@example.org", "hex resign 101 alice secret7")
        board.locator("#rematch").wait_for()
        board.get_by_role("button", name="Rematch", exact=True).click()
        board.locator("#rematch").get_by_text("You want a rematch, and the others have been asked.").wait_for()
