"""Programs that look into mail open its links in a whole browser, scripts and all: nothing comes of that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from pbmserv.commands.sessions.links import ask_for_link
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.live.hub import Hub
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.endtoend.chromium import running_chromium
from tests.serving import wait_until
from tests.web.conftest import URL
from tests.web.listening import Served, served

pytestmark = pytest.mark.long

ALICE = "alice@example.org"


@dataclass(frozen=True)
class Place:
    """A server with pages, and the links in the letters that alice has."""

    server: Server
    served: Served
    live: Hub
    links: list[str]


@pytest.fixture
def place(sqlite_database: Database) -> Iterator[Place]:
    server = Server(sqlite_database)
    server.sign_up("alice", "bob")
    server.office = PostOffice(
        server.database, installed(), server.address, server.passwords, lambda: server.now, web_url=URL
    )
    server.hear(ALICE, "hex challenge alice bob")
    server.office.act_for_visitor(lambda call: ask_for_link(call, "alice", URL))
    text = "\n".join(letter["text"] for letter in server.outbox() if ALICE in letter["recipients"])
    links = re.findall(rf"^ +{re.escape(URL)}(/\S+\?\S+)$", text, re.MULTILINE)
    settings = replace(defaults(), address=server.address, web_url=URL)
    app = application(Site(settings, server.database, server.office, installed(), b"key"))
    with served(app) as at:
        yield Place(server, at, app.state.live, links)


def test_a_browser_that_opens_every_link_signs_nobody_in_and_changes_nothing(place: Place) -> None:
    before, shown = place.server.everything_stored(), []
    with running_chromium() as browser:
        context = browser.new_context(base_url=f"http://{place.served.host}:{place.served.port}")
        for link in place.links:
            page = context.new_page()
            page.goto(link)
            shown += page.locator("main form button").all_inner_texts()
        # The scripts of the board have run: it waits for news.
        wait_until(lambda: len(place.live) == 1, "the board to listen")
        names = {cookie["name"] for cookie in context.cookies()}

    assert len(place.links) == 2
    assert {"Play as alice", "Sign in as alice"} <= set(shown)
    assert names == {"visit"}
    assert place.server.everything_stored() == before
