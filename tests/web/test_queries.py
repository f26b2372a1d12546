"""However many players and boards there are, a page asks for a few rows in a few questions, served by indexes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pbmserv.commands.requests.context import Call
from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.commands.conftest import crowded_server as crowded_server
from tests.commands.conftest import postgresql_with_crowd as postgresql_with_crowd
from tests.commands.conftest import sqlite_with_crowd as sqlite_with_crowd
from tests.conversation import Server
from tests.queries import most_rows_read, recorded, scans, searches_of_whole_games, sorts
from tests.web.conftest import URL, Browser

PAGES = (
    "/", "/players", "/players?name=al&after=alfred", "/players/bob", "/players/bob/games",
    "/players/bob/games?with=alice",
    "/players/bob/boards", "/players/bob/boards?game=trichet&number=5000",
    "/players/bob/games?before=1900000000&below=100000", "/trichet", "/trichet/standings", "/trichet/boards",
    "/trichet/boards?before=5000", "/trichet/history", "/trichet/history?before=1900000000&below=5000",
    "/help/tutorial", "/me", "/settings", "/write", "/trichet/challenge", "/open", "/open.atom", "/trichet/open.atom",
    "/tournaments.atom",
)  # fmt: skip
MOST_STATEMENTS = 24
"""A game's page is the dearest: boards, challenges with ratings, who seeks, and a form to play against a bot."""
MOST_ROWS = 420
"""That a page may read of one table: the seats of a page of a list, or players who may seek challenges."""

_GROWING = re.compile(r"\b(boards|moves|ratings|seats|users)\b")
"""The tables that are large here. A small one is scanned at no cost, and it is tried above that there is an index."""


@pytest.fixture
def reader(server: Server) -> Browser:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("alice@example.org", "trichet seek alice secret7 2")
    return _signed_in(server)


def _signed_in(server: Server) -> Browser:
    settings = replace(defaults(), address=server.address, web_url="", web_requests_per_minute=1_000_000)
    site = Site(settings, server.database, server.office, installed(), b"key of these forms")
    browser = Browser(application(site), URL, follow_redirects=False)
    assert browser.sign_in("alice").status_code == 303
    return browser


def test_every_page_is_served_by_indexes(reader: Browser, server: Server) -> None:
    faults: list[str] = []
    for path in PAGES:
        with recorded(server.database) as statements:
            reader.get(path)
        with server.database.writing() as connection:
            faults += [f"{path}: {each}" for each in scans(connection, statements)]

    assert faults == []


def test_a_page_of_boards_is_read_in_the_order_of_an_index(sqlite_database: Database) -> None:
    server = Server(sqlite_database)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "trichet challenge alice bob")
    browser = _signed_in(server)

    for path in ("/trichet/boards", "/trichet/boards?before=200"):
        with recorded(sqlite_database) as statements:
            browser.get(path)
        listing = [each for each in statements if "boards.number DESC" in each.text]
        with sqlite_database.reading() as connection:
            assert listing
            assert sorts(connection, listing) == []


@pytest.fixture
def crowd(crowded_server: Server) -> tuple[Server, Browser]:
    crowded_server.office.act(_count)
    return crowded_server, _signed_in(crowded_server)


def _count(call: Call) -> None:
    """What the clock does every ten minutes."""
    games = call.work.games
    games.keep_counts(games.counts_to_keep(call.catalogue))


@pytest.mark.long
def test_among_ten_thousand_players_and_boards_no_page_reads_more(crowd: tuple[Server, Browser]) -> None:
    server, browser = crowd
    faults: list[str] = []
    for path in PAGES:
        with recorded(server.database) as statements:
            assert browser.get(path).status_code == 200
        asked = [each for each in statements if each.asks_or_changes]
        if len(asked) > MOST_STATEMENTS:
            faults.append(f"{path} asks {len(asked)} questions")
        with server.database.writing() as connection:
            found = scans(connection, statements, as_planned=True)
            faults += [f"{path}: {each}" for each in found if _GROWING.search(each)]
            if server.database.is_sqlite:
                # Boards are counted only in games that have few of them.
                others = [each for each in statements if "count(" not in each.text]
                faults += [f"{path}: {each}" for each in searches_of_whole_games(connection, others)]
            elif (rows := most_rows_read(connection, statements)) > MOST_ROWS:
                faults.append(f"{path} reads {rows} rows of one table")

    assert faults == []
