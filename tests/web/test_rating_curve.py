"""How a player came to a rating, as a page shows it."""

from __future__ import annotations

import re

import pytest

from pbmserv.commands.operator import interventions
from pbmserv.storage.standings import Estimate
from pbmserv.web.rating_curve import curve_of
from tests.conversation import Server
from tests.web.conftest import Browser

on_sqlite = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)

LABEL = re.compile(r'aria-label="([^"]*)" viewBox')


def lose(server: Server, *numbers: int) -> None:
    """Games of Hex that alice loses against bob."""
    for number in numbers:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        server.hear("alice@example.org", f"hex move {number} alice secret7 c3")
        server.hear("bob@example.org", f"hex move {number} bob bobpw123 d2")
        server.hear("alice@example.org", f"hex resign {number} alice secret7")


@on_sqlite
def test_a_curve_comes_after_three_rated_games(server: Server, browser: Browser) -> None:
    lose(server, 101, 102)
    assert LABEL.findall(browser.get("/players/bob").text) == []

    lose(server, 103)

    assert LABEL.findall(browser.get("/players/bob").text) == [
        "The last 3 rated games: from 1662 ±290 to 1753 ±244, at the lowest 1662, at the highest 1753."
    ]
    assert "to 1247 ±244" in LABEL.findall(browser.get("/players/alice").text)[0]


@on_sqlite
def test_a_game_that_the_operator_calls_off_goes_from_the_curve(server: Server, browser: Browser) -> None:
    lose(server, 101, 102, 103, 104)
    before = browser.get("/players/bob").text

    server.office.act(
        lambda call: interventions.abort(call, interventions.board_to_change(call, "hex", 102), "A fraud.")
    )

    [words] = LABEL.findall(browser.get("/players/bob").text)
    assert "The last 4 rated games" in before
    assert words.startswith("The last 3 rated games: from 1662 ±290 to 1753 ±244")


@on_sqlite
def test_the_page_says_how_certain_a_rating_is_as_the_letter_does(server: Server, browser: Browser) -> None:
    lose(server, 101)

    letter = server.say("alice@example.org", "hex standings").text

    assert "1662 ±290" in letter
    assert '1662?<span class="soft">&nbsp;±290</span>' in browser.get("/hex/standings").text
    assert '1662?<span class="soft"> ±290</span>' in browser.get("/players/bob").text


def test_the_curve_goes_from_left_to_right_within_its_band_and_up_when_the_player_wins() -> None:
    drawn = str(curve_of([Estimate(1500, 300), Estimate(1600, 200), Estimate(1550, 100)]))

    line, band = (
        [tuple(map(float, point.split(","))) for point in re.findall(rf'<{shape} points="([^"]*)"', drawn)[0].split()]
        for shape in ("polyline", "polygon")
    )
    assert [x for x, _ in line] == [40, 176, 312]
    assert line[1][1] < line[2][1] < line[0][1]
    assert all(band[place][1] < line[place][1] < band[-1 - place][1] for place in range(3))
    assert re.findall(r">(-?\d+)</text>", drawn) == ["1200", "1300", "1400", "1500", "1600", "1700", "1800"]


def test_a_curve_of_somebody_whose_strength_does_not_change_is_a_level_line() -> None:
    drawn = str(curve_of([Estimate(1500, 0.5)] * 3))

    [points] = re.findall(r'<polyline points="([^"]*)"', drawn)
    assert len({point.split(",")[1] for point in points.split()}) == 1
