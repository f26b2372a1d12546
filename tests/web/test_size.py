"""A board's page is light: with its scripts and styles it comes in a moment, on a slow line as well."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbmserv.games.catalogue import installed
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.nearly_over import challenge, partly_played

MOST = 45_000
"""Bytes of a page with all that it loads, compressed."""
OF_TWIXT = 40_000
"""Its picture is the largest. It was 38,000 before the moves stood at the board on a phone."""


def compressed(browser: Browser, address: str) -> int:
    """The bytes that are sent."""
    answer = browser.get(address)
    assert answer.status_code == 200, address
    size = int(answer.headers["content-length"])
    assert answer.headers.get("content-encoding") == "gzip" or size < 500, address
    return size


def loaded_by(browser: Browser, page: str) -> set[str]:
    """The scripts and styles of a page, and the scripts that these import, at once or for tiles and small places."""
    found = set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', browser.get(page).text))
    for address in [each for each in found if each.endswith(".js")]:
        folder = address.rpartition("/")[0]
        found |= {f"{folder}/{name}" for name in re.findall(r'from ?"\./([^"]+)"', browser.get(address).text)}
    later = ["loupe.js", *["tiles.js"] * bool(re.search(r'id="tree"[^<]*~', browser.get(page).text))]
    return found | {each.replace("touch.js", name) for each in found if each.endswith("/touch.js") for name in later}


def size_of(browser: Browser, page: str) -> int:
    loaded = loaded_by(browser, page)
    assert len([each for each in loaded if each.endswith((".js", ".css"))]) >= 4
    return sum(compressed(browser, each) for each in (page, *loaded))


def limit(word: str) -> int:
    return OF_TWIXT if word == "twixt" else MOST


@pytest.mark.parametrize("word", ["twixt", "go", "amazons", "hearts", "backgammon"])
def test_a_board_at_the_start_is_light(server: Server, alice: Browser, word: str) -> None:
    server.sign_up("dave")

    assert size_of(alice, challenge(server, word)) <= limit(word)


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0], ids=["at the start", "in the middle", "at the end"])
@pytest.mark.parametrize("word", installed())
def test_a_board_is_light(server: Server, new_browser: Callable[[], Browser], word: str, part: float) -> None:
    server.sign_up("dave")
    board = partly_played(server, word, part)

    sizes = {}
    for userid in ("alice", "bob"):
        browser = new_browser()
        browser.sign_in(userid)
        sizes[userid] = size_of(browser, board)

    assert {userid: size for userid, size in sizes.items() if size > limit(word)} == {}
