"""GNU Backgammon reads our matches, plays their moves by its rules, and comes to the same score."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbmserv.games.backgammon import Backgammon
from pbmserv.games.backgammon.notation import read
from pbmserv.games.base import OptionValue
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.testing import play_random_game, replay

pytestmark = pytest.mark.long

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
TURN = re.compile(r"([1-6]{2}):((?: +[0-9]+/[0-9]+\*?(?:\([0-9]\))?)*)")


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed: apt-get install gnubg")
@pytest.mark.parametrize(
    "options",
    [{"points": 1}, {"points": 1, "cube": True}, {"points": 5, "cube": True}, {"points": 7}],
    ids=str,
)
@pytest.mark.parametrize("seed", range(3))
def test_gnu_backgammon_reads_a_match(options: dict[str, OptionValue], seed: int, tmp_path: Path) -> None:
    game = Backgammon()
    record = play_random_game(game, options, 2, bytes([seed] * 16), max_turns=5000)
    positions = replay(game, record).positions
    told = PlayedGame("Backgammon 101", "2026-11-22", ("alice", "bob"), record.options, (), steps=lambda: positions)
    ours = game.game_file(told)
    (tmp_path / "ours.mat").write_text(ours)
    orders = ["set jacoby off", f'import mat "{tmp_path}/ours.mat"', f'export match mat "{tmp_path}/theirs.mat"']
    (tmp_path / "orders").write_text("\n".join([*orders, ""]))

    assert GNUBG is not None
    subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-c", str(tmp_path / "orders")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        env={"HOME": str(tmp_path)},
    )

    theirs = (tmp_path / "theirs.mat").read_text()
    assert scores(theirs) == scores(ours)
    assert turns(theirs) == turns(ours)
    assert "Wins" in scores(ours)[-1]
    assert turns(ours)


def scores(text: str) -> list[str]:
    """The length of the match, the score before each game, who has doubled, and what was won, in their order."""
    told = re.findall(r"\d+ point match|alice : \d+ +bob : \d+|Doubles => \d+|Takes|Drops|Wins \d+ points?", text)
    return [" ".join(each.split()) for each in told]


def turns(text: str) -> list[tuple[str, frozenset[tuple[int, int]]]]:
    """The dice of each turn, and what has come of it: moves are told die by die by one, and checker by checker by the
    other."""
    return [(dice, changed(moves)) for dice, moves in TURN.findall(text)]


def changed(moves: str) -> frozenset[tuple[int, int]]:
    """How many checkers more or less there are then on each place."""
    named = re.sub(r"\b25/", "bar/", re.sub(r"/0\b", "/off", moves))
    return read(named).change if named.strip() else frozenset()
