"""The pictures in README and tour are what `pbmserv draw` makes of the games that are told of there.

After a change of how boards look, `TESTS_PICTURES=keep .venv/bin/pytest -n0 tests/test_docs_pictures.py` makes them
again: look at them before they are committed.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbmserv.cli import main
from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice
from pbmserv.storage.database import Database
from tests import docs
from tests.conversation import ADDRESS, PLAYERS, Server
from tests.endtoend.won_game import MOVES

KEPT = docs.TOP / "docs" / "pictures"
PICTURES = {
    "hex": ("hex", "101"),
    "triominoes": ("triominoes", "101#14"),
    "trichet": ("trichet", "101#1"),
    "trichet-won": ("trichet", "101"),
}
"""The board of each picture, and after which move."""
HEX = "c3 d2 d1 c1 c2 b2 b4 a4 b5"
TRIOMINOES = (
    "1-2-2@3 0-2-2@2 0-0-2@1 0-0-1@2 0-1-4@3 0-4-5@6 1-2-4@7"
    " 1-3-4@3 4-5-5@6 1-1-3@2 1-3-3@3 2-3-3@4 3-5-5@11 3-4-5@11"
)
SEED = (0x28).to_bytes(16, "big")
"""With which these tiles are dealt."""


@pytest.fixture(scope="module")
def games(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database with these games: those of the tour, and of the help pages."""
    path = tmp_path_factory.mktemp("pictures") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    server = Server(database)
    server.office = PostOffice(database, installed(), ADDRESS, server.passwords, seeds=lambda: SEED)
    server.sign_up("alice", "bob")
    in_turn = ("alice", "bob") * 10
    play(server, "trichet", MOVES)
    play(server, "hex", list(zip(in_turn, HEX.split(), strict=False)), "-size=5")
    play(server, "triominoes", list(zip(in_turn, TRIOMINOES.split(), strict=False)), "-target=50")
    database.close()
    return f"sqlite:///{path}"


def play(server: Server, game: str, moves: list[tuple[str, str]], parameters: str = "") -> None:
    server.hear("alice@example.org", f"{game} challenge alice bob {parameters}")
    for userid, move in moves:
        server.hear(f"{userid}@example.org", f"{game} move 101 {userid} {PLAYERS[userid]} {move}")


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_one_that_is_drawn_today(games: str, tmp_path: Path, name: str) -> None:
    game, board = PICTURES[name]
    file = tmp_path / f"{name}.svg"

    result = CliRunner().invoke(main, ["draw", game, board, str(file)], env={"PBMSERV_DATABASE_URL": games})

    assert result.exit_code == 0, result.output
    if os.environ.get("TESTS_PICTURES") == "keep":
        shutil.copy(file, KEPT / file.name)
    assert (KEPT / file.name).read_text(encoding="utf-8") == file.read_text(encoding="utf-8")


def test_the_pages_show_all_of_them_and_no_others() -> None:
    shown = {
        name: set(re.findall(r'src="(?:docs/)?pictures/([\w-]+)\.svg"', docs.PAGES[name]))
        for name in ("README.md", "docs/tour.md")
    }

    assert shown["README.md"] | shown["docs/tour.md"] == set(PICTURES) == {file.stem for file in KEPT.glob("*.svg")}
    assert len(docs.README.encode()) < 7_000
