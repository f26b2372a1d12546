"""The page of a tournament says in words what one joins."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.web.pages import tournaments
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)


def test_terms_are_told_in_words_as_in_letters(server: Server, browser: Browser) -> None:
    server.hear(
        "bob@example.org",
        "tournament create bob bobpw123 hex cup --nagtime=1 --forfeittime=1 --totaltime=30 --increment=1 --unrated",
    )

    page = browser.get("/tournaments/cup").text

    reminders = "Reminder after 1 day, forfeit after 1 day without a move."
    assert re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", page) == [
        ("Time", f"{reminders} Each player has 30 days for the whole game, and 1 hour more for each move."),
        ("Rated", "no"),
    ]
    assert "--" not in re.sub("<!--.*?-->", "", page.partition("<main")[2])


def test_only_what_is_played_again_speaks_of_a_next_season(server: Server, browser: Browser) -> None:
    server.hear("bob@example.org", "tournament create bob bobpw123 hex spring-cup")

    page = browser.get("/tournaments/spring-cup").text

    assert '<h2 id="next">Players</h2>' in page
    assert "Next season" not in page


@pytest.fixture
def cup(server: Server) -> Server:
    """The server with a cup of three, in which all boards are on."""
    server.hear("bob@example.org", "tournament create bob bobpw123 hex cup --players=3 -size=5")
    for userid, password in (("alice", "secret7"), ("carol", "secret9")):
        server.hear(f"{userid}@example.org", f"tournament join {userid} {password} cup")
    Scheduler(server.database, server.office, installed()).make_round(server.now)
    return server


def boards_shown(browser: Browser) -> list[tuple[str, str, str]]:
    """The boards that a cup's page shows in little: picture, name, and who plays."""
    page = browser.get("/tournaments/cup").text
    card = r'src="([^"]*)"[^>]*>\s*<h3><a class="whole" href="[^"]*">(.*?)</a></h3>\s*<p class="who">(.*?)</p>'
    return re.findall(f'<li class="card board"><img class="picture" {card}', page)


def test_boards_being_played_are_shown_in_little_ones_own_first(
    cup: Server, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    shown = boards_shown(new_browser())

    assert [name for _, name, _ in shown] == ["Hex 101", "Hex 102", "Hex 103"]
    assert [picture for picture, *_ in shown] == [f"/hex/{number}.svg?small=yes" for number in (101, 102, 103)]
    assert {frozenset(who.split(" – ")) for *_, who in shown} == {
        frozenset(pair) for pair in (("alice", "bob"), ("alice", "carol"), ("bob", "carol"))
    }
    assert ["alice" in who for *_, who in boards_shown(alice)] == [True, True, False]


def test_a_board_that_is_over_is_shown_in_little_no_more(cup: Server, browser: Browser) -> None:
    [(_, name, who), *others] = boards_shown(browser)
    loser = who.split(" – ")[0]
    cup.hear(f"{loser}@example.org", f"hex resign {name.split()[1]} {loser} {FOUR[loser]}")

    assert boards_shown(browser) == others


def test_of_many_boards_only_the_first_are_shown(
    cup: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "MOST_IN_LITTLE", 2)

    assert len(boards_shown(browser)) == 2
