"""A seat that somebody has left: offered, agreed to and taken over on the page of the board, and by programs."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.programs import NewBrowser, program_of

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"
PAGE = "/yacht/101"


@pytest.fixture
def left(server: Server) -> Server:
    """A game of Yacht that alice and bob go on with, without carol; dave plays nothing yet."""
    server.sign_up("dave")
    server.hear(ALICE, "yacht challenge alice bob carol")
    for sender, move in ((ALICE, "alice secret7"), (BOB, "bob bobpw123"), (CAROL, "carol secret9")):
        server.hear(sender, f"yacht move 101 {move} choice")
    server.hear(ALICE, "yacht move 101 alice secret7 aces")
    server.hear(BOB, "yacht move 101 bob bobpw123 aces")
    server.hear(CAROL, "yacht resign 101 carol secret9")
    return server


def signed_in(new_browser: NewBrowser, userid: str) -> Browser:
    browser = new_browser()
    browser.sign_in(userid)
    return browser


def words(browser: Browser, page: str = PAGE) -> str:
    return unescape(" ".join(browser.get(page).text.split()))


def test_it_is_offered_agreed_to_and_taken_over_on_the_page(left: Server, new_browser: NewBrowser) -> None:
    alice, bob, dave = (signed_in(new_browser, userid) for userid in ("alice", "bob", "dave"))
    assert "The seat of carol" in words(alice)
    assert "The seat of carol" not in words(dave)

    alice.fill_in(PAGE, do="substitute", who="anyone")
    assert "alice proposes that whoever comes takes it over; bob has yet to agree." in words(bob)
    bob.fill_in(PAGE, do="substitute", who="yes")
    assert "Seats that somebody has left" in words(dave, "/open")
    assert "sign in</a> to take it over" in words(new_browser())
    dave.fill_in(PAGE, do="join")

    assert "for carol" in words(alice)
    assert "Seats that somebody has left" not in words(dave, "/open")
    assert left.hear(ALICE, "yacht show 101").text.count("dave (C)") >= 1


def test_to_agree_on_a_page_is_not_to_agree_to_another_who_has_been_proposed_since(
    left: Server, new_browser: NewBrowser
) -> None:
    """Or somebody's second account would get a hand, and its owner see two of them."""
    left.enrol("puppet", "puppetpw9")
    left.hear(ALICE, "yacht substitute 101 alice secret7 dave")
    bob = signed_in(new_browser, "bob")
    page = bob.get(PAGE).text
    fields = {name: re.findall(rf'name="{name}" value="([^"]+)"', page)[0] for name in ("token", "seen")}
    left.hear(ALICE, "yacht substitute 101 alice secret7 puppet")

    agreed = bob.post(PAGE, data={**fields, "do": "substitute", "who": "yes"})

    assert agreed.status_code == 422
    assert "does not show Yacht Board 101 as it is now. Nothing was done." in unescape(agreed.text)
    assert "alice proposes that puppet takes it over; bob has yet to agree." in words(bob)


def test_a_move_since_does_not_matter_to_who_agrees_on_a_page(left: Server, new_browser: NewBrowser) -> None:
    left.hear(BOB, "yacht substitute 101 bob bobpw123 dave")
    alice = signed_in(new_browser, "alice")
    page = alice.get(PAGE).text
    fields = {name: re.findall(rf'name="{name}" value="([^"]+)"', page)[0] for name in ("token", "seen")}
    left.hear(ALICE, "yacht move 101 alice secret7 twos")

    assert alice.post(PAGE, data={**fields, "do": "substitute", "who": "yes"}).status_code == 303


def test_a_refusal_is_read_on_the_page(left: Server, new_browser: NewBrowser) -> None:
    alice = signed_in(new_browser, "alice")

    answer = alice.fill_in(PAGE, do="substitute", who="nobody-here")

    assert answer.status_code == 422
    assert "There is no player called nobody-here here." in unescape(answer.text)


def test_programs_do_the_same(left: Server, new_browser: NewBrowser) -> None:
    alice, bob, dave = (program_of(new_browser, userid, "play") for userid in ("alice", "bob", "dave"))
    assert alice.get("/games/yacht/boards/101")["may"]["substitute"]

    offered = alice.send("/games/yacht/boards/101/substitute", who="anyone")
    bob.send("/games/yacht/boards/101/substitute", who="yes")
    waiting = dave.get("/challenges")["seats"]
    joined = dave.send("/games/yacht/challenges/101/join")

    assert offered.json()["board"]["offer"] == {
        "to": None, "by": "alice", "agreed": ["alice"], "yet_to_agree": ["bob"],
    }  # fmt: skip
    assert [(each["board"], each["free"]) for each in waiting] == [(101, ["carol"])]
    assert joined.json()["board"]["seats"][2]["player"] == "dave"
    assert joined.json()["board"]["seats"][2]["earlier"] == ["carol"]
    assert (joined.json()["board"]["seat"], joined.json()["board"]["offer"]) == (2, None)


def test_who_has_left_sees_neither_hand_nor_picture_of_it(server: Server, new_browser: NewBrowser) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "hearts challenge alice bob carol dave")
    alice = signed_in(new_browser, "alice")
    before = words(alice, "/hearts/101")
    server.hear(ALICE, "hearts resign 101 alice secret7")

    assert "Your cards" in before
    assert "Your cards" not in words(alice, "/hearts/101")
    assert program_of(new_browser, "alice", "read").get("/games/hearts/boards/101")["seat"] is None
