"""Moves are made, and walked through, without leaving the page of a board: whatever happens meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.conversation import Server
from tests.web.in_chromium import sign_in
from tests.web.listening import Served
from tests.web.test_live_in_chromium import chrome as chrome
from tests.web.test_live_in_chromium import chromium
from tests.web.test_live_in_chromium import place as place
from tests.web.test_live_in_chromium import server as server

pytestmark = pytest.mark.long

BOARD = "/hex/101"
PASSWORDS = {"alice": "secret7", "bob": "bobpw123"}
COUNT_SLIDES = """
  window.slid = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    window.slid.push([this.dataset.on, Object.keys(frames)[0]]);
    return animate.call(this, frames, how);
  };
"""
COUNT_SOUNDS = """
  window.knocks = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function () { window.knocks += 1; return start.call(this); };
"""


@pytest.fixture
def alice(chrome: Browser, server: Server, place: Served) -> Iterator[BrowserContext]:
    with chromium(chrome, server, place, "alice") as context:
        context.add_init_script(COUNT_SLIDES + COUNT_SOUNDS)
        yield context


@pytest.fixture
def board(alice: BrowserContext) -> Page:
    page = alice.new_page()
    page.goto(BOARD)
    page.evaluate("window.isSame = true")
    return page


def move(server: Server, userid: str, text: str, game: str = "hex", comment: str = "") -> None:
    line = f"{game} move 101 {userid} {PASSWORDS[userid]} {text}"
    server.hear(f"{userid}@example.org", line, comment=comment)


def moves_on(server: Server, game: str = "hex") -> list[str]:
    board = server.office.look_up(lambda call: call.work.boards.load(game, 101))
    assert board is not None
    return [each.text for each in board.moves]


def touch(page: Page, place: str) -> None:
    page.locator(f"#frame a[data-place={place}]").click()
    page.locator("#confirm").wait_for()


def headline(page: Page, words: str) -> None:
    """Wait until the headline says so."""
    page.locator("#headline").get_by_text(words, exact=True).wait_for()


def is_same_page(page: Page) -> bool:
    """Whether no other page was loaded since the first one."""
    return bool(page.evaluate("window.isSame === true"))


class TestWordsToGoWithAMove:
    def write(self, page: Page, words: str) -> None:
        page.get_by_text("Say something with it").click()
        page.fill("#comment", words)
        page.locator("#headline").click()

    def written(self, page: Page) -> str:
        """What stands beside Confirm, where it is seen."""
        assert page.locator("#comment").is_visible()
        return page.locator("#comment").input_value()

    def test_stay_when_another_place_is_touched_and_are_sent_once(self, server: Server, board: Page) -> None:
        touch(board, "b2")
        self.write(board, "Good luck!")
        board.locator("#frame a[data-anew=a1]").click()
        headline(board, "Play a1?")
        assert self.written(board) == "Good luck!"

        board.locator("#confirm").click()
        headline(board, "bob to move")
        move(server, "bob", "c3")
        headline(board, "Your turn")
        assert board.locator("#remarks .words").all_inner_texts() == ["Good luck!"]
        touch(board, "b2")
        assert board.locator("#comment").input_value() == ""

    def test_stay_while_no_move_is_whole(self, server: Server, alice: BrowserContext) -> None:
        server.hear("alice@example.org", "chess challenge alice bob")
        board = alice.new_page()
        board.goto("/chess/101")
        for square in ("e2", "e4"):
            board.locator(f"#frame a[data-place={square}]").click()
        board.locator("#confirm").wait_for()
        self.write(board, "Good luck!")

        board.locator("#frame a[data-anew=g1]").click()
        board.locator("#confirm").wait_for(state="detached")
        board.locator("#frame a[data-place=f3]").click()
        headline(board, "Play Nf3?")

        assert self.written(board) == "Good luck!"

    def test_stay_when_the_other_says_something(self, server: Server, board: Page) -> None:
        touch(board, "b2")
        self.write(board, "Good luck!")
        server.hear("bob@example.org", "hex chat 101 bob bobpw123", comment="Hello!")
        board.locator("#remarks li").wait_for()

        assert self.written(board) == "Good luck!"
        assert board.locator("#remarks .words").all_inner_texts() == ["Hello!"]

    def test_stay_when_the_net_fails_before_another_touch(self, board: Page) -> None:
        touch(board, "b2")
        self.write(board, "Good luck!")
        board.route("**/hex/101?touch=*", lambda route: route.abort())
        board.locator("#frame a[data-anew=a1]").click()
        board.locator("#trouble").wait_for()
        board.unroute("**/hex/101?touch=*")
        headline(board, "Play a1?")

        assert self.written(board) == "Good luck!"


class TestConfirm:
    def test_stays_in_place_says_the_move_and_leaves_one_entry_in_the_history(
        self, server: Server, board: Page
    ) -> None:
        entries = board.evaluate("history.length")
        touch(board, "b2")
        board.locator("#confirm").click()
        headline(board, "bob to move")

        assert board.locator("#live").inner_text() == "alice: b2. bob to move."
        assert moves_on(server) == ["b2"]
        assert board.evaluate("history.length") == entries
        assert board.url.endswith(BOARD)
        assert is_same_page(board)

    def test_shows_the_answer_of_the_other_sliding_in_and_says_it_aloud(
        self, server: Server, alice: BrowserContext
    ) -> None:
        server.hear("alice@example.org", "chess challenge alice bob")
        board = alice.new_page()
        board.goto("/chess/101")
        for square in ("e2", "e4"):
            board.locator(f"#frame a[data-place={square}]").click()
        board.locator("#confirm").click()
        headline(board, "bob to move")
        board.evaluate("window.slid = []")

        move(server, "bob", "g8-f6", "chess")

        headline(board, "Your turn")
        assert board.locator("#live").inner_text() == "bob: knight g8 to f6. Your turn."
        assert ["f6", "translate"] in board.evaluate("window.slid")

    def test_what_is_unfolded_is_so_at_the_next_move_too(self, server: Server, board: Page) -> None:
        touch(board, "c3")
        board.locator("#turn .command summary").click()
        board.locator("#confirm").click()
        headline(board, "bob to move")
        assert board.locator("#turn .command").count() == 0

        move(server, "bob", "d4")
        headline(board, "Your turn")
        touch(board, "e5")

        assert board.locator("#turn .command[open]").count() == 1

    def test_and_next_game_leads_on(self, server: Server, board: Page) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        touch(board, "b2")
        board.get_by_role("button", name="Confirm and next").click()
        board.wait_for_url("**/hex/102")

        assert moves_on(server) == ["b2"]
        board.go_back()
        board.wait_for_url(f"**{BOARD}")

    def test_is_not_asked_of_who_does_not_want_to_be(self, server: Server, board: Page) -> None:
        server.hear("alice@example.org", "change confirm alice secret7 never")
        board.locator("#frame a[data-place=b2]").click()
        headline(board, "bob to move")

        assert moves_on(server) == ["b2"]
        assert is_same_page(board)

    def test_makes_a_sound_only_where_one_is_wanted(self, server: Server, board: Page) -> None:
        touch(board, "b2")
        board.locator("#confirm").click()
        headline(board, "bob to move")
        assert board.evaluate("window.knocks") == 0

        board.get_by_label("A sound when somebody moves").check()
        board.reload()
        assert board.get_by_label("A sound when somebody moves").is_checked()
        move(server, "bob", "c3")
        headline(board, "Your turn")
        assert board.evaluate("window.knocks") == 1


class TestWhatHappensMeanwhile:
    def test_an_answer_that_is_lost_makes_no_second_move(self, server: Server, alice: BrowserContext) -> None:
        sent: list[str] = []

        def lose_the_first(route: Route) -> None:
            if route.request.method != "POST":
                route.continue_()
                return
            sent.append(str(route.request.post_data))
            answer = route.fetch()
            if len(sent) == 1:
                route.abort("connectionreset")
            else:
                route.fulfill(response=answer)

        board = alice.new_page()
        # What the server tells by itself would come first.
        board.route("**/events", lambda route: route.abort())
        board.goto(BOARD)
        touch(board, "b2")
        board.route(f"**{BOARD}", lose_the_first)
        board.locator("#confirm").click()
        headline(board, "bob to move")

        assert moves_on(server) == ["b2"]
        assert len(sent) == 2
        assert sent[0] == sent[1]
        assert "You had sent that already. It was done once." in board.locator("#turn").inner_text()

    def test_an_answer_that_is_older_than_the_news_does_not_stay(self, server: Server, board: Page) -> None:
        board.evaluate("document.addEventListener('pbmserv:changed', () => { window.isTold = true; })")
        answered: list[str] = []

        def answer_late(route: Route) -> None:
            if route.request.method != "POST":
                route.continue_()
                return
            answer = route.fetch()
            move(server, "bob", "c3")
            board.wait_for_function("() => window.isTold")
            answered.append(answer.text())
            route.fulfill(response=answer)

        touch(board, "b2")
        board.route(f"**{BOARD}", answer_late)
        with board.expect_response(lambda answer: answer.request.method == "POST"):
            board.locator("#confirm").click()
        board.wait_for_timeout(1000)

        assert "bob to move" in answered[0]
        headline(board, "Your turn")
        assert board.locator("#game").get_attribute("data-moves") == "2"

    def test_who_gives_up_far_below_is_shown_how_the_game_has_ended(self, server: Server, board: Page) -> None:
        move(server, "alice", "b2")
        move(server, "bob", "c3")
        board.set_viewport_size({"width": 390, "height": 664})
        board.reload()
        board.locator("#more > summary").click()
        board.get_by_text("Resign", exact=True).click()
        board.get_by_role("button", name="Resign board 101").click()
        headline(board, "You lost")

        # The page glides there.
        top = 'document.getElementById("headline").getBoundingClientRect().top'
        board.wait_for_function(f"() => 0 < {top} && {top} < 664")

    def test_two_clicks_move_once(self, server: Server, board: Page) -> None:
        touch(board, "b2")
        board.locator("#confirm").dblclick()
        headline(board, "bob to move")

        assert moves_on(server) == ["b2"]

    def test_a_second_tab_shows_the_move_and_moves_nothing(self, server: Server, alice: BrowserContext) -> None:
        first, second = alice.new_page(), alice.new_page()
        # This tab hears nothing.
        second.route("**/events", lambda route: route.abort())
        for page, cell in ((first, "b2"), (second, "c3")):
            page.goto(BOARD)
            touch(page, cell)
        first.locator("#confirm").click()
        headline(first, "bob to move")

        second.locator("#confirm").click()

        headline(second, "bob to move")
        assert "does not show Hex Board 101 as it is now" in second.locator("#turn [role=alert]").inner_text()
        assert "does not show Hex Board 101 as it is now" in second.locator("#live").inner_text()
        assert moves_on(server) == ["b2"]

    def test_a_session_that_has_ended_is_told_and_the_move_stays_on_the_board(
        self, server: Server, alice: BrowserContext, board: Page
    ) -> None:
        touch(board, "b2")
        alice.clear_cookies()
        board.locator("#confirm").click()

        board.locator("#trouble").get_by_role("link", name="Sign in").wait_for()
        assert "Nothing was done: you are not signed in any more." in board.locator("#live").inner_text()
        assert board.locator("#confirm").count() == 1
        assert moves_on(server) == []

    @pytest.mark.parametrize("what", ["a touch", "a step", "news"])
    def test_a_session_that_has_ended_is_told_and_the_board_stays(
        self, server: Server, alice: BrowserContext, board: Page, what: str
    ) -> None:
        move(server, "alice", "a1")
        move(server, "bob", "d4")
        headline(board, "Your turn")
        alice.clear_cookies()
        if what == "a touch":
            board.locator("#frame a[data-place=b2]").click()
        elif what == "a step":
            # What was fetched ahead needs no session.
            for _ in range(3):
                board.keyboard.press("ArrowLeft")
                board.wait_for_timeout(300)
        else:
            server.hear("bob@example.org", "hex chat 101 bob bobpw123", comment="Hello")

        link = board.locator("#trouble").get_by_role("link", name="Sign in")
        link.wait_for()
        assert link.get_attribute("href") == "/sign-in?to=/hex/101"
        assert "You are not signed in any more." in board.locator("#live").inner_text()
        assert board.locator("#turn").get_by_text("Sign in to play").count() == 0

    def test_somebody_else_who_has_signed_in_meanwhile_is_told(self, alice: BrowserContext, board: Page) -> None:
        other = alice.new_page()
        alice.clear_cookies()
        sign_in(other, board.url.removesuffix(BOARD), "bob", PASSWORDS["bob"])
        board.locator("#frame a[data-place=b2]").click()

        board.locator("#trouble").get_by_role("link", name="Show the board").click()
        board.locator("#headline").get_by_text("alice to move").wait_for()

    def test_a_piece_in_the_hand_stays_there_when_somebody_says_something(
        self, server: Server, alice: BrowserContext
    ) -> None:
        server.hear("alice@example.org", "chess challenge alice bob")
        board = alice.new_page()
        board.goto("/chess/101")
        board.locator("#frame a[data-place=e2]").click()
        board.locator("#frame a[data-place=e4]").wait_for()

        server.hear("bob@example.org", "chess chat 101 bob bobpw123", comment="Good luck")

        board.locator("#remarks").get_by_text("Good luck").wait_for()
        assert board.locator("#frame a[data-place=e4]").count() == 1
        assert board.locator(".touches > [data-touched]").count() == 1

    @pytest.mark.parametrize(
        ("line", "told"),
        [("hex resign 101 bob bobpw123", "You won"), ("hex move 101 bob bobpw123 swap", "bob to move")],
        ids=["a resignation", "an undo"],
    )
    def test_a_piece_in_the_hand_is_laid_down_when_the_turn_is_gone(
        self, server: Server, board: Page, line: str, told: str
    ) -> None:
        for userid, text in (("alice", "a1"), ("bob", "b2")):
            move(server, userid, text)
        headline(board, "Your turn")
        touch(board, "c3")

        if "swap" in line:
            # Bob wants his last move back, and alice agrees by mail.
            move(server, "bob", "undo")
            move(server, "alice", "accept")
        else:
            server.hear("bob@example.org", line)

        headline(board, told)
        assert board.locator("#confirm").count() == 0

    def test_sides_that_are_swapped_are_shown_and_said(self, server: Server, board: Page) -> None:
        touch(board, "b2")
        board.locator("#confirm").click()
        headline(board, "bob to move")

        move(server, "bob", "swap")

        headline(board, "Your turn")
        assert board.locator("#live").inner_text() == (
            "bob has taken your side (help swap): you are now Horizontal, and bob is Vertical,"
            " with the pieces that you laid. Your turn."
        )

    def test_words_that_are_being_typed_stay_when_somebody_says_something(self, server: Server, board: Page) -> None:
        touch(board, "b2")
        board.get_by_text("Say something with it").click()
        board.locator("#comment").fill("A quiet move")

        server.hear("bob@example.org", "hex chat 101 bob bobpw123", comment="Hello")

        board.locator("#remarks").get_by_text("Hello").wait_for()
        assert board.locator("#comment").input_value() == "A quiet move"
        board.locator("#confirm").click()
        headline(board, "bob to move")
        assert "A quiet move" in board.locator("#remarks").inner_text()


class TestWalking:
    @pytest.fixture(autouse=True)
    def moved(self, server: Server) -> None:
        for number, text in enumerate(("a1", "b2", "c3", "d4")):
            move(server, ("alice", "bob")[number % 2], text)

    @pytest.fixture
    def board(self, alice: BrowserContext) -> Page:
        page = alice.new_page()
        with page.expect_response("**/hex/101/3?at=*"):
            page.goto(BOARD)
        return page

    def test_a_step_needs_no_network(self, alice: BrowserContext, board: Page) -> None:
        with board.expect_response("**/hex/101/2?at=*"):
            board.keyboard.press("ArrowLeft")
        headline(board, "After move 3")
        alice.set_offline(True)
        for key, number in (("ArrowLeft", 2), ("ArrowRight", 3)):
            board.keyboard.press(key)
            headline(board, f"After move {number}")

        assert board.locator("#trouble").count() == 0

    def test_leaves_one_entry_in_the_history_and_an_address_for_each_position(self, board: Page) -> None:
        entries = board.evaluate("history.length")
        for number in (3, 2, 1, 0):
            board.keyboard.press("ArrowLeft")
            headline(board, f"After move {number}" if number else "At the start")
        assert "/hex/101/0?at=" in board.url
        board.reload()

        headline(board, "At the start")
        assert board.evaluate("history.length") == entries

    def test_what_was_fetched_ahead_is_not_shown_after_an_undo(self, server: Server, board: Page) -> None:
        board.keyboard.press("ArrowLeft")
        headline(board, "After move 3")
        move(server, "bob", "undo")
        move(server, "alice", "accept")
        server.wait(seconds=1)
        move(server, "bob", "e5")

        board.locator("#moves tbody").get_by_text("e5").wait_for()
        headline(board, "After move 3")
        board.keyboard.press("ArrowRight")
        headline(board, "Your turn")
        assert board.locator('#frame [class*=piece] > [data-on="e5"]').count() == 1
        assert board.locator('#frame [class*=piece] > [data-on="d4"]').count() == 0

    def test_the_board_as_it_stands_now_is_never_an_old_one(self, server: Server, alice: BrowserContext) -> None:
        board = alice.new_page()
        # This tab hears nothing.
        board.route("**/events", lambda route: route.abort())
        board.goto(BOARD)
        with board.expect_response(f"**{BOARD}"):
            board.keyboard.press("ArrowLeft")
        headline(board, "After move 3")
        move(server, "alice", "e5")

        board.keyboard.press("ArrowRight")

        headline(board, "bob to move")

    def test_who_looks_at_an_earlier_move_hears_of_the_newest_and_stays_there(
        self, server: Server, board: Page
    ) -> None:
        board.keyboard.press("Home")
        headline(board, "At the start")

        move(server, "alice", "e1")

        board.locator("#moves").get_by_text("e1").wait_for()
        headline(board, "At the start")

    def test_the_move_that_is_shown_stays_in_sight_in_the_list(self, server: Server, alice: BrowserContext) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=9")
        for number in range(60):
            userid = ("alice", "bob")[number % 2]
            text = f"{'abcdefghi'[number % 9]}{number // 9 + 1}"
            server.hear(f"{userid}@example.org", f"hex move 102 {userid} {PASSWORDS[userid]} {text}")
        page = alice.new_page()
        page.goto("/hex/102")
        assert page.evaluate(IS_IN_SIGHT)
        for key in ("Home", "ArrowRight", "ArrowRight", "End", "ArrowLeft"):
            page.keyboard.press(key)
            page.wait_for_timeout(300)
            assert page.evaluate(IS_IN_SIGHT), key


IS_IN_SIGHT = """() => {
  const list = document.getElementById("moves").getBoundingClientRect();
  const current = document.querySelector("#moves [aria-current]")?.getBoundingClientRect();
  return !current || (current.top >= list.top && current.bottom <= list.bottom);
}"""


class TestDrawing:
    """Arrows and marks on a position that is tried out."""

    @pytest.fixture
    def tried(self, server: Server, alice: BrowserContext) -> Page:
        move(server, "alice", "a1")
        page = alice.new_page()
        page.goto(f"{BOARD}?line=")
        page.locator("#drawing[aria-pressed]").wait_for(state="attached")
        return page

    def drag(self, page: Page, start: str, end: str, button: Literal["left", "right"]) -> None:
        for cell, act in ((start, page.mouse.down), (end, page.mouse.up)):
            box = page.locator(f"#frame a[data-place={cell}]").bounding_box()
            assert box
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            act(button=button)

    def drawn(self, page: Page) -> list[str]:
        return list(page.locator("#frame .drawn > *").evaluate_all("(all) => all.map((each) => each.localName)"))

    def test_the_right_button_draws_and_what_is_drawn_is_kept(self, server: Server, tried: Page) -> None:
        with tried.expect_response(lambda answer: answer.request.method == "POST"):
            self.drag(tried, "b2", "d4", "right")
        with tried.expect_response(lambda answer: answer.request.method == "POST"):
            self.drag(tried, "c3", "c3", "right")
        assert self.drawn(tried) == ["path", "circle"]
        tried.reload()
        assert self.drawn(tried) == ["path", "circle"]

        with tried.expect_response(lambda answer: answer.request.method == "POST"):
            self.drag(tried, "b2", "d4", "right")
        tried.reload()
        assert self.drawn(tried) == ["circle"]
        assert moves_on(server) == ["a1"]

    def test_a_finger_draws_after_the_button_and_moves_again_without_it(self, tried: Page) -> None:
        tried.get_by_role("button", name="Draw").click()
        self.drag(tried, "b2", "d4", "left")
        assert self.drawn(tried) == ["path"]
        assert tried.locator(".line li").count() == 0

        tried.get_by_role("button", name="Draw").click()
        tried.locator("#frame a[data-place=c3]").click()
        tried.locator(".line [aria-current]").wait_for()
        assert self.drawn(tried) == []
        tried.keyboard.press("Escape")
        tried.locator(".line [aria-current]").wait_for(state="detached")
        assert self.drawn(tried) == ["path"]
