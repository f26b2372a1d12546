"""Open challenges and tournaments on a phone, by touch: who waits there, and how somebody comes to join them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator, Page

from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import PLAYERS, Server
from tests.endtoend.chromium import running_chromium
from tests.web.in_chromium import PATIENCE, PHONE, SMALLEST, sign_in
from tests.web.listening import served

pytestmark = pytest.mark.long


@dataclass
class World:
    """A server, and Chromium."""

    server: Server
    url: str
    chromium: Chromium

    def phone(self, userid: str, path: str) -> Page:
        """The phone of a player, with a page open."""
        page = self.chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
        page.set_default_timeout(PATIENCE)
        sign_in(page, self.url, userid, PLAYERS[userid])
        page.goto(self.url + path)
        return page

    def mail(self, line: str) -> None:
        """Have somebody write a command by mail: the first of its words that is a player."""
        writer = next(word for word in line.split() if word in PLAYERS)
        self.server.hear(f"{writer}@example.org", line)
        self.server.wait(minutes=1)

    def let_the_clock_look(self) -> None:
        """Its round, in which tournaments begin."""
        Scheduler(self.server.database, self.server.office, installed()).make_round(self.server.now)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with running_chromium() as opened:
        yield opened


@pytest.fixture
def world(sqlite_database: Database, chromium: Chromium) -> Iterator[World]:
    server = Server(sqlite_database)
    server.sign_up(*PLAYERS)
    settings = replace(defaults(), address=server.address, web_url="")
    site = Site(settings, sqlite_database, server.office, installed(), b"key of these forms")
    with served(application(site)) as at:
        yield World(server, f"http://{at.host}:{at.port}", chromium)
        for context in chromium.contexts:
            context.close()


def tap(target: Locator) -> None:
    """Touch something with a finger, which leads to another page."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= SMALLEST
    with target.page.expect_navigation():
        target.tap()


def button(page: Page, name: str) -> Locator:
    """The button that is called so."""
    return page.get_by_role("button", name=name)


def said(page: Page) -> str:
    """What a page says has been done."""
    return page.locator(".said").inner_text()


def paragraphs(page: Page) -> list[str]:
    return page.locator("main p").all_inner_texts()


def test_somebody_takes_the_free_seat_of_an_open_challenge_and_plays(world: World) -> None:
    world.mail("hex challenge bob anyone -size=5")
    page = world.phone("alice", "/me")

    tap(page.locator("main a[href='/open']").first)
    tap(button(page, "Join"))

    assert page.url == f"{world.url}/hex/101"
    assert "has begun" in said(page)
    assert sorted(page.locator("#seats a").all_inner_texts()) == ["alice", "bob"]


def test_somebody_takes_down_the_challenge_that_they_have_put_up(world: World) -> None:
    world.mail("hex challenge alice anyone -size=5")
    page = world.phone("alice", "/open")

    tap(button(page, "Take back"))

    assert page.url == f"{world.url}/open"
    assert page.locator(".rows").count() == 0
    assert "Nothing waits at present." in page.locator(".empty").inner_text()


def test_somebody_gives_back_a_seat_that_they_have_taken(world: World) -> None:
    world.mail("hearts challenge bob anyone anyone anyone")
    page = world.phone("alice", "/open")
    tap(button(page, "Join"))
    assert "bob 1500?, alice, anyone, anyone" in page.locator(".rows li").inner_text()

    tap(button(page, "Give back my seat"))

    assert "bob 1500?, anyone, anyone, anyone" in page.locator(".rows li").inner_text()
    assert button(page, "Join").count() == 1


def test_somebody_joins_a_tournament_and_leaves_it(world: World) -> None:
    world.mail("tournament create bob bobpw123 hex spring-cup -size=5")
    page = world.phone("alice", "/")

    tap(page.locator("footer a[href='/tournaments']"))
    tap(page.get_by_role("link", name="spring-cup"))
    tap(button(page, "Join"))
    assert "You have joined." in paragraphs(page)
    assert "2 have joined: bob, alice." in paragraphs(page)

    tap(button(page, "Leave"))

    assert "1 has joined: bob." in paragraphs(page)
    assert button(page, "Join").count() == 1


def test_a_closed_tournament_takes_its_word_and_no_other(world: World) -> None:
    world.mail("tournament create bob bobpw123 hex club-night willow-tree")
    page = world.phone("alice", "/tournaments/club-night")

    page.fill("main [name=word]", "oak-tree")
    tap(button(page, "Join"))
    assert page.locator("[role=alert] p").first.inner_text() == "The word is not right."

    page.fill("main [name=word]", "willow-tree")
    tap(button(page, "Join"))
    assert "You have joined." in paragraphs(page)


def test_the_table_of_a_tournament_leads_to_its_boards(world: World) -> None:
    world.mail("tournament create bob bobpw123 hex spring-cup --players=3 -size=5")
    world.mail("tournament join carol secret9 spring-cup")
    page = world.phone("alice", "/tournaments/spring-cup")
    tap(button(page, "Join"))
    world.let_the_clock_look()
    world.mail("hex resign 101 bob bobpw123")
    page.reload()

    assert page.locator("table.cross tbody tr").first.inner_text().split()[:3] == ["1", "carol", "1"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    tap(page.get_by_role("link", name="against carol: being played"))

    assert page.url.startswith(f"{world.url}/hex/10")
    assert {"alice", "carol"} == set(page.locator("#seats a").all_inner_texts())


def test_somebody_sets_up_a_tournament_for_friends(world: World) -> None:
    page = world.phone("alice", "/tournaments")

    tap(page.get_by_role("link", name="Set up a tournament"))
    tap(page.get_by_role("link", name="Hex", exact=True))
    page.fill("main [name=name]", "club-night")
    page.fill("main [name=word]", "willow-tree")
    tap(button(page, "Set it up"))

    assert page.url == f"{world.url}/tournaments/club-night"
    assert "1 has joined: alice." in paragraphs(page)
    assert "closed" in page.locator(".lead").inner_text()
