"""What a first window costs and holds on a desktop: two screens of the front page, 100 kB of a wall of 100 boards."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import ViewportSize

from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import FOUR, Server
from tests.endtoend.chromium import running_chromium
from tests.web.in_chromium import sign_in
from tests.web.listening import served

pytestmark = pytest.mark.long

DESKTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 664}
BOARDS = 100
ALL_IN_SIGHT_ARE_THERE = """() => {
  const inSight = [...document.querySelectorAll(".card.board img")]
    .filter((each) => each.getBoundingClientRect().top < innerHeight);
  return inSight.length > 0 && inSight.every((each) => each.complete && each.naturalWidth > 0);
}"""


@pytest.fixture(scope="module")
def address(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("windows") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    games = [word for word in installed() if 2 in installed()[word].seats]
    for word in islice(cycle(games), BOARDS):
        server.hear(None, f"{word} challenge alice bob")
    for word in ("hex", "chess", "go", "y"):
        server.hear("carol@example.org", f"{word} challenge carol anyone --rating=1500-1900 --forfeittime=7")
    settings = replace(defaults(), address=server.address, web_url="")
    with served(application(Site(settings, database, server.office, installed(), b"key of these forms"))) as at:
        yield f"http://{at.host}:{at.port}"
    database.close()


@pytest.fixture
def chromium() -> Iterator[Chromium]:
    with running_chromium() as browser:
        yield browser


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_first_window_of_a_hundred_boards_is_light(
    chromium: Chromium, address: str, window: ViewportSize
) -> None:
    before = chromium.new_context(viewport=window)
    sign_in(before.new_page(), address, "alice", FOUR["alice"])
    # Another browser with the same session: nothing has been loaded yet.
    page = chromium.new_context(viewport=window, storage_state=before.storage_state()).new_page()
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(f"{address}/me", wait_until="networkidle")
    # A busy machine is idle for a moment before it has drawn anything.
    page.wait_for_function(ALL_IN_SIGHT_ARE_THERE)
    page.wait_for_timeout(1000)

    assert page.locator(".card.board").count() == BOARDS
    assert 10 <= len(sizes) <= 40
    assert sum(sizes) <= 100_000


@pytest.mark.parametrize("userid", ["", "alice"], ids=["of a stranger", "of a player"])
def test_the_front_page_is_two_screens_of_a_desktop(chromium: Chromium, address: str, userid: str) -> None:
    page = chromium.new_context(viewport=DESKTOP).new_page()
    if userid:
        sign_in(page, address, userid, FOUR[userid])
    page.goto(address)

    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * DESKTOP["height"]
