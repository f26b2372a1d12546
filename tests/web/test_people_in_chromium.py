"""What people do beside moving, in a real browser: two of them at once, by mail or with a page that is open all the
time and shows what the other does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import sleep

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Route

from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.live import hub
from pbmserv.web.site import Site
from tests.conversation import PLAYERS, Server
from tests.endtoend.chromium import running_chromium
from tests.ports import free_port
from tests.web.in_chromium import PATIENCE, goes_on, sign_in
from tests.web.listening import served

pytestmark = pytest.mark.long

_CODE = re.compile(r"^    confirm (\w+)$", re.MULTILINE)


@dataclass
class World:
    """A server whose letters link to its pages, and Chromium."""

    server: Server
    url: str
    chromium: Chromium

    def visitor(self) -> Page:
        """The browser of somebody who is not signed in."""
        page = self.chromium.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        return page

    def player(self, userid: str, path: str = "/me") -> Page:
        """The browser of a player, with a page open."""
        page = self.visitor()
        sign_in(page, self.url, userid, PLAYERS[userid])
        page.goto(self.url + path)
        return page

    def mail(self, userid: str, line: str, comment: str = "") -> None:
        """Have somebody write a command about board 101 by mail."""
        command, _, words = line.partition(" ")
        line = f"hex {command} 101 {userid} {PLAYERS[userid]} {words}".strip()
        self.server.hear(f"{userid}@example.org", line, comment)

    def letter(self, address: str) -> str:
        """The newest letter to this address."""
        return str([each["text"] for each in self.server.outbox() if address in each["recipients"]][-1])

    def link(self, address: str) -> str:
        """The link to a page in the newest letter to this address."""
        found = re.search(rf"{re.escape(self.url)}/\S+", self.letter(address))
        assert found
        return found[0]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with running_chromium() as opened:
        yield opened


@pytest.fixture
def world(sqlite_database: Database, chromium: Chromium, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr(hub, "LOOKS_EVERY", 0.3)
    server = Server(sqlite_database)
    server.sign_up(*PLAYERS)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    server.office = PostOffice(
        sqlite_database, installed(), server.address, server.passwords, now=lambda: server.now, web_url=url
    )
    settings = replace(defaults(), address=server.address, web_url=url)
    with served(application(Site(settings, sqlite_database, server.office, installed(), b"key")), port):
        yield World(server, url, chromium)
        for context in chromium.contexts:
            context.close()


@pytest.fixture
def board(world: World) -> str:
    """A board of Hex on which alice is to move."""
    world.server.hear("alice@example.org", "hex challenge alice bob -size=5")
    return "/hex/101"


def shows(page: Page, headline: str) -> None:
    """Wait until a board that is open says so, by itself."""
    page.wait_for_function("(words) => document.getElementById('headline')?.innerText === words", arg=headline)


def touch(page: Page, place: str) -> None:
    """Touch a place, and confirm the move."""
    page.locator(f"a[data-place={place}]").click()
    page.locator("#confirm").click()


def test_who_has_touched_the_wrong_piece_touches_the_right_one(world: World) -> None:
    world.server.hear("alice@example.org", "chess challenge alice bob")
    page = world.player("alice", "/chess/101")

    page.locator("a[data-place=e2]").click()
    page.locator("a[data-anew=b1]").click()
    page.locator("a[data-anew=b1]").click()
    page.locator("a[data-place=g1]").click()
    page.locator("a[data-place=f3]").click()

    assert page.locator("#confirm").inner_text()
    assert page.url.endswith("/chess/101?touch=g1+f3")


def press(page: Page, name: str) -> None:
    """Press a button of a board, which may be folded away."""
    page.evaluate("for (const each of document.querySelectorAll('.panel details')) each.open = true")
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()


def test_one_plays_by_mail_and_one_by_a_page_that_stays_open(world: World, board: str) -> None:
    world.server.hear("alice@example.org", "hex challenge alice bob -size=3")
    page = world.player("bob", "/hex/102")
    hears = "alice@example.org"
    for place, answer in (("a1", "b2"), ("c1", "a2")):
        shows(page, "alice to move")
        world.server.hear(hears, f"hex move 102 alice secret7 {place}")
        shows(page, "Your turn")
        touch(page, answer)
        page.wait_for_selector("#confirm", state="detached")
        assert answer in world.letter(hears)

    world.server.hear(hears, "hex move 102 alice secret7 a3")
    shows(page, "Your turn")
    touch(page, "c2")

    shows(page, "You won")
    assert "Game won by bob." in world.letter(hears)


def test_two_play_in_two_browsers_at_once(world: World, board: str) -> None:
    alice, bob = world.player("alice", board), world.player("bob", board)

    touch(alice, "b3")
    shows(bob, "Your turn")
    assert bob.locator("#seats li.now a").inner_text() == "bob"
    touch(bob, "c3")

    shows(alice, "Your turn")
    assert alice.locator("#seats li.now a").inner_text() == "alice"
    assert alice.locator("#moves td a").all_inner_texts() == ["b3", "c3"]


def test_somebody_signs_up_and_types_in_the_code_of_the_letter(world: World) -> None:
    page = world.visitor()
    page.goto(f"{world.url}/sign-up")
    page.fill("main [name=userid]", "dora")
    page.fill("main [name=password]", "a-word-of-mine")
    page.fill("main [name=address]", "dora@example.org")
    page.click("main form button")
    page.wait_for_url("**/me")
    assert "Welcome, dora!" in page.locator(".said").inner_text()

    page.click("main a[href='/confirm']")
    found = _CODE.search(world.letter("dora@example.org"))
    assert found
    page.fill("main [name=code]", found[1])
    page.click("main button[value=yes]")

    page.wait_for_url("**/me")
    page.goto(f"{world.url}/settings")
    assert "confirmed" in page.locator("li:has-text('dora@example.org')").inner_text()
    assert "to be confirmed" not in page.locator("main").inner_text()


def test_somebody_signs_in_by_a_link_that_is_mailed(world: World) -> None:
    page = world.visitor()
    page.goto(f"{world.url}/sign-in")
    page.click("text=Get a link by mail")
    page.fill("main [name=userid]", "alice")
    page.click("main form button")
    page.locator(".said").wait_for()

    page.goto(world.link("alice@example.org"))
    page.click("text=Sign in as alice")

    page.wait_for_url("**/me")
    assert page.locator(".account summary").inner_text().endswith("alice")


def test_somebody_plays_by_the_link_in_the_letter_about_a_board(world: World, board: str) -> None:
    page = world.visitor()
    page.goto(world.link("alice@example.org"))
    page.click("text=Play as alice")
    shows(page, "Your turn")
    assert page.url == world.url + board

    touch(page, "c3")

    shows(page, "bob to move")
    assert "1. c3" in world.letter("bob@example.org")


def test_somebody_goes_on_vacation_and_comes_back(world: World, board: str) -> None:
    page = world.player("alice", "/settings#vacation")
    page.click("summary:has-text('Go on vacation')")
    page.fill("main [name=days]", "14")
    page.click("button:text-is('Go on vacation')")
    page.wait_for_selector("text=You are on vacation until")
    page.goto(f"{world.url}/me")
    assert "your clocks stand still" in page.locator("main").inner_text()

    page.click("text=Come back earlier")
    page.click("text=I am back")

    page.wait_for_selector("text=You are not on vacation")


def test_a_planned_answer_is_made_while_its_player_looks_on(world: World, board: str) -> None:
    world.mail("alice", "move c3")
    page = world.player("alice", board)
    with goes_on(page):
        page.click("text=Plan ahead")
    for place in ("b4", "b3"):
        with goes_on(page):
            page.locator(f"a[data-place={place}]").click()
    press(page, "Plan if b4, then b3")
    assert "if b4, then b3" in page.locator("#turn").inner_text()

    world.mail("bob", "move b4")

    page.wait_for_function("() => document.getElementById('game').dataset.moves === '3'")
    assert page.locator("#moves td a").all_inner_texts() == ["c3", "b4", "b3 (Auto)"]
    assert "b3" in world.letter("bob@example.org")


def test_a_move_is_taken_back_by_consent_on_two_open_pages(world: World, board: str) -> None:
    alice, bob = world.player("alice", board), world.player("bob", board)
    touch(alice, "c3")
    shows(alice, "bob to move")
    press(alice, "Propose to take back my last move")

    bob.locator(".vote").wait_for()
    press(bob, "Accept")

    shows(bob, "alice to move")
    shows(alice, "Your turn")
    assert alice.locator("#moves").count() == 0


def test_a_tie_is_proposed_rejected_and_accepted_on_two_open_pages(world: World, board: str) -> None:
    for userid, place in (("alice", "a1"), ("bob", "b2")):
        world.mail(userid, f"move {place}")
    alice, bob = world.player("alice", board), world.player("bob", board)
    press(alice, "Propose a tie")
    bob.locator(".vote").wait_for()
    press(bob, "Reject")
    alice.locator("#turn").get_by_text("has yet to answer").wait_for(state="detached")
    press(alice, "Propose a tie")
    bob.locator(".vote").wait_for()
    press(bob, "Accept")

    shows(alice, "A tie")
    shows(bob, "A tie")


def test_who_resigns_loses_on_both_pages(world: World, board: str) -> None:
    for userid, place in (("alice", "a1"), ("bob", "b2")):
        world.mail(userid, f"move {place}")
    alice, bob = world.player("alice", board), world.player("bob", board)
    press(alice, "Resign board 101")

    shows(alice, "You lost")
    shows(bob, "You won")


def test_two_talk_on_two_open_pages(world: World, board: str) -> None:
    alice, bob = world.player("alice", board), world.player("bob", board)
    for speaker, listener, words in ((alice, bob, "Good luck!"), (bob, alice, "You too <3")):
        speaker.fill("#chat", words)
        press(speaker, "Send")
        listener.locator(f"#remarks :text('{words}')").wait_for()

    assert alice.locator("#remarks .words").all_inner_texts() == ["Good luck!", "You too <3"]
    assert "You too <3" in world.letter("alice@example.org")


def test_what_happens_between_a_page_and_its_stream_is_shown(world: World, board: str) -> None:
    world.mail("alice", "move c3")
    page = world.player("bob")

    def propose_meanwhile(stream: Route) -> None:
        world.mail("alice", "move propose")
        stream.continue_()

    page.route("**/hex/101/events", propose_meanwhile, times=1)
    page.goto(world.url + board)

    page.locator(".vote").wait_for()


def test_what_happens_while_the_scripts_of_a_page_come_slowly_is_shown(world: World, board: str) -> None:
    world.mail("alice", "move c3")
    page = world.player("bob")

    def propose_meanwhile(script: Route) -> None:
        world.mail("alice", "move propose")
        sleep(4 * hub.LOOKS_EVERY)
        script.continue_()

    page.route("**/board.js*", propose_meanwhile, times=1)
    page.goto(world.url + board)

    page.locator(".vote").wait_for()


def test_who_moves_about_by_keys_stays_where_they_are_when_something_happens(world: World, board: str) -> None:
    page = world.player("alice", board)
    page.locator("a[data-place=b2]").focus()

    world.mail("bob", "chat", comment="Take your time.")

    page.locator("#remarks li").wait_for()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") == "c2"


def test_what_is_unfolded_and_typed_stays_so_when_something_happens(world: World, board: str) -> None:
    page = world.player("bob", board)
    page.click("#more > summary")
    page.fill("#queue", "if d4 then")

    world.mail("alice", "chat", comment="Take your time.")

    page.locator("#remarks li").wait_for()
    page.keyboard.type(" b2")
    assert page.input_value("#queue") == "if d4 then b2"


def test_a_touch_is_not_lost_to_something_that_happens_meanwhile(world: World, board: str) -> None:
    page = world.player("alice", board)
    page.evaluate("""() => {
      const touch = new MouseEvent("click", {bubbles: true, cancelable: true});
      document.querySelector("a[data-place=b2]").dispatchEvent(touch);
      document.dispatchEvent(new CustomEvent("pbmserv:changed"));
    }""")

    page.locator("#confirm").wait_for()


def test_a_server_that_is_away_for_a_moment_takes_away_no_page(world: World, board: str) -> None:
    page = world.player("alice", board)
    page.fill("#chat", "I am thinking")
    page.route("**/hex/101", lambda asked: asked.abort())
    page.evaluate("document.dispatchEvent(new CustomEvent('pbmserv:changed'))")
    page.wait_for_function("() => !document.getElementById('game').hasAttribute('aria-busy')")
    page.unroute_all()

    world.mail("bob", "chat", comment="Take your time.")

    page.locator("#remarks li").wait_for()
    assert page.input_value("#chat") == "I am thinking"


def test_a_link_is_asked_for_by_the_keyboard_alone_while_sign_in_rests(world: World) -> None:
    page = world.visitor()
    page.goto(f"{world.url}/sign-in")
    for number in range(11):
        page.locator("main [name=userid]").focus()
        page.keyboard.press("Control+A")
        page.keyboard.type("alice")
        page.keyboard.press("Tab")
        page.keyboard.type(f"wrong-{number}")
        page.keyboard.press("Enter")
        page.locator(".refusal").wait_for()
        if "rests" in page.inner_text(".refusal"):
            break
    assert "Sign-in with a password rests for up to ten minutes" in page.inner_text(".refusal")

    page.evaluate("document.activeElement.blur()")
    while page.evaluate("document.activeElement.innerText") != "Mail me a link":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    page.get_by_text("a letter with a link is on its way").wait_for()
    assert "/sign-in/link?token=" in world.link("alice@example.org")
