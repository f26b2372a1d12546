"""What was drawn for one page serves others that show the same; nobody is shown what was drawn for others to see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.two_worlds import worlds_alike
from pbmserv.games.hex import Hex
from pbmserv.games.picture import Picture
from pbmserv.pictures.circuit_breaker import RESTING, CircuitBreaker
from pbmserv.play.kept import Kept
from pbmserv.storage.work import UnitOfWork
from pbmserv.web.api import queries
from pbmserv.web.board_page import BoardPage
from pbmserv.web.board_pictures import ROOM
from pbmserv.web.board_words import PageWords, words_of_page
from pbmserv.web.pages import board, games, help_pages
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.programs import Program, program_of

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)

HIDDEN = ("triominoes", "trioker", "goofspiel")
"""Games in which each player sees other things: hands of two kinds, and choices."""
MOVES = "/games/hex/boards/101/moves"
_SVG = re.compile(r'<svg class="sheet".*?<g class="touches".*?</svg>', re.DOTALL)


@pytest.fixture
def cold(site: Site, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Forgets all that was drawn, and all pages."""

    def forget() -> None:
        monkeypatch.setattr(site.sheets, "_kept", Kept(ROOM))
        monkeypatch.setattr(site.pages, "_kept", Kept(ROOM))

    return forget


@pytest.fixture
def times_drawn(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """For which seats boards of Hex were drawn."""
    seats: list[int | None] = []

    def picture(game: Hex, position: Any, viewer: int | None) -> Picture:
        seats.append(viewer)
        return original(game, position, viewer)

    original = Hex.picture
    monkeypatch.setattr(Hex, "picture", picture)
    return seats


def picture_on(browser: Browser, address: str) -> str:
    """The picture on a page, with what can be touched."""
    found = _SVG.search(browser.get(address).text)
    assert found, f"there is no picture on {address}"
    return found[0]


class TestWhatIsTheSame:
    def test_is_drawn_once(self, server: Server, browser: Browser, times_drawn: list[int | None]) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")

        first = picture_on(browser, "/hex/101")

        assert picture_on(browser, "/hex/101") == first
        assert times_drawn == [None]

    def test_is_drawn_anew_after_a_move(
        self, server: Server, browser: Browser, times_drawn: list[int | None]
    ) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        before = picture_on(browser, "/hex/101")

        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

        after = picture_on(browser, "/hex/101")
        assert (before.count('class="pic-last"'), after.count('class="pic-last"')) == (0, 1)
        assert after != before
        assert times_drawn == [None, None]

    def test_has_the_name_of_its_own_board(
        self, server: Server, browser: Browser, times_drawn: list[int | None]
    ) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        server.hear("bob@example.org", "hex challenge bob alice -size=5")
        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

        pictures = {address: picture_on(browser, address) for address in ("/hex/102", "/hex/101/0", "/hex/101")}

        names = {address: re.findall(r"Hex Board [^:]*", svg) for address, svg in pictures.items()}
        assert names == {
            "/hex/102": ["Hex Board 102"],
            "/hex/101/0": ["Hex Board 101 after move 0"],
            "/hex/101": ["Hex Board 101"],
        }
        assert times_drawn == [None, None]

    def test_can_be_touched_by_who_may_move_only(self, server: Server, alice: Browser, browser: Browser) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")

        links = [picture_on(each, "/hex/101").count("<a data-place") for each in (alice, browser, alice)]

        assert links == [25, 0, 25]

    def test_is_not_kept_where_a_game_fails_to_draw_it(
        self, server: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        with monkeypatch.context() as patch:
            patch.setattr(Hex, "picture", lambda *_: None)
            assert 'class="pic-characters"' in picture_on(browser, "/hex/101")

        assert 'class="pic-characters"' not in picture_on(browser, "/hex/101")


class TestAPageForStrangers:
    """It is made once, as long as all that it shows is the same."""

    @pytest.fixture
    def times_made(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The headlines of the pages that were made."""
        headlines: list[str] = []

        def words(page: BoardPage) -> PageWords:
            words = words_of_page(page)
            headlines.append(words.headline)
            return words

        monkeypatch.setattr(board, "words_of_page", words)
        return headlines

    @pytest.fixture(autouse=True)
    def game(self, server: Server) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")

    def test_is_made_once(self, new_browser: Callable[[], Browser], times_made: list[str]) -> None:
        pages = [new_browser().get("/hex/101") for _ in range(3)]

        assert len({page.text for page in pages}) == 1
        assert len(times_made) == 1

    def test_is_each_its_own(self, server: Server, browser: Browser) -> None:
        server.hear("alice@example.org", "hex move 101 alice secret7 c3")
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        addresses = ("/hex/101", "/hex/102", "/hex/101/0", "/hex/101/1", "/hex/101?line=", "/hex/101?line=a1")

        first = [browser.get(address).text for address in addresses]

        assert len(set(first)) == len(addresses)
        assert [browser.get(address).text for address in reversed(addresses)] == first[::-1]

    @pytest.mark.parametrize(
        "change",
        [
            "hex move 101 alice secret7 c3",
            "hex resign 101 alice secret7",
            "hex move 101 alice secret7 propose",
            "hex subscribe 101 carol secret9",
            "hex chat 101 alice secret7",
            "vacation alice secret7 14",
        ],
    )
    def test_is_made_anew_when_anything_on_it_is_another(
        self, server: Server, browser: Browser, cold: Callable[[], None], change: str
    ) -> None:
        before = browser.get("/hex/101").text
        sender = f"{'carol' if 'carol' in change else 'alice'}@example.org"

        server.hear(sender, change, "Hello!")

        after = browser.get("/hex/101").text
        cold()
        assert after == browser.get("/hex/101").text
        assert after != before

    def test_tells_how_much_time_is_left_now(self, server: Server, browser: Browser, times_made: list[str]) -> None:
        def left() -> list[str]:
            return re.findall(r'class="clock">([^<]* left)<', browser.get("/hex/101").text)

        at_first = left()
        server.wait(seconds=1)
        soon = left()
        server.wait(hours=2)
        later = left()
        server.wait(days=2)

        assert (at_first, soon, later, left()) == (
            ["21 days left"], ["21 days left"], ["21 days left"], ["19 days left"],
        )  # fmt: skip
        assert len(times_made) == 2

    def test_is_for_nobody_else(self, alice: Browser, browser: Browser, new_browser: Callable[[], Browser]) -> None:
        stranger = browser.get("/hex/101")

        assert "Your turn" in alice.get("/hex/101").text
        assert browser.get("/hex/101").text == stranger.text
        alice.fill_in("/hex/101", do="note", note="Watch the centre.")
        assert "Watch the centre." in alice.get("/hex/101").text
        assert new_browser().get("/hex/101").text == stranger.text

    def test_says_once_what_was_said_to_one_visitor(self, browser: Browser, times_made: list[str]) -> None:
        browser.get("/hex/101")

        assert "Well done" in browser.get("/hex/101", headers={"Cookie": "said=Well%20done"}).text
        assert "Well done" not in browser.get("/hex/101").text
        assert len(times_made) == 2


class TestAFile:
    @pytest.mark.parametrize("ending", ["svg", "png"])
    def test_that_a_browser_knows_is_not_drawn_again(
        self, server: Server, browser: Browser, times_drawn: list[int | None], ending: str
    ) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        address = f"/hex/101.{ending}"
        first = browser.get(address)
        known = {"If-None-Match": first.headers["etag"]}

        again = browser.get(address, headers=known)

        assert (again.status_code, again.content) == (304, b"")
        assert browser.get(address).content == first.content
        assert times_drawn == [None]

        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

        assert browser.get(address, headers=known).status_code == 200
        assert browser.get(f"/hex/101/0.{ending}", headers=known).status_code == (304 if ending == "png" else 200)
        assert times_drawn == [None] * 3

    @pytest.mark.parametrize("ending", ["svg", "png"])
    def test_is_that_of_its_own_board(self, server: Server, browser: Browser, ending: str) -> None:
        for move in ("c3", "b2"):
            number = 101 if move == "c3" else 102
            server.hear("alice@example.org", "hex challenge alice bob -size=5")
            server.hear("alice@example.org", f"hex move {number} alice secret7 {move}")

        contents = {address: browser.get(f"/hex/{address}.{ending}").content for address in ("101", "102", "101/1")}

        assert contents["101"] != contents["102"]
        if ending == "svg":
            assert b"<title>Hex Board 101: " in contents["101"]
            assert b"<title>Hex Board 102: " in contents["102"]
            assert b"<title>Hex Board 101 after move 1: " in contents["101/1"]

    def test_shows_nothing_to_players_that_strangers_may_not_see(
        self, server: Server, new_browser: Callable[[], Browser]
    ) -> None:
        server.hear("alice@example.org", "triominoes challenge alice bob")
        alice, stranger = new_browser(), new_browser()
        alice.sign_in("alice")
        alice.get("/triominoes/101")

        files = [browser.get("/triominoes/101.svg").text for browser in (alice, stranger)]

        assert files[0] == files[1]
        assert 'data-target="tile:' not in files[0]

    def test_is_in_characters_where_its_game_fails_and_that_is_not_kept(
        self, server: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        with monkeypatch.context() as patch:
            patch.setattr(Hex, "picture", lambda *_: None)
            assert 'class="pic-characters"' in browser.get("/hex/101.svg").text

        assert 'class="pic-characters"' not in browser.get("/hex/101.svg").text


class TestAGameThatTakesTooLong:
    """It rests for a while, in which nothing waits for it."""

    @pytest.fixture(autouse=True)
    def nothing_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(help_pages, "_RULES", Kept(10))
        monkeypatch.setattr(games, "_SMALL", Kept(10))

    @pytest.fixture
    def rest(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
        """Hex rests until this is undone."""
        with monkeypatch.context() as patch:
            patch.setattr(RESTING, "rests", lambda game: game == "hex")
            yield patch

    @pytest.mark.parametrize("address", ["/hex", "/pictures/hex.svg", "/hex/101", "/hex/101.svg"])
    def test_is_shown_in_characters_until_it_may_try_again(
        self,
        server: Server,
        browser: Browser,
        times_drawn: list[int | None],
        rest: pytest.MonkeyPatch,
        address: str,
    ) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")

        at_rest = browser.get(address)

        assert at_rest.status_code == 200
        assert "max-age" not in at_rest.headers.get("cache-control", "")
        assert 'class="pic-cell"' not in at_rest.text
        assert times_drawn == []

        rest.undo()

        assert 'class="pic-cell"' in browser.get(address).text

    def test_has_its_record_without_a_picture(
        self, server: Server, times_drawn: list[int | None], rest: pytest.MonkeyPatch
    ) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")

        reply = server.hear("carol@example.org", "hex record 101")

        assert [each.name for each in reply.letter.attachments] == ["hex-101.json", "hex-101.sgf"]
        assert times_drawn == []

    def test_can_be_played_by_programs_that_see_no_places_meanwhile(
        self,
        server: Server,
        new_browser: Callable[[], Browser],
        times_drawn: list[int | None],
        rest: pytest.MonkeyPatch,
    ) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        program = program_of(new_browser, "alice", "play")

        at_rest = program.get(MOVES)
        rest.undo()
        afterwards = program.get(MOVES)

        assert (len(at_rest["moves"]), at_rest["targets"]) == (25, [])
        assert (len(afterwards["moves"]), len(afterwards["targets"])) == (25, 25)

    def test_takes_as_long_as_it_takes_once(
        self, server: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch, times_drawn: list[int | None]
    ) -> None:
        worked = count(0, 3)
        resting = CircuitBreaker(lambda: float(next(worked)), lambda: 0.0)
        monkeypatch.setattr(queries, "RESTING", resting)
        server.hear("alice@example.org", "hex challenge alice bob -size=5")

        answers = [Program(browser).get(MOVES) for _ in range(3)]

        assert [len(answer["targets"]) for answer in answers] == [25, 0, 0]
        assert len(times_drawn) == 1


def hide_something_else(server: Server, game: str, seat: int) -> None:
    """Put another world in the place of a board's, which looks the same from a seat and differs from the other."""
    with server.database.writing() as connection:
        work = UnitOfWork(connection, installed())
        board = work.boards.load(game, 101, for_change=True)
        assert board is not None
        if game == "goofspiel":
            # What is hidden is what has been chosen.
            server.hear("bob@example.org", "goofspiel move 101 bob bobpw123 3")
            return
        board.position = next(
            world
            for number in count()
            for world in worlds_alike(board.game, board.position, seat, Chance(bytes(16), f"world {number}"))
            if board.game.seen_by(world, 1 - seat) != board.game.seen_by(board.position, 1 - seat)
        )
        work.boards.save(board)


@pytest.mark.parametrize("game", HIDDEN)
class TestWhatIsHidden:
    @pytest.fixture
    def readers(self, server: Server, game: str, new_browser: Callable[[], Browser]) -> dict[str, Browser]:
        """The browsers of both players, and of a stranger."""
        server.hear("alice@example.org", f"{game} challenge alice bob")
        readers = {who: new_browser() for who in ("alice", "bob", "stranger")}
        for who in ("alice", "bob"):
            readers[who].sign_in(who)
        return readers

    def test_is_not_on_what_was_drawn_for_others(
        self, readers: dict[str, Browser], game: str, cold: Callable[[], None]
    ) -> None:
        alone = {}
        for who, browser in readers.items():
            cold()
            alone[who] = browser.get(f"/{game}/101").text

        # Each of them after all others.
        for order in (["alice", "bob", "stranger"], ["stranger", "bob", "alice"], ["alice", "stranger", "bob"]):
            cold()
            assert {who: readers[who].get(f"/{game}/101").text for who in order} == alone, order

    def test_changes_nothing_that_others_are_shown_whoever_has_looked_before(
        self, server: Server, readers: dict[str, Browser], game: str
    ) -> None:
        def all_shown() -> dict[str, str]:
            return {who: picture_on(browser, f"/{game}/101") for who, browser in readers.items()}

        board = server.office.look_up(lambda call: call.work.boards.load(game, 101))
        assert board is not None
        names = [seat.player.userid for seat in board.seats]
        before = all_shown()

        hide_something_else(server, game, names.index("alice"))

        after = all_shown()
        assert (after["alice"], after["stranger"]) == (before["alice"], before["stranger"])
        assert game == "goofspiel" or after["bob"] != before["bob"]
