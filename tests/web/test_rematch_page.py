"""A rematch on the page of a board that is over."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.conversation import Server
from tests.web.conftest import Browser

ALICE, BOB = "alice@example.org", "bob@example.org"


def over(server: Server) -> None:
    """A game of alice and bob that is over."""
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    server.hear(BOB, "hex move 101 bob bobpw123 b2")
    server.hear(ALICE, "hex move 101 alice secret7 a2")
    server.hear(BOB, "hex resign 101 bob bobpw123")


def test_one_asks_by_mail_and_the_other_says_yes_on_the_page(
    server: Server, new_browser: Callable[[], Browser]
) -> None:
    over(server)
    bob = new_browser()
    bob.sign_in("bob")
    assert "No rematch" not in bob.get("/hex/101").text
    server.hear(ALICE, "hex rematch 101 alice secret7")
    assert "alice wants a rematch." in bob.get("/hex/101").text

    answer = bob.fill_in("/hex/101", do="rematch", answer="yes")

    assert answer.headers["location"] == "/hex/102"
    assert 'href="/hex/102"' in bob.get("/hex/101").text


def test_who_walks_back_is_not_offered_another_game_instead(
    server: Server, new_browser: Callable[[], Browser]
) -> None:
    over(server)
    bob = new_browser()
    bob.sign_in("bob")
    server.hear(ALICE, "hex rematch 101 alice secret7")

    assert ">Rematch</button>" in bob.get("/hex/101").text
    assert "Play again" not in bob.get("/hex/101/1").text


def test_what_has_come_of_it_stands_beside_whom_it_is_about_before_sides_were_swapped(
    server: Server, browser: Browser
) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex move 101 alice secret7 b2")
    server.hear(BOB, "hex move 101 bob bobpw123 swap")
    server.hear(ALICE, "hex resign 101 alice secret7")

    for address in ("/hex/101", "/hex/101/2", "/hex/101/1", "/hex/101/0"):
        page = browser.get(address).text
        told = re.findall(r'class="who" title="(\w+)">.*?<strong class="clock">(.)</strong>', page)
        assert {*told} == {("alice", "0"), ("bob", "1")}


def test_who_is_asked_sees_it_among_their_games_until_they_have_answered(
    server: Server, new_browser: Callable[[], Browser]
) -> None:
    over(server)
    alice, bob = new_browser(), new_browser()
    alice.sign_in("alice")
    bob.sign_in("bob")
    asks, address = "whether you play once more", 'href="/hex/101#rematch"'
    assert asks not in bob.get("/me").text

    server.hear(ALICE, "hex rematch 101 alice secret7")

    assert asks in bob.get("/me").text
    assert address in bob.get("/me").text
    assert asks not in alice.get("/me").text
    bob.fill_in("/hex/101", do="rematch", answer="no")
    assert asks not in bob.get("/me").text


def test_a_no_on_the_page_is_told_by_letter(server: Server, new_browser: Callable[[], Browser]) -> None:
    over(server)
    server.hear(ALICE, "hex rematch 101 alice secret7")
    bob = new_browser()
    bob.sign_in("bob")

    bob.fill_in("/hex/101", do="rematch", answer="no")

    [told] = [letter for letter in server.outbox() if "bob does not want a rematch" in letter["text"]]
    assert told["recipients"] == [ALICE]


def test_who_has_not_played_is_offered_none(server: Server, new_browser: Callable[[], Browser]) -> None:
    over(server)
    carol = new_browser()
    carol.sign_in("carol")

    assert "Once more?" not in carol.get("/hex/101").text
    assert "Once more?" not in new_browser().get("/hex/101").text


def test_who_has_asked_is_told_so_and_can_take_it_back(server: Server, new_browser: Callable[[], Browser]) -> None:
    over(server)
    alice = new_browser()
    alice.sign_in("alice")
    alice.fill_in("/hex/101", do="rematch", answer="yes")

    page = alice.get("/hex/101").text

    assert "You want a rematch, and the others have been asked." in page
    assert "alice wants a rematch" not in page
    assert ">Rematch</button>" not in page
    assert ">No rematch</button>" in page
