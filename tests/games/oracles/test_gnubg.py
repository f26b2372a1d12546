"""GNU Backgammon reads our matches, plays their moves by its rules, and comes to the same score; we read its own."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from pbmserv.games.backgammon import Backgammon
from pbmserv.games.backgammon.notation import read
from pbmserv.games.base import OptionValue
from pbmserv.games.chance import Chance
from pbmserv.games.file_reading import games_in
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

    ordered(
        tmp_path, "set jacoby off", f'import mat "{tmp_path}/ours.mat"', f'export match mat "{tmp_path}/theirs.mat"'
    )

    theirs = (tmp_path / "theirs.mat").read_text()
    assert scores(theirs) == scores(ours)
    assert turns(theirs) == turns(ours)
    assert "Wins" in scores(ours)[-1]
    assert turns(ours)


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed: apt-get install gnubg")
@pytest.mark.parametrize("points", [1, 5, 7])
@pytest.mark.parametrize("seed", range(4))
def test_we_read_a_match_that_gnu_backgammon_has_played_and_it_reads_ours_of_it(
    points: int, seed: int, tmp_path: Path
) -> None:
    players = [f"set player {player} {what}" for player in (0, 1) for what in (
        "gnubg", "chequerplay evaluation plies 0", "cubedecision evaluation plies 0")]  # fmt: skip
    playing = [f"set automatic {what} on" for what in ("game", "roll", "move", "bearoff")]
    ordered(
        tmp_path, *players, *playing, f"set seed {seed}", f"new match {points}",
        f'export match mat "{tmp_path}/theirs.mat"',
    )  # fmt: skip
    theirs = (tmp_path / "theirs.mat").read_text()

    game = Backgammon()
    [told] = games_in(theirs)
    played = game.read_game(told)

    assert played is not None
    positions = [game.start(played.options, 2, Chance(b"", "start"))]
    for seat, move in played.moves:
        positions.append(game.play(positions[-1], seat, move, Chance(b"", "move")).position)
    ours = game.game_file(replace(played, steps=lambda: positions))
    assert game.result(positions[-1]) is not None
    assert turns(ours) == turns(theirs)
    assert scores(ours)[points == 1 :] == scores(theirs)[points == 1 :]


def ordered(home: Path, *orders: str) -> None:
    """Have GNU Backgammon do something; it plays on only where it is told so at its prompt."""
    assert GNUBG is not None
    subprocess.run(
        [GNUBG, "-t", "-q", "-r"],
        input="\n".join([*orders, "quit", "y", ""]),
        text=True,
        capture_output=True,
        check=True,
        env={"HOME": str(home)},
    )


def scores(text: str) -> list[str]:
    """The length of the match, the score before each game, who has doubled, and what was won, in their order."""
    told = re.findall(r"\d+ point match|\w+ : \d+ +\w+ : \d+|Doubles => \d+|Takes|Drops|Wins \d+ points?", text)
    return [" ".join(each.split()) for each in told]


def turns(text: str) -> list[tuple[str, frozenset[tuple[int, int]]]]:
    """The dice of each turn, and what has come of it: moves are told die by die by one, and checker by checker by the
    other."""
    return [(dice, changed(moves)) for dice, moves in TURN.findall(text)]


def changed(moves: str) -> frozenset[tuple[int, int]]:
    """How many checkers more or less there are then on each place."""
    named = re.sub(r"\b25/", "bar/", re.sub(r"/0\b", "/off", moves))
    return read(named).change if named.strip() else frozenset()
