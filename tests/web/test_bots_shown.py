"""Pages and programs tell who is a bot, and show the standings with and without them."""

from __future__ import annotations

import pytest

from pbmserv.clockwork import Clockwork
from pbmserv.commands.tournaments import mending
from pbmserv.games.catalogue import installed
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.programs import Program

ALICE = "alice@example.org"


@pytest.fixture
def playing(server: Server) -> Server:
    """A server on which alice plays with a bot."""
    server.hear(ALICE, "hex challenge alice bot-easy")
    return server


def test_the_page_of_a_bot_says_that_it_is_one(playing: Server, browser: Browser) -> None:
    assert "bot-easy is a bot: this server itself plays." in browser.get("/players/bot-easy").text
    assert "is a bot" not in browser.get("/players/alice").text


def test_nobody_is_asked_to_write_to_a_bot_of_the_server(playing: Server, alice: Browser) -> None:
    assert "Write to bob" in alice.get("/players/bob").text
    assert "Write to bot" not in alice.get("/players/bot-easy").text


@pytest.mark.parametrize("page", ["/hex/101", "/hex", "/hex/standings", "/players?name=bot-e"])
def test_where_players_are_listed_bots_are_marked(playing: Server, browser: Browser, page: str) -> None:
    text = browser.get(page).text

    assert '<a href="/players/bot-easy">bot-easy</a> <span class="soft">bot</span>' in text
    assert '<a href="/players/alice">alice</a> <span class="soft">bot</span>' not in text


def test_a_link_leads_to_the_standings_without_bots_and_back(playing: Server, browser: Browser) -> None:
    assert 'href="/hex/standings?who=people"' in browser.get("/hex/standings").text

    people = browser.get("/hex/standings?who=people").text

    assert ("alice" in people, "bot-easy" in people) == (True, False)
    assert 'href="/hex/standings"' in people
    assert "hex standings people" in people


def test_tournaments_mark_them_where_they_play(server: Server, browser: Browser) -> None:
    server.hear(ALICE, "tournament create alice secret7 hex spring-cup --bots --players=3")
    server.hear("bob@example.org", "tournament join bob bobpw123 spring-cup")
    server.office.act(lambda call: mending.enter_player(call, "spring-cup", "bot-easy"))
    mark = 'bot-easy</a> <span class="soft">bot</span>'
    assert browser.get("/tournaments/spring-cup").text.count(mark) == 1

    Clockwork(server.database, server.office, installed()).make_round(server.now)

    assert mark in browser.get("/tournaments/spring-cup/1").text
    assert 'alice</a> <span class="soft">bot</span>' not in browser.get("/tournaments/spring-cup/1").text


def test_programs_are_told_who_is_a_bot(playing: Server, browser: Browser) -> None:
    program = Program(browser)

    assert [seat["bot"] for seat in program.get("/games/hex/boards/101")["seats"]] == [False, True]
    assert [program.get(f"/players/{each}")["bot"] for each in ("alice", "bot-easy")] == [False, True]
    everybody, people = (program.get(f"/games/hex/standings{which}") for which in ("", "?who=people"))
    assert {each["userid"]: each["bot"] for each in everybody["players"]} == {"alice": False, "bot-easy": True}
    assert (people["who"], [each["userid"] for each in people["players"]]) == ("people", ["alice"])
    assert program.ask("/games/hex/standings?who=bots").status_code == 422
