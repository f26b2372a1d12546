"""Whole games of Trioker-Line that were played once and must come out alike for ever.

Each file of `golden/` holds a record with the options, the seed that shuffled the tiles, the moves, a digest of the
position at the start and after each move, the result and the final board. A change of the rules that breaks one
changes what old records mean: then the version of the rules must be raised and the old ones kept. New records come
from `pbmserv.games.testing.play_random_game`.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from pbmserv.games.testing import Record, replay
from pbmserv.games.trioker_line import TriokerLine
from pbmserv.games.trioker_line.rules import Position

GAME = TriokerLine()
FILES = sorted((Path(__file__).parent / "golden").glob("trioker-line-*.json"))


def digest(position: Position) -> str:
    return sha256(json.dumps(GAME.dump(position), sort_keys=True).encode()).hexdigest()[:12]


def test_there_are_golden_records() -> None:
    records = [Record.of_json(json.loads(file.read_text())) for file in FILES]

    assert {record.seats for record in records} == {2, 3, 4}
    assert {record.options["paths"] for record in records} == {1, 2, 3}
    assert any(move == "pass" for record in records for _, move in record.moves)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_record_comes_out_as_it_always_did(file: Path) -> None:
    golden = json.loads(file.read_text())

    positions = replay(GAME, Record.of_json(golden)).positions

    result = GAME.result(positions[-1])
    assert result is not None
    assert (result.winner, result.reason) == (golden["winner"], golden["reason"])
    assert GAME.draw(positions[-1], None).split("\n") == golden["board"]
    assert [digest(position) for position in positions] == golden["positions"]
