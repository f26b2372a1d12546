"""Pages in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page


def sign_in(page: Page, address: str, userid: str, password: str) -> None:
    """Sign in by the form, as a player does."""
    page.goto(f"{address}/sign-in")
    page.fill("main [name=userid]", userid)
    page.fill("main [name=password]", password)
    page.click("main form button")
    page.wait_for_url("**/me")
