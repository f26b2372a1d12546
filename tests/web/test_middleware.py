"""What holds however a page ends: the pace of clients, what is said and logged of failures, and what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import structlog
from sqlalchemy.exc import OperationalError
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from pbmserv.running.observer import Observer
from pbmserv.web.app import application
from pbmserv.web.middleware import RequestMonitor
from pbmserv.web.rate_limit import MOST_CLIENTS, RateLimit
from pbmserv.web.site import Site
from tests.web.conftest import URL, Browser


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_who_asks_too_fast_waits_and_others_do_not() -> None:
    clock = Clock()
    pace = RateLimit(60, clock)

    assert [pace.seconds_to_wait("a") for _ in range(61)] == [0] * 60 + [1]
    assert pace.seconds_to_wait("b") == 0
    clock.now += 2
    assert [pace.seconds_to_wait("a") for _ in range(3)] == [0, 0, 1]


def test_the_pace_is_remembered_of_so_many_clients_only() -> None:
    pace = RateLimit(60, Clock())
    for number in range(MOST_CLIENTS + 100):
        pace.seconds_to_wait(str(number))

    assert len(pace._left) == MOST_CLIENTS


def test_a_page_that_is_asked_for_too_fast_says_when_to_come_again(site: Site) -> None:
    app = application(replace(site, settings=replace(site.settings, web_requests_per_minute=2)))
    hasty = Browser(app, URL, client=("192.0.2.7", 1))
    assert [hasty.get("/sign-in").status_code for _ in range(2)] == [200, 200]

    answer = hasty.get("/sign-in")

    assert (answer.status_code, answer.headers["retry-after"]) == (429, "30")
    assert "Please wait 30 s." in answer.text
    assert answer.headers["content-security-policy"]
    assert Browser(app, URL, client=("192.0.2.8", 1)).get("/sign-in").status_code == 200


@pytest.fixture
def log() -> Iterator[list[Any]]:
    with structlog.testing.capture_logs() as entries:
        yield entries


class Counting(Observer):
    def __init__(self) -> None:
        self.statuses: list[int] = []

    def page_answered(self, status: int, seconds: float) -> None:
        assert seconds >= 0
        self.statuses.append(status)


def failing(error: Exception, observer: Observer) -> Browser:
    """The browser of somebody to whom a page fails like this."""

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        raise error

    return Browser(RequestMonitor(page, RateLimit(600), observer, proxies=False), URL)


def test_a_failure_is_logged_with_a_number_and_nothing_that_it_says(log: list[Any]) -> None:
    counting = Counting()

    answer = failing(ValueError("alice typed secret7"), counting).get("/?play=sesame")

    [entry] = log
    assert answer.status_code == 500
    assert f"request {entry['request']}." in answer.text
    assert entry["event"] == "web.page_failed"
    assert "builtins.ValueError" in entry["error"]
    assert not {"secret7", "sesame"} & set(f"{log} {answer.text}".replace("=", " ").split())
    assert counting.statuses == [500]


def test_a_database_that_is_locked_is_worth_another_try(log: list[Any]) -> None:
    import sqlite3

    locked = sqlite3.OperationalError("database is locked")
    locked.sqlite_errorcode = 5

    answer = failing(OperationalError("SELECT", {}, locked), Counting()).get("/")

    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert [entry["event"] for entry in log] == ["web.database_out_of_order"]


def test_who_has_gone_is_no_news(log: list[Any]) -> None:
    counting = Counting()
    with pytest.raises(AssertionError):
        failing(ClientDisconnect(), counting).get("/")

    assert (log, counting.statuses) == ([], [])


def test_a_proxy_that_nobody_has_named_is_told_of_once(log: list[Any], site: Site) -> None:
    browser = Browser(application(site), URL)
    for _ in range(3):
        browser.get("/sign-in", headers={"X-Forwarded-For": "198.51.100.7"})

    assert [entry["event"] for entry in log] == ["web.proxy_not_named"]
