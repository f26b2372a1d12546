"""What an open board asks for: the changing parts of its page, in place of the whole page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from httpx2 import Response

from pbmserv.games.catalogue import installed
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.forms import forms_on
from tests.web.nearly_over import partly_played, resigned

FRAGMENT = {"Accept": "text/vnd.pbmserv.board+html"}
BOARD = "/hex/101"


@pytest.fixture
def game(server: Server) -> Server:
    """A board of Hex on which alice is to move."""
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    return server


@pytest.fixture
def bob(new_browser: Callable[[], Browser]) -> Browser:
    browser = new_browser()
    assert browser.sign_in("bob").status_code == 303
    return browser


def fragment(browser: Browser, address: str) -> Response:
    answer = browser.get(address, headers=FRAGMENT)
    assert answer.headers["content-type"] == "text/vnd.pbmserv.board+html; charset=utf-8"
    return answer


def send(browser: Browser, do: str, form_at: str = BOARD, **fields: str) -> Response:
    """Send a form of an open board, as its script does."""
    [form] = [each for each in forms_on(browser.get(form_at).text) if each.fields.get("do") == do]
    return browser.post(form.action, data={**form.fields, **fields}, headers=FRAGMENT)


def said_aloud(answer: Response) -> str:
    found = re.search(r'data-say="([^"]*)"', answer.text)
    assert found
    return unescape(found[1])


def content(page: str) -> str:
    """The part of a page that is the board."""
    return page[page.index('<div class="game ') : page.index('<div id="live"')]


class TestAFragment:
    @pytest.mark.parametrize("address", [BOARD, f"{BOARD}/0", f"{BOARD}?touch=c3", f"{BOARD}?line=c3"])
    def test_holds_what_the_page_holds_and_nothing_around_it(
        self, game: Server, alice: Browser, address: str
    ) -> None:
        page, part = alice.get(address), fragment(alice, address)

        assert content(part.text) == content(page.text)
        assert "<html" not in part.text
        assert "<title>Hex 101" in part.text
        assert len(part.text) < len(page.text) - 1000

    def test_is_for_its_reader_and_kept_by_nobody(self, game: Server, alice: Browser, browser: Browser) -> None:
        for answer in (fragment(alice, BOARD), fragment(browser, BOARD), alice.get(BOARD)):
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["vary"].startswith("Accept")

    def test_and_a_page_for_strangers_are_not_taken_for_each_other(self, game: Server, browser: Browser) -> None:
        kinds = [
            browser.get(BOARD, headers=headers).text.startswith("<title>") for headers in ({}, FRAGMENT, {}, FRAGMENT)
        ]

        assert kinds == [False, True, False, True]

    def test_of_a_line_is_there_at_once(self, game: Server, alice: Browser) -> None:
        answer = fragment(alice, f"{BOARD}?line=&touch=c3")

        assert answer.status_code == 200
        assert f'data-address="{BOARD}?line=c3"' in answer.text

    def test_of_no_board_is_a_page_that_says_so(self, game: Server, alice: Browser) -> None:
        answer = alice.get("/hex/102", headers=FRAGMENT)

        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")


class TestWhatIsDone:
    def test_is_answered_by_the_board_as_it_stands_then(self, game: Server, alice: Browser) -> None:
        answer = send(alice, "move", f"{BOARD}?touch=c3")

        assert answer.status_code == 200
        assert f'data-address="{BOARD}"' in answer.text
        assert 'data-moves="1"' in answer.text
        assert said_aloud(answer) == "alice: c3. bob to move"

    def test_twice_is_done_once_and_said_to_have_been(self, game: Server, alice: Browser) -> None:
        [form] = [each for each in forms_on(alice.get(f"{BOARD}?touch=c3").text) if each.fields.get("do") == "move"]
        answers = [alice.post(BOARD, data={**form.fields, "once": "1-2"}, headers=FRAGMENT) for _ in range(2)]

        assert [(each.status_code, each.headers.get("location")) for each in answers] == [(200, None), (204, BOARD)]
        assert "You had sent that already. It was done once.</p>" in fragment(alice, BOARD).text

    def test_on_a_stale_page_is_refused_with_the_board_as_it_is(
        self, game: Server, alice: Browser, bob: Browser
    ) -> None:
        [form] = [each for each in forms_on(alice.get(f"{BOARD}?touch=c3").text) if each.fields.get("do") == "move"]
        game.hear("alice@example.org", "hex move 101 alice secret7 a1")

        answer = alice.post(BOARD, data=form.fields, headers=FRAGMENT)

        assert answer.status_code == 422
        assert "does not show Hex Board 101 as it is now" in answer.text
        assert 'data-moves="1"' in answer.text

    def test_in_a_session_that_has_ended_is_not_done_and_leads_to_signing_in(
        self, game: Server, alice: Browser
    ) -> None:
        [form] = [each for each in forms_on(alice.get(f"{BOARD}?touch=c3").text) if each.fields.get("do") == "move"]
        alice.fill_in("/settings", "/sign-out")

        answer = alice.post(BOARD, data=form.fields, headers=FRAGMENT)

        assert (answer.status_code, answer.headers["location"]) == (204, "/sign-in?to=/hex/101")

    def test_with_the_token_of_another_session_is_not_done(self, game: Server, alice: Browser) -> None:
        answer = alice.post(BOARD, data={"token": "0", "do": "move", "move": "c3"}, headers=FRAGMENT)

        assert (answer.status_code, answer.headers["content-type"]) == (403, "text/html; charset=utf-8")

    def test_that_leads_elsewhere_says_where(self, game: Server, alice: Browser) -> None:
        answer = send(alice, "resign")

        assert (answer.status_code, answer.headers["location"]) == (204, "/me")
        assert "Hex Board 101 has been removed." in alice.get("/me").text


class TestWhatIsSaidAloud:
    @pytest.mark.parametrize(
        ("game", "moves", "words"),
        [
            ("hex", "c3", "alice: c3. Your turn"),
            ("chess", "g1-f3", "alice: knight g1 to f3. Your turn"),
            ("chess", "e2-e4 d7-d5 e4-d5", "alice: pawn e4 takes d5. Your turn"),
            ("chess", "g1-f3 g8-f6 g2-g3 g7-g6 f1-g2 f8-g7 O-O", "alice: castles on the king's side. Your turn"),
            ("goofspiel", "k q", "alice: K. bob: Q. Your turn"),
        ],
    )
    def test_is_the_move_in_the_words_of_its_game(
        self, server: Server, bob: Browser, game: str, moves: str, words: str
    ) -> None:
        server.hear("alice@example.org", f"{game} challenge alice bob")
        for number, move in enumerate(moves.split()):
            userid, password = (("alice", "secret7"), ("bob", "bobpw123"))[number % 2]
            server.hear(f"{userid}@example.org", f"{game} move 101 {userid} {password} {move}")

        assert said_aloud(fragment(bob, f"/{game}/101")) == words

    @pytest.mark.alike
    @pytest.mark.parametrize("word", installed())
    def test_is_that_somebody_has_resigned_in_every_game(self, server: Server, alice: Browser, word: str) -> None:
        server.sign_up("dave")
        # In Dipole all men may leave at once: that would be the whole game.
        board = partly_played(server, word, 0.2, most=30, never="off")
        last = resigned(server, board)

        answer = fragment(alice, board)

        assert answer.status_code == 200
        assert f"{last}: resign" in said_aloud(answer)

    def test_at_each_step_is_what_is_seen(self, game: Server, alice: Browser) -> None:
        game.hear("alice@example.org", "hex move 101 alice secret7 c3")
        game.hear("bob@example.org", "hex move 101 bob bobpw123 b2")
        addresses = ("/hex/101/0", "/hex/101/1", "/hex/101?touch=a1", "/hex/101?line=a1")

        assert [said_aloud(fragment(alice, each)) for each in addresses] == [
            "At the start",
            "After move 1. alice: c3",
            "Play a1?",
            "Trying out moves. alice: a1. bob to move",
        ]


class TestWhetherToConfirm:
    @pytest.mark.parametrize(
        ("chosen", "days", "address", "confirm"),
        [
            ("", 1, f"{BOARD}?touch=c3", "yes"),
            ("always", 1, f"{BOARD}?touch=c3", "yes"),
            ("slow", 4, f"{BOARD}?touch=c3", "yes"),
            ("slow", 3, f"{BOARD}?touch=c3", "no"),
            ("never", 21, f"{BOARD}?touch=c3", "no"),
            ("never", 21, f"{BOARD}?move=c3", "yes"),
            ("never", 21, f"{BOARD}?move=resign", "yes"),
            ("never", 21, f"{BOARD}?line=&touch=c3", "yes"),
            ("never", 21, BOARD, "yes"),
        ],
    )
    def test_is_said_to_the_script_where_the_last_place_was_touched(
        self, server: Server, alice: Browser, chosen: str, days: int, address: str, confirm: str
    ) -> None:
        server.hear("alice@example.org", f"hex challenge alice bob -size=5 --nagtime=1 --forfeittime={days}")
        if chosen:
            alice.fill_in("/settings", "/settings/choose/confirm", value=chosen)
            assert f'<option value="{chosen}" selected>' in alice.get("/settings").text

        assert f'data-confirm="{confirm}"' in fragment(alice, address).text
        # Without scripts, nothing is moved by following a link.
        assert 'data-moves="0"' in alice.get(BOARD).text

    @pytest.mark.parametrize(("touches", "confirm"), [("h6", "yes"), ("h6+g5", "no")])
    def test_is_always_asked_where_the_only_move_of_a_piece_was_not_touched_to_its_end(
        self, server: Server, alice: Browser, touches: str, confirm: str
    ) -> None:
        server.hear("alice@example.org", "checkers challenge alice bob")
        server.hear("alice@example.org", "change confirm alice secret7 never")

        answer = fragment(alice, f"/checkers/101?touch={touches}").text

        assert "Play h6-g5?" in re.sub("<[^>]*>", "", answer)
        assert f'data-confirm="{confirm}"' in answer
