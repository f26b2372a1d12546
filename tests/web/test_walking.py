"""Walking through the moves of a board: each position has an address that no other one has, undo or not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.conversation import Server
from tests.web.conftest import Browser

FRAGMENT = {"Accept": "text/vnd.pbmserv.board+html"}
BOARD = "/hex/101"
TAKEN_BACK = "Moves have been taken back since this address was made"


@pytest.fixture
def game(server: Server) -> Server:
    """A board of Hex on which two have moved."""
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    move(server, "alice", "c3")
    move(server, "bob", "b2")
    return server


def move(server: Server, userid: str, text: str) -> None:
    password = {"alice": "secret7", "bob": "bobpw123"}[userid]
    server.hear(f"{userid}@example.org", f"hex move 101 {userid} {password} {text}")


def take_back(server: Server) -> None:
    """Take back bob's move."""
    move(server, "bob", "undo")
    move(server, "alice", "accept")


def addresses(browser: Browser, page: str = BOARD) -> dict[int, str]:
    """The addresses in the list of moves, by number."""
    found = re.findall(rf'href="({BOARD}/(\d+)\?at=[0-9a-f]+)"', browser.get(page).text)
    return {int(number): address for address, number in found}


def test_an_address_in_the_list_shows_what_it_was_made_for(game: Server, browser: Browser) -> None:
    page = browser.get(addresses(browser)[1])

    assert "After move 1" in page.text
    assert TAKEN_BACK not in page.text


def test_the_same_number_after_an_undo_has_another_address(game: Server, browser: Browser) -> None:
    before = addresses(browser)
    take_back(game)
    move(game, "bob", "d4")
    after = addresses(browser)

    assert (before[0], before[1]) == (after[0], after[1])
    assert before[2] != after[2]
    assert TAKEN_BACK in browser.get(before[2]).text
    assert TAKEN_BACK not in browser.get(after[2]).text
    assert "After move 2" in browser.get(before[2]).text
    # A page for strangers is kept, but not with what was said about another address.
    assert TAKEN_BACK not in browser.get(after[2]).text


def test_an_address_without_a_tag_shows_the_move_of_that_number(game: Server, browser: Browser) -> None:
    take_back(game)
    move(game, "bob", "d4")

    assert browser.get(f"{BOARD}/2").text == browser.get(addresses(browser)[2]).text


def test_moves_that_are_gone_lead_to_the_board_as_it_stands(game: Server, alice: Browser) -> None:
    before = addresses(alice)
    take_back(game)

    assert alice.get(before[2]).headers["location"] == BOARD
    assert "The moves that you wanted to see have been taken back." in alice.get(BOARD).text
    answer = alice.get(before[2], headers=FRAGMENT)
    assert (answer.status_code, answer.headers["location"]) == (204, BOARD)
    assert alice.get(f"{BOARD}/2").status_code == 404
    assert alice.get("/hex/102/2?at=1").status_code == 404


def test_a_round_has_an_address_of_its_own(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob")
    for userid, password, card in (("alice", "secret7", "k"), ("bob", "bobpw123", "q"), ("alice", "secret7", "2")):
        server.hear(f"{userid}@example.org", f"goofspiel move 101 {userid} {password} {card}")
    found = re.findall(r'href="(/goofspiel/101/1\?at=[0-9a-f]+)"', alice.get("/goofspiel/101").text)

    assert "After round 1" in alice.get(found[0]).text
    assert TAKEN_BACK not in alice.get(found[0]).text


def test_moves_are_tried_out_at_the_position_of_an_address(game: Server, alice: Browser) -> None:
    address = addresses(alice)[1]
    page = alice.get(f"{address}&line=a1")

    assert f'data-address="{address}&amp;line=a1"' in page.text
    assert f'href="{address}" title="Stop trying out" data-part>' in page.text


def test_confirm_and_next_game_leads_to_the_next_board_that_waits(
    game: Server, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    game.hear("alice@example.org", "hex challenge alice bob -size=5")
    page = f"{BOARD}?touch=a1"
    assert "Confirm and next" in alice.get(page).text
    seen = re.search(r'name="seen" value="([0-9a-f-]+)"', alice.get(page).text)
    assert seen
    fields = {"do": "move", "move": "a1", "seen": seen[1], "then": "next"}

    assert alice.fill_in(page, BOARD, **fields).headers["location"] == "/hex/102"
    assert "Confirm and next" not in alice.get("/hex/102?touch=a1").text
