"""The page of a tournament says in words what one joins."""

from __future__ import annotations

import re

import pytest

from tests.conversation import Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)


def test_terms_are_told_in_words_and_how_they_are_written_only_on_demand(server: Server, browser: Browser) -> None:
    server.hear(
        "bob@example.org",
        "tournament create bob bobpw123 hex cup --nagtime=1 --forfeittime=1 --totaltime=30 --increment=1 --unrated",
    )

    page = browser.get("/tournaments/cup").text

    assert re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", page) == [
        ("Time", "1 day a move, 30 days in all and 1 hour more with each move"),
        ("Rated", "no"),
    ]
    folded = re.findall(r'<details class="command">.*?</details>', page, re.DOTALL)
    assert "--nagtime=1 --forfeittime=1 --totaltime=30 --increment=1 --unrated" in folded[-1]
    assert page.count("--forfeittime") == 1


def test_only_what_is_played_again_speaks_of_a_next_season(server: Server, browser: Browser) -> None:
    server.hear("bob@example.org", "tournament create bob bobpw123 hex spring-cup")

    page = browser.get("/tournaments/spring-cup").text

    assert '<h2 id="next">Players</h2>' in page
    assert "Next season" not in page
