"""The game that CONTRIBUTING gives as an example: it is found once installed, keeps the contract, and is played."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from pbmserv.games.catalogue import GROUP, Catalogue, installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.post_office import PostOffice
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, PLAYERS, Server
from tests.docs import TOP

PAGE = (TOP / "CONTRIBUTING.md").read_text("utf-8")
FILES = dict(re.findall(r"^```\w+\n# (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
"""The files that the page gives, by their names."""


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """What is found where the files of the page have been installed."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("tictactoe", "test_tictactoe"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    entries = tomllib.loads(FILES["pyproject.toml"])["project"]["entry-points"][GROUP]
    return Catalogue(EntryPoint(word, value, GROUP) for word, value in entries.items())


def test_the_game_is_one_short_file(catalogue: Catalogue) -> None:
    assert [*FILES] == ["tictactoe.py", "pyproject.toml", "test_tictactoe.py"]
    assert len(FILES["tictactoe.py"].splitlines()) < 70
    assert [game.name for game in catalogue.values()] == ["TicTacToe"]
    assert catalogue.left_out == {}


@pytest.mark.usefixtures("catalogue")
def test_it_keeps_the_contract() -> None:
    import_module("test_tictactoe").test_tictactoe_keeps_the_contract()


def test_it_is_played_by_mail(catalogue: Catalogue, sqlite_database: Database) -> None:
    server = Server(sqlite_database)
    server.office = PostOffice(sqlite_database, catalogue, ADDRESS, server.passwords, now=lambda: server.now)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "tictactoe challenge alice bob")

    for mover, square in [("alice", 5), ("bob", 1), ("alice", 3), ("bob", 2), ("alice", 7)]:
        answer = server.hear(f"{mover}@example.org", f"tictactoe move 101 {mover} {PLAYERS[mover]} {square}")

    assert "Game won by alice.\nX has three squares in a line." in answer.letters[0].text
    assert "O O X\n4 X 6\nX 8 9" in answer.letters[0].text


def test_the_game_on_a_grid_that_is_given_as_an_example_is_the_one_that_is_played() -> None:
    module = (TOP / "pbmserv/games/breakthrough.py").read_text("utf-8")
    [example] = re.findall(r"^```python\n(AHEAD = .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    constant, rules = example.split("\n\n\n")

    assert constant in module
    assert rules.strip() in module
    assert len(example.splitlines()) <= 50


def test_the_game_on_a_grid_can_be_played_as_it_stands_there() -> None:
    [imports] = re.findall(
        r"^```python\n(from collections\.abc import Iterator\n.*?)^```$", PAGE, re.MULTILINE | re.DOTALL
    )
    [example] = re.findall(r"^```python\n(AHEAD = .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    as_copied: dict[str, Any] = {}
    exec(imports + example, as_copied)  # noqa: S102 - it is our own page
    game, ours = as_copied["Breakthrough"](), installed()["breakthrough"]
    start = game.start({"size": 5}, 2, Chance(bytes(SEED_BYTES), "page"))

    played = game.play(start, 0, "B2 c3", Chance(bytes(SEED_BYTES), "page"))

    assert played.move == "b2-c3"
    assert game.legal_moves(played.position, 1) == ours.legal_moves(played.position, 1)
    assert (game.draw(played.position, None), game.family) == (ours.draw(played.position, None), "Squares")
