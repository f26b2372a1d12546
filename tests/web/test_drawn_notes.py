"""Arrows and marks on a position: lines of the private note, which nobody else sees."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

from pbmserv.games.base import Refusal
from pbmserv.web.drawn_notes import drawn_on, with_drawn
from pbmserv.web.note_lines import with_words, words_of
from tests.conversation import Server
from tests.web.conftest import Browser

BOARD = "/hex/101"
NOTE = "Mind the corner.\nDrawn on 7.3fa2c1: c3→d4 e5"


class TestALine:
    def test_is_no_part_of_the_words_and_outlives_them(self) -> None:
        assert words_of(NOTE) == "Mind the corner."
        assert with_words(NOTE, "") == "Drawn on 7.3fa2c1: c3→d4 e5"
        assert with_words(NOTE, "Or not.\nDrawn on 1.1: a1") == "Or not.\nDrawn on 7.3fa2c1: c3→d4 e5"

    def test_is_of_one_position(self) -> None:
        assert drawn_on(NOTE, "7.3fa2c1") == "c3→d4 e5"
        assert drawn_on(NOTE, "7.3fa2c2") == ""

    def test_is_written_anew_and_goes_when_nothing_is_drawn(self) -> None:
        assert with_drawn(NOTE, "7.3fa2c1", "a1>b2 a1>b2") == "Mind the corner.\nDrawn on 7.3fa2c1: a1→b2"
        assert with_drawn(NOTE, "8.1", "a1") == f"{NOTE}\nDrawn on 8.1: a1"
        assert with_drawn(NOTE, "7.3fa2c1", " ") == "Mind the corner."

    @pytest.mark.parametrize("typed", ["é", "a→b→c", "→", "x" * 61])
    def test_has_places_and_arrows_alone(self, typed: str) -> None:
        with pytest.raises(Refusal, match="for example c3 d4>e5"):
            with_drawn("", "1.1", typed)

    def test_has_forty_things_and_not_one_more(self) -> None:
        assert drawn_on(with_drawn("", "1.1", " ".join(f"a{n}" for n in range(40))), "1.1").count(" ") == 39
        with pytest.raises(Refusal, match="At most 40 arrows and marks can be drawn on a position, not 41"):
            with_drawn("", "1.1", " ".join(f"a{n}" for n in range(41)))

    def test_is_one_of_five_thousand_characters_in_all(self) -> None:
        note = ""
        for number in range(100, 164):
            note = with_drawn(note, f"{number}.1", "x" * 60)
        assert len(with_drawn(note, "164.1", "x" * 56)) == 5_000
        with pytest.raises(Refusal, match="no more can be kept"):
            with_drawn(note, "164.1", "x" * 57)


class TestOnAPage:
    @pytest.fixture(autouse=True)
    def game(self, server: Server) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        server.hear("alice@example.org", "hex move 101 alice secret7 c3")

    def drawn(self, browser: Browser, address: str) -> str:
        found = re.search(r'data-drawn="([^"]*)"', browser.get(address).text)
        assert found
        return unescape(found[1])

    def draw(self, browser: Browser, address: str, what: str) -> int:
        name = re.search(r'name="on" value="([^"]*)"', browser.get(address).text)
        assert name
        answer = browser.fill_in(address, do="draw", on=name[1], drawn=what)
        assert answer.status_code != 303 or unescape(answer.headers["location"]) == address
        return answer.status_code

    def test_it_is_kept_for_the_position_and_for_nobody_else(
        self, alice: Browser, new_browser: Callable[[], Browser]
    ) -> None:
        bob = new_browser()
        bob.sign_in("bob")
        assert self.draw(alice, f"{BOARD}?line=b2", "a1>b2 c3") == 303

        assert self.drawn(alice, f"{BOARD}?line=b2") == "a1→b2 c3"
        assert self.drawn(alice, f"{BOARD}?line=") == ""
        assert self.drawn(bob, f"{BOARD}?line=b2") == ""
        assert self.drawn(new_browser(), f"{BOARD}?line=b2") == ""

    def test_what_was_drawn_ahead_is_there_when_it_has_come_to_that(self, server: Server, alice: Browser) -> None:
        self.draw(alice, f"{BOARD}?line=b2", "a1")
        server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")

        assert self.drawn(alice, BOARD) == "a1"
        assert self.drawn(alice, f"{BOARD}?touch=a1") == ""

    def test_the_words_of_the_note_stay_apart(self, alice: Browser) -> None:
        alice.fill_in(BOARD, do="note", note="Mind the corner.")
        self.draw(alice, f"{BOARD}?line=", "a1")

        assert "Drawn on" not in alice.get(BOARD).text
        assert "Mind the corner." in alice.get(BOARD).text
        alice.fill_in(BOARD, do="note", note="")
        assert self.drawn(alice, BOARD) == "a1"

    def test_what_cannot_be_drawn_is_refused_with_an_example(self, alice: Browser) -> None:
        assert self.draw(alice, f"{BOARD}?line=", "→") == 422
        assert self.drawn(alice, BOARD) == ""

    def test_strangers_draw_nothing(self, browser: Browser) -> None:
        assert 'value="draw"' not in browser.get(f"{BOARD}?line=").text
        answer = browser.fill_in("/sign-in", BOARD, do="draw", on="1.1", drawn="a1")
        assert answer.headers["location"] == "/sign-in?to=/hex/101"

    def test_words_in_another_window_and_what_is_drawn_do_not_overwrite_each_other(self, alice: Browser) -> None:
        def note_seen() -> str:
            [found] = re.findall(r'name="note_seen" value="([0-9a-f]+)"', alice.get(BOARD).text)
            return str(found)

        opened = note_seen()
        assert self.draw(alice, f"{BOARD}?line=b2", "a1>b2") == 303
        # What is drawn changes no words: the window that was open before it saves its own.
        assert alice.fill_in(BOARD, do="note", note="From the first.", note_seen=opened).status_code == 303
        assert self.drawn(alice, f"{BOARD}?line=b2") == "a1→b2"
        words = note_seen()
        assert self.draw(alice, f"{BOARD}?line=b2", "c3") == 303
        assert self.draw(alice, f"{BOARD}?line=d4", "e5") == 303
        refused = alice.fill_in(BOARD, do="note", note="From the second.", note_seen=opened)

        assert refused.status_code == 422
        assert "From the first." in alice.get(BOARD).text
        assert self.drawn(alice, f"{BOARD}?line=b2") == "c3"
        assert alice.fill_in(BOARD, do="note", note="", note_seen=words).status_code == 303
        assert self.drawn(alice, f"{BOARD}?line=b2") == "c3"
        assert self.drawn(alice, f"{BOARD}?line=d4") == "e5"
