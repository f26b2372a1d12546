"""The page of a tournament says in words what one joins."""

from __future__ import annotations

import re

import pytest

from tests.conversation import Server
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
