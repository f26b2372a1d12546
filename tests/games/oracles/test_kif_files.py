"""python-shogi reads what is written of random games of shogi, move by move, and has the same positions in SFEN."""

from __future__ import annotations

import pytest

from pbmserv.games.game_file import RESIGNED, PlayedGame
from pbmserv.games.shogi import Shogi
from pbmserv.games.shogi.rules import DECLARE
from pbmserv.games.shogi.usi import sfen
from pbmserv.games.testing import play_random_game, replay

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", range(3))
def test_python_shogi_reads_a_game_of_shogi(seed: int) -> None:
    shogi = pytest.importorskip("shogi", reason="python-shogi is not installed: pip install -e '.[oracles]'")
    from shogi.KIF import Parser

    game = Shogi()
    record = play_random_game(game, {}, 2, bytes([seed] * 16))
    moves = record.moves[:200]
    loser = len(moves) % 2
    told = PlayedGame("Shogi 101", "2026-11-22", ("alice", "bob"), {}, moves, True, 1 - loser, given_up=RESIGNED)

    [read] = Parser.parse_str(game.game_file(told))

    theirs = [move for _, move in moves if move != DECLARE]
    assert read["names"] == ["alice", "bob"]
    assert read["moves"] == theirs
    assert read["win"] == "bw"[1 - loser]
    board = shogi.Board()
    for position, move in zip(replay(game, record).positions, theirs, strict=False):
        assert board.sfen() == sfen(position)
        assert board.is_legal(shogi.Move.from_usi(move))
        board.push_usi(move)
