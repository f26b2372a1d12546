"""Whole games of the puzzles of Trioker that were played once and must come out alike for ever.

Each file of `golden/` holds a record with the options, the moves, the result and the final board. A change of the
rules or of a shape that breaks one changes what old records mean: then the version of the rules must be raised and
the old ones kept.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbmserv.games.testing import Record, replay
from pbmserv.games.trioker_puzzle import TriokerPuzzle
from pbmserv.games.trioker_puzzle.shapes import SHAPES

FILES = sorted((Path(__file__).parent / "golden").glob("trioker-puzzle-*.json"))
RECORDS = [json.loads(file.read_text(encoding="utf-8")) for file in FILES]


def test_every_shape_is_filled_in_one_of_them_without_a_hint() -> None:
    """This is the proof that it can be."""
    filled = {
        golden["options"]["shape"] for golden in RECORDS if golden["winner"] == 0 and "without" in golden["reason"]
    }

    assert filled == {*SHAPES}


def test_there_are_others_with_takes_and_hints_and_without_success() -> None:
    moves = [move for golden in RECORDS for _, move in golden["moves"]]

    assert "hint" in moves
    assert any(move.startswith("take") for move in moves)
    assert None in {golden["winner"] for golden in RECORDS}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_record_comes_out_as_it_always_did(file: Path) -> None:
    golden = json.loads(file.read_text(encoding="utf-8"))
    game = TriokerPuzzle()

    end = replay(game, Record.of_json(golden)).positions[-1]

    result = game.result(end)
    assert result is not None
    assert (result.winner, result.reason) == (golden["winner"], golden["reason"])
    assert list(result.scores) == golden["scores"]
    assert game.draw(end, None).split("\n") == golden["board"]
