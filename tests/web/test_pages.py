"""Every page is there for whoever may see it, and says what it is about."""

from __future__ import annotations

import gzip
import re

import pytest

from pbmserv.commands.help.generated import parts_of_game_page
from pbmserv.games.catalogue import installed
from pbmserv.games.diagrams import Diagram
from tests.conversation import Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)

FOR_EVERYBODY = {
    "/": "Board games by letter",
    "/?family=hidden": "Goofspiel",
    "/?q=hexagon": "Found",
    "/?q=reversi": "Othello",
    "/?family=points-and-lines": "Gomoku",
    "/othello": "Games like this",
    "/about": "games@example.net",
    "/sign-up": "Mail address",
    "/confirm": "Type in a code",
    "/forgot": "Forgotten password",
    "/new-password": "A new password",
    "/help": "help tutorial",
    "/help/tutorial": "Your first game",
    "/help/challenge": "Start a game",
    "/help/change-password": "Change your password",
    "/players": "alice",
    "/players?name=bo": "bob",
    "/players/alice": "Ratings",
    "/players/alice/games": "Games that are over",
    "/hex": "a chain of stones",
    "/hex/standings": "Standings",
    "/hex/boards": "101",
    "/hex/history": "Games that are over",
}
FOR_PLAYERS = {
    "/me": "My turn",
    "/settings": "alice@example.org",
    "/write": "Write to players",
    "/commands": "One command a line",
    "/hex/challenge": "Seat 2 (Horizontal)",
    "/goofspiel/challenge": "Seat 5",
}


@pytest.fixture
def server(server: Server) -> Server:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    server.hear("alice@example.org", "hex seek alice secret7 2")
    return server


def test_pages_that_everybody_may_see(browser: Browser) -> None:
    for path, words in FOR_EVERYBODY.items():
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert words in answer.text, path


def test_pages_for_players_are_there_for_players_alone(browser: Browser, alice: Browser) -> None:
    for path, words in FOR_PLAYERS.items():
        assert browser.get(path).headers["location"] == f"/sign-in?to={path}"
        answer = alice.get(path)
        assert answer.status_code == 200, path
        assert words in answer.text


@pytest.mark.long
def test_every_game_has_its_page_a_form_and_a_picture(alice: Browser) -> None:
    for word, game in installed().items():
        page = alice.get(f"/{word}")
        assert page.status_code == 200
        assert f"<h1>{game.name}</h1>" in page.text
        diagrams = [part for part in parts_of_game_page(game) if isinstance(part, Diagram)]
        assert page.text.count('<figure class="diagram" id="diagram-') == len(diagrams)
        form = alice.get(f"/{word}/challenge").text
        for option in game.options:
            assert f'name="game-{option.name}"' in form
        assert alice.get(f"/pictures/{word}.svg").text.startswith("<svg ")


def test_what_is_not_there_is_said_to_be_missing(browser: Browser) -> None:
    for path in ("/bingo", "/bingo/standings", "/players/nobody-here", "/help/quantum", "/pictures/bingo.svg"):
        assert browser.get(path).status_code == 404, path


def test_odd_parameters_lead_to_an_ordinary_page(browser: Browser) -> None:
    for path in (
        "/hex/boards?before=-1", "/hex/boards?before=99999999999999999999", "/hex/history?before=nan&below=x",
        "/hex/history?before=1e300", "/players/alice/games?before=0&below=²", "/players?name=%00&after=%25",
        "/hex/standings?page=٣", "/?family=%3Cb%3E&q=%00",
    ):  # fmt: skip
        assert browser.get(path).status_code == 200, path


def test_a_page_of_standings_too_far_on_is_not_there(browser: Browser) -> None:
    assert browser.get("/hex/standings?page=7").status_code == 404


def test_somebody_is_found_by_how_their_name_begins(browser: Browser) -> None:
    assert 'name="name" type="search" value=""' in browser.get("/players").text

    found = browser.get("/players?name=ca").text

    assert 'name="name" type="search" value="ca"' in found
    assert ('href="/players/carol"' in found, 'href="/players/bob"' in found) == (True, False)


def test_my_turn_comes_first_with_the_time_that_is_left(alice: Browser, server: Server) -> None:
    server.wait(days=20)

    page = alice.get("/me").text

    assert page.index("My turn") < page.index("Hex 101") < page.index("Their turn")
    assert "1 day left" in page
    assert '<a class="button" href="/hex/101">Next game</a>' in page
    assert "2 boards wait" in page


def test_the_first_page_is_small_with_its_style_and_its_script(browser: Browser) -> None:
    page = browser.get("/").text
    files = re.findall(r'<(?:link rel="stylesheet" href|script type="module" src)="([^"]*)"', page)
    assert [file.rpartition(".")[2] for file in files] == ["css", "css", "js"]

    size = sum(len(gzip.compress(browser.get(path).content)) for path in ("/", *files))

    assert size <= 15_000


@pytest.mark.parametrize(
    ("address", "boards"),
    [
        ("/List.php?Trichet", "/trichet/boards"),
        ("/pbmserv/List.php?Trichet", "/trichet/boards"),
        ("/List.php?Trioker-Line", "/trioker-line/boards"),
        ("/List.php?Reversi", "/othello/boards"),
    ],
)
def test_the_address_of_the_original_server_leads_to_the_boards_of_a_game(
    browser: Browser, address: str, boards: str
) -> None:
    answer = browser.get(address)

    assert (answer.status_code, answer.headers["location"]) == (301, boards)
    assert browser.get(boards).status_code == 200


@pytest.mark.parametrize("address", ["/List.php", "/List.php?", "/List.php?Tric", "/List.php?%00&x=y"])
def test_a_list_of_no_game_is_not_there(browser: Browser, address: str) -> None:
    assert browser.get(address).status_code == 404


def test_who_was_given_a_seat_by_name_takes_it_where_it_is_shown_what_waits(server: Server, alice: Browser) -> None:
    server.hear("bob@example.org", "triominoes challenge bob alice anyone")
    page = alice.get("/open").text
    assert "Take my seat" in page
    assert "Give back my seat" in page

    alice.fill_in("/open", "/triominoes/open", what="join", number="101")

    page = alice.get("/open").text
    assert "Take my seat" not in page
    assert "Give back my seat" in page
    begun = server.hear("carol@example.org", "triominoes join 101 carol secret9")
    assert begun.readers == {"alice@example.org", "bob@example.org", "carol@example.org"}
