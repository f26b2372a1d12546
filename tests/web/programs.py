"""Programs of players: they have made a token on the page, and ask with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from httpx2 import Response

from tests.web.conftest import Browser

NewBrowser = Callable[[], Browser]


def new_token(browser: Browser, scope: str, label: str = "my bot") -> str:
    """A token that somebody who is signed in has just made."""
    page = browser.fill_in("/settings/tokens", scope=scope, label=label)
    found = re.search(r'<code id="token">([\w-]+)</code>', page.text)
    assert found, page.text
    return found[1]


class Program:
    """Something that speaks JSON with the server, with a token or without."""

    def __init__(self, browser: Browser, token: str = "") -> None:
        self._browser = browser
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, path: str) -> Response:
        """Look something up."""
        return self._browser.get(f"/api{path}", headers=self.headers)

    def get(self, path: str) -> Any:
        """The same, where it has to be there."""
        answer = self.ask(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send(self, path: str, **what: Any) -> Response:
        """Have something done."""
        return self._browser.post(f"/api{path}", json=what, headers=self.headers)


def program_of(new_browser: NewBrowser, userid: str, scope: str) -> Program:
    """A program of a player's."""
    browser = new_browser()
    browser.sign_in(userid)
    return Program(new_browser(), new_token(browser, scope))
