"""A game is learnt at its board: how to play stands there at first, and the end says who has won."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbmserv.storage import listing
from tests.conversation import PLAYERS, Server
from tests.queries import recorded, scans
from tests.web.conftest import Browser

GUIDE = re.compile(r'<details class="goal"( open)?><summary>How to play</summary>\n<p>(.*?)</p>')


def guide(browser: Browser, board: str) -> tuple[bool, str]:
    """Whether a board's page begins with how to play, and what it says about it."""
    found = GUIDE.search(browser.get(board).text)
    assert found
    return bool(found[1]), re.sub("<.*?>", "", found[2])


def play_out(server: Server, number: int) -> None:
    """A move of each on a board of Hex, and alice resigns."""
    for userid, password, move in (("alice", "secret7", "d4"), ("bob", "bobpw123", "e5")):
        server.hear(f"{userid}@example.org", f"hex move {number} {userid} {password} {move}")
    server.hear("alice@example.org", f"hex resign {number} alice secret7")


def headline(browser: Browser, board: str) -> str:
    [words] = re.findall(r'<h2 id="headline">(.*?)</h2>', browser.get(board).text)
    return str(words)


def how(browser: Browser, board: str) -> str:
    turn = re.sub(r'<section id="rematch".*?</section>', "", browser.get(board).text, flags=re.DOTALL)
    [words] = re.findall(r'<h2 id="headline">.*?</h2>\n*<p>(.*?)</p>', turn)
    return str(words)


def results(browser: Browser, board: str) -> dict[str, str]:
    """What stands in the lines of the players at the board."""
    return dict(
        re.findall(r'class="who" title="(\w+)">.*?<strong class="clock">(.*?)</strong>', browser.get(board).text)
    )


class TestHowToPlay:
    def test_is_the_goal_and_what_is_touched(self, server: Server, alice: Browser, browser: Browser) -> None:
        server.hear("alice@example.org", "hex challenge alice bob")

        goal = "Join your two sides of the board with a chain of stones."
        assert guide(alice, "/hex/101") == (True, f"{goal} Touch the free cell where your stone goes. The rules")
        # Others touch nothing.
        assert guide(browser, "/hex/101") == (True, f"{goal} The rules")

    def test_is_out_of_the_way_of_a_move_to_confirm(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "hex challenge alice bob")

        assert "How to play" not in alice.get("/hex/101?touch=d4").text
        assert "How to play" not in alice.get("/hex/101?line=").text

    def test_is_closed_once_a_game_has_been_played_twice(self, server: Server, alice: Browser) -> None:
        opened = []
        for number in (101, 102, 103):
            server.hear("alice@example.org", "hex challenge alice bob")
            opened.append(guide(alice, f"/hex/{number}")[0])
            play_out(server, number)

        assert opened == [True, True, False]
        # That says nothing of other games, nor of other players.
        server.hear("alice@example.org", "y challenge alice bob")
        assert guide(alice, "/y/101")[0]

    def test_is_closed_where_the_game_is_over(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "hex challenge alice bob")
        play_out(server, 101)

        assert not guide(alice, "/hex/101")[0]

    def test_is_closed_for_who_has_finished_very_many_games(
        self, server: Server, alice: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(listing, "_MOST_FINISHED", 1)
        server.hear("alice@example.org", "hex challenge alice bob")
        play_out(server, 101)
        server.hear("alice@example.org", "y challenge alice bob")

        assert not guide(alice, "/y/101")[0]

    def test_is_found_out_by_an_index(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "hex challenge alice bob")

        with recorded(server.database) as statements:
            alice.get("/hex/101")
        with server.database.writing() as connection:
            assert any("of_game" in each.text for each in statements)
            assert scans(connection, statements) == []


class TestTheEnd:
    def test_is_said_to_whom_it_concerns_and_how(
        self, server: Server, alice: Browser, browser: Browser, new_browser: Callable[[], Browser]
    ) -> None:
        bob, carol = new_browser(), new_browser()
        bob.sign_in("bob")
        carol.sign_in("carol")
        server.hear("alice@example.org", "hex challenge alice bob")
        server.hear("alice@example.org", "hex move 101 alice secret7 d4")
        server.hear("bob@example.org", "hex move 101 bob bobpw123 e5")
        ended = server.hear("alice@example.org", "hex resign 101 alice secret7")

        readers = (alice, bob, carol, browser)
        assert [headline(each, "/hex/101") for each in readers] == [
            "You lost",
            "You won",
            "bob has won",
            "bob has won",
        ]
        assert {how(each, "/hex/101") for each in readers} == {"alice resigned."}
        assert ended.letter_to("alice@example.org").says == "You lost"
        assert ended.letter_to("bob@example.org").says == "You won"
        assert [results(each, "/hex/101") for each in readers] == [{"alice": "0", "bob": "1"}] * 4
        # What is told to other pages is for everybody.
        assert 'content="alice – bob. bob has won."' in bob.get("/hex/101").text

    def test_of_a_tie_is_one_for_both(self, server: Server, alice: Browser, browser: Browser) -> None:
        server.hear("alice@example.org", "chess challenge alice bob")
        server.hear("alice@example.org", "chess move 101 alice secret7 e4")
        server.hear("bob@example.org", "chess move 101 bob bobpw123 e5")
        server.hear("alice@example.org", "chess move 101 alice secret7 propose")
        server.hear("bob@example.org", "chess move 101 bob bobpw123 accept")

        assert (headline(alice, "/chess/101"), headline(browser, "/chess/101")) == ("A draw", "A draw")
        assert how(alice, "/chess/101") == "The players have agreed on it."
        assert results(alice, "/chess/101") == {"alice": "½", "bob": "½"}

    def test_of_three_is_what_each_has_made(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "goofspiel challenge alice bob carol -cards=6")
        # The last card is played by itself.
        for card in range(5):
            assert results(alice, "/goofspiel/101") == {}
            for ahead, (userid, password) in enumerate(PLAYERS.items()):
                move = 1 + (card + ahead) % 6
                server.hear(f"{userid}@example.org", f"goofspiel move 101 {userid} {password} {move}")

        made = re.findall(r'<span class="state">[^<]*?(\d+) points', alice.get("/goofspiel/101").text)
        assert results(alice, "/goofspiel/101") == dict(zip(("alice", "bob", "carol"), made, strict=True))

    def test_of_who_has_played_both_sides_is_that_the_game_is_over(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "hex challenge alice alice -size=3")
        for move in ("b1", "a1", "b2", "a2", "b3"):
            server.hear("alice@example.org", f"hex move 101 alice secret7 {move}")

        assert headline(alice, "/hex/101") == "Game over"
        assert how(alice, "/hex/101") == "Vertical has joined top and bottom."
        assert results(alice, "/hex/101") == {}

    def test_is_what_is_read_first_and_how_to_play_below_it(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "hex challenge alice bob")
        play_out(server, 101)

        page = alice.get("/hex/101").text
        order = [page.index(each) for each in ("You lost</h2>", ">Rematch<", "alice resigned.", "How to play")]
        assert order == sorted(order)
        assert page.count("How to play") == 1
        assert page.index('<section id="typing"') < page.index("How to play")
