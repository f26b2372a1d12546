"""The page that tells players where they are signed in."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbmserv.commands.sessions.signing_in import open_session
from pbmserv.storage.sessions import Scope
from pbmserv.web.pages.sessions import browser_of
from tests.conversation import Server
from tests.web.conftest import Browser


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome on Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on an iPhone"),
        ("curl/8.5.0", "another program"),
        ("", "unknown"),
    ],
)
def test_browsers_are_called_as_people_call_them(label: str, name: str) -> None:
    assert browser_of(label) == name


def numbers(browser: Browser) -> list[str]:
    """The sessions that can be ended, by their numbers."""
    return re.findall(r'name="session" value="([0-9]+)"', browser.get("/settings/sessions").text)


def test_a_session_that_was_left_open_elsewhere_can_be_ended(
    alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    elsewhere = new_browser()
    elsewhere.sign_in("alice")
    [number] = numbers(alice)

    assert alice.fill_in("/settings/sessions", session=number).status_code == 303

    assert elsewhere.get("/me").status_code == 303
    assert alice.get("/me").status_code == 200
    assert numbers(alice) == []


def test_all_others_can_be_ended_at_once_but_those_of_programs(
    server: Server, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    others = [new_browser() for _ in range(3)]
    for other in others:
        other.sign_in("alice")
    player = server.office.look_up(lambda call: call.work.players.named(["alice"])["alice"])
    server.office.act_for_visitor(lambda call: open_session(call, player, "a bot", Scope.PLAY))
    server.hear("alice@example.org", "hex challenge alice bob")
    server.office.act_for_visitor(
        lambda call: open_session(call, player, "phone", Scope.BOARD, call.work.changes.row_of("hex", 101))
    )
    assert "Hex board 101" in alice.get("/settings/sessions").text

    alice.fill_in("/settings/sessions", others="yes")

    assert [other.get("/me").status_code for other in others] == [303] * 3
    assert alice.get("/me").status_code == 200
    left = server.office.look_up(lambda call: call.work.sessions.all_of(player, call.at))
    assert sorted(session.scope for session in left) == [Scope.ALL, Scope.PLAY]


def test_nobody_ends_a_session_of_somebody_else(alice: Browser, new_browser: Callable[[], Browser]) -> None:
    bob, second = new_browser(), new_browser()
    for browser in (bob, second):
        browser.sign_in("bob")
    [number] = numbers(bob)

    alice.fill_in("/settings/sessions", session=number)

    assert bob.get("/me").status_code == second.get("/me").status_code == 200


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 400, "1; DROP TABLE sessions"])
def test_what_is_no_number_ends_nothing(alice: Browser, number: str) -> None:
    assert alice.fill_in("/settings/sessions", session=number).status_code == 303
    assert alice.get("/me").status_code == 200


def test_a_stranger_is_asked_to_sign_in(browser: Browser) -> None:
    assert browser.get("/settings/sessions").headers["location"] == "/sign-in?to=/settings/sessions"


def test_a_hundred_browsers_are_signed_in_and_with_one_more_the_oldest_is_signed_out(
    new_browser: Callable[[], Browser], server: Server
) -> None:
    first, second = new_browser(), new_browser()
    for browser in (first, second):
        browser.sign_in("alice")
        server.wait(seconds=1)
    for _ in range(98):
        server.office.sign_in("alice", "secret7", "Firefox")
        server.wait(seconds=1)
    assert first.get("/me").status_code == 200

    server.office.sign_in("alice", "secret7", "Firefox")
    assert first.get("/me").status_code == 303
    assert second.get("/me").status_code == 200
