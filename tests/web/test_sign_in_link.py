"""Signing in without a password, by a link that is mailed to a confirmed address."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from pbmserv.commands.operator import membership
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import URL, Browser

_LINK = re.compile(re.escape(URL) + r"(/sign-in/link\?token=([A-Za-z0-9_-]+))\n")
ANSWER = "If there is such a player, a letter with a link is on its way"


@pytest.fixture
def new_browser(site: Site) -> Callable[[], Browser]:
    """Browsers at a server whose operator has said where its pages are."""
    app = application(replace(site, settings=replace(site.settings, web_url=URL)))
    return lambda: Browser(app, URL, follow_redirects=False)


def mailed_links(server: Server) -> list[str]:
    """The paths of all links that were mailed."""
    return [found[1] for letter in server.outbox() if (found := _LINK.search(letter["text"]))]


def ask(browser: Browser, who: str) -> str:
    """Ask for a link; gives what the page says then."""
    answer = browser.fill_in("/sign-in/link", userid=who)
    assert answer.status_code == 303, answer.text
    return browser.get(answer.headers["location"]).text


def use(browser: Browser, path: str) -> int:
    """Open a link and press its button; gives the status."""
    return browser.fill_in(path, action="/sign-in/link", link=path.partition("token=")[2]).status_code


def test_who_opens_the_link_and_presses_its_button_is_signed_in(server: Server, browser: Browser) -> None:
    assert ANSWER in ask(browser, "alice")
    [letter] = [each for each in server.outbox() if each["subject"] == "Your sign-in link"]
    [path] = mailed_links(server)

    assert letter["recipients"] == ["alice@example.org"]
    assert "Sign in as alice" in browser.get(path).text
    assert browser.get("/me").status_code == 303
    answer = browser.fill_in(path, action="/sign-in/link", link=path.partition("token=")[2])
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    assert "alice" in browser.get("/me").text


def test_an_address_will_do_instead_of_a_name(server: Server, browser: Browser) -> None:
    ask(browser, "Alice@example.org")

    assert [use(browser, path) for path in mailed_links(server)] == [303]


def test_nobody_learns_whether_there_is_such_a_player(server: Server, browser: Browser) -> None:
    known, unknown = ask(browser, "alice"), ask(browser, "nobody-here")

    assert known == unknown
    assert len(mailed_links(server)) == 1


def test_a_link_is_good_once(server: Server, new_browser: Callable[[], Browser]) -> None:
    first, second = new_browser(), new_browser()
    ask(first, "alice")
    [path] = mailed_links(server)
    shown = second.get(path).text
    assert use(first, path) == 303

    assert "used already" in second.get(path).text
    token = re.search(r'name="token" value="([0-9a-f]+)"', shown)
    assert token
    late = second.post("/sign-in/link", data={"token": token[1], "link": path.partition("token=")[2]})
    assert (late.status_code, "used already" in late.text) == (422, True)


def test_a_link_is_good_for_a_day(server: Server, browser: Browser) -> None:
    ask(browser, "alice")
    [path] = mailed_links(server)
    server.now += timedelta(days=1, seconds=-1)
    assert "too old" not in browser.get(path).text
    server.now += timedelta(seconds=1)

    assert "used already, is too old" in browser.get(path).text


def test_to_open_a_link_changes_nothing(server: Server, browser: Browser) -> None:
    ask(browser, "alice")
    [path] = mailed_links(server)
    before = server.everything_stored()

    assert browser.get(path).status_code == 200
    assert browser.head(path).status_code == 200
    assert browser.post(path).status_code == 403
    assert browser.post("/sign-in/link", data={"link": path.partition("token=")[2]}).status_code == 403
    assert server.everything_stored() == before
    assert not {name for name in browser.cookies if "session" in name}


def test_nobody_is_flooded_with_links(server: Server, browser: Browser) -> None:
    for _ in range(5):
        ask(browser, "alice")

    assert len(mailed_links(server)) == 3


def test_who_asks_for_many_is_refused_in_the_same_way_whoever_it_is_for(server: Server, browser: Browser) -> None:
    for _ in range(server.budgets.codes.most):
        ask(browser, "nobody-here")

    answer = browser.fill_in("/sign-in/link", userid="alice")

    assert answer.status_code == 422
    assert "You have asked for 8 such letters within a day" in answer.text
    assert mailed_links(server) == []


def test_who_is_suspended_gets_no_link_and_gets_in_by_none(server: Server, browser: Browser) -> None:
    ask(browser, "alice")
    [path] = mailed_links(server)
    server.office.act(lambda call: membership.suspend(call, "alice", "for a test"))
    ask(browser, "alice")

    assert mailed_links(server) == [path]
    assert use(browser, "/sign-in/link?token=" + path.partition("token=")[2]) == 422
    assert browser.get("/me").status_code == 303


def test_a_new_password_ends_links_that_were_mailed_before(server: Server, browser: Browser) -> None:
    ask(browser, "alice")
    [path] = mailed_links(server)
    server.hear("alice@example.org", "change password alice secret7 better-secret9")

    assert "used already" in browser.get(path).text


def test_a_server_that_does_not_know_its_address_mails_no_links(server: Server, site: Site) -> None:
    browser = Browser(application(site), URL, follow_redirects=False)

    assert "mails no links" in browser.get("/sign-in/link").text
    assert "Get a link by mail" not in browser.get("/sign-in").text
