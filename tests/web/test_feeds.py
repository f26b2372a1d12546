"""Feeds and calendars, read by the programs that read them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import feedparser  # type: ignore[import-untyped]
import pytest
from icalendar import Calendar

from pbmserv.web.app import application
from pbmserv.web.feeds.atom import Entry, Feed, atom_of
from pbmserv.web.feeds.calendar import Deadline, calendar_of
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.programs import new_token

AT = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)


def entries_of(text: str) -> list[Any]:
    """The entries of a feed without faults."""
    feed = feedparser.parse(text)
    assert not feed.bozo, feed.bozo_exception
    assert (feed.version, feed.feed.id[:4]) == ("atom10", "tag:")
    return list(feed.entries)


def events_of(content: bytes) -> list[Any]:
    """The events of a calendar without faults."""
    events = Calendar.from_ical(content).walk("VEVENT")
    assert [event.errors for event in events] == [[]] * len(events)
    return list(events)


@pytest.fixture
def games(server: Server) -> None:
    """Board 101 is over, alice is to move on 102, bob on 103."""
    for _ in range(3):
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
    server.wait(hours=1)
    for line in ("move 101 alice secret7 c3", "move 101 bob bobpw123 b4", "move 103 alice secret7 c3"):
        server.hear("alice@example.org", f"hex {line}")
    server.hear("alice@example.org", "hex resign 101 alice secret7")


@pytest.fixture
def token(alice: Browser) -> str:
    return new_token(alice, "feed", "my calendar")


def test_everybody_can_follow_the_games_of_a_player(browser: Browser, games: None) -> None:
    answer = browser.get("/players/bob.atom")

    assert answer.headers["content-type"] == "application/atom+xml"
    entries = entries_of(answer.text)
    assert [entry.title for entry in entries] == [
        "Hex Board 101: bob has won",
        "Hex Board 103 has begun",
        "Hex Board 102 has begun",
    ]
    assert (entries[0].updated, entries[0].link) == ("2024-03-01T13:00:00Z", "/hex/101")
    assert entries[0].id == "tag:example.net,2024:/hex/101/ended"
    assert browser.get("/players/nobody.atom").status_code == 404


def test_a_token_in_the_address_tells_whose_turn_it_is(browser: Browser, games: None, token: str) -> None:
    [entry] = entries_of(browser.get(f"/players/alice/turns.atom?token={token}").text)

    assert (entry.title, entry.id) == ("Hex Board 102: your turn", "tag:example.net,2024:/hex/102/turn/0")


def test_each_turn_is_an_entry_of_its_own(browser: Browser, games: None, token: str, server: Server) -> None:
    server.hear("bob@example.org", "hex move 103 bob bobpw123 b4")

    entries = entries_of(browser.get(f"/players/alice/turns.atom?token={token}").text)

    assert {entry.id for entry in entries} == {
        "tag:example.net,2024:/hex/102/turn/0",
        "tag:example.net,2024:/hex/103/turn/2",
    }


def test_a_calendar_says_until_when_to_move(browser: Browser, games: None, token: str, site: Site) -> None:
    calendar = browser.get(f"/players/alice.ics?token={token}")

    assert "text/calendar" in calendar.headers["content-type"]
    [event] = events_of(calendar.content)
    assert event["SUMMARY"] == "Hex Board 102: your move"
    assert event["UID"] == "hex-102-alice@example.net"
    assert event.decoded("DTSTART") == datetime(2024, 3, 22, 12, 0, tzinfo=UTC)
    assert "URL" not in event
    at_home = Browser(application(replace(site, settings=replace(site.settings, web_url="https://games.example"))))
    [event] = events_of(at_home.get(f"/players/alice.ics?token={token}").content)
    assert event["URL"] == "https://games.example/hex/102"


def turns(browser: Browser, token: str) -> dict[str, str]:
    """What the feed tells of the boards on which alice is to move: the number of each turn, by its title."""
    entries = entries_of(browser.get(f"/players/alice/turns.atom?token={token}").text)
    return {entry.title: entry.id.removeprefix("tag:example.net,2024:") for entry in entries}


def deadline(browser: Browser, token: str) -> tuple[datetime, int] | None:
    """Until when alice is to move on the only board that waits for her, and the number of that version."""
    events = events_of(browser.get(f"/players/alice.ics?token={token}").content)
    return (events[0].decoded("DTSTART"), events[0]["SEQUENCE"]) if events else None


@pytest.fixture
def duel(server: Server) -> Server:
    """Both have moved on board 101 of Hex, and alice is to move."""
    for line in ("challenge alice bob", "move 101 alice secret7 c4", "move 101 bob bobpw123 d5"):
        server.hear("alice@example.org", f"hex {line}")
    return server


def test_a_turn_that_comes_again_after_an_undo_is_another_entry(browser: Browser, token: str, duel: Server) -> None:
    assert turns(browser, token) == {"Hex Board 101: your turn": "/hex/101/turn/2"}
    for line in ("move 101 alice secret7 e6", "move 101 alice secret7 undo", "move 101 bob bobpw123 accept"):
        duel.hear("alice@example.org", f"hex {line}")

    assert turns(browser, token) == {"Hex Board 101: your turn": "/hex/101/turn/4"}
    for line in ("move 101 bob bobpw123 undo", "move 101 alice secret7 accept", "move 101 bob bobpw123 d5"):
        duel.hear("alice@example.org", f"hex {line}")
    assert turns(browser, token) == {"Hex Board 101: your turn": "/hex/101/turn/6"}


def test_the_number_of_a_deadline_grows_with_every_change_of_it(browser: Browser, token: str, duel: Server) -> None:
    told = [deadline(browser, token)]

    def after(*lines: str) -> None:
        for line in lines:
            duel.hear("alice@example.org", line)
        told.append(deadline(browser, token))

    after("vacation alice secret7 14")
    after("vacation alice secret7 off")
    duel.wait(days=2)
    after("vacation alice secret7 from 2024-03-10 until 2024-03-12")
    after("vacation alice secret7 off 2024-03-10")
    after("hex move 101 bob bobpw123 propose", "hex move 101 alice secret7 reject")
    after("hex move 101 bob bobpw123 undo", "hex move 101 alice secret7 accept", "hex move 101 bob bobpw123 d5")
    after("hex move 101 alice secret7 e6", "hex move 101 alice secret7 undo", "hex move 101 bob bobpw123 accept")

    versions = [each for each in told if each is not None]
    assert len(versions) == 8
    assert [number for _, number in versions] == sorted({number for _, number in versions})
    assert [at.day for at, _ in versions[:4]] == [22, 5, 22, 25]


def test_a_calendar_has_no_deadline_while_a_tie_is_proposed(browser: Browser, token: str, duel: Server) -> None:
    duel.hear("alice@example.org", "hex move 101 alice secret7 propose")

    assert deadline(browser, token) is None
    duel.wait(days=30)
    duel.hear("alice@example.org", "hex move 101 bob bobpw123 reject")
    told = deadline(browser, token)
    assert told is not None
    assert told[0] == datetime(2024, 4, 21, 12, 0, tzinfo=UTC)


def test_an_absence_that_is_over_still_counts_in_the_deadline(browser: Browser, token: str, duel: Server) -> None:
    duel.hear("alice@example.org", "vacation alice secret7 4")
    before = deadline(browser, token)

    duel.wait(days=6)

    assert deadline(browser, token) == before
    assert before is not None
    assert before[0] == datetime(2024, 3, 26, 12, 0, tzinfo=UTC)


def test_what_is_private_is_for_its_owner(browser: Browser, alice: Browser, games: None, token: str) -> None:
    for_reading = new_token(alice, "read", "a bot")

    for path in ("/players/alice/turns.atom", "/players/alice.ics"):
        assert browser.get(path).status_code == 404
        assert browser.get(f"{path}?token=x").status_code == 404
        assert browser.get(f"{path}?token={for_reading}").status_code == 404
        assert browser.get(f"{path}?token={token}").status_code == 200
        assert alice.get(path).status_code == 200
        assert browser.get(f"{path.replace('alice', 'bob')}?token={token}").status_code == 404


def test_a_token_for_feeds_opens_nothing_else(browser: Browser, token: str) -> None:
    assert browser.get("/api/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    browser.cookies.set("session", token)
    assert browser.get("/me").status_code == 303


def test_any_text_makes_a_feed_that_can_be_read() -> None:
    words = 'a <b> & "c" \x00\x1f ]]> Zoë\n🂡'
    feed = Feed(
        "tag:example.net,2024:x", words, words, "/x.atom", "/x", AT, [Entry("tag:x,2024:y", words, words, "/y", AT)]
    )

    parsed = feedparser.parse(atom_of(feed))

    assert not parsed.bozo
    assert parsed.entries[0].title == 'a <b> & "c"  ]]> Zoë\n🂡'
    assert parsed.entries[0].content[0].value == 'a <b> & "c"  ]]> Zoë\n🂡'


def test_any_text_makes_a_calendar_that_can_be_read() -> None:
    words = "Zoë, and; so\\n on:\n" + "🂡" * 50
    content = calendar_of("Moves", [Deadline("1@example.net", words, words, "https://example.net/", AT, 3, AT)])

    [event] = events_of(content)
    assert event["SUMMARY"] == words
    assert max(map(len, content.split(b"\r\n"))) <= 75
