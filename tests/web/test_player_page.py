"""A player's page: all of their boards, and a way to challenge them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbmserv.commands.accounts.bots import set_open
from pbmserv.web.pages import players
from tests.conversation import FOUR, Server, code_in
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


def words_on(page: str) -> str:
    """What the page says, without its marks."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.split("<main")[1]).split())


def won_by(server: Server, winner: str, loser: str, number: int) -> None:
    """A game of Hex that was won by resignation, after a move of each."""
    server.hear(None, f"hex challenge {winner} {loser} -size=5")
    server.hear(f"{winner}@example.org", f"hex move {number} {winner} {FOUR[winner]} c3")
    server.hear(f"{loser}@example.org", f"hex move {number} {loser} {FOUR[loser]} d4")
    server.hear(f"{loser}@example.org", f"hex resign {number} {loser} {FOUR[loser]}")


class TestWhatIsToldOfThem:
    def test_since_when_they_are_here_and_what_came_of_their_rated_games(
        self, server: Server, browser: Browser
    ) -> None:
        won_by(server, "bob", "alice", 101)
        server.sign_up("dave")
        won_by(server, "bob", "carol", 102)
        won_by(server, "alice", "bob", 103)

        said = words_on(browser.get("/players/bob").text)

        assert "Here since 2024-03-01. 3 rated games: 2 won, 1 lost, 0 tied." in said
        assert "Here since 2024-03-01. " in words_on(browser.get("/players/dave").text)
        assert "dave has not finished a rated game yet." in words_on(browser.get("/players/dave").text)

    def test_nothing_of_that_kind_once_they_have_left(self, server: Server, browser: Browser) -> None:
        code = code_in(server.hear(BOB, "signoff bob bobpw123").letter_to(BOB))
        server.hear(BOB, f"confirm {code}")

        assert "Here since" not in browser.get("/players/bob").text

    def test_both_numbers_are_explained_where_they_stand(self, server: Server, browser: Browser) -> None:
        won_by(server, "bob", "alice", 101)

        said = words_on(browser.get("/players/bob").text)

        assert "Game Rating Classic Won Lost Tied Challenge Hex 1662? ±290 1824 1 0 0" in said
        assert "it begins at 1500, and is probably off by less than the number behind ±" in said
        assert "go by the classic number: it begins at 1600, and letters call it rating" in said

    def test_the_games_that_they_play_most_come_first(self, server: Server, browser: Browser) -> None:
        server.hear(ALICE, "chess challenge alice bob")
        server.hear(ALICE, "chess move 101 alice secret7 e4")
        server.hear(BOB, "chess move 101 bob bobpw123 e5")
        server.hear(BOB, "chess resign 101 bob bobpw123")
        won_by(server, "bob", "alice", 101)
        won_by(server, "bob", "alice", 102)

        table = browser.get("/players/bob").text.partition("<tbody>")[2].partition("</tbody>")[0]

        assert re.findall(r'<th scope="row"><a href="/([a-z]+)">', table) == ["hex", "chess"]

    def test_lists_name_only_the_others_and_say_who_lost(self, server: Server, browser: Browser) -> None:
        won_by(server, "bob", "alice", 101)
        server.sign_up("dave")
        server.hear(ALICE, "hearts challenge alice bob carol dave")

        assert "Hearts 101 , with alice, carol and dave" in words_on(browser.get("/players/bob").text)
        assert "Hex 101 , with bob lost, " in words_on(browser.get("/players/alice").text)
        assert "Hex 101 , with alice won , " in words_on(browser.get("/players/bob/games").text)


class TestMeetings:
    def test_are_counted_as_the_reader_sees_them(self, server: Server, alice: Browser, browser: Browser) -> None:
        won_by(server, "bob", "alice", 101)
        won_by(server, "bob", "alice", 102)
        won_by(server, "alice", "bob", 103)
        server.sign_up("dave")
        won_by(server, "alice", "carol", 104)

        assert "You have met 3 times: you won 1, bob won 2, 0 tied." in words_on(alice.get("/players/bob").text)
        assert "You have not met in a game that is over." in words_on(alice.get("/players/dave").text)
        for page in (alice.get("/players/alice"), browser.get("/players/bob")):
            assert "met" not in words_on(page.text).split()

    def test_two_who_lost_to_a_third_have_not_beaten_each_other(self, server: Server, alice: Browser) -> None:
        server.hear(None, "goofspiel challenge alice bob carol")
        for name in ("alice", "bob", "carol"):
            server.hear(f"{name}@example.org", f"goofspiel move 101 {name} {FOUR[name]} 5")
        for name in ("alice", "bob"):
            server.hear(f"{name}@example.org", f"goofspiel resign 101 {name} {FOUR[name]}")

        assert "You have met 1 time: you won 0, bob won 0, 0 tied." in words_on(alice.get("/players/bob").text)
        assert "You have met 1 time: you won 0, carol won 1, 0 tied." in words_on(alice.get("/players/carol").text)

    def test_are_the_last_ones_where_there_are_many(
        self, server: Server, alice: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(players, "MOST_MEETINGS", 2)
        for number in (101, 102, 103):
            won_by(server, "bob", "alice", number)

        assert "Of your last 2 games together you won 0, bob won 2, 0 tied." in words_on(
            alice.get("/players/bob").text
        )

    def test_lead_to_a_list_of_them_page_by_page(
        self, server: Server, alice: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(players, "ON_A_PAGE", 2)
        for number, loser in enumerate(("alice", "carol", "alice", "alice"), 101):
            won_by(server, "bob", loser, number)
        [address] = re.findall(r'href="(/players/alice/games\?with=bob)"', alice.get("/players/bob").text)

        first = alice.get(address).text
        [more] = re.findall(r'href="\?(with=bob&amp;before=[^"]+)"', first)
        second = alice.get(f"/players/alice/games?{more.replace('&amp;', '&')}").text

        assert (boards_on(first), boards_on(second)) == (["hex/104", "hex/103"], ["hex/101"])
        assert alice.get("/players/alice/games?with=nobody").status_code == 404


def test_a_stranger_is_led_to_sign_in_before_a_challenge(browser: Browser) -> None:
    assert 'href="/sign-in?to=/players/bob"' in browser.get("/players/bob").text


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
