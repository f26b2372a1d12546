"""From a cold start on a phone to a first move against the computer: three taps, and not a word typed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator, ViewportSize

from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.thinking.bot_client import BotClient
from pbmserv.thinking.thinker import Thinker
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.endtoend.chromium import running_chromium
from tests.web.in_chromium import PATIENCE, SMALLEST
from tests.web.listening import served

pytestmark = pytest.mark.long

SMALL_PHONE: ViewportSize = {"width": 390, "height": 664}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with running_chromium() as opened:
        yield opened


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("start", ["/", "/hex"])
def test_three_taps_lead_to_a_first_move(
    sqlite_database: Database, chromium: Chromium, scripts: bool, start: str
) -> None:
    server = Server(sqlite_database)
    settings = replace(defaults(), address=server.address, web_url="", web_requests_per_minute=1_000_000)
    site = Site(settings, server.database, server.office, installed(), b"key of these forms")
    taps = 0

    def tap(what: Locator) -> None:
        nonlocal taps
        box = what.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= SMALLEST - 0.5
        assert box["y"] + box["height"] <= SMALL_PHONE["height"], "one has to scroll to it"
        what.tap()
        taps += 1

    with served(application(site)) as at:
        context = chromium.new_context(
            viewport=SMALL_PHONE, has_touch=True, is_mobile=True, java_script_enabled=scripts
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        begun = time.monotonic()
        page.goto(f"http://{at.host}:{at.port}{start}")
        tap(page.get_by_role("button", name="Play now"))
        page.wait_for_url("**/hex/play/easy")
        tap(page.locator('#frame a[data-place="f6"]'))
        page.locator("#confirm").wait_for()
        page.locator("#confirm").tap()
        taps += 1
        page.wait_for_url("**/hex/101")
        seconds = time.monotonic() - begun

        assert taps == 3
        assert seconds < 30
        assert page.locator("#headline").inner_text() == "bot-easy is thinking"
        client = BotClient(seconds=30, megabytes=512)
        try:
            assert Thinker(server.database, server.office, installed(), client, now=lambda: server.now).run_once()
        finally:
            client.end()
        if scripts:
            page.get_by_role("heading", name="Your turn").wait_for()
        else:
            page.reload()
        assert page.locator("#headline").inner_text() == "Your turn"
        assert page.locator(".note", has_text="You play as a guest").is_visible()
        for width, height in ((664, 390), (568, 320)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") == width
        if scripts:
            page.go_back()
            assert page.url == f"http://{at.host}:{at.port}{start}", "not a board that nobody has begun"
