"""What the page of a rated game that is over says of its players' ratings."""

from __future__ import annotations

import re

from tests.conversation import PLAYERS, Server
from tests.queries import recorded, scans
from tests.test_clock_run import clock_run
from tests.web.conftest import Browser


def resign(server: Server, *numbers: int) -> None:
    for number in numbers:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        for userid, move in (("alice", "c3"), ("bob", "d4")):
            server.hear(f"{userid}@example.org", f"hex move {number} {userid} {PLAYERS[userid]} {move}")
        server.hear("alice@example.org", f"hex resign {number} alice {PLAYERS['alice']}")


def seats_on(browser: Browser, address: str) -> list[str]:
    """What is said of each player beside the name."""
    states = re.findall(r'<span class="state">(.*?)</span></li>', browser.get(address).text, re.DOTALL)
    return [" ".join(state.split()) for state in states]


def test_a_first_rated_game_tells_the_rating_and_others_how_it_has_changed(server: Server, browser: Browser) -> None:
    resign(server, 101, 102)

    assert seats_on(browser, "/hex/101") == ["resigned, Glicko 1338", "won, Glicko 1662"]
    # What came after changes nothing about it.
    resign(server, 103)
    assert seats_on(browser, "/hex/102") == ["resigned, Glicko 1280 (−58)", "won, Glicko 1720 (+58)"]


def test_a_player_is_told_by_the_result(server: Server, alice: Browser, browser: Browser) -> None:
    resign(server, 101, 102)

    assert "<p>Your rating now: Glicko 1338.</p>" in alice.get("/hex/101").text
    assert "<p>Your rating: Glicko 1338 → 1280.</p>" in alice.get("/hex/102").text
    assert "Your rating" not in browser.get("/hex/102").text


def test_a_game_that_is_not_rated_or_still_on_tells_of_no_rating(server: Server, alice: Browser) -> None:
    resign(server, 101)
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    assert "Glicko" not in alice.get("/hex/102").text

    server.hear("alice@example.org", "hex challenge alice bob -size=5 --unrated=on")
    for userid, move in (("alice", "c3"), ("bob", "d4")):
        server.hear(f"{userid}@example.org", f"hex move 103 {userid} {PLAYERS[userid]} {move}")
    server.hear("alice@example.org", f"hex resign 103 alice {PLAYERS['alice']}")
    assert seats_on(alice, "/hex/103") == ["resigned", "won"]


def test_it_says_whose_time_has_run_out(server: Server, browser: Browser) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    for userid, move in (("alice", "c3"), ("bob", "d4")):
        server.hear(f"{userid}@example.org", f"hex move 101 {userid} {PLAYERS[userid]} {move}")
    for _ in range(60):
        server.wait(days=1)
        clock_run(server)

    assert [state.partition(",")[0] for state in seats_on(browser, "/hex/101")] == ["ran out of time", "won"]


def test_ratings_are_found_by_an_index(server: Server, browser: Browser) -> None:
    resign(server, 101, 102)
    with recorded(server.database) as statements:
        browser.get("/hex/102")

    assert any("rating_history" in statement.text for statement in statements)
    with server.database.writing() as connection:
        assert scans(connection, statements) == []
