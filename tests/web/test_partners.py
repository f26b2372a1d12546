"""Pages, feeds and programs tell that partners have won together."""

from __future__ import annotations

from collections.abc import Callable

import feedparser  # type: ignore[import-untyped]
import pytest

from tests.conversation import Server
from tests.partners import resign_both
from tests.web.conftest import Browser
from tests.web.programs import program_of


@pytest.fixture
def ended(server: Server) -> None:
    """Spades that alice and carol have won against bob and dave, who have resigned."""
    resign_both(server)


def test_a_boards_page_tells_it_to_strangers_and_to_its_players(
    ended: None, browser: Browser, new_browser: Callable[[], Browser]
) -> None:
    assert "alice and carol have won" in browser.get("/spades/101").text
    for name, said in (("alice", "You won"), ("carol", "You won"), ("bob", "You lost"), ("dave", "You lost")):
        own = new_browser()
        own.sign_in(name)
        assert said in own.get("/spades/101").text


def test_each_seat_of_the_side_is_marked_as_won(ended: None, browser: Browser) -> None:
    seats = browser.get("/spades/101").text.partition('class="seats"')[2].partition("</ul>")[0].split("</li>")[:4]

    assert ["won" in seat.partition('class="state"')[2] for seat in seats] == [True, False, True, False]


def test_lists_and_players_pages_tell_it(ended: None, browser: Browser) -> None:
    assert "won by alice and carol" in browser.get("/spades/history").text
    assert "<strong>won</strong>" in browser.get("/players/carol").text
    assert "alice and carol won" in browser.get("/players/dave").text


def test_feeds_tell_it(ended: None, browser: Browser) -> None:
    titles = [entry.title for entry in feedparser.parse(browser.get("/players/dave.atom").text).entries]

    assert "Spades Board 101: alice and carol have won" in titles


def test_programs_get_all_winners_and_the_first_of_them(ended: None, new_browser: Callable[[], Browser]) -> None:
    program = program_of(new_browser, "alice", "read")

    board = program.get("/games/spades/boards/101")
    [game] = program.get("/games/spades/history")["games"]
    for told in (board, game):
        assert (told["winner"], told["winners"]) == ("alice", ["alice", "carol"])
