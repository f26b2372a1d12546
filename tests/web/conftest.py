"""Pages without a network: an application over a database of its own, and browsers that keep their cookies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from threading import Thread, main_thread

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from httpx2 import Response
from starlette.testclient import TestClient

from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import FOUR, Server

URL = "http://games.example"
_TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')


@cache
def _loop() -> BlockingPortal:
    """Where requests of all browsers are answered: a loop and threads for each would take as long as many a page."""
    running = start_blocking_portal()
    portal = running.__enter__()

    def stop() -> None:
        # Its threads would keep the process from ending.
        main_thread().join()
        running.__exit__(None, None, None)

    Thread(target=stop, daemon=True).start()
    return portal


class Browser(TestClient):
    """Somebody at a page. No address leads it away from the site, and no script runs in it."""

    @contextmanager
    def _portal_factory(self) -> Iterator[BlockingPortal]:
        yield self.portal or _loop()

    def fill_in(self, form_at: str, action: str = "", **fields: str) -> Response:
        """Fill in a form that stands on the page `form_at`, and send it (to `action`, if it goes elsewhere)."""
        found = _TOKEN.search(self.get(form_at).text)
        assert found, f"there is no form on {form_at}"
        return self.post(action or form_at, data={"token": found[1], **fields})

    def sign_in(self, userid: str, password: str = "") -> Response:
        """Sign in, with the password that players of tests usually have."""
        return self.fill_in("/sign-in", userid=userid, password=password or FOUR[userid])


@pytest.fixture
def server(undone_database: Database) -> Server:
    """A server that knows alice, bob and carol, who also write mail to it."""
    server = Server(undone_database)
    server.sign_up("alice", "bob", "carol")
    return server


@pytest.fixture
def site(server: Server) -> Site:
    settings = replace(defaults(), address=server.address, web_url="", web_requests_per_minute=1_000_000)
    return Site(settings, server.database, server.office, installed(), b"key of these forms")


@pytest.fixture
def new_browser(site: Site) -> Callable[[], Browser]:
    """Makes browsers, each with its own cookies."""
    app = application(site)
    return lambda: Browser(app, URL, follow_redirects=False)


@pytest.fixture
def browser(new_browser: Callable[[], Browser]) -> Browser:
    """The browser of nobody yet."""
    return new_browser()


@pytest.fixture
def alice(new_browser: Callable[[], Browser]) -> Browser:
    """The browser of alice, who is signed in."""
    browser = new_browser()
    assert browser.sign_in("alice").status_code == 303
    return browser
