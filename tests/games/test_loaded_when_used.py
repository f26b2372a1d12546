"""The module of a game is imported when its game is used, so that many games cost no more than a few."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.docs import TOP

GAMES = frozenset(word.replace("-", "_") for word in installed())
"""The modules of the games."""


def loaded_after(*words: str, code: str = "", environ: dict[str, str] | None = None) -> set[str]:
    """The parts of `pbmserv.games` that a new process has loaded when a command, or some code, is done."""
    told = "import atexit, sys; atexit.register(lambda: print('', *sys.modules, sep='\\nloaded '))"
    run = code or "from pbmserv.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", f"{told}; {run}", *words],
        cwd=TOP,
        env={**os.environ, **(environ or {})},
        capture_output=True,
        text=True,
        check=True,
    )
    prefix = "loaded pbmserv.games."
    return {line.removeprefix(prefix).split(".")[0] for line in done.stdout.splitlines() if line.startswith(prefix)}


@pytest.fixture
def environ(sqlite_database: Database, sqlite_url: str, tmp_path: Path) -> dict[str, str]:
    """What leads the command line to a database with a board of Hex."""
    server = Server(sqlite_database)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "hex challenge alice bob")
    return {"PBMSERV_DATABASE_URL": sqlite_url, "PBMSERV_HOME": str(tmp_path)}


def test_asking_for_the_version_loads_nothing_of_games() -> None:
    assert loaded_after("--version") == set()


def test_showing_a_board_loads_the_rules_of_its_game_alone(environ: dict[str, str]) -> None:
    assert loaded_after("hex", "show", "101", environ=environ) & GAMES == {"hex"}


def test_a_server_that_starts_looks_which_games_there_are_and_loads_none_of_them() -> None:
    starts = (
        "import pbmserv.service, pbmserv.web.server; from pbmserv.games.catalogue import installed;"
        " assert 'chess' in installed() and len(installed()) > 30 and not installed().left_out"
    )

    assert loaded_after(code=starts) & GAMES == set()
