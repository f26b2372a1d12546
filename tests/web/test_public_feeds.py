"""Feeds of what waits for players, and of tournaments: nothing is missing, and nothing is told twice."""

from __future__ import annotations

import re

import pytest

from pbmserv.commands.operator import tournament_changes
from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from tests.conversation import PLAYERS, Server
from tests.web.conftest import Browser
from tests.web.test_feeds import entries_of

ALICE, BOB, CAROL = (f"{name}@example.org" for name in ("alice", "bob", "carol"))


def titles(browser: Browser, path: str) -> list[str]:
    answer = browser.get(path)
    assert answer.headers["content-type"] == "application/atom+xml"
    return [entry.title for entry in entries_of(answer.text)]


def clock(server: Server) -> None:
    Scheduler(server.database, server.office, installed()).make_round(server.now)


class TestWhatWaits:
    def test_challenges_are_told_the_newest_first_until_they_begin(self, server: Server, browser: Browser) -> None:
        server.hear(ALICE, "hex challenge alice anyone --rating=1500- -size=7")
        server.wait(hours=1)
        server.hear(BOB, "hearts challenge bob anyone anyone anyone")

        newest, oldest = entries_of(browser.get("/open.atom").text)

        assert newest.title == "Hearts Board 101 waits for 3 players"
        assert oldest.title == "Hex Board 101 waits for 1 player"
        assert oldest.summary == (
            "alice, anyone, size 7, for classic ratings of 1500 or more."
            " Until 2024-03-31, or until all seats are taken."
        )
        assert (oldest.id, oldest.link, oldest.updated) == (
            "tag:example.net,2024:/hex/101/open", "/open", "2024-03-01T12:00:00Z",
        )  # fmt: skip
        server.hear(CAROL, "hex join 101 carol secret9")
        assert titles(browser, "/open.atom") == ["Hearts Board 101 waits for 3 players"]

    def test_it_stays_one_entry_while_players_come(self, server: Server, browser: Browser) -> None:
        server.hear(BOB, "hearts challenge bob anyone anyone anyone")
        [before] = entries_of(browser.get("/open.atom").text)

        server.hear(CAROL, "hearts join 101 carol secret9")

        [after] = entries_of(browser.get("/open.atom").text)
        assert (after.id, after.title) == (before.id, "Hearts Board 101 waits for 2 players")

    def test_seats_that_somebody_has_left_are_among_them_with_bots_marked(
        self, server: Server, browser: Browser
    ) -> None:
        server.hear(CAROL, "change bot carol secret9 on")
        server.hear(ALICE, "goofspiel challenge alice bob carol")
        for player in ("alice secret7", "bob bobpw123", "carol secret9"):
            server.hear(f"{player.split()[0]}@example.org", f"goofspiel move 101 {player} 1")
        server.hear(BOB, "goofspiel resign 101 bob bobpw123")
        server.hear(ALICE, "goofspiel substitute 101 alice secret7 anyone")
        server.hear(CAROL, "goofspiel substitute 101 carol secret9 yes")

        [entry] = entries_of(browser.get("/open.atom").text)

        assert (entry.title, entry.link) == ("Goofspiel Board 101 goes on, and has a free seat", "/goofspiel/101")
        assert entry.summary == "alice bob carol (bot). In the place of bob."

    def test_one_game_can_be_followed_by_itself(self, server: Server, browser: Browser) -> None:
        server.hear(ALICE, "hex challenge alice anyone")
        server.hear(ALICE, "go challenge alice anyone")

        assert titles(browser, "/hex/open.atom") == ["Hex Board 101 waits for 1 player"]
        assert titles(browser, "/y/open.atom") == []
        assert browser.get("/nothing/open.atom").status_code == 404


class TestTournaments:
    @pytest.fixture
    def cup(self, server: Server) -> Server:
        """A tournament of three, which begins when carol joins."""
        server.hear(BOB, "tournament create bob bobpw123 hex spring-cup --players=3 -size=5")
        server.wait(minutes=1)
        server.hear(ALICE, "tournament join alice secret7 spring-cup")
        return server

    def begin(self, server: Server) -> None:
        server.wait(minutes=1)
        server.hear(CAROL, "tournament join carol secret9 spring-cup")
        server.wait(minutes=1)
        clock(server)

    def test_it_can_be_joined_begins_and_ends_with_its_table(self, cup: Server, browser: Browser) -> None:
        feed = "/tournaments/spring-cup.atom"
        [entry] = entries_of(browser.get(feed).text)
        assert (entry.title, entry.summary) == (
            "spring-cup, season 1 can be joined", "Hex. Season 1 begins on 2024-03-08.",
        )  # fmt: skip
        assert (entry.link, entry.updated) == ("/tournaments/spring-cup", "2024-03-01T12:00:00Z")

        self.begin(cup)
        [entry] = entries_of(browser.get(feed).text)
        assert (entry.title, entry.summary) == (
            "spring-cup, season 1 has begun", "Hex. 3 players in 1 division.",
        )  # fmt: skip
        assert entry.link == "/tournaments/spring-cup/1"

        cup.wait(minutes=1)
        lost = [self.resigned(cup, 101)]
        first, begun = titles(browser, feed)
        assert re.fullmatch(r"Hex Board 101: \w+ has won", first)
        assert (lost[0] in first, begun) == (False, "spring-cup, season 1 has begun")

        lost += [self.resigned(cup, number) for number in (102, 103)]
        cup.wait(hours=7)
        clock(cup)
        over = entries_of(browser.get(feed).text)[0]
        assert over.title == "spring-cup, season 1 is over"
        assert re.fullmatch(r"Hex\. Division 1: 1\. \w+, 2\. \w+, 3\. \w+\.", over.summary)

    def resigned(self, server: Server, number: int) -> str:
        """Have whoever is to move on a board resign."""
        [line] = server.office.look_up(lambda call: call.work.listing.lines("hex", [number]))
        [player] = line.to_move
        server.hear(f"{player}@example.org", f"hex resign {number} {player} {PLAYERS[player]}")
        return str(player)

    def test_all_of_them_are_in_one_feed(self, cup: Server, browser: Browser) -> None:
        cup.wait(hours=1)
        cup.hear(CAROL, "tournament create carol secret9 go dan-league")

        assert titles(browser, "/tournaments.atom") == [
            "dan-league, season 1 can be joined",
            "spring-cup, season 1 can be joined",
        ]
        self.begin(cup)
        assert titles(browser, "/tournaments.atom")[0] == "spring-cup, season 1 has begun"

    def test_what_is_called_off_or_done_by_the_operator_is_told(self, cup: Server, browser: Browser) -> None:
        cup.wait(hours=1)
        cup.office.act(lambda call: tournament_changes.cancel(call, "spring-cup", "Nobody has time."))

        assert "spring-cup, season 1 does not take place" in titles(browser, "/tournaments/spring-cup.atom")
        assert titles(browser, "/tournaments.atom") == ["spring-cup, season 1 does not take place"]

    def test_the_feed_of_another_name_is_not_there(self, cup: Server, browser: Browser) -> None:
        assert browser.get("/tournaments/autumn-cup.atom").status_code == 404
        assert browser.get("/tournaments/SPRING-CUP.atom").status_code == 200


@pytest.mark.parametrize("path", ["/open", "/hex", "/tournaments", "/tournaments/spring-cup"])
def test_the_pages_lead_feed_readers_to_their_feeds(server: Server, browser: Browser, path: str) -> None:
    server.hear(BOB, "tournament create bob bobpw123 hex spring-cup")

    head = browser.get(path).text.partition("</head>")[0]
    [feed] = re.findall(r'<link rel="alternate" type="application/atom\+xml" title="[^"]+" href="([^"]+)">', head)

    assert browser.get(feed).status_code == 200
