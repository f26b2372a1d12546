"""In a real browser: diagrams of the rules are played through, and a line of chat is reported, where they stand."""

from __future__ import annotations

import pytest

from tests.web.test_people_in_chromium import World
from tests.web.test_people_in_chromium import chromium as chromium
from tests.web.test_people_in_chromium import world as world

pytestmark = pytest.mark.long

LONG = "W" * 32
PAGES = (
    *("/me", "/", "/hex/101", "/hex", "/hex/boards", "/hex/standings", "/open", "/players", f"/players/{LONG}"),
    *("/settings", "/hex/challenge", "/goofspiel/101", "/write?to=alice", "/hex/history"),
)
PHONE = {"width": 390, "height": 664}
TOO_WIDE = """() => {
  const most = document.documentElement.clientWidth;
  const clipped = (each) => each.closest('.scroll, pre, .moves, .hidden, svg');
  const isWide = (each) => each.getBoundingClientRect().right > most + 1 && !clipped(each);
  return [...document.querySelectorAll('body *')].filter(isWide).map((each) => each.outerHTML.slice(0, 100));
}"""


def test_a_diagram_is_played_through_in_place_and_the_focus_stays(world: World) -> None:
    page = world.visitor()
    page.goto(f"{world.url}/yavalath")
    diagram = page.locator("#diagram-1")

    diagram.get_by_text("Back").click()
    diagram.get_by_text("Move 5 of 6: h5").wait_for()
    page.keyboard.press("Enter")
    diagram.get_by_text("Move 4 of 6: d5").wait_for()

    assert page.url == f"{world.url}/yavalath"


def test_a_line_is_reported_beside_the_chat(world: World) -> None:
    world.server.hear("alice@example.org", "hex challenge alice bob")
    page = world.player("alice", "/hex/101")
    world.mail("bob", "chat", "You are a fool.")
    page.locator(".remarks .words").wait_for()

    page.locator(".report summary").click()
    page.get_by_role("button", name="Show it to the operator").click()
    page.locator("#answer-talk").get_by_text("is shown what bob wrote on Hex Board 101").wait_for()

    assert len(world.server.office.look_up(lambda call: call.work.reports.listed(9))) == 1


def test_a_name_of_32_wide_letters_fits_on_a_phone(world: World) -> None:
    server = world.server
    server.enrol(LONG, "secret7x9")
    server.hear(f"{LONG}@example.org", f"hex challenge {LONG} alice")
    server.hear(f"{LONG}@example.org", f"yacht challenge {LONG} alice anyone")
    server.hear(f"{LONG}@example.org", f"hex seek {LONG} secret7x9 2")
    server.hear(f"{LONG}@example.org", f"hex chat 101 {LONG} secret7x9", "Hello")
    server.hear("alice@example.org", f"block alice secret7 {LONG}")
    server.hear("alice@example.org", f"unblock alice secret7 {LONG}")
    server.hear("alice@example.org", f"goofspiel challenge alice {LONG}")
    page = world.visitor()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{world.url}/sign-in")
    page.fill("main [name=userid]", LONG)
    page.fill("main [name=password]", "secret7x9")
    page.click("main form button")
    page.wait_for_url("**/me")
    wide = {}
    for path in PAGES:
        page.goto(world.url + path)
        if found := page.evaluate(TOO_WIDE):
            wide[path] = found
    assert wide == {}


def test_the_columns_of_pairimpair_stay_columns_on_a_phone(world: World) -> None:
    world.server.hear("alice@example.org", "pairimpair challenge alice bob")
    page = world.player("alice")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{world.url}/pairimpair/101")
    columns = page.locator("pre.columns")

    assert columns.count() == 1
    assert (
        columns.inner_text().splitlines()[1] == "000 Bobo         222 Kroston     111 Sibylline        333 Schtroumpf"
    )
    assert columns.evaluate("(each) => each.clientHeight < 9 * parseFloat(getComputedStyle(each).lineHeight)")
    assert page.evaluate(TOO_WIDE) == []


def test_escape_returns_to_the_square_that_was_touched_last(world: World) -> None:
    world.server.hear("alice@example.org", "chess challenge alice bob")
    page = world.player("alice", "/chess/101")
    for square in ("g1", "f3"):
        page.locator(f"[data-place={square}]").focus()
        page.keyboard.press("Enter")
    page.locator("#confirm:focus").wait_for()

    page.keyboard.press("Escape")
    page.locator("[data-place=f3]:focus").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-place=g1]:focus").wait_for()
