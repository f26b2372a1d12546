"""What somebody sees who has never been here, from signing up to the end of a first game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbmserv.commands.accounts.bots import set_open
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.post_office import Request
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)


def test_a_newcomer_is_welcomed_and_told_what_to_do_first(browser: Browser) -> None:
    answer = browser.fill_in("/sign-up", userid="dora", password="apples77", address="dora@example.org")

    page = browser.get(answer.headers["location"]).text

    assert "Welcome, dora!" in page
    assert page.count("Answer our letter to dora@example.org with yes") == 1
    assert re.findall('class="button[^>]*>([^<]*)<', page) == ["Play against the computer"]
    assert "My turn" not in page


def test_a_newcomer_who_cannot_play_the_computer_looks_at_the_games_meanwhile(
    server: Server, browser: Browser
) -> None:
    server.office.act(lambda call: set_open(call, False, None, None))
    answer = browser.fill_in("/sign-up", userid="dora", password="apples77", address="dora@example.org")

    page = browser.get(answer.headers["location"]).text

    assert re.findall('class="button[^>]*>([^<]*)<', page) == ["Look at the games"]


def test_who_has_confirmed_an_address_chooses_among_all_ways_to_a_game(alice: Browser) -> None:
    page = alice.get("/me").text

    assert '<a class="button" href="/#games">Choose a game</a>' in page
    assert "Answer our letter" not in page


def test_who_plays_something_is_not_taken_for_a_newcomer(server: Server, alice: Browser) -> None:
    assert "You play nothing yet" in alice.get("/me").text

    server.hear("bob@example.org", "hex challenge bob alice")

    page = alice.get("/me").text
    assert "You play nothing yet" not in page
    assert "Their turn" in page


def test_there_is_a_way_to_a_new_game_whoever_is_there_to_play_with(
    server: Server, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    for page in (new_browser().get("/").text, alice.get("/").text):
        assert "<button>Play now</button>" in page
        assert 'href="/open"' in page
    page = alice.get("/me").text
    assert '<a class="button quiet" href="/hex/challenge?with=bot-easy">Play against the computer</a>' in page
    assert 'href="/open"' in page

    server.hear("bob@example.org", "hex challenge bob alice")

    assert (
        'A new game: <a href="/#games">choose one</a>, <a href="/open">see who waits for players</a>,'
        ' or <a href="/#play">play against the computer</a>.'
    ) in alice.get("/me").text


def test_who_has_just_come_plays_the_computer_after_two_clicks(server: Server, alice: Browser) -> None:
    form = alice.get("/hex/challenge?with=bot-easy").text
    assert re.search(r'name="seat0" value="alice".*name="seat1" value="bot-easy"', form, re.DOTALL)

    begun = alice.fill_in("/hex/challenge?with=bot-easy", seat0="alice", seat1="bot-easy")

    assert begun.headers["location"] == "/hex/101"


def test_where_that_game_is_closed_the_page_about_bots_is_shown(server: Server, alice: Browser) -> None:
    server.office.act(lambda call: set_open(call, False, None, "hex"))

    assert '<a class="button quiet" href="/#play">Play against the computer</a>' in alice.get("/me").text


def test_bots_that_the_operator_has_closed_are_offered_to_nobody(server: Server, alice: Browser) -> None:
    server.office.act(lambda call: set_open(call, False, None, None))

    for address in ("/", "/me"):
        assert "against the computer" not in alice.get(address).text


def test_what_waits_for_players_stands_apart_from_its_terms_and_its_age(server: Server, browser: Browser) -> None:
    server.hear("bob@example.org", "hex challenge bob anyone -size=8")

    for address in ("/open", "/hex"):
        [row] = re.findall(r'<ul class="rows waiting">\n<li>(.*?)</li>', browser.get(address).text, re.DOTALL)
        parts = " ".join(re.sub("<[^>]*>", "", row).split())
        assert re.fullmatch(r"(Hex )?101: bob 1500\? 21 days a move · size 8 · just now Join: Hex Board 101", parts)


def test_a_refusal_says_what_is_wrong_and_how_the_command_is_written_only_on_demand(browser: Browser) -> None:
    page = browser.fill_in("/sign-up", userid="do ra", password="apples77", address="dora@example.org").text

    told, folded = re.findall(r'<div class="refusal" role="alert">(.*?)<details(.*?)</details>', page, re.DOTALL)[0]
    assert "A userid is a letter" in told
    assert "signup" not in told
    assert "<code>signup userid password [address ...]</code>" in folded


def test_the_name_of_a_new_tournament_is_the_players_to_choose(alice: Browser) -> None:
    empty = re.findall(r'<input name="name"[^>]* value="([^"]*)"', alice.get("/tournaments/new?game=connect4").text)
    refused = alice.fill_in(
        "/tournaments/new?game=connect4", action="/tournaments/new", game="connect4", name="our cup"
    ).text

    assert empty == [""]
    assert re.findall(r'<input name="name"[^>]* value="([^"]*)"', refused) == ["our cup"]


def test_all_that_is_wrong_with_a_challenge_is_listed(alice: Browser) -> None:
    page = alice.fill_in("/hex/challenge", seat0="alfred", seat1="bobby").text

    assert "<li>There is no player called bobby here.</li>" in page
    assert "* There" not in page


def test_who_has_finished_a_game_with_a_bot_plays_again_by_one_button(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "hex challenge alice bot-easy")
    server.hear("alice@example.org", "hex move 101 alice secret7 c2")
    moved = Request(signed_in("bot-easy"), ("hex move 101 bot-easy - f6",))
    assert server.office.handle(moved).ok
    server.hear("alice@example.org", "hex resign 101 alice secret7")
    assert alice.get("/hex/101").text.count(">Rematch</button>") == 1

    answer = alice.fill_in("/hex/101", do="rematch", answer="yes")
    assert answer.headers["location"] == "/hex/102"
    assert 'The rematch is <a href="/hex/102">Hex Board 102</a>' in alice.get("/hex/101").text


def test_who_has_finished_a_game_of_several_can_play_again_beside_the_result(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob carol")
    assert "Play again" not in alice.get("/goofspiel/101").text
    for userid, card in (("alice", "3"), ("bob", "4"), ("carol", "5")):
        server.hear(f"{userid}@example.org", f"goofspiel move 101 {userid} {FOUR[userid]} {card}")
    for userid in ("bob", "carol"):
        server.hear(f"{userid}@example.org", f"goofspiel resign 101 {userid} {FOUR[userid]}")

    page = alice.get("/goofspiel/101").text
    assert 'data-status="over"' in page
    assert page.index('id="headline"') < page.index(">Rematch</button>") < page.index('id="seats"')


def test_who_has_finished_a_game_can_play_again_with_the_same_opponent(
    server: Server, alice: Browser, new_browser: Callable[[], Browser]
) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    assert "Play again" not in alice.get("/hex/101").text

    server.hear("alice@example.org", "hex resign 101 alice secret7")
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "hex move 102 alice secret7 d4")
    server.hear("bob@example.org", "hex move 102 bob bobpw123 e5")
    server.hear("alice@example.org", "hex resign 102 alice secret7")

    page = alice.get("/hex/102").text
    assert "Play again" not in page
    box = page[page.index('id="rematch"') :]
    assert box.index("Rematch</button>") < box.index("The same players and terms") < box.index(">other terms<")
    [link] = re.findall(r'href="([^"]*)">other terms', box)
    assert link == "/hex/challenge?with=bob"
    assert 'value="bob"' in alice.get(link).text
    assert "Play again" not in new_browser().get("/hex/102").text


class TestWhoHasYetToConfirmAnAddress:
    WAY_OUT = (
        "Please confirm dora@example.org: we have sent a letter there. Answer it with yes, or"
        ' <a href="/confirm">type in its code here</a>.'
    )

    @pytest.fixture
    def dora(self, browser: Browser) -> Browser:
        browser.fill_in("/sign-up", userid="dora", password="apples77", address="dora@example.org")
        return browser

    def test_is_told_how_when_a_sixth_board_against_the_computer_is_refused(self, dora: Browser) -> None:
        game = {"game": "hex", "level": "easy", "pace": "live"}
        begun = [dora.fill_in("/hex", "/play-now", **game).headers["location"] for _ in range(5)]

        refused = dora.fill_in("/hex", "/play-now", **game)

        assert begun == [f"/hex/{number}" for number in range(101, 106)]
        assert "You take no more boards until your address is confirmed." in refused.text
        assert refused.text.count(self.WAY_OUT) == 1
        assert self.WAY_OUT in dora.get("/me").text

    def test_is_told_how_when_a_challenge_has_other_faults_as_well(self, dora: Browser) -> None:
        refused = dora.fill_in("/hex/challenge", seat0="dora", seat1="nobody-here")

        assert "<li>Your address is not confirmed yet." in refused.text
        assert self.WAY_OUT in refused.text

    def test_is_not_told_when_something_else_is_wrong(self, dora: Browser) -> None:
        refused = dora.fill_in("/hex/challenge", seat0="bot-easy", seat1="bot-medium")

        assert 'class="refusal"' in refused.text
        assert "/confirm" not in refused.text
