"""What lies around the board, in a real browser: who waits hears that their board begins, answers come into view, and
a tab that nobody looks at stays right."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.conversation import PLAYERS
from tests.web.in_chromium import PATIENCE, sign_in
from tests.web.test_people_in_chromium import World, shows, touch
from tests.web.test_people_in_chromium import chromium as chromium
from tests.web.test_people_in_chromium import world as world

pytestmark = pytest.mark.long

ALICE, BOB = "alice@example.org", "bob@example.org"
PHONE: ViewportSize = {"width": 390, "height": 664}
IS_IN_VIEW = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
}"""
WAITS = "Your challenge waits for players. Meanwhile, play the computer here."
LOOK = """(state) => {
  Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""What a browser does with a tab that goes out of sight, or comes back."""


def is_in_view(page: Page, selector: str) -> bool:
    # Until its style sheets are there, things stand elsewhere.
    page.wait_for_load_state()
    return bool(page.evaluate(IS_IN_VIEW, selector))


def on_a_phone(world: World, userid: str, path: str, scripts: bool = True) -> Page:
    # Without motion, what is scrolled to is there at once.
    context = world.chromium.new_context(viewport=PHONE, java_script_enabled=scripts, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    sign_in(page, world.url, userid, PLAYERS[userid])
    page.goto(world.url + path)
    return page


def in_another_tab(page: Page) -> Page:
    tab = page.context.new_page()
    tab.set_default_timeout(PATIENCE)
    tab.goto(page.url)
    return tab


class TestTheBoardBegins:
    @pytest.fixture
    def waiting(self, world: World) -> Page:
        """The board with a bot beside which alice waits."""
        page = on_a_phone(world, "alice", "/open")
        page.click("button[value=hex]")
        page.locator("#awaited .said").wait_for()
        page.wait_for_load_state()
        return page

    def test_a_link_takes_the_place_of_the_words_that_it_waits(self, world: World, waiting: Page) -> None:
        where = "document.getElementById('frame').getBoundingClientRect().top"
        before = waiting.evaluate(where)
        assert waiting.inner_text("#awaited") == WAITS

        world.server.hear(BOB, "hex anyone bob bobpw123")

        waiting.locator("#awaited a").wait_for()
        assert waiting.inner_text("#awaited") == "Your board has begun: Hex 101"
        assert waiting.evaluate(where) == before
        waiting.click("#awaited a")
        waiting.wait_for_url("**/hex/101")
        assert waiting.locator("#awaited a").count() == 0

    def test_after_a_move_it_lies_over_the_page_and_moves_no_board(self, world: World, waiting: Page) -> None:
        touch(waiting, "f6")
        waiting.wait_for_selector("#confirm", state="detached")
        assert waiting.locator("#awaited .said").count() == 0
        where = "document.getElementById('frame').getBoundingClientRect().top"
        before = waiting.evaluate(where)

        world.server.hear(BOB, "hex anyone bob bobpw123")

        waiting.locator("#awaited a").wait_for()
        assert is_in_view(waiting, "#awaited .said")
        assert waiting.evaluate(where) == before

    def test_the_lobby_says_it_in_place_of_the_own_offer(self, world: World, waiting: Page) -> None:
        waiting.goto(f"{world.url}/open")
        offer = waiting.locator("li[data-waits='/hex/101']")
        assert offer.count() == 1

        world.server.hear(BOB, "hex anyone bob bobpw123")

        waiting.locator("#awaited a[href='/hex/101']").wait_for()
        assert offer.count() == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
class TestAnswersComeIntoView:
    @pytest.fixture
    def page(self, world: World, scripts: bool) -> Page:
        world.server.hear(ALICE, "hex challenge alice bob -size=5")
        world.mail("bob", "chat", comment="You are a fool.")
        return on_a_phone(world, "alice", "/hex/101", scripts)

    def report(self, page: Page) -> None:
        page.click("#remarks summary")
        page.click("#remarks button")

    def test_of_a_report(self, world: World, page: Page, scripts: bool) -> None:
        self.report(page)

        page.locator("#answer-talk .said").wait_for()
        assert is_in_view(page, "#answer-talk .said")
        assert page.inner_text("#answer-talk").endswith("that you have reported it.")
        if scripts:
            assert page.inner_text("#live") == page.inner_text("#answer-talk")
            assert page.evaluate("document.activeElement.id") == "answer-talk"

    def test_of_a_report_that_is_refused(self, world: World, page: Page, scripts: bool) -> None:
        for _ in range(2):
            self.report(page)
            page.locator("#answer-talk :is(.said, .refusal)").wait_for()

        page.locator("#answer-talk .refusal").wait_for()
        assert is_in_view(page, "#answer-talk .refusal")

    def test_of_a_refused_line_of_chat_which_stays_in_its_field(
        self, world: World, page: Page, scripts: bool
    ) -> None:
        world.server.hear(BOB, "block bob bobpw123 alice")
        page.fill("#chat", "I am not.")
        page.click("section.talk form.act button:text-is('Send')")

        page.locator("#answer-talk .refusal").wait_for()
        assert is_in_view(page, "#answer-talk .refusal")
        assert page.input_value("#chat") == "I am not."

    def test_of_a_refused_move_to_be_queued_which_stays_in_its_field(
        self, world: World, page: Page, scripts: bool
    ) -> None:
        world.server.hear(ALICE, "hex move 101 alice secret7 a1")
        page.reload()
        page.fill("#queue", "nonsense")
        page.click(".ahead-of-time button:text-is('Queue')")

        page.locator("#answer-queue .refusal").wait_for()
        assert is_in_view(page, "#answer-queue .refusal")
        assert page.input_value("#queue") == "nonsense"

    def test_and_go_with_the_next_thing_that_is_sent(self, world: World, page: Page, scripts: bool) -> None:
        self.report(page)
        page.locator("#answer-talk .said").wait_for()
        page.fill("#chat", "Good morning.")
        page.click("section.talk form.act button:text-is('Send')")

        page.locator("#remarks li").nth(1).wait_for()
        assert page.inner_text("#answer-talk").strip() == ""


class TestATabThatNobodyLooksAt:
    @pytest.fixture
    def board(self, world: World) -> Page:
        """The board in a tab in which alice has begun a move and looks at another one."""
        world.server.hear(ALICE, "hex challenge alice bob -size=5")
        page = world.player("alice", "/hex/101")
        page.locator("a[data-place=b2]").click()
        page.locator("#confirm").wait_for()
        page.evaluate(LOOK, "hidden")
        return page

    DROPPED = "The board has changed meanwhile: b2 was not played."

    def test_drops_the_begun_move_when_another_tab_moves_and_says_so(self, world: World, board: Page) -> None:
        other = in_another_tab(board)
        if other.locator("#confirm").count():
            other.locator("[data-back]").click()
        touch(other, "c3")

        # It hears of the move by the stream of the other tab.
        shows(board, "bob to move")
        board.evaluate(LOOK, "visible")

        assert self.DROPPED in board.inner_text("#turn")
        assert self.DROPPED in board.inner_text("#live")
        assert board.url.endswith("/hex/101")
        assert not board.title().startswith("(")
        assert "your turn" not in board.title()

    def test_offers_it_no_more_at_the_next_position(self, world: World, board: Page) -> None:
        world.mail("alice", "move c3")
        world.mail("bob", "move d4")
        board.evaluate(LOOK, "visible")

        shows(board, "Your turn")
        assert self.DROPPED in board.inner_text("#turn")
        assert board.locator("#confirm").count() == 0
        assert board.locator("#moves td a").all_inner_texts() == ["c3", "d4"]

    def test_keeps_it_where_only_something_was_said(self, world: World, board: Page) -> None:
        world.mail("bob", "chat", comment="Take your time.")
        board.evaluate(LOOK, "visible")

        board.locator("#remarks li").wait_for()
        assert board.inner_text("#headline") == "Play b2?"
        assert board.locator("#confirm").count() == 1

    def test_a_move_confirmed_before_it_hears_of_the_other_is_refused(self, world: World, board: Page) -> None:
        board.route(re.compile("/events"), lambda stream: stream.abort())
        board.reload()
        world.mail("alice", "move c3")
        world.mail("bob", "move d4")
        board.locator("#confirm").click()

        board.locator("#turn .refusal").wait_for()
        assert board.locator("#moves td a").all_inner_texts() == ["c3", "d4"]


def test_many_boards_are_small_on_a_phone_and_the_choice_is_remembered(world: World) -> None:
    for _ in range(25):
        world.server.hear(None, "hex challenge alice bob -size=5")
    page = on_a_phone(world, "alice", "/me")
    height = "document.documentElement.scrollHeight"
    columns = "getComputedStyle(document.querySelector('.boards')).gridTemplateColumns.split(' ').length"
    assert page.evaluate(columns) == 3
    small = page.evaluate(height)
    assert is_in_view(page, ".jump a")

    page.click("text=Large")
    page.goto(f"{world.url}/me")

    assert page.evaluate(columns) == 2
    assert page.evaluate(height) > 1.5 * small
    page.click("text=Compact")
    page.goto(f"{world.url}/me")
    assert page.evaluate(columns) == 3


def test_from_board_to_board_until_none_waits(world: World) -> None:
    for _ in range(3):
        world.server.hear(None, "hex challenge alice bob -size=5")
    page = on_a_phone(world, "alice", "/me")
    page.click("text=Next game")
    page.click("#next-game")
    seen = [page.url]
    for waiting in (2, 1):
        touch(page, "c3")
        page.wait_for_selector("#confirm", state="detached")
        page.wait_for_function("(wait) => document.title.startsWith(`(${wait}) `)", arg=waiting)
        assert page.get_attribute("#next-game", "title") == {2: "2 boards wait", 1: "1 board waits"}[waiting]
        page.click("#next-game")
        seen.append(page.url)
    touch(page, "c3")
    page.wait_for_selector("#confirm", state="detached")

    assert [each.rpartition("/")[2] for each in seen] == ["102", "103", "101"]
    assert page.locator("#next-game").count() == 0


def test_the_way_back_from_settings_leads_to_where_one_came_from(world: World) -> None:
    page = world.player("alice", "/me")
    page.goto(f"{world.url}/settings")
    for hour in ("9", "18"):
        page.locator("form[action='/settings/choose/letters'] select").select_option("daily")
        page.fill("form[action='/settings/choose/letters'] [name=hour]", hour)
        with page.expect_navigation():
            page.locator("form[action='/settings/choose/letters'] button").click()
    assert "at 18:00" in page.inner_text("main")

    page.go_back()

    assert page.url.endswith("/me")


def test_a_setting_that_is_refused_is_asked_for_once_and_told_in_place(world: World) -> None:
    page, sent = world.player("alice", "/me"), list[str]()
    page.goto(f"{world.url}/settings")
    page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    page.fill("form[action='/settings/choose/timezone'] [name=value]", "Nowhere/Atlantis")
    page.locator("form[action='/settings/choose/timezone'] button").click()

    assert "not a time zone" in page.inner_text(".refusal")
    assert page.input_value("form[action='/settings/choose/timezone'] [name=value]") == "Nowhere/Atlantis"
    assert [each.partition("value=")[2] for each in sent] == ["Nowhere%2FAtlantis"]

    page.fill("form[action='/settings/choose/timezone'] [name=value]", "Europe/Berlin")
    with page.expect_navigation():
        page.locator("form[action='/settings/choose/timezone'] button").click()
    assert len(sent) == 2
    page.go_back()
    assert page.url.endswith("/me")


def test_the_address_of_a_position_is_copied_where_it_cannot_be_sent_on(world: World) -> None:
    world.server.hear("alice@example.org", "hex challenge alice bob -size=5")
    page = on_a_phone(world, "alice", "/hex/101")
    page.evaluate("navigator.share = undefined")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#share summary").click()
    page.get_by_role("button", name="Share it").click()

    page.get_by_role("button", name="The address is copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{world.url}/hex/101"


def test_a_move_is_heard_by_who_wants_a_sound(world: World) -> None:
    world.server.hear("alice@example.org", "hex challenge alice bob -size=5")
    page = on_a_phone(world, "alice", "/hex/101")
    page.evaluate("""() => {
      window.heard = 0;
      const {start} = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function () { heard++; start.call(this); };
    }""")
    page.locator("#sound").check()
    page.wait_for_function("() => heard === 1")

    touch(page, "c3")
    page.wait_for_function("() => heard === 2")
