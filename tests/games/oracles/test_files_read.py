"""sgfmill, python-chess and pydraughts read what is written of random games, move by move."""

from __future__ import annotations

import io

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.chess import Chess
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.testing import play_random_game
from tests.games.go import GO, short_record
from tests.games.oracles.pydraughts import VARIANTS, Variant


def test_sgfmill_reads_a_game_of_go() -> None:
    sgf = pytest.importorskip("sgfmill.sgf", reason="sgfmill is not installed: pip install -e '.[oracles]'")
    record = short_record(3, 40, handicap=3)
    told = PlayedGame("Go 101", "2026-11-22", ("alice", "bob"), record.options, record.moves)

    game = sgf.Sgf_game.from_string(GO.game_file(told))

    moves = [node.get_move() for node in game.get_main_sequence() if node.get_move()[0]]
    board = GO.board(GO.start(record.options, 2, None))  # type: ignore[arg-type]
    ours = [(seat, move) for seat, move in record.moves if move == "pass" or move in board.place_of]
    assert (game.get_size(), game.get_komi(), game.get_handicap()) == (9, 0.5, 3)
    assert len(moves) == len(ours) >= 40
    for (colour, point), (seat, move) in zip(moves, ours, strict=True):
        assert colour == "bw"[seat]
        assert move == ("pass" if point is None else f"{board.columns[point[1]]}{point[0] + 1}")


@pytest.mark.parametrize("position", [518, 3])
@pytest.mark.long
def test_python_chess_reads_a_game_of_chess(position: int) -> None:
    pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed: pip install -e '.[oracles]'")
    record = play_random_game(Chess(), {"position": position}, 2, bytes(16))
    told = PlayedGame("Chess 101", "2026-11-22", ("alice", "bob"), record.options, record.moves)

    game = pgn.read_game(io.StringIO(Chess().game_file(told)))

    assert game.errors == []
    assert len([*game.mainline_moves()]) == len([move for _, move in record.moves if move != "claim"])


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.theirs)
@pytest.mark.long
def test_pydraughts_reads_games_of_checkers_and_draughts(variant: Variant) -> None:
    draughts = pytest.importorskip("draughts", reason="pydraughts is not installed: pip install -e '.[oracles]'")
    from draughts.PDN import PDNReader

    game = installed()[variant.word]
    options = {option.name: variant.variant for option in game.options}
    for seed in range(5):
        record = play_random_game(game, options, 2, bytes([seed] * 16))
        told = PlayedGame("Draughts 101", "2026-11-22", ("alice", "bob"), record.options, record.moves)

        [read] = PDNReader(game.game_file(told)).games

        theirs = draughts.Board(variant=variant.theirs)
        for move in read.moves:
            # It does not know the colon, by which PDN has Russian captures.
            theirs.push(draughts.Move(theirs, pdn_move=move.replace(":", "x")))
        assert read.variant == variant.theirs
        assert len(read.moves) == len(record.moves)
