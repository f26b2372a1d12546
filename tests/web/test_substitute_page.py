"""A seat that somebody has left: offered, agreed to and taken over on the page of the board, and by programs."""

from __future__ import annotations

import re
from html import unescape

import pytest

from pbmserv.commands.operator import interventions
from pbmserv.games.tricks.cards import long_name
from pbmserv.play.board import Board
from pbmserv.web.page_context import FRAGMENT
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser
from tests.web.programs import NewBrowser, program_of

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"
PAGE = "/yacht/101"
PASSWORDS = {**FOUR, "erin": "erinpw78"}
"""Of all who sign in here."""


@pytest.fixture
def left(server: Server) -> Server:
    """A game of Yacht that alice and bob go on with, without carol; dave plays nothing yet."""
    server.sign_up("dave")
    server.hear(ALICE, "yacht challenge alice bob carol")
    for sender, move in ((ALICE, "alice secret7"), (BOB, "bob bobpw123"), (CAROL, "carol secret9")):
        server.hear(sender, f"yacht move 101 {move} choice")
    server.hear(ALICE, "yacht move 101 alice secret7 aces")
    server.hear(BOB, "yacht move 101 bob bobpw123 aces")
    server.hear(CAROL, "yacht resign 101 carol secret9")
    return server


def test_the_list_of_moves_names_who_made_each(server: Server, browser: Browser) -> None:
    """In a game of more players than columns, each move has its own row, with its player as a title."""
    for userid in ("dave", "erin", "frank"):
        server.enrol(userid, "secret99")
    players = {**FOUR, "dave": "secret99", "erin": "secret99"}
    server.hear(ALICE, f"yacht challenge {' '.join(players)}")
    for userid, password in players.items():
        server.hear(f"{userid}@example.org", f"yacht move 101 {userid} {password} choice")
    server.hear(ALICE, "yacht resign 101 alice secret7")
    server.hear(BOB, "yacht substitute 101 bob bobpw123 frank")
    for userid in ("carol", "dave", "erin"):
        server.hear(f"{userid}@example.org", f"yacht substitute 101 {userid} {players[userid]} yes")
    server.hear("frank@example.org", "yacht substitute 101 frank secret99 yes")

    for number in (1, 5, 8):
        moves = unescape(browser.get(f"{PAGE}/{number}").text).partition('id="moves"')[2].partition("</table>")[0]
        named = re.findall(r'title="(\w+) [^>]*>(\w+)', moves)
        assert named[:2] + named[5:] == [
            ("alice", "choice"), ("bob", "choice"), ("alice", "resign"), ("alice", "skip"), ("frank", "substitute"),
        ]  # fmt: skip


def signed_in(new_browser: NewBrowser, userid: str) -> Browser:
    browser = new_browser()
    browser.sign_in(userid, PASSWORDS[userid])
    return browser


def words(browser: Browser, page: str = PAGE) -> str:
    return unescape(" ".join(browser.get(page).text.split()))


def test_it_is_offered_agreed_to_and_taken_over_on_the_page(left: Server, new_browser: NewBrowser) -> None:
    alice, bob, dave = (signed_in(new_browser, userid) for userid in ("alice", "bob", "dave"))
    assert "The seat of carol" in words(alice)
    assert "The seat of carol" not in words(dave)

    alice.fill_in(PAGE, do="substitute", who="anyone")
    assert "alice proposes that whoever comes takes it over; bob has yet to agree." in words(bob)
    bob.fill_in(PAGE, do="substitute", who="yes")
    assert "Seats that somebody has left" in words(dave, "/open")
    assert "sign in</a> to take it over" in words(new_browser())
    dave.fill_in(PAGE, do="join")

    assert "for carol" in words(alice)
    assert "Seats that somebody has left" not in words(dave, "/open")
    assert left.hear(ALICE, "yacht show 101").text.count("dave (C)") >= 1


def test_to_agree_on_a_page_is_not_to_agree_to_another_who_has_been_proposed_since(
    left: Server, new_browser: NewBrowser
) -> None:
    """Or somebody's second account would get a hand, and its owner see two of them."""
    left.enrol("puppet", "puppetpw9")
    left.hear(ALICE, "yacht substitute 101 alice secret7 dave")
    bob = signed_in(new_browser, "bob")
    page = bob.get(PAGE).text
    fields = {name: re.findall(rf'name="{name}" value="([^"]+)"', page)[0] for name in ("token", "seen")}
    left.hear(ALICE, "yacht substitute 101 alice secret7 puppet")

    agreed = bob.post(PAGE, data={**fields, "do": "substitute", "who": "yes"})

    assert agreed.status_code == 422
    assert "does not show Yacht Board 101 as it is now. Nothing was done." in unescape(agreed.text)
    assert "alice proposes that puppet takes it over; bob has yet to agree." in words(bob)


def test_a_move_since_does_not_matter_to_who_agrees_on_a_page(left: Server, new_browser: NewBrowser) -> None:
    left.hear(BOB, "yacht substitute 101 bob bobpw123 dave")
    alice = signed_in(new_browser, "alice")
    page = alice.get(PAGE).text
    fields = {name: re.findall(rf'name="{name}" value="([^"]+)"', page)[0] for name in ("token", "seen")}
    left.hear(ALICE, "yacht move 101 alice secret7 twos")

    assert alice.post(PAGE, data={**fields, "do": "substitute", "who": "yes"}).status_code == 303


def test_a_refusal_is_read_on_the_page(left: Server, new_browser: NewBrowser) -> None:
    alice = signed_in(new_browser, "alice")

    answer = alice.fill_in(PAGE, do="substitute", who="nobody-here")

    assert answer.status_code == 422
    assert "There is no player called nobody-here here." in unescape(answer.text)


def test_programs_do_the_same(left: Server, new_browser: NewBrowser) -> None:
    alice, bob, dave = (program_of(new_browser, userid, "play") for userid in ("alice", "bob", "dave"))
    assert alice.get("/games/yacht/boards/101")["may"]["substitute"]

    offered = alice.send("/games/yacht/boards/101/substitute", who="anyone")
    bob.send("/games/yacht/boards/101/substitute", who="yes")
    waiting = dave.get("/challenges")["seats"]
    joined = dave.send("/games/yacht/challenges/101/join")

    assert offered.json()["board"]["offer"] == {
        "to": None, "by": "alice", "agreed": ["alice"], "yet_to_agree": ["bob"],
    }  # fmt: skip
    assert [(each["board"], each["free"]) for each in waiting] == [(101, ["carol"])]
    assert joined.json()["board"]["seats"][2]["player"] == "dave"
    assert joined.json()["board"]["seats"][2]["earlier"] == ["carol"]
    assert (joined.json()["board"]["seat"], joined.json()["board"]["offer"]) == (2, None)


def test_who_has_left_sees_neither_hand_nor_picture_of_it(server: Server, new_browser: NewBrowser) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "hearts challenge alice bob carol dave")
    alice = signed_in(new_browser, "alice")
    before = words(alice, "/hearts/101")
    server.hear(ALICE, "hearts resign 101 alice secret7")

    assert "Your cards" in before
    assert "Your cards" not in words(alice, "/hearts/101")
    assert program_of(new_browser, "alice", "read").get("/games/hearts/boards/101")["seat"] is None


class TestACardTable:
    """Its picture names players, and what was drawn for some is shown to others as long as all of it is the same."""

    HERE = "/hearts/101"
    BEFORE, NOW = {"alice", "bob", "carol", "dave"}, {"alice", "bob", "dave", "erin"}

    @pytest.fixture
    def table(self, server: Server) -> Server:
        """A game of Hearts in which carol is to lay a card, and erin plays nothing yet."""
        server.sign_up("dave")
        server.enrol("erin", PASSWORDS["erin"])
        server.hear(ALICE, "hearts challenge alice bob carol dave")
        while len((board := self.board(server)).seats_to_move) > 1 or self.mover(board) != "carol":
            mover = self.mover(board)
            [move, *_] = board.game.legal_moves(board.position, board.seats_to_move[0]) or ()
            server.hear(f"{mover}@example.org", f"hearts move 101 {mover} {PASSWORDS[mover]} {move}")
        return server

    @pytest.fixture
    def readers(self, table: Server, new_browser: NewBrowser) -> dict[str, Browser]:
        """Who looks at the table: one who stays, one who leaves, one who comes, and a stranger."""
        return {userid: signed_in(new_browser, userid) for userid in ("bob", "carol", "erin")} | {"": new_browser()}

    def board(self, server: Server) -> Board:
        board = server.office.look_up(lambda call: call.work.boards.load("hearts", 101))
        assert board is not None
        return board

    def mover(self, board: Board) -> str:
        return board.seats[board.seats_to_move[0]].player.userid

    def take_over(self, server: Server) -> None:
        """Have erin play on for carol."""
        server.hear(CAROL, f"hearts resign 101 carol {PASSWORDS['carol']}")
        for userid, whom in (("alice", "erin"), ("bob", "yes"), ("dave", "yes")):
            server.hear(f"{userid}@example.org", f"hearts substitute 101 {userid} {PASSWORDS[userid]} {whom}")
        server.hear("erin@example.org", f"hearts join 101 erin {PASSWORDS['erin']}")

    def picture(self, page: str) -> str:
        [picture] = re.findall(r'<svg class="sheet".*?</svg>', page, re.DOTALL)
        assert not re.search(r"\b(South|West|North|East)\b", picture)
        return str(picture)

    def named(self, picture: str) -> set[str]:
        return {*re.findall(r"\b(?:alice|bob|carol|dave|erin)\b", picture)}

    def hands_shown(self, server: Server, readers: dict[str, Browser]) -> set[str]:
        """Who sees a hand of their own, each of which is checked."""
        board, shown = self.board(server), set[str]()
        for userid, browser in readers.items():
            if cards := {*re.findall(r"your (\w+ of \w+)", self.picture(browser.get(self.HERE).text))}:
                [hand] = [
                    board.position.hands[number]
                    for number, seat in enumerate(board.seats)
                    if seat.player.userid == userid
                ]
                assert cards == {*map(str, map(long_name, hand))}
                shown.add(userid)
        return shown

    def check_named(self, readers: dict[str, Browser], userids: set[str]) -> None:
        for browser in readers.values():
            for accept in ("text/html", FRAGMENT):
                page = browser.get(self.HERE, headers={"Accept": accept}).text
                assert self.named(self.picture(page)) == userids

    def test_all_are_shown_who_sits_there_now_whatever_was_drawn_before(
        self, table: Server, readers: dict[str, Browser]
    ) -> None:
        self.check_named(readers, self.BEFORE)

        self.take_over(table)

        self.check_named(readers, self.NOW)

    def test_the_substitute_sees_the_hand_and_who_has_left_does_not(
        self, table: Server, readers: dict[str, Browser]
    ) -> None:
        assert self.hands_shown(table, readers) == {"bob", "carol"}

        self.take_over(table)

        assert self.hands_shown(table, readers) == {"bob", "erin"}

    def test_what_was_before_is_shown_and_told_with_who_sat_there_then(
        self, table: Server, readers: dict[str, Browser]
    ) -> None:
        left = len(self.board(table).moves) + 1
        self.take_over(table)

        moves = self.board(table).moves
        [came] = [move.number for move in moves if move.text == "substitute"]
        for number in (0, left - 1, left, came - 1, came, len(moves)):
            for userid in ("carol", "erin", ""):
                page = readers[userid].get(f"{self.HERE}/{number}").text
                picture, userids = self.picture(page), self.BEFORE if number < came else self.NOW
                assert self.named(picture) == userids
                [seats] = re.findall(r'id="seats".*?</section>', page, re.DOTALL)
                assert {*re.findall(r'href="/players/(\w+)"', seats)} == userids
                assert "your " not in picture or userid in userids
        page = unescape(readers["bob"].get(f"{self.HERE}/{left}").text)
        assert "carol (North): resign" in page
        assert re.search(r'data-say="[^"]*carol: resign', page)

    def test_when_the_operator_takes_it_back_the_former_player_is_named_again(
        self, table: Server, readers: dict[str, Browser]
    ) -> None:
        self.take_over(table)
        self.check_named(readers, self.NOW)

        table.office.act(
            lambda call: interventions.undo(call, interventions.board_to_change(call, "hearts", 101), None, "")
        )

        self.check_named(readers, self.BEFORE)
        assert self.hands_shown(table, readers) == {"bob"}

    def test_files_for_everybody_name_seats_alone(self, table: Server, browser: Browser) -> None:
        files = [f"{self.HERE}{ending}" for ending in (".svg", ".svg?small=yes", "/0.svg", ".txt")]
        before = [browser.get(file).text for file in files]
        self.take_over(table)

        for text in (*before, *(browser.get(file).text for file in files)):
            assert "North" in text
            assert self.named(text) == set()
