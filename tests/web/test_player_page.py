"""A player's page: all of their boards, and a way to challenge them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbmserv.commands.accounts.bots import set_open
from pbmserv.web.pages import players
from tests.conversation import Server, code_in
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)

ALICE, BOB = "alice@example.org", "bob@example.org"


def boards_on(page: str) -> list[str]:
    return re.findall(r'<li><span><a href="/([a-z0-9-]+/\d+)">', page)


def games_offered(page: str) -> list[str]:
    """The games to which one can challenge a player here."""
    form = re.search(r'<form method="get" action="/players/[^"]+/challenge".*?</form>', page, re.DOTALL)
    return re.findall(r'<option value="([^"]+)">', form[0]) if form else []


def test_all_boards_are_reached_page_by_page(
    server: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "FIRST_BOARDS", 2)
    monkeypatch.setattr(players, "ON_A_PAGE", 3)
    for game in ("hex", "hex", "hex", "y", "y", "chess", "go"):
        server.hear(ALICE, f"{game} challenge alice bob")

    found: list[str] = []
    address = "/players/bob"
    pages = 0
    while address:
        page = browser.get(address).text
        found += boards_on(page)
        more = re.search(r'href="(/players/bob/boards)?\?(game=[^"]+)"', page)
        address = f"/players/bob/boards?{more[2].replace('&amp;', '&')}" if more else ""
        pages += 1

    assert found == ["chess/101", "go/101", "hex/101", "hex/102", "hex/103", "y/101", "y/102"]
    assert pages == 3


def test_few_boards_have_no_more(server: Server, browser: Browser) -> None:
    server.hear(ALICE, "hex challenge alice bob")

    assert boards_on(browser.get("/players/bob").text) == ["hex/101"]
    assert "/players/bob/boards" not in browser.get("/players/bob").text


@pytest.mark.parametrize("query", ["", "?game=hex&number=x", "?number=" + "9" * 30, "?game=%00&number=1"])
def test_an_address_that_nobody_has_made_shows_boards_all_the_same(
    server: Server, browser: Browser, query: str
) -> None:
    server.hear(ALICE, "hex challenge alice bob")

    assert browser.get(f"/players/bob/boards{query}").status_code == 200
    assert browser.get(f"/players/nobody/boards{query}").status_code == 404


class TestTheChallengeButton:
    def test_leads_a_member_to_the_form_of_the_chosen_game(self, server: Server, alice: Browser) -> None:
        page = alice.get("/players/bob").text
        assert 'Challenge<span class="hidden"> bob</span></button>' in page
        assert {"hex", "chess", "trichet"} <= set(games_offered(page))

        to = alice.get("/players/bob/challenge?game=chess").headers["location"]

        assert to == "/chess/challenge?with=bob"
        assert re.search(r'name="seat0" value="alice".*name="seat1" value="bob"', alice.get(to).text, re.DOTALL)

    def test_offers_no_game_for_one_and_none_that_is_closed(self, server: Server, alice: Browser) -> None:
        server.office.act(lambda call: call.work.games.set_open("chess", False))
        offered = games_offered(alice.get("/players/bob").text)

        assert "trioker-puzzle" not in offered
        assert "chess" not in offered

    def test_the_games_that_the_player_plays_most_come_first(self, server: Server, alice: Browser) -> None:
        server.hear(ALICE, "y challenge alice bob -size=4")
        server.hear(ALICE, "y move 101 alice secret7 a1")
        server.hear(BOB, "y move 101 bob bobpw123 a2")
        server.hear(ALICE, "y resign 101 alice secret7")

        assert games_offered(alice.get("/players/bob").text)[0] == "y"

    def test_of_a_bot_offers_what_it_plays(self, server: Server, alice: Browser) -> None:
        server.office.act(lambda call: set_open(call, False, None, "hex"))
        offered = games_offered(alice.get("/players/bot-easy").text)

        assert "chess" in offered
        assert "hex" not in offered

    def test_is_not_there_for_strangers_and_oneself(self, server: Server, alice: Browser, browser: Browser) -> None:
        assert games_offered(alice.get("/players/alice").text) == []
        assert games_offered(browser.get("/players/bob").text) == []

    def test_is_not_there_for_whom_one_has_blocked(self, server: Server, alice: Browser) -> None:
        server.hear(ALICE, "y challenge alice bob -size=4")
        server.hear(ALICE, "y move 101 alice secret7 a1")
        server.hear(BOB, "y move 101 bob bobpw123 a2")
        server.hear(ALICE, "y resign 101 alice secret7")
        assert "challenge?with=bob" in alice.get("/players/bob").text
        alice.fill_in("/players/bob", what="block")
        page = alice.get("/players/bob").text

        assert games_offered(page) == []
        assert "challenge?with=bob" not in page

    def test_is_not_there_for_who_has_left(self, server: Server, alice: Browser) -> None:
        code = code_in(server.hear(BOB, "signoff bob bobpw123").letter_to(BOB))
        server.hear(BOB, f"confirm {code}")

        assert games_offered(alice.get("/players/bob").text) == []

    def test_is_there_for_an_unconfirmed_account_only_on_pages_of_bots(
        self, server: Server, new_browser: Callable[[], Browser]
    ) -> None:
        erin = new_browser()
        erin.fill_in("/sign-up", userid="erin", password="a-good-one-7", address="erin@example.org")

        assert games_offered(erin.get("/players/bob").text) == []
        assert "chess" in games_offered(erin.get("/players/bot-easy").text)

    def test_is_not_there_for_guests_nor_on_their_pages(
        self, server: Server, browser: Browser, alice: Browser
    ) -> None:
        here = "/hex/play/easy"
        board = browser.fill_in(f"{here}?move=f6", here, do="move", move="f6").headers["location"]
        [guest] = re.findall(r"guest-[a-z0-9]+", browser.get(board).text)[:1]

        assert games_offered(browser.get("/players/bob").text) == []
        assert games_offered(alice.get(f"/players/{guest}").text) == []

    def test_a_game_that_is_none_is_not_there(self, alice: Browser) -> None:
        for query in ("", "?game=nothing"):
            assert alice.get(f"/players/bob/challenge{query}").status_code == 404
