"""Whole games of Hex that were played once and must come out alike for ever.

Each file of `golden/` holds a record with the options, the moves, the result and the final board. A change of the
rules that breaks one changes what old records mean: then the version of the rules must be raised and the old ones
kept. New records come from `pbmserv.games.testing.play_random_game`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbmserv.games.hex import Hex
from pbmserv.games.testing import Record, replay

FILES = sorted((Path(__file__).parent / "golden").glob("hex-*.json"))


def test_there_are_golden_records() -> None:
    assert len(FILES) >= 8


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_record_comes_out_as_it_always_did(file: Path) -> None:
    golden = json.loads(file.read_text())
    game = Hex()

    end = replay(game, Record.of_json(golden)).positions[-1]

    result = game.result(end)
    assert result is not None
    assert (result.winner, result.reason) == (golden["winner"], golden["reason"])
    assert game.draw(end, None).split("\n") == golden["board"]
