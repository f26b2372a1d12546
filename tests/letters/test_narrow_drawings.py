"""Help pages fit a phone: nothing scrolls sideways, whatever is drawn there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbmserv.commands.help.actions import page
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.letters.html import whole_page
from pbmserv.letters.narrow_drawings import blocks_that_fit
from pbmserv.places import help_pages
from tests.endtoend.chromium import chromium

PAGES = sorted(each.stem for each in help_pages().glob("*.txt"))
PHONE = 360
SCROLLING = """
return [...document.querySelectorAll("body *")].filter((each) => each.scrollWidth > each.clientWidth + 1
  && getComputedStyle(each).display !== "inline").map((each) => each.outerHTML.slice(0, 200));
"""


def shown(name: str) -> str:
    return blocks_that_fit(page([name], installed(), COMMANDS)[1])


@pytest.mark.parametrize("name", PAGES)
def test_no_drawing_of_a_help_page_is_wider_than_a_phone(name: str) -> None:
    assert "tabindex" not in shown(name)


def test_a_line_to_be_typed_goes_on_below_if_it_is_too_long() -> None:
    html = blocks_that_fit(
        "Write:\n\n    > trichet challenge alice anyone --rating=1500-1900 --forfeittime=10 --nagtime=3\n"
    )

    assert "white-space:pre-wrap" in html
    assert "<pre" not in html


def test_aligned_words_are_a_table() -> None:
    html = blocks_that_fit(
        "Moves:\n\n"
        "    8/5 6/5      two checkers, one with each die, in any order\n"
        "    24/14        one checker, with both; 24/18/14 is the same\n"
    )

    assert re.findall("<td[^>]*>(.*?)</td>", html) == [
        "8/5 6/5",
        "two checkers, one with each die, in any order",
        "24/14",
        "one checker, with both; 24/18/14 is the same",
    ]


def test_a_cell_above_two_columns_spans_both() -> None:
    html = blocks_that_fit(
        "Tiles:\n\n"
        "    Even: 12 tiles                   Odd: 12 tiles\n"
        "    000 Bobo         222 Kroston     111 Sibylline        333 Schtroumpf\n"
        "    002 Foufi        110 Sandy       001 Marc Lebut       003 Sophie\n"
    )

    assert re.findall('<td colspan="2"[^>]*>(.*?)</td>', html) == ["Even: 12 tiles", "Odd: 12 tiles"]
    assert html.count("<td ") == 10


def test_a_wide_board_is_drawn_smaller_as_a_whole() -> None:
    row = "+---" * 16 + "+"

    html = blocks_that_fit(f"The board:\n\n    {row}\n    {row.replace('---', '   ').replace('+', '|')}\n")

    assert html.count("<pre") == 1
    assert 'class="size8"' in html


def test_what_fits_is_left_as_it_is() -> None:
    drawn = "      a b c d\n    1 . . . . 1\n"

    assert f">{drawn.rstrip()}</pre>" in blocks_that_fit(f"The board:\n\n{drawn}")


@pytest.mark.long
def test_in_a_browser_nothing_scrolls_sideways(tmp_path: Path) -> None:
    scrolling = {}
    with chromium(tmp_path) as browser:
        for name in PAGES:
            browser.open(whole_page(name, "", shown(name)), PHONE)
            if found := browser.ask(SCROLLING) or browser.width > PHONE:
                scrolling[name] = found

    assert scrolling == {}
