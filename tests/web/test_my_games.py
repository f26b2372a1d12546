"""My games: a wall of small boards, the most urgent first, and fewer of them by game and opponent."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.conversation import FOUR, Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)


@pytest.fixture
def server(server: Server) -> Server:
    for line in (
        "hex challenge alice bob -size=5",
        "hex challenge alice carol -size=5",
        "y challenge bob alice -size=4",
    ):
        server.hear(f"{line.split()[2]}@example.org", line)
    return server


def boards_on(page: str) -> list[str]:
    """The boards of the wall, in order."""
    return re.findall(r'<h3><a class="whole" href="/([a-z0-9]+/\d+)">', page)


def section(page: str, heading: str) -> str:
    return page.split(f'<h2 id="{heading}">')[1].split("</section>")[0]


class TestTheWall:
    def test_shows_each_board_small_with_what_it_needs(self, alice: Browser) -> None:
        mine = section(alice.get("/me").text, "mine")

        assert boards_on(mine) == ["hex/101", "hex/102"]
        assert '<img class="picture" src="/hex/101.svg?small=yes" alt="" loading="lazy"' in mine
        assert "with bob" in mine
        assert "21 days left" in mine

    def test_the_most_urgent_stands_first(self, server: Server, alice: Browser) -> None:
        server.hear("bob@example.org", "hex challenge alice bob -size=5 --forfeittime=3")

        assert boards_on(section(alice.get("/me").text, "mine"))[0] == "hex/103"

    def test_one_whose_clock_stands_still_stands_behind_those_with_time_left(
        self, server: Server, alice: Browser
    ) -> None:
        server.hear("alice@example.org", "chess challenge alice bob")
        server.hear("alice@example.org", "chess move 101 alice secret7 propose")
        mine = section(alice.get("/me").text, "mine")

        assert boards_on(mine) == ["hex/101", "hex/102", "chess/101"]
        assert "the clock stands still" in mine.partition("chess/101")[2]

    def test_one_with_a_proposal_to_answer_waits_whoever_is_to_move(self, server: Server, alice: Browser) -> None:
        server.hear("bob@example.org", f"y move 101 bob {FOUR['bob']} a1")
        server.hear("alice@example.org", "y move 101 alice secret7 a2")
        server.hear("bob@example.org", f"y move 101 bob {FOUR['bob']} undo")
        page = alice.get("/me").text

        assert boards_on(section(page, "mine"))[0] == "y/101"
        assert "somebody wants to take back" in section(page, "mine")
        assert "3 boards wait for you" in page
        assert boards_on(section(page, "theirs")) == []

    def test_marks_a_board_where_something_was_said_since_the_last_move(self, server: Server, alice: Browser) -> None:
        server.wait(hours=1)
        server.hear("bob@example.org", f"hex chat 101 bob {FOUR['bob']}", comment="Good luck!")
        marked = alice.get("/me").text
        server.wait(hours=1)
        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

        assert section(marked, "mine").count('<span class="badge">chat</span>') == 1
        assert "chat</span>" not in alice.get("/me").text

    def test_shows_no_hand(self, server: Server, alice: Browser, browser: Browser) -> None:
        server.hear("bob@example.org", "triominoes challenge bob alice")

        picture = "/triominoes/101.svg?small=yes"
        assert f'src="{picture}"' in alice.get("/me").text
        assert alice.get(picture).content == browser.get(picture).content


class TestFewer:
    def test_by_game(self, alice: Browser) -> None:
        assert boards_on(alice.get("/me?game=y").text) == ["y/101"]
        assert boards_on(alice.get("/me?game=hex").text) == ["hex/101", "hex/102"]

    def test_by_opponent(self, alice: Browser) -> None:
        assert boards_on(alice.get("/me?with=bob").text) == ["hex/101", "y/101"]
        assert boards_on(alice.get("/me?with=bob&game=hex").text) == ["hex/101"]

    def test_one_looks_for_some_only_where_there_are_many(self, server: Server, alice: Browser) -> None:
        """With a few, the form would only push the first board out of a phone's window."""
        few = alice.get("/me").text
        for _ in range(22):
            server.hear("alice@example.org", "hex challenge alice bob -size=5")

        assert 'aria-label="Fewer boards"' not in few
        assert 'aria-label="Fewer boards"' in alice.get("/me").text
        assert 'aria-label="Fewer boards"' in alice.get("/me?with=carol").text

    def test_what_waits_stands_above_the_way_to_a_new_game(self, alice: Browser) -> None:
        page = alice.get("/me").text

        assert page.index('<h2 id="mine">') < page.index("A new game: ") < page.index('<h2 id="theirs">')

    def test_names_that_are_none_leave_nothing_and_say_so(self, alice: Browser) -> None:
        page = alice.get("/me?with=nobody&game=nothing").text

        assert boards_on(page) == []
        assert "Nothing waits for you here." in page
        assert "All my games" in page

    def test_the_count_is_of_all_that_wait(self, alice: Browser) -> None:
        page = alice.get("/me?with=carol").text

        assert "<title>(2) My games" in page
        assert "2 boards wait for you, 1 of them here" in page

    def test_nothing_is_offered_where_there_is_nothing_to_choose(
        self, server: Server, new_browser: Callable[[], Browser]
    ) -> None:
        carol = new_browser()
        carol.sign_in("carol")

        assert "<select" not in carol.get("/me").text


class TestFromBoardToBoard:
    def test_each_board_knows_the_next_and_the_one_before_that_wait(self, server: Server, alice: Browser) -> None:
        server.hear("bob@example.org", "hex challenge alice bob -size=5")
        page = alice.get("/hex/102").text

        assert 'data-next="/hex/103" data-previous="/hex/101"' in page
        assert 'data-next="/hex/101" data-previous="/hex/102"' in alice.get("/hex/103").text

    def test_the_only_one_that_waits_has_none(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

        assert 'data-next="" data-previous=""' in alice.get("/hex/102").text

    def test_strangers_are_told_nothing(self, browser: Browser) -> None:
        assert 'data-next="" data-previous=""' in browser.get("/hex/101").text


class TestCompact:
    SHEET = re.compile(r'compact\.css"([^>]*)>')

    def test_is_chosen_and_remembered_by_the_browser(self, alice: Browser) -> None:
        assert self.SHEET.findall(alice.get("/me").text) == []

        assert self.SHEET.findall(alice.get("/me?boards=small").text) == [""]
        page = alice.get("/me").text
        assert self.SHEET.findall(page) == [""]
        assert '<a href="/me?boards=small" aria-current="true">Compact</a>' in page
        alice.get("/me?boards=large")
        assert self.SHEET.findall(alice.get("/me").text) == []

    @pytest.mark.parametrize("value", ["tiny", "%00", "small.large"])
    def test_anything_else_is_not_remembered(self, alice: Browser, value: str) -> None:
        alice.get(f"/me?boards={value}")
        assert self.SHEET.findall(alice.get("/me").text) == []
        alice.cookies.set("boards", value)
        assert self.SHEET.findall(alice.get("/me").text) == []

    def test_is_how_many_boards_are_shown_where_nothing_is_chosen(self, server: Server, alice: Browser) -> None:
        for _ in range(5):
            server.hear("bob@example.org", "hex challenge alice bob -size=5")
        assert self.SHEET.findall(alice.get("/me").text) == []
        assert '<a href="/me?boards=large" aria-current="true">Large</a>' in alice.get("/me").text
        for _ in range(17):
            server.hear("bob@example.org", "hex challenge alice bob -size=5")

        assert self.SHEET.findall(alice.get("/me").text) == [""]
        assert '<a href="/me?boards=small" aria-current="true">Compact</a>' in alice.get("/me").text
        alice.get("/me?boards=large")
        assert self.SHEET.findall(alice.get("/me").text) == []

    def test_keeps_what_is_narrowed(self, alice: Browser) -> None:
        page = alice.get("/me?game=hex&with=bob&boards=small").text

        assert boards_on(page) == ["hex/101"]
        assert 'href="/me?boards=large&amp;game=hex&amp;with=bob"' in page


class TestManyBoards:
    def test_are_folded_below_those_that_are_most_urgent(self, server: Server, alice: Browser) -> None:
        for _ in range(38):
            server.hear(None, "hex challenge alice bob -size=5")
            server.hear(None, "hex challenge bob alice -size=5")
        page = alice.get("/me").text
        mine, theirs = (section(page, each).partition('<details class="rest">') for each in ("mine", "theirs"))

        assert [len(boards_on(part)) for part in (mine[0], mine[2])] == [24, 16]
        assert "<summary>16 more</summary>" in mine[2]
        assert len(boards_on(theirs[0])) == 12

    def test_are_not_folded_where_a_few_would_be(self, server: Server, alice: Browser) -> None:
        for _ in range(27):
            server.hear(None, "hex challenge alice bob -size=5")
        mine = section(alice.get("/me").text, "mine")

        assert len(boards_on(mine)) == 29
        assert "more</summary>" not in mine


class TestWhatWaits:
    def test_the_count_is_the_same_in_the_title_on_the_page_and_on_a_board(
        self, server: Server, alice: Browser
    ) -> None:
        for _ in range(5):
            server.hear("bob@example.org", "hex challenge alice bob -size=5")
        page = alice.get("/me").text

        assert "<title>(7) My games" in page
        assert len(boards_on(section(page, "mine"))) == 7
        assert re.search(r'<div class="actions jump">\n<a class="button" href="/[a-z]+/\d+">Next game</a>', page)
        assert "7 boards wait for you" in page
        page = alice.get("/hex/102").text
        assert 'title="6 others wait">Next<span class="hidden"> game</span> <span class="count">6</span>' in page

    def test_after_a_move_the_next_is_named_with_how_many_wait(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

        assert 'id="next-game" title="1 board waits">Next' in alice.get("/hex/101").text

    def test_an_own_offer_is_named(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "chess challenge alice anyone")

        assert "You wait for an opponent: " in alice.get("/me").text
        assert '<span data-waits="/chess/101">Chess 101</span>' in alice.get("/me").text


def test_many_boards_cost_their_rows_and_no_pictures(server: Server, alice: Browser) -> None:
    """Pictures come when they are scrolled to, each by its own address."""
    for _ in range(20):
        server.hear("bob@example.org", "hex challenge alice bob -size=5")
    page = alice.get("/me").text

    assert len(boards_on(page)) == 23
    assert page.count("<svg") == 0
    assert page.count('loading="lazy"') == 23
