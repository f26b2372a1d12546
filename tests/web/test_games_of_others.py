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


def tree_on_page(database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch, told: str) -> dict[str, object]:
    """The tree on the first page of a game that tells this of what slides."""
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
    [data] = re.findall(r'id="tree">([^<]*)</script>', browser.get("/leapers/101").text)
    tree = json.loads(data)
    assert isinstance(tree, dict)
    return tree


def test_each_touch_of_their_moves_is_shown_at_once(
    undone_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = tree_on_page(undone_database, tmp_path, monkeypatch, TOLD)

    assert tree["a2"] == {"a3": 0, "b3": 0, "a4": {"": "a2 a4", "a3": "a3 -"}}


def test_what_slides_at_no_touch_is_left_out(
    undone_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = tree_on_page(undone_database, tmp_path, monkeypatch, OF_ANOTHER_LENGTH)

    assert tree["b2"] == {"b3": 0, "a3": 0, "c3": 0, "b4": {"b3": 0}}
