"""The game that CONTRIBUTING gives as an example: it is found once installed, keeps the contract, and is played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from pbmserv.games.catalogue import GROUP, Catalogue, installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.testing import check_contract
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


@pytest.mark.long
def test_what_is_to_be_typed_after_that_works_as_it_stands_there(tmp_path: Path) -> None:
    """The package is on the path, as after `pip install`; nothing else is there, no database either."""
    install(tmp_path, "tictactoe = tictactoe:TicTacToe", FILES["tictactoe.py"])
    [play] = re.findall(r"^```sh\npip install -e \. [^\n]*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    [check] = re.findall(r"^```sh\n(python -m pbmserv\.games\.testing .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

    done = run(tmp_path, "sh", "-ec", play + check)

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^tictactoe +TicTacToe ", done.stdout, re.MULTILINE)
    assert "1 2 3\n4 X 6\n7 8 9\n" in done.stdout
    assert done.stderr.endswith("TicTacToe keeps the contract in 20 random games.\n")


@pytest.mark.long
def test_our_own_tests_are_about_our_own_games_whatever_else_is_installed(tmp_path: Path) -> None:
    rules = "from pbmserv.games.breakthrough import Breakthrough\nclass Onrush(Breakthrough):\n    name = 'Onrush'\n"
    install(tmp_path, "onrush = onrush:Onrush", rules)
    look = "from pbmserv.games.catalogue import installed; print('onrush' in installed())"

    seen = run(tmp_path, sys.executable, "-c", look)
    by_tests = run(tmp_path, sys.executable, "-c", f"import tests.conftest, tests.games.test_grid_help; {look}")

    assert (seen.stdout, by_tests.stdout) == ("True\n", "False\n"), by_tests.stderr


def install(folder: Path, entry: str, module: str) -> None:
    """Put a package there that has one game, as an installer does."""
    word = entry.partition(" ")[0]
    (folder / f"{word}.py").write_text(module, "utf-8")
    told = folder / f"pbmserv_{word}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: pbmserv-{word}\nVersion: 1.0\n", "utf-8")
    (told / "entry_points.txt").write_text(f"[{GROUP}]\n{entry}\n", "utf-8")


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """What a program says that is run in a folder, where packages are that it can use."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    known = {"PATH": path, "PYTHONPATH": os.pathsep.join([str(folder), str(TOP)])}
    return subprocess.run(command, cwd=folder, env=known, capture_output=True, text=True, check=False, timeout=120)


def test_the_game_on_a_grid_that_is_given_as_an_example_is_the_one_that_is_played() -> None:
    module = (TOP / "pbmserv/games/breakthrough.py").read_text("utf-8")
    [example] = re.findall(r"^```python\n(AHEAD = .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    constant, rules = example.split("\n\n\n")
    described, start, methods = rules.partition("    def start(")

    assert constant in module
    assert f"{start}{methods}".strip() in module
    ours = {line for line in module.splitlines() if not line.startswith("    move_form")}
    assert {line for line in described.splitlines() if not line.startswith("    move_form")} <= ours
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
    check_contract(game, seconds=2)
