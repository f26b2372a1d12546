"""What a board's page shows beside the moves: seats in the colours of their pieces, checks, material, suits."""

from __future__ import annotations

import re

import pytest

from pbmserv.games.boards.cards import card
from pbmserv.games.picture import Shape
from tests.conversation import Server
from tests.web.conftest import Browser


def play(server: Server, game: str, *moves: str) -> None:
    server.hear("alice@example.org", f"{game} challenge alice bob")
    for number, text in enumerate(moves):
        userid, password = (("alice", "secret7"), ("bob", "bobpw123"))[number % 2]
        server.hear(f"{userid}@example.org", f"{game} move 101 {userid} {password} {text}")


@pytest.mark.parametrize(
    ("game", "chips"),
    [("chess", ["light", "dark"]), ("go", ["dark", "light"]), ("backgammon", ["dark", "light"]),
     ("hex", ["seat-0", "seat-1"]), ("trichet", ["seat-0", "seat-1"])],
)  # fmt: skip
def test_the_chip_of_a_seat_has_the_colour_of_its_pieces(
    server: Server, browser: Browser, game: str, chips: list[str]
) -> None:
    play(server, game)

    assert re.findall(r'class="chip ([a-z0-9-]+)"', browser.get(f"/{game}/101").text) == chips


def test_the_square_of_a_king_in_check_is_lit(server: Server, browser: Browser) -> None:
    play(server, "chess", "e2-e4", "e7-e5", "f1-c4", "g8-f6", "c4-f7")

    def lit(address: str) -> list[str]:
        page = browser.get(address).text
        outlines = re.findall(r'class="pic-cell-check"[^>]*>\s*<path id="(p\d+)"', page)
        return [
            name
            for each in outlines
            for name in re.findall(rf'data-name="([^"]*)">[^/]*</title><use href="#{each}"', page)
        ]

    assert lit("/chess/101") == ["e8"]
    assert lit("/chess/101/4") == []


def test_who_has_more_on_the_board_sees_it_beside_the_name(server: Server, browser: Browser) -> None:
    play(server, "chess", "e2-e4", "d7-d5", "e4-d5", "d8-d5", "b1-c3", "d5-d2", "d1-d2")
    advantage = re.compile(r'<span class="soft">([♛♜♝♞♟]*(?: ?\+\d+)?)</span></span>')

    assert advantage.findall(browser.get("/chess/101").text) == ["♛ +8", "♟"]
    assert advantage.findall(browser.get("/chess/101/3").text) == ["♟ +1"]
    assert advantage.findall(browser.get("/chess/101/0").text) == []


@pytest.mark.parametrize(("suit", "role"), [("♥", "suit.red"), ("♦", "suit.red"), ("♠", "word"), ("♣", "word")])
def test_suits_are_red_and_black(suit: str, role: str) -> None:
    def role_of(shape: Shape) -> str:
        return shape.role if getattr(shape.form, "text", "") == suit else ""

    assert [*filter(None, map(role_of, card("7", suit, "the seven").shapes))] == [role]
