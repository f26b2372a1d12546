"""Every game is played to its end by the links and forms of its page; nothing here knows any of the games."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import unescape
from random import Random

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.storage.database import Database
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser
from tests.web.nearly_over import MOST_TURNS, challenge, nearly_over, touched

_PLACE = re.compile(r'<a (?=[^>]*href="([^"]*)")[^>]*data-place="([^"]*)"')
_CHOICE = re.compile(r'<ul class="choices">(.*?)</ul>', re.DOTALL)
_LINK = re.compile(r'href="([^"]*)"[^>]*>([^<]*)')
_CONFIRM = re.compile(r'<form method="post"[^>]*>(?:(?!</form>).)*?<button id="confirm">', re.DOTALL)
_FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
_TO_MOVE = re.compile(r'<li class="now">.*?href="/players/(\w+)"', re.DOTALL)


def play_to_the_end(
    browsers: dict[str, Browser], board: str, choices: Random, turns: Sequence[Sequence[str]] = ()
) -> int:
    """Have whoever is to move touch something that is lit, until a move is there to be confirmed; gives how many."""
    for turn in range(MOST_TURNS):
        page = next(iter(browsers.values())).get(board)
        movers = _TO_MOVE.findall(page.text)
        if not movers:
            return turn
        browser = browsers[movers[0]]
        page = browser.get(board)
        steps = iter(turns[turn] if turn < len(turns) else ())
        while not (form := _CONFIRM.search(page.text)):
            beside = _CHOICE.search(page.text)
            links = _PLACE.findall(page.text) + (_LINK.findall(beside[1]) if beside else [])
            assert links, f"nothing can be touched on {page.url}"
            address_of = {target: unescape(address) for address, target in links}
            page = browser.get(address_of[touched([*address_of], choices, steps)])
            assert page.status_code == 200, page.text
        fields = {name: unescape(value) for name, value in _FIELD.findall(form[0])}
        answer = browser.post(board, data=fields)
        assert answer.status_code == 303, answer.text
    raise AssertionError(f"the game does not end within {MOST_TURNS} turns")


@pytest.fixture
def server(sqlite_database: Database) -> Server:
    """A server that knows all who play; on one database, since pages do not ask which is behind them."""
    server = Server(sqlite_database)
    server.sign_up(*FOUR)
    return server


@pytest.fixture
def browsers(new_browser: Callable[[], Browser]) -> dict[str, Browser]:
    """The browsers of all who play, signed in."""
    signed_in = {userid: new_browser() for userid in FOUR}
    for userid, browser in signed_in.items():
        assert browser.sign_in(userid).status_code == 303
    return signed_in


def test_a_short_game_is_played_to_its_end(server: Server, browsers: dict[str, Browser]) -> None:
    board = challenge(server, "hex", size=3)

    play_to_the_end(browsers, board, Random(1))  # noqa: S311

    assert "has won" in browsers["alice"].get(board).text


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("word", installed())
def test_every_game_is_played_to_its_end(server: Server, browsers: dict[str, Browser], word: str) -> None:
    board, turns = nearly_over(server, word, turns_left=4)

    assert play_to_the_end(browsers, board, Random(word), turns) > 0  # noqa: S311

    page = browsers["alice"].get(board).text
    assert any(result in page for result in ("has won", "have won", "A draw", "A tie", "Game over"))


@pytest.mark.long
def test_a_game_with_dice_of_ones_own_is_played_to_its_end(server: Server, browsers: dict[str, Browser]) -> None:
    server.hear("alice@example.org", "backgammon challenge alice bob -dice=typed -cube --unrated")

    play_to_the_end(browsers, "/backgammon/101", Random(2))  # noqa: S311

    assert "has won" in browsers["alice"].get("/backgammon/101").text
