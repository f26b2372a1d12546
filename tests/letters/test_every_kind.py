"""The HTML of every kind of letter, as `tests/golden/html` keeps it: it fits a phone, and offers are links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.endtoend.chromium import Chromium, chromium
from tests.golden.conversations import HTML

PAGES = sorted(HTML.glob("*.html"))
MOST_BYTES = 60_000
PHONE, READING_PANE = 360, 700
FINGER = 44
"""The height that a finger hits, in pixels. A link within a sentence is as high as its line."""

TOO_LOW = f"""
const isInSentence = (link) => getComputedStyle(link).display === "inline"
  && link.parentElement.textContent.trim().length > link.textContent.trim().length;
for (const details of document.querySelectorAll("details")) details.open = true;
return [...document.querySelectorAll("a, summary")].filter((link) => !isInSentence(link))
  .filter((link) => link.getBoundingClientRect().height < {FINGER}).map((link) => link.outerHTML);
"""


def title_of(page: str) -> str:
    found = re.search("<title>(.*?)</title>", page)
    return unescape(found[1]) if found else ""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    with chromium(tmp_path_factory.mktemp("chromium")) as running:
        yield running


@pytest.mark.alike
@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_no_address_is_drawn_in_characters_and_the_page_is_small(file: Path) -> None:
    page = file.read_text("utf-8")

    assert len(page.encode()) <= MOST_BYTES
    assert [drawn for drawn in re.findall("<pre[^>]*>(.*?)</pre>", page, re.DOTALL) if "://" in drawn] == []
    assert "mailto:" not in re.sub(r"<[^>]*>", "", page.partition("<body")[2])


@pytest.mark.alike
@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_no_secret_stands_in_the_preview(file: Path) -> None:
    preview = re.search(r'<div style="display:none[^>]*>(.*?)</div>', file.read_text("utf-8"), re.DOTALL)

    assert preview is None or not re.search("<code>|<token>|<link>|PASSWORD", preview[1])


@pytest.mark.long
@pytest.mark.parametrize("width", [PHONE, READING_PANE], ids=["phone", "pane"])
@pytest.mark.parametrize("by_night", [False, True], ids=["day", "night"])
@pytest.mark.in_part
def test_every_kind_of_letter_fits_and_can_be_hit_and_axe_finds_nothing(
    browser: Chromium, width: int, by_night: bool
) -> None:
    wrong: list[str] = []
    # By night each page is looked at once, at one width or the other: only its colours differ.
    for file in PAGES[width == PHONE :: 2] if by_night else PAGES:
        page = file.read_text("utf-8")
        browser.open(page, width, by_night=by_night)
        wide = browser.width
        wrong += [f"{title_of(page)}: {complaint}" for complaint in browser.complaints_of_axe()]
        wrong += [f"{title_of(page)}: too low: {link[:200]}" for link in browser.ask(TOO_LOW)]
        if wide > width:
            wrong.append(f"{title_of(page)}: {wide} pixels wide")

    assert wrong == []
