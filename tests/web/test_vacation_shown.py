"""Whoever looks at a board sees that it waits for somebody who is on vacation."""

from __future__ import annotations

from tests.conversation import Server
from tests.web.conftest import Browser

ALICE, BOB = "alice@example.org", "bob@example.org"


def test_a_page_says_who_is_away_while_they_have_to_move(server: Server, browser: Browser, alice: Browser) -> None:
    server.hear(ALICE, "vacation alice secret7 14")
    server.hear(ALICE, "hex challenge alice bob")
    assert "on vacation until 2024-03-15" in browser.get("/hex/101").text
    assert "on vacation until 2024-03-15" in alice.get("/hex/101").text

    server.hear(ALICE, "hex move 101 alice secret7 c4")

    assert "on vacation" not in browser.get("/hex/101").text
    assert "on vacation" not in browser.get("/hex/101/0").text


def test_a_page_that_was_made_before_is_not_shown_meanwhile(server: Server, browser: Browser) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "vacation alice secret7 from 2024-03-02 until 2024-03-02")
    before = browser.get("/hex/101").text
    server.wait(hours=13)
    meanwhile = browser.get("/hex/101").text
    server.wait(hours=24)
    afterwards = browser.get("/hex/101").text

    assert "on vacation until 2024-03-03" in meanwhile
    assert "on vacation" not in before + afterwards


def test_nobody_else_learns_from_a_clock_of_a_vacation_that_is_set_ahead(
    server: Server, browser: Browser, alice: Browser
) -> None:
    server.hear(BOB, "hex challenge bob alice")
    server.hear(BOB, "hex move 101 bob bobpw123 a1")
    assert "21 days left" in browser.get("/hex/101").text

    server.hear(ALICE, "vacation alice secret7 from 2024-03-10 until 2024-03-19")

    assert "21 days left" in browser.get("/hex/101").text
    assert "31 days left" in alice.get("/hex/101").text
    server.wait(days=9)
    assert "22 days left" in browser.get("/hex/101").text
    assert "on vacation until 2024-03-20" in browser.get("/hex/101").text
