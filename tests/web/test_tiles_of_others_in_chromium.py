"""Tiles of a game that somebody has installed are turned with all that lies on them, whatever its roles."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from pbmserv.games import catalogue
from tests.games.test_adding_a_game import install
from tests.web.nearly_over import challenge
from tests.web.test_board_in_chromium import Table, laid_table
from tests.web.test_touching_in_chromium import BY_FINGER, MIDDLE, drag_by_finger, settled

pytestmark = pytest.mark.long

TRIGONS = """
from dataclasses import replace

from pbmserv.games.macmahon.game import MacMahon


class Trigons(MacMahon):
    '''MacMahon's tiles, drawn as a man with marks upon him.'''
    name = "Trigons"

    def picture(self, position, viewer):
        picture = super().picture(position, viewer)
        roles = {"tile.hand": "piece.0", "figure": "sign.0"}
        shapes = [replace(each, role=roles.get(each.role, each.role)) for each in picture.shapes]
        return replace(picture, shapes=tuple(shapes))
"""
TILE = "tile:112"
FAR_FROM = """([name, x, y]) => [...document.querySelectorAll("#frame .picture [data-on]")]
  .filter(({dataset}) => (dataset.was ?? dataset.on) === name)
  .map((each) => {
    const {left, top, width, height} = each.getBoundingClientRect();
    return Math.hypot(left + width / 2 - x, top + height / 2 - y);
  })"""
"""How far the shapes are that the server has put on a place from a point of the window, in pixels."""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sqlite_url: str) -> Iterator[Table]:
    install(tmp_path, "trigons = trigons:Trigons", TRIGONS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "trigons", raising=False)
    games = catalogue.Catalogue(entry_points(group=catalogue.GROUP))
    for module in ("tests.conversation", "tests.web.nearly_over", "tests.web.test_board_in_chromium"):
        monkeypatch.setattr(f"{module}.installed", lambda: games)
    with laid_table(sqlite_url) as table:
        yield table


def test_nothing_of_a_tile_stays_behind(table: Table) -> None:
    page = table.seat("alice", reduced_motion="reduce", **BY_FINGER)
    page.goto(table.url + challenge(table.server, "trigons"))
    goal = page.evaluate(MIDDLE, "1")
    side = page.evaluate("() => document.querySelector('.touches [data-name=\"1\"]').getBoundingClientRect().width")
    in_the_hand: list[list[float]] = []

    def far() -> list[float]:
        return list(page.evaluate(FAR_FROM, [TILE, *goal]))

    drag_by_finger(page, TILE, "1", meanwhile=lambda: in_the_hand.append(far()))
    settled(page)

    for shapes in (in_the_hand[0], far()):
        assert len(shapes) == 7, "a body, three marks and three colours"
        assert max(shapes) < side / 2
