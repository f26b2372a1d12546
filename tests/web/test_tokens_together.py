"""The last token that a player may have, made by two browsers at the same moment."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from pbmserv.commands.requests.context import Call
from pbmserv.commands.sessions.signing_in import open_session
from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope, Sessions
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.meanwhile import Meanwhile
from tests.web.conftest import URL, Browser
from tests.web.forms import forms_on

MADE = {"scope": "play", "label": "mine"}


def make_tokens(call: Call, count: int) -> None:
    alice = call.work.players.named(["alice"])["alice"]
    for number in range(count):
        open_session(call, alice, f"{number}", Scope.PLAY)


def browsers(database: Database) -> tuple[Server, list[Browser]]:
    """Two browsers in which alice is signed in."""
    server = Server(database)
    server.sign_up("alice")
    settings = replace(defaults(), address=server.address, web_url="", web_requests_per_minute=1_000_000)
    app = application(Site(settings, database, server.office, installed(), b"key of these forms"))
    both = [Browser(app, URL, follow_redirects=False) for _ in range(2)]
    for each in both:
        each.sign_in("alice")
    return server, both


def tokens(server: Server) -> int:
    return len([row for row in server.everything_stored()["sessions"] if "play" in row])


def test_of_two_that_are_made_at_the_same_moment_one_is_the_fiftieth(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, (one, other) = browsers(database)
    server.office.for_visitor(partial(make_tokens, count=49))
    forms = [forms_on(each.get("/settings/tokens").text)[0].fields["token"] for each in (one, other)]

    def make(browser: Browser, form: str) -> int:
        return browser.post("/settings/tokens", data={"token": form, **MADE}).status_code

    meanwhile = Meanwhile(database, monkeypatch, lambda: make(other, forms[1])).once_past(Sessions, "all_of")

    first = make(one, forms[0])

    assert sorted([first, meanwhile.result()]) == [200, 422]
    assert tokens(server) == 50
