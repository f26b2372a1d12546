"""What can be touched at a position is found once, and nobody is told what was found for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbmserv.games.base import Game
from pbmserv.web import board_page as pages
from pbmserv.web.touching import Touching, touching_of
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games and seats for which it was found."""
    all_found: list[str] = []

    def told(game: Game[Any], position: Any, seat: int, *others: Any) -> Touching:
        all_found.append(f"{game.word} {seat}")
        return touching_of(game, position, seat, *others)

    monkeypatch.setattr(pages, "touching_of", told)
    return all_found


@pytest.fixture
def bob(new_browser: Callable[[], Browser]) -> Browser:
    browser = new_browser()
    browser.sign_in("bob")
    return browser


def play(server: Server, game: str, *moves: str) -> None:
    server.hear("alice@example.org", f"{game} challenge alice bob")
    for number, move in enumerate(moves):
        userid = ("alice", "bob")[number % 2]
        server.hear(f"{userid}@example.org", f"{game} move 101 {userid} {FOUR[userid]} {move}")


def test_it_is_found_once_until_somebody_moves(server: Server, alice: Browser, found: list[str]) -> None:
    play(server, "chess")
    pages_shown = {
        alice.get(f"/chess/101{touches}").text for touches in ("", "?touch=e2", "?touch=e2+e4", "?touch=g1")
    }
    assert (len(pages_shown), found) == (4, ["chess 0"])

    for userid, move in (("alice", "e2-e4"), ("bob", "e7-e5")):
        server.hear(f"{userid}@example.org", f"chess move 101 {userid} {FOUR[userid]} {move}")
    assert '"f1":{' in alice.get("/chess/101").text
    assert found == ["chess 0", "chess 0"]


def test_two_boards_at_the_same_position_share_it(server: Server, alice: Browser, found: list[str]) -> None:
    play(server, "chess")
    play(server, "chess")
    alice.get("/chess/101")
    page = alice.get("/chess/102").text

    assert found == ["chess 0"]
    assert 'data-touch="/chess/102?touch="' in page


def test_other_pieces_and_the_other_side_are_found_anew(server: Server, alice: Browser, found: list[str]) -> None:
    play(server, "crazyhouse", "e2-e4", "d7-d5", "e4-d5", "a7-a6")
    usual = alice.get("/crazyhouse/101").text
    alice.get("/crazyhouse/101?flipped=yes")
    server.hear("alice@example.org", "change pieces alice secret7 modern")
    modern = alice.get("/crazyhouse/101?flipped=no").text

    assert len(found) == 3
    assert usual != modern


def test_of_what_is_hidden_nothing_is_kept(server: Server, alice: Browser, bob: Browser, found: list[str]) -> None:
    play(server, "goofspiel")
    for browser in (alice, bob, alice, bob):
        browser.get("/goofspiel/101")

    assert found == ["goofspiel 0", "goofspiel 1"] * 2


def test_where_moves_cannot_be_listed_each_touch_is_followed_anew(
    server: Server, alice: Browser, found: list[str]
) -> None:
    play(server, "go", "pass", "pass")
    alice.get("/go/101")
    alice.get("/go/101")

    assert found == ["go 0", "go 0"]
