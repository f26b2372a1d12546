"""Pages in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from playwright.sync_api import Locator, Page, ViewportSize

PATIENCE = 120_000
"""Milliseconds for anything to happen: many times as long as it takes, for machines that have other things to do."""

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALLEST = 24
"""Pixels, of what is to be touched."""

Pick: TypeAlias = Callable[[Sequence[str]], str]
"""Picks one of what can be touched."""

TOUCHABLE = "#frame a[data-place]"
"""The places that are lit, and what has no place on the picture."""
AT_THE_BOARD = """(touchable) => ({
  targets: [...document.querySelectorAll(touchable)].map((link) => link.dataset.place),
  ready: document.getElementById("confirm") !== null,
  small: document.querySelector("#frame.small") !== null,
})"""
"""What a page offers: all in one question, since to ask takes longer than to answer."""


def sign_in(page: Page, address: str, userid: str, password: str) -> None:
    """Sign in by the form, as a player does."""
    page.goto(f"{address}/sign-in")
    page.fill("main [name=userid]", userid)
    page.fill("main [name=password]", password)
    page.click("main form button")
    page.wait_for_url("**/me")


@contextmanager
def goes_on(page: Page) -> Iterator[None]:
    """Wait until what the script does in this block has led to another address, and is on the page."""
    before = page.evaluate("location.href")
    yield
    page.wait_for_function("(before) => location.href !== before", arg=before)


def offered(page: Page, pick: Pick) -> Iterator[tuple[str, Locator, bool]]:
    """What is touched next, until a move can be confirmed: its name, where it is, and whether the board is too small
    for a finger."""
    while not (shown := page.evaluate(AT_THE_BOARD, TOUCHABLE))["ready"]:
        target = pick(shown["targets"])
        yield target, page.locator(TOUCHABLE).nth(shown["targets"].index(target)), shown["small"]


def by_touch(page: Page, pick: Pick) -> None:
    """Touch places with a finger: where the board is too small for one, a loupe finds the nearest place."""
    for target, link, is_small in offered(page, pick):
        box = link.bounding_box()
        assert box, f"{target} is gone; the page shows {page.evaluate(AT_THE_BOARD, TOUCHABLE)}"
        assert is_small or min(box["width"], box["height"]) >= SMALLEST - 0.5
        with goes_on(page):
            link.tap()
    with page.expect_navigation():
        page.locator("#confirm").tap()
