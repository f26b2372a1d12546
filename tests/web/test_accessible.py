"""The pages for everybody's eyes and hands: axe finds nothing on them, and everything can be hit with a finger."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page

from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import PLAYERS, Server
from tests.endtoend.chromium import found_by_axe, running_chromium
from tests.web.in_chromium import sign_in
from tests.web.listening import served

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"runOnly": ["color-contrast"]}
"""All that the colours of the night can break."""
SMALLEST_TARGET = 24
"""CSS pixels (WCAG 2.2, 2.5.8). A link within a sentence may be smaller. What is touched on a board is tested there.

The link of a card is as large as the card."""

ALL_IN_SIGHT = """
for (const each of document.querySelectorAll("main details")) each.open = true;
document.querySelector(".steps")?.style.setProperty("position", "static");
"""
"""The bar of a board lies at a phone's edge over what can be scrolled out from below it."""

PUBLIC = (
    "/", "/?family=hidden", "/?q=nothing-like-that", "/about", "/sign-in", "/sign-up", "/confirm", "/forgot",
    "/new-password", "/help", "/help/tutorial", "/help/commands", "/help/challenge", "/players", "/players/alice",
    "/players/alice/games", "/players/alice/boards",
    "/hex", "/trichet", "/hex/standings", "/hex/boards", "/hex/history", "/hex/101",
    "/open", "/tournaments", "/tournaments/spring-cup", "/tournaments/spring-cup/1", "/tournaments/spring-cup/1/1",
    "/help/bots", "/players/bot-easy", "/nowhere/at/all", "/hex/play/easy", "/hex/play/easy?move=f6",
)  # fmt: skip
OWN = (
    "/me", "/me?boards=small", "/me?boards=large",
    "/settings", "/write?to=bob", "/commands", "/hex", "/hex/challenge", "/goofspiel/challenge", "/hex/102",
    "/hex/103", "/open", "/tournaments", "/tournaments/new", "/tournaments/new?game=hex", "/tournaments/spring-cup",
    "/tournaments/autumn-cup", "/tournaments/club-night",
)  # fmt: skip

TOO_SMALL = """(smallest) => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  const isInSentence = (element) => getComputedStyle(element).display === "inline"
    && element.parentElement.textContent.trim().length > element.textContent.trim().length;
  return [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0']")]
    .filter((element) => element.type !== "hidden" && !element.closest(".skip, .whole, svg"))
    .filter((element) => !isInSentence(element))
    .map((element) => [element.outerHTML.slice(0, 120), element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < smallest || box.height < smallest))
    .map(([html, box]) => `${html}: ${box.width} x ${box.height}`);
}"""
WIDE = "MW" * 16
"""The widest name that a player can have."""
MEET = """() => {
  const boxes = [...document.querySelectorAll(".top a, .top summary")].map((each) => each.getBoundingClientRect());
  const seen = boxes.filter((box) => box.width);
  return seen.some((a, i) => seen.slice(i + 1).some((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
}"""
"""Whether two things in the head of the page cover each other."""
IS_TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@dataclass(frozen=True)
class World:
    """A browser, and a server where something goes on."""

    browser: Chromium
    address: str
    server: Server

    def page(self, width: int, scheme: Any, userid: str = "", language: str = "en") -> Page:
        """A page as wide, in the colours of the day or the night, of a player or of nobody who reads a language."""
        size: Any = {"width": width, "height": 800}
        page = self.browser.new_context(viewport=size, color_scheme=scheme, locale=language).new_page()
        if userid:
            sign_in(page, self.address, userid, PLAYERS[userid])
        return page


@pytest.fixture(scope="module", name="world")
def world_of_all_pages(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    path = tmp_path_factory.mktemp("accessible") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    server = Server(database)
    play_everywhere(server)
    settings = replace(defaults(), address=server.address, web_url="")
    site = Site(settings, database, server.office, installed(), b"key of these forms")
    with running_chromium() as browser, served(application(site)) as at:
        yield World(browser, f"http://{at.host}:{at.port}", server)
    database.close()


def play_everywhere(server: Server) -> None:
    """Games, challenges and tournaments for all pages."""
    server.sign_up("alice", "bob", "carol")
    server.hear("wide@example.org", f"signup {WIDE} secret77")
    for _ in range(4):
        server.hear("alice@example.org", "hex challenge alice bob -size=3")
    for number in (103, 104):
        server.hear("alice@example.org", f"hex move {number} alice secret7 a1", comment="Good luck!")
        server.hear("bob@example.org", f"hex move {number} bob bobpw123 b2")
    server.hear("alice@example.org", "hex seek alice secret7 2")
    server.hear("carol@example.org", "goofspiel challenge carol alice bob")
    for line in (
        "chess challenge alice anyone",
        "hearts challenge bob alice anyone anyone",
        "hex challenge carol anyone -size=7",
    ):
        _mail(server, line)
    _play_tournaments(server)
    server.hear("bob@example.org", "hex resign 103 bob bobpw123")


def _play_tournaments(server: Server) -> None:
    """One that is being played, one that alice has joined, and one that takes a word."""
    for line in (
        "tournament create bob bobpw123 hex spring-cup --players=3 -size=5",
        "tournament join carol secret9 spring-cup",
        "tournament join alice secret7 spring-cup",
    ):
        server.wait(minutes=1)
        _mail(server, line)
    Scheduler(server.database, server.office, installed()).make_round(server.now)
    for line in (
        "hex resign 106 bob bobpw123",
        "tournament create alice secret7 chess autumn-cup",
        "tournament create bob bobpw123 hex club-night willow-tree",
    ):
        server.wait(minutes=1)
        _mail(server, line)


def _mail(server: Server, line: str) -> None:
    """A command by mail, from the first player whom it names."""
    writer = next(word for word in line.split() if word in PLAYERS)
    server.hear(f"{writer}@example.org", line)


def violations(page: Page, rules: Mapping[str, Any] = RULES) -> Sequence[str]:
    """What axe has to say about a page as it is shown."""
    return [f"{rule}: {html[:160]}" for rule, html in found_by_axe(page, rules)]


@pytest.mark.long
def test_axe_finds_nothing_on_the_first_page(world: World) -> None:
    page = world.page(360, "light")
    page.goto(world.address)

    assert violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.in_part
def test_axe_finds_nothing_on_any_page_and_none_is_wider_than_the_screen(
    world: World, width: int, scheme: str
) -> None:
    faults = []
    rules = RULES if scheme == "light" else COLOURS
    for userid, paths in (("", PUBLIC), ("alice", OWN)):
        page = world.page(width, scheme, userid)
        for path in paths:
            page.goto(world.address + path)
            page.evaluate(ALL_IN_SIGHT)
            faults += [f"{path}: {each}" for each in violations(page, rules)]
            faults += [f"{path} is too wide"] if page.evaluate(IS_TOO_WIDE) else []
        page.context.close()

    assert faults == []


@pytest.mark.long
def test_every_target_is_large_enough_for_a_finger(world: World) -> None:
    faults = []
    for userid, paths in (("", PUBLIC), ("alice", OWN)):
        page = world.page(360, "light", userid)
        for path in paths:
            page.goto(world.address + path)
            faults += [f"{path}: {each}" for each in page.evaluate(TOO_SMALL, SMALLEST_TARGET)]
        page.context.close()

    assert faults == []


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.in_part
def test_text_of_twice_the_size_fits_and_covers_nothing(world: World, width: int) -> None:
    faults = []
    for userid, paths in (("", (*PUBLIC, f"/players/{WIDE}")), ("alice", OWN)):
        page = world.page(width, "light", userid)
        for path in paths:
            page.goto(world.address + path)
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            faults += [f"{path} is too wide"] if page.evaluate(IS_TOO_WIDE) else []
            faults += [f"{path}: the head covers itself"] if page.evaluate(MEET) else []
        page.context.close()

    assert faults == []
