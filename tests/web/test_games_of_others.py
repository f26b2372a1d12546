"""Boards of a game that somebody has installed: moves of several touches are data on its pages, as those of ours."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from pbmserv.games import catalogue
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.games.test_adding_a_game import install
from tests.web.conftest import URL, Browser

LEAPERS = """
from pbmserv.games.breakthrough import Breakthrough

class Leapers(Breakthrough):
    '''A man goes ahead, or two squares ahead: what is between is touched then, and taken.'''
    name = "Leapers"

    def legal_paths(self, position):
        yield from super().legal_paths(position)
        for place in position.places_of(self.own(position)):
            over, to = self.board(position).rays[place][0 if position.next_seat == 0 else 4][:2]
            if position.cells[to] == ".":
                yield place, to, over

    def slides(self, position, seat, steps, move):
        return {told}
"""
TOLD = '("", f"{steps[0]} {steps[1]}", f"{steps[2]} -") if len(steps) == 3 else ()'
OF_ANOTHER_LENGTH = '("a1 a2",)'


def board_of_theirs(database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch, told: str) -> Browser:
    """Alice, who is to move on the first board of a game that tells this of what slides."""
    install(folder, "leapers = leapers:Leapers", LEAPERS.replace("{told}", told))
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "leapers", raising=False)
    games = catalogue.Catalogue(entry_points(group=catalogue.GROUP))
    monkeypatch.setattr("tests.conversation.installed", lambda: games)
    server = Server(database)
    server.sign_up("alice", "bob")
    assert server.hear("alice@example.org", "leapers challenge alice bob").subject
    site = Site(defaults(), database, server.office, games, b"key of these forms")
    browser = Browser(application(site), URL, follow_redirects=False)
    browser.sign_in("alice")
    return browser


def tree_in(page: str) -> dict[str, object]:
    [data] = re.findall(r'id="tree">([^<]*)</script>', page)
    tree = json.loads(data)
    assert isinstance(tree, dict)
    return tree


def tree_on_page(database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch, told: str) -> dict[str, object]:
    """The tree on the first page of such a game."""
    return tree_in(board_of_theirs(database, folder, monkeypatch, told).get("/leapers/101").text)


def test_each_touch_of_their_moves_is_shown_at_once(
    undone_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = tree_on_page(undone_database, tmp_path, monkeypatch, TOLD)

    assert tree["a2"] == {"a3": 0, "b3": 0, "a4": {"": "a2 a4", "a3": "a3 -"}}


def test_their_boards_turn_with_coordinates_and_moves_as_ours(
    undone_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = board_of_theirs(undone_database, tmp_path, monkeypatch, TOLD)
    tree = tree_in(browser.get("/leapers/101").text)

    def order(address: str) -> list[str]:
        return re.findall(r'(?:data-(?:place|anew)="|<g><title>)([a-h][1-8])[",]', browser.get(address).text)

    assert order("/leapers/101")[0] == "a8"
    flipped = browser.get("/leapers/101?flipped=yes").text
    assert order("/leapers/101?flipped=yes")[0] == "h1"
    assert tree_in(flipped) == tree
    labels = re.findall(r'<text x="([0-9.]+)" y="([0-9.]+)" font-size="13">([a-h])</text>', flipped)
    assert {float(y) for _, y, _ in labels} == {5 + 8 * 44 + 11}
    assert [letter for _, _, letter in sorted(labels, key=lambda each: float(each[0]))] == [*"hgfedcba"]


def test_what_slides_at_no_touch_is_left_out(
    undone_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = tree_on_page(undone_database, tmp_path, monkeypatch, OF_ANOTHER_LENGTH)

    assert tree["b2"] == {"b3": 0, "a3": 0, "c3": 0, "b4": {"b3": 0}}
