"""Once a move is begun, the headline is the question itself: as the game asks it, or with the places that follow."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.conversation import Server
from tests.web.conftest import Browser


def headline(browser: Browser, address: str) -> str:
    [found] = re.findall(r'<h2 id="headline"[^>]*>([^<]*)</h2>', browser.get(address).text)
    return unescape(found)


@pytest.mark.parametrize(
    ("game", "touched", "question"),
    [
        ("chess", "g1", "g1: f3 or h3?"),
        ("amazons", "d1", "d1: where to?"),
        ("amazons", "d1 d5", "Where does the arrow go?"),
        ("fleets", "a1", "Where does the ship of 5 end?"),
        ("fleets", "a1 e1", "Now the ship of 4: where does it begin?"),
        ("marshal", "a1", "Exchange it with which square?"),
        ("trioker-puzzle", "tile:332", "Where does the tile go?"),
        ("yacht", "die1 die2", "Roll 2 of the dice again, or more?"),
    ],
)
def test_a_move_that_is_begun_is_asked_for(
    server: Server, alice: Browser, game: str, touched: str, question: str
) -> None:
    server.hear("alice@example.org", f"{game} challenge alice{'' if game == 'trioker-puzzle' else ' bob'}")
    page = f"/{game}/101?touch={touched.replace(' ', '+')}"

    assert headline(alice, page) == question
    assert f'data-say="{question}' in unescape(alice.get(page).text)
    assert "and now" not in alice.get(page).text


def test_cards_that_are_passed_are_counted(server: Server, alice: Browser) -> None:
    server.sign_up("dave")
    server.hear("alice@example.org", "hearts challenge alice bob carol dave")

    assert headline(alice, "/hearts/101") == "Your turn"
    assert headline(alice, "/hearts/101?touch=a") == "Pass 2 of 3: which card?"
    assert headline(alice, "/hearts/101?touch=a+c") == "Pass 3 of 3: which card?"


def test_a_pawn_is_asked_what_it_becomes_also_where_moves_are_tried_out(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "chess challenge alice bob")
    moves = ["a2-a4", "b7-b5", "a4-b5", "a7-a6", "b5-a6", "h7-h6", "a6-a7", "h6-h5"]
    tried = "&".join(f"line={each}" for each in moves)

    assert headline(alice, f"/chess/101?{tried}") == "Trying out moves"
    assert headline(alice, f"/chess/101?{tried}&touch=a7+b8") == "Promote to which piece?"
