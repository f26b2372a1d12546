"""What somebody sees who has never been here, from signing up to the end of a first game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.conversation import Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)


def test_a_newcomer_is_welcomed_and_told_what_to_do_first(browser: Browser) -> None:
    answer = browser.fill_in("/sign-up", userid="dora", password="apples77", address="dora@example.org")

    page = browser.get(answer.headers["location"]).text

    assert "Welcome, dora!" in page
    assert page.count("A letter was sent to dora@example.org") == 1
    assert '<a class="button" href="/#games">Choose a game</a>' in page
    assert "My turn" not in page


def test_who_plays_something_is_not_taken_for_a_newcomer(server: Server, alice: Browser) -> None:
    assert "Choose a game" in alice.get("/me").text

    server.hear("bob@example.org", "hex challenge bob alice")

    page = alice.get("/me").text
    assert "Choose a game" not in page
    assert "Their turn" in page


def test_a_refusal_says_what_is_wrong_and_how_the_command_is_written_only_on_demand(browser: Browser) -> None:
    page = browser.fill_in("/sign-up", userid="do ra", password="apples77", address="dora@example.org").text

    told, folded = re.findall(r'<div class="refusal" role="alert">(.*?)<details(.*?)</details>', page, re.DOTALL)[0]
    assert "A userid is a letter" in told
    assert "signup" not in told
    assert "<code>signup userid password [address ...]</code>" in folded


def test_the_name_of_a_new_tournament_is_the_players_to_choose(alice: Browser) -> None:
    empty = re.findall(r'<input name="name"[^>]* value="([^"]*)"', alice.get("/tournaments/new?game=connect4").text)
    refused = alice.fill_in(
        "/tournaments/new?game=connect4", action="/tournaments/new", game="connect4", name="our cup"
    ).text

    assert empty == [""]
    assert re.findall(r'<input name="name"[^>]* value="([^"]*)"', refused) == ["our cup"]


def test_all_that_is_wrong_with_a_challenge_is_listed(alice: Browser) -> None:
    page = alice.fill_in("/hex/challenge", seat0="alfred", seat1="bobby").text

    assert "<li>There is no player called bobby here.</li>" in page
    assert "* There" not in page


def test_who_has_finished_a_game_can_play_again_with_the_same_opponent(
    server: Server, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    assert "Play again" not in alice.get("/hex/101").text

    server.hear("alice@example.org", "hex resign 101 alice secret7")
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "hex move 102 alice secret7 d4")
    server.hear("bob@example.org", "hex move 102 bob bobpw123 e5")
    server.hear("alice@example.org", "hex resign 102 alice secret7")

    link = re.findall(r'href="([^"]*)">Play again', alice.get("/hex/102").text)
    assert link == ["/hex/challenge?with=bob"]
    assert 'value="bob"' in alice.get(link[0]).text
    assert "Play again" not in new_browser().get("/hex/102").text
