"""The lobby: who waits for players, one tap to join, and one to wait oneself, with a bot meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

from pbmserv.commands.accounts.bots import set_open
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice
from pbmserv.web import lobby
from tests.conversation import Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)

ALICE, BOB, CAROL = (f"{name}@example.org" for name in ("alice", "bob", "carol"))


def rows(page: str) -> list[str]:
    """The challenges of a page, as they can be read."""
    lists = re.findall(r'<ul class="rows waiting">(.*?)</ul>', page, re.DOTALL)
    items = [each for some in lists for each in re.findall(r"<li[^>]*>(.*?)</li>", some, re.DOTALL)]
    return [unescape(" ".join(re.sub(r"<[^>]*>", " ", each).split())) for each in items]


def games_to_wait_for(page: str) -> list[str]:
    return re.findall(r'<button name="game" value="([a-z0-9-]+)">', page)


def waits(server: Server) -> list[str]:
    found = server.office.look_up(lambda call: call.work.open_challenges.listed(None, call.at, 100))
    return sorted(f"{each.title}: {' '.join(player.userid for player in each.players)}" for each in found)


class TestWhoWaits:
    def test_each_challenge_says_game_player_pace_and_what_is_special(self, server: Server, alice: Browser) -> None:
        server.hear(BOB, "hex challenge bob anyone -size=8 --unrated --forfeittime=7")

        assert rows(alice.get("/open").text) == [
            "Hex 101 : bob 1500? 7 days a move · size 8 · not rated · just now Join : Hex Board 101"
        ]

    def test_what_is_wanted_most_stands_on_top(self, server: Server, alice: Browser) -> None:
        server.hear(BOB, "amazons challenge bob anyone")
        server.hear(BOB, "y challenge bob anyone")
        server.hear(CAROL, "y challenge carol anyone")
        server.hear(CAROL, "y seek carol secret9 1")
        page = alice.get("/open").text

        assert [each.split(" :")[0] for each in rows(page)] == ["Y 101", "Y 102", "Amazons 101"]
        assert games_to_wait_for(page)[:4] == ["y", "amazons", "chess", "go"]
        assert '<small class="soft">3 wait</small>' in page

    def test_behind_the_well_known_games_come_those_played_most(self, server: Server, alice: Browser) -> None:
        for game in ("wari", "yavalath", "yavalath"):
            server.hear(ALICE, f"{game} challenge alice bob")

        assert games_to_wait_for(alice.get("/open").text)[5:8] == ["shogi", "yavalath", "wari"]

    def test_what_nobody_can_join_stands_below(self, server: Server, alice: Browser) -> None:
        server.hear(ALICE, "amazons challenge alice anyone")
        server.hear(BOB, "chess challenge bob anyone --rating=1601-")
        server.hear(BOB, "y challenge bob anyone --rating=1600-")
        page = alice.get("/open").text

        mine, theirs = page.split("They wait for somebody")
        assert '<h2 id="mine">You wait</h2>' in mine
        assert [each.split("just now")[1].strip() for each in rows(mine)] == ["Take back : Amazons Board 101"]
        assert [each.split(" :")[0] for each in rows(theirs)] == ["Y 101", "Chess 101"]
        assert [each.split("just now")[1].strip() for each in rows(theirs)] == ["Join : Y Board 101", ""]
        assert "for classic ratings of 1601 or more" in rows(theirs)[1]

    def test_an_own_offer_alone_is_not_said_to_be_nothing(self, server: Server, alice: Browser) -> None:
        server.hear(ALICE, "amazons challenge alice anyone")
        page = alice.get("/open").text

        assert "Nobody else waits at present." in page
        assert "hex withdraw" not in page
        assert "amazons withdraw 101 alice PASSWORD" in page

    def test_an_own_offer_is_shown_however_many_others_are_newer(
        self, server: Server, alice: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lobby, "MOST_LOOKED_AT", 2)
        server.hear(ALICE, "amazons challenge alice anyone")
        for _ in range(3):
            server.hear(BOB, "y challenge bob anyone")
        mine, theirs = alice.get("/open").text.split("They wait for somebody")

        assert [each.split(" :")[0] for each in rows(mine)] == ["Amazons 101"]
        assert [each.split(" :")[0] for each in rows(theirs)] == ["Y 102", "Y 103"]
        assert "There are more; these are the newest." in theirs

    def test_it_is_said_once_what_the_numbers_behind_names_are(self, server: Server, alice: Browser) -> None:
        words = "The number behind a name is the player’s rating in the game, with a question mark"
        assert words not in alice.get("/open").text

        server.hear(CAROL, "y seek carol secret9 1")
        assert words in alice.get("/open").text
        server.hear(BOB, "hex challenge bob anyone")
        page = alice.get("/open").text

        assert page.count(words) == 1
        assert 'letters call it rating. <a href="/help/glicko">More about both</a>' in page

    def test_a_game_for_several_shows_its_seats(self, server: Server, alice: Browser) -> None:
        server.hear(BOB, "hearts challenge bob anyone anyone anyone")

        assert rows(alice.get("/open").text)[0].startswith("Hearts 101 : bob 1500? , anyone, anyone, anyone")

    def test_who_looks_for_challenges_can_be_challenged(self, server: Server, alice: Browser) -> None:
        server.hear(CAROL, "y seek carol secret9 1")

        assert 'href="/y/challenge?with=carol">Challenge carol</a>' in alice.get("/open").text

    def test_a_stranger_sees_who_waits_and_comes_back_signed_in(self, server: Server, browser: Browser) -> None:
        server.hear(BOB, "hex challenge bob anyone")
        page = browser.get("/open").text

        assert rows(page) == ["Hex 101 : bob 1500? 21 days a move · just now Join : Hex Board 101"]
        assert "<form" not in page.partition("<footer")[0]
        assert 'href="/sign-in?to=/open"' in page
        signed_in = browser.fill_in("/sign-in?to=/open", "/sign-in", userid="alice", password="secret7", to="/open")
        assert signed_in.headers["location"] == "/open"

    def test_without_anybody_it_says_so(self, alice: Browser) -> None:
        assert "Nothing waits at present." in alice.get("/open").text


class TestJoining:
    def test_one_tap_begins_the_game(self, server: Server, alice: Browser) -> None:
        server.hear(BOB, "hex challenge bob anyone")

        joined = alice.fill_in("/open", "/hex/open", what="join", number="101")

        assert joined.headers["location"] == "/hex/101"

    def test_who_comes_too_late_reads_why_in_the_lobby(
        self, server: Server, alice: Browser, new_browser: Callable[[], Browser]
    ) -> None:
        server.hear(BOB, "hex challenge bob anyone")
        carol = new_browser()
        carol.sign_in("carol")
        carol.get("/open")
        assert alice.fill_in("/open", "/hex/open", what="join", number="101").headers["location"] == "/hex/101"

        late = carol.fill_in("/open", "/hex/open", what="join", number="101")

        assert late.status_code == 422
        assert "Hex Board 101 has begun: all of its seats are taken." in late.text
        assert '<h2 id="anyone">Play with anyone</h2>' in late.text


class TestWaiting:
    def test_one_tap_waits_with_a_bot_meanwhile(self, server: Server, alice: Browser) -> None:
        waiting = alice.fill_in("/open", game="hex", pace="7", meanwhile="on")

        assert waiting.headers["location"] == "/hex/102"
        assert waits(server) == ["Hex Board 101: alice"]
        board = alice.get("/hex/102").text
        assert "Your challenge waits for players. Meanwhile, play the computer here." in board
        assert server.hear(BOB, "hex anyone bob bobpw123 --forfeittime=7").readers == {ALICE, BOB}

    def test_without_a_bot_it_only_waits(self, server: Server, alice: Browser) -> None:
        waiting = alice.fill_in("/open", game="hex", pace="21")

        assert waiting.headers["location"] == "/open"
        assert waits(server) == ["Hex Board 101: alice"]
        assert server.say(ALICE, "hex show 102").error

    def test_one_tap_joins_who_waits_at_the_same_pace(self, server: Server, alice: Browser) -> None:
        server.hear(BOB, "hex anyone bob bobpw123 --forfeittime=7")

        assert alice.fill_in("/open", game="hex", pace="7", meanwhile="on").headers["location"] == "/hex/101"
        assert waits(server) == []

    def test_at_another_pace_both_wait(self, server: Server, alice: Browser) -> None:
        server.hear(BOB, "hex anyone bob bobpw123 --forfeittime=7")
        alice.fill_in("/open", game="hex", pace="3")

        assert waits(server) == ["Hex Board 101: bob", "Hex Board 102: alice"]

    def test_a_game_without_a_bot_for_two_waits_all_the_same(self, server: Server, alice: Browser) -> None:
        assert alice.fill_in("/open", game="hearts", pace="21", meanwhile="on").headers["location"] == "/open"
        assert waits(server) == ["Hearts Board 101: alice"]

    def test_a_game_of_the_list_is_chosen_there(self, server: Server, alice: Browser) -> None:
        page = alice.get("/open").text
        assert len(games_to_wait_for(page)) == 12
        assert '<option value="yavalath">Yavalath</option>' in page

        alice.fill_in("/open", game="", other="yavalath", pace="21")

        assert waits(server) == ["Yavalath Board 101: alice"]

    def test_the_same_form_sent_twice_waits_once(self, server: Server, alice: Browser) -> None:
        page = alice.get("/open").text
        fields = dict(re.findall(r'name="(token|once)" value="([^"]+)"', page))
        for _ in range(2):
            alice.post("/open", data={**fields, "game": "hex", "pace": "21", "meanwhile": "on"})

        assert waits(server) == ["Hex Board 101: alice"]
        assert not server.say(ALICE, "hex show 103").ok

    def test_who_waits_already_reads_it(self, server: Server, alice: Browser) -> None:
        alice.fill_in("/open", game="hex", pace="21")
        again = alice.fill_in("/open", game="hex", pace="21", meanwhile="on")

        assert again.status_code == 422
        assert "Hex Board 101 waits for somebody already, and you have a seat on it." in again.text
        assert not server.say(ALICE, "hex show 102").ok

    def test_who_plays_bots_on_as_many_boards_as_may_be_waits_for_none(self, server: Server, alice: Browser) -> None:
        for _ in range(20):
            server.hear(ALICE, "hex challenge alice bot-easy -size=5")
        refused = alice.fill_in("/open", game="hex", pace="21", meanwhile="on")

        assert "alice plays with bots on 20 boards, which is the most" in refused.text
        assert 'name="meanwhile" value="on" checked' in refused.text
        assert waits(server) == []

    def test_where_the_operator_has_closed_the_bots_none_is_offered(self, server: Server, alice: Browser) -> None:
        server.office.act(lambda call: set_open(call, False, None, None))

        assert "Play a bot meanwhile" not in alice.get("/open").text
        assert alice.fill_in("/open", game="hex", pace="21", meanwhile="on").headers["location"] == "/open"

    def test_closed_games_are_not_offered(self, server: Server, alice: Browser) -> None:
        server.office.act(lambda call: call.work.games.set_open("trichet", False))
        page = alice.get("/open").text

        assert "trichet" not in games_to_wait_for(page)
        assert '<option value="trichet">' not in page

    def test_an_unconfirmed_account_is_told_what_it_can_do(
        self, server: Server, new_browser: Callable[[], Browser]
    ) -> None:
        server.hear(BOB, "hex challenge bob anyone")
        erin = new_browser()
        erin.fill_in("/sign-up", userid="erin", password="a-good-one-7", address="erin@example.org")
        page = erin.get("/open").text

        assert '<a href="/confirm">confirm your address</a>' in page
        assert games_to_wait_for(page) == []
        assert ">Join<" not in page
        refused = erin.fill_in("/settings", "/open", game="hex", pace="21", meanwhile="on")
        assert "Your address is not confirmed yet." in refused.text
        assert waits(server) == ["Hex Board 101: bob"]

    @pytest.mark.parametrize(
        "fields",
        [{"game": "nothing", "pace": "7"}, {"game": "hex", "pace": "1"}, {"game": "hex", "pace": "x" * 999}, {}],
    )
    def test_what_no_form_sends_changes_nothing(self, server: Server, alice: Browser, fields: dict[str, str]) -> None:
        assert alice.fill_in("/open", **fields).status_code == 404
        assert waits(server) == []

    def test_a_game_played_alone_has_no_button_and_is_refused(self, server: Server, alice: Browser) -> None:
        refused = alice.fill_in("/open", game="trioker-puzzle", pace="21", meanwhile="on")

        assert "trioker-puzzle" not in games_to_wait_for(alice.get("/open").text)
        assert refused.status_code == 422

    def test_without_our_token_nothing_is_done(self, server: Server, alice: Browser) -> None:
        assert alice.post("/open", data={"game": "hex", "pace": "21"}).status_code == 403
        assert waits(server) == []

    def test_who_is_not_signed_in_is_asked_to(self, server: Server, browser: Browser) -> None:
        answer = browser.fill_in("/sign-in", "/open", game="hex", pace="21")

        assert answer.headers["location"] == "/sign-in?to=/open"
        assert waits(server) == []


def test_the_page_of_a_game_shows_who_waits_in_the_same_way(server: Server, alice: Browser) -> None:
    server.hear(BOB, "hex challenge bob anyone --rating=1601-")

    assert rows(alice.get("/hex").text) == [
        "101 : bob 1500? 21 days a move · for classic ratings of 1601 or more · just now"
    ]


class TestTheBoardBegins:
    """Who waits is told on any page that the board has begun."""

    BEGUN = 'Your board has begun: <a href="/hex/101">Hex 101</a>'

    def test_at_the_next_page_in_place_of_the_words_that_it_waits(self, server: Server, alice: Browser) -> None:
        waiting = alice.fill_in("/open", game="hex", pace="21", meanwhile="on").headers["location"]
        server.hear(BOB, "hex anyone bob bobpw123")

        for path in (waiting, "/me", "/help", waiting):
            page = alice.get(path).text
            assert self.BEGUN in page
            assert "Your challenge waits" not in page

    def test_until_the_player_opens_it(self, server: Server, alice: Browser) -> None:
        alice.fill_in("/open", game="hex", pace="21")
        alice.get("/open")
        assert self.BEGUN not in alice.get("/me").text
        server.hear(BOB, "hex anyone bob bobpw123")

        assert self.BEGUN not in alice.get("/hex/101").text
        assert self.BEGUN not in alice.get("/me").text

    def test_until_both_have_moved(self, server: Server, alice: Browser) -> None:
        alice.fill_in("/open", game="hex", pace="21")
        alice.get("/open")
        server.hear(BOB, "hex anyone bob bobpw123")
        server.hear(ALICE, "hex move 101 alice secret7 c3")
        assert self.BEGUN in alice.get("/me").text
        server.hear(BOB, "hex move 101 bob bobpw123 d4")

        assert self.BEGUN not in alice.get("/me").text

    def test_who_has_put_it_up_by_mail_and_looked_into_the_lobby(self, server: Server, alice: Browser) -> None:
        server.hear(ALICE, "hex anyone alice secret7")
        assert 'data-waiting="{&#34;/hex/101&#34;: &#34;Hex 101&#34;}"' in alice.get("/open").text
        server.hear(BOB, "hex anyone bob bobpw123")

        assert self.BEGUN in alice.get("/").text

    def test_several_stand_in_one_line(self, server: Server, alice: Browser) -> None:
        for game in ("hex", "y"):
            alice.fill_in("/open", game=game, pace="21")
        alice.get("/open")
        for game in ("hex", "y"):
            server.hear(BOB, f"{game} anyone bob bobpw123")

        assert alice.get("/me").text.count('<p class="said">Your board has begun: ') == 1
        assert '<a href="/hex/101">Hex 101</a>' in alice.get("/me").text
        assert '<a href="/y/101">Y 101</a>' in alice.get("/me").text

    def test_what_is_taken_back_is_waited_for_no_more(self, server: Server, alice: Browser) -> None:
        alice.fill_in("/open", game="hex", pace="21")
        alice.get("/open")
        alice.fill_in("/open", "/hex/open", what="withdraw", number="101")

        assert "data-waiting" not in alice.get("/open").text
        assert "data-waiting" not in alice.get("/me").text

    def test_nobody_else_in_the_same_browser_is_told(self, server: Server, alice: Browser) -> None:
        alice.fill_in("/open", game="hex", pace="21")
        alice.get("/open")
        server.hear(BOB, "hex anyone bob bobpw123")
        alice.fill_in("/me", "/sign-out")
        assert self.BEGUN not in alice.get("/").text
        alice.sign_in("carol")

        assert self.BEGUN not in alice.get("/me").text

    @pytest.mark.parametrize(
        "cookie", ["hex:101", "hex:x.nothing:7", ".:.", "hex:9999999999", "%00", "hex:101." * 50]
    )
    def test_a_cookie_can_hold_anything(self, server: Server, alice: Browser, cookie: str) -> None:
        server.hear(CAROL, "hex challenge carol bob")
        alice.cookies.set("waits", cookie)

        page = alice.get("/me")
        assert page.status_code == 200
        assert "has begun" not in page.text


def test_the_letters_of_who_waits_and_who_has_to_confirm_lead_to_their_pages(server: Server) -> None:
    url = "https://games.example"
    server.office = PostOffice(
        server.database, installed(), server.address, server.passwords, now=lambda: server.now, web_url=url
    )
    asked = server.hear("erin@example.org", "signup erin a-good-one-7 other@example.org")
    put_up = server.hear(BOB, "hex anyone bob bobpw123").letter_to(BOB)

    assert f"signed in as erin:\n\n    {url}/confirm\n" in asked.letter_to("other@example.org").text
    assert f"Or on this page:\n\n    {url}/open\n" in put_up.text
