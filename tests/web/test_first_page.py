"""The first page says what can be done here now: games to begin with, who waits, a board of the day, all games."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbmserv.games.catalogue import installed
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.test_size import compressed, loaded_by

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)


def section(page: str, heading: str) -> str:
    return page.split(f'<h2 id="{heading}">')[1].split("</section>")[0]


def games_to_begin_with(browser: Browser) -> list[str]:
    return re.findall(r'<h3><a class="whole" href="/([a-z0-9-]+)">', section(browser.get("/").text, "most"))


def test_well_known_games_stand_first_whatever_is_played_most(server: Server, browser: Browser) -> None:
    for _ in range(2):
        server.hear("alice@example.org", "yavalath challenge alice bob")

    assert games_to_begin_with(browser) == ["chess", "go", "backgammon", "hearts", "hex", "shogi"]


def test_all_games_stand_on_it_by_family(browser: Browser) -> None:
    games = section(browser.get("/").text, "games")
    listed = re.findall(r'<li><a href="/([a-z0-9-]+)"><img', browser.get("/").text)

    assert sorted(listed) == sorted(installed())
    assert "<h3>Chess and its kin</h3>" in games


def test_open_challenges_can_be_joined_from_it(
    server: Server, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    server.hear("bob@example.org", "hex challenge bob anyone")
    page = alice.get("/").text

    assert "<strong>" in section(page, "waiting")
    assert ">Join<" in section(page, "waiting")
    assert "<form" not in section(new_browser().get("/").text, "waiting")
    assert 'href="/sign-in?to=/open">Join<' in section(new_browser().get("/").text, "waiting")


def test_the_board_of_the_day_is_another_one_tomorrow(server: Server, browser: Browser) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "chess challenge alice bob")
    today = section(browser.get("/").text, "today")
    server.wait(days=1)
    tomorrow = section(browser.get("/").text, "today")

    assert {re.findall(r'href="(/\w+/\d+)"', each)[0] for each in (today, tomorrow)} == {"/hex/101", "/chess/101"}


def test_the_board_of_the_day_is_of_a_well_known_game_if_one_is_played(server: Server, browser: Browser) -> None:
    server.hear("alice@example.org", "yavalath challenge alice bob")
    assert 'href="/yavalath/101"' in section(browser.get("/").text, "today")

    server.hear("alice@example.org", "go challenge alice bob")
    for _ in range(2):
        server.wait(days=1)
        today, _, others = section(browser.get("/").text, "today").partition("Also being played")
        assert 'href="/go/101"' in today
        assert 'href="/yavalath/101"' in others


def test_the_board_of_the_day_shows_no_hand(server: Server, alice: Browser, browser: Browser) -> None:
    server.hear("alice@example.org", "triominoes challenge alice bob")
    [picture] = re.findall(r'<img src="([^"]+)"', section(alice.get("/").text, "today"))

    assert picture == "/triominoes/101.svg?small=yes"
    assert alice.get(picture).content == browser.get(picture).content


def test_without_boards_and_challenges_it_says_what_can_be_done(browser: Browser) -> None:
    page = browser.get("/").text

    assert "Board of the day" not in page
    assert 'Nobody at present. <a href="/open">Wait for somebody yourself</a>' in section(page, "waiting")


def test_who_waits_for_the_games_wanted_most_stands_first(server: Server, alice: Browser) -> None:
    for line in ("amazons challenge bob anyone", *["y challenge bob anyone"] * 3, "hex challenge bob anyone"):
        server.hear("bob@example.org", line)
    waiting = section(alice.get("/").text, "waiting")

    assert re.findall(r'<strong><a href="/(\w+)">', waiting) == ["y", "y", "y"]
    assert "All 5 in the lobby" in waiting


def test_with_scripts_and_styles_it_is_light(server: Server, alice: Browser) -> None:
    for word in ("hex", "y", "go", "chess"):
        server.hear("alice@example.org", f"{word} challenge alice bob")
        server.hear("bob@example.org", f"{word} challenge bob anyone")

    assert sum(compressed(alice, each) for each in ("/", *loaded_by(alice, "/"))) <= 20_000


def test_a_search_shows_what_was_found_and_nothing_else(browser: Browser) -> None:
    page = browser.get("/?q=reversi").text

    assert "Found: 1" in page
    assert "Board of the day" not in page
    assert "Play against the computer" not in page
