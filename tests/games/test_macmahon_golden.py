"""Whole games of MacMahon's puzzle that were played once and must come out alike for ever.

Each file of `golden/` holds a record with the options, the moves, the result and the final board. A change of the
rules or of a shape that breaks one changes what old records mean: then the version of the rules must be raised and
the old ones kept.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbmserv.games.macmahon import MacMahon
from pbmserv.games.testing import Record, replay

FILES = sorted((Path(__file__).parent / "golden").glob("macmahon-*.json"))
RECORDS = [json.loads(file.read_text(encoding="utf-8")) for file in FILES]


def test_every_border_is_closed_in_one_of_them_without_a_hint() -> None:
    borders = {
        golden["options"]["border"] for golden in RECORDS if golden["winner"] == 0 and "without" in golden["reason"]
    }

    assert borders == {1, 2, 3, 4}


def test_there_are_others_with_takes_and_hints_and_without_success() -> None:
    moves = [move for golden in RECORDS for _, move in golden["moves"]]

    assert "hint" in moves
    assert any(move.startswith("take") for move in moves)
    assert None in {golden["winner"] for golden in RECORDS}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_record_comes_out_as_it_always_did(file: Path) -> None:
    golden = json.loads(file.read_text(encoding="utf-8"))
    game = MacMahon()

    end = replay(game, Record.of_json(golden)).positions[-1]

    result = game.result(end)
    assert result is not None
    assert (result.winner, result.reason) == (golden["winner"], golden["reason"])
    assert list(result.scores) == golden["scores"]
    assert game.draw(end, None).split("\n") == golden["board"]
