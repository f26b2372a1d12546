"""Commands that are typed on a page: while their passwords are hashed, others change what they like."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.requests.quota import CpuQuota
from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import URL, Browser

AT_ONCE = 3
"""One more than one client may have changed at once."""


class Slow(Passwords):
    """Takes as long as a test likes to look at a guess."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=32)
        self.looked_at, self.go_on = threading.Event(), threading.Event()

    def verify(self, password_hash: str | None, password: str, quota: CpuQuota | None = None) -> bool:
        if password.startswith("guess"):
            self.looked_at.set()
            assert self.go_on.wait(60)
        return super().verify(password_hash, password, quota)


@pytest.fixture
def passwords() -> Iterator[Slow]:
    slow = Slow()
    yield slow
    slow.go_on.set()


def test_others_change_what_they_like_while_a_password_is_hashed(sqlite_database: Database, passwords: Slow) -> None:
    server = Server(sqlite_database, passwords=passwords)
    server.sign_up("alice")
    settings = replace(defaults(), address=server.address, web_url="", web_requests_per_minute=1_000_000)
    app = application(Site(settings, sqlite_database, server.office, installed(), b"key of these forms"))

    with Browser(app, URL, follow_redirects=False) as alice, ThreadPoolExecutor(AT_ONCE) as threads:
        alice.sign_in("alice")
        guessing = [
            threads.submit(alice.fill_in, "/commands", lines=f"change format alice guess-{number} text")
            for number in range(AT_ONCE)
        ]
        assert passwords.looked_at.wait(60)
        changed = alice.fill_in("/settings", action="/settings/choose/broadcasts", value="off")
        assert not any(each.done() for each in guessing)
        passwords.go_on.set()

    assert changed.status_code == 303
    assert [each.result().status_code for each in guessing] == [200] * AT_ONCE
