"""Pages in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

PATIENCE = 120_000
"""Milliseconds for anything to happen: many times as long as it takes, for machines that have other things to do."""


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
