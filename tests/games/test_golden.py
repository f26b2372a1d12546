"""Whole games that were played once and must come out alike for ever.

Each file of `golden/` holds a record with the options, the seed, the moves, the result and the final board, and for
some games a digest of every position. A change of the rules or of a puzzle's shape that breaks one changes what old
records mean: then the version of the rules must be raised and the old ones kept. New records come from
`pbmserv.games.testing.play_random_game`. A record without a version of `rules` is of the first.
"""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.message import words_restored
from pbmserv.games.testing import Record, replay
from pbmserv.games.trioker_puzzle.shapes import SHAPES

FILES = sorted((Path(__file__).parent / "golden").glob("*.json"))
WITH_SCORES = {
    "bridge",
    "cribbage",
    "ginrummy",
    "goofspiel",
    "hearts",
    "macmahon",
    "skat",
    "spades",
    "trioker",
    "trioker-puzzle",
    "triominoes",
    "yacht",
}
WITH_DIGESTS = {
    "bridge",
    "cribbage",
    "ginrummy",
    "hearts",
    "pairimpair",
    "skat",
    "spades",
    "trioker",
    "trioker-line",
    "triominoes",
}
"""Games in whose positions there is more than the final board shows."""


def golden_of(game: str) -> list[dict[str, Any]]:
    """The golden records of a game."""
    return [golden for file in FILES if (golden := json.loads(file.read_text("utf-8")))["game"].lower() == game]


def moves_of(game: str) -> list[str]:
    """All moves of a game's golden records."""
    return [move for golden in golden_of(game) for _, move in golden["moves"]]


def filled(option: str, game: str) -> set[object]:
    """The values of an option with which a puzzle is solved in a golden record, without a hint."""
    return {
        golden["options"][option]
        for golden in golden_of(game)
        if golden["winner"] == 0 and "without" in golden["reason"]
    }


FORBIDDEN_SINCE = {"fivehundred"}
"""Games whose older rules allowed moves that those of today do not: how a joker is led."""
RENEWED = [
    file
    for file in FILES
    if (word := json.loads(file.read_text("utf-8"))["game"].lower()) not in FORBIDDEN_SINCE
    and installed()[word].version > 1
]


@pytest.mark.parametrize("file", RENEWED, ids=lambda file: file.stem)
def test_a_record_by_older_rules_is_won_by_the_same_player_under_those_of_today(file: Path) -> None:
    """None of these games ended with what has changed since, but for the words that tell how."""
    golden = json.loads(file.read_text("utf-8"))
    game = installed()[golden["game"].lower()]

    result = game.result(replay(game, Record.of_json(golden)).positions[-1])

    assert result is not None
    assert result.winner == golden["winner"]


def _with_sentences(dump: dict[str, Any]) -> dict[str, Any]:
    """A stored position with what is told of its start as sentences, as they were stored at first."""
    return dump | {"prelude": [str(words_restored(each)) for each in dump["prelude"]]} if "prelude" in dump else dump


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_record_comes_out_as_it_always_did(file: Path) -> None:
    golden = json.loads(file.read_text("utf-8"))
    game = installed()[golden["game"].lower()].rules_of(golden.get("rules", 1))

    positions = replay(game, Record.of_json(golden)).positions

    result = game.result(positions[-1])
    assert result is not None
    assert (result.winner, result.reason) == (golden["winner"], golden["reason"])
    assert game.draw(positions[-1], None).split("\n") == golden["board"]
    if game.word in WITH_SCORES:
        assert list(result.scores) == golden["scores"]
    if game.word in WITH_DIGESTS:
        texts = [json.dumps(_with_sentences(game.dump(position)), sort_keys=True) for position in positions]
        assert [sha256(text.encode()).hexdigest()[:12] for text in texts] == golden["positions"]


@pytest.mark.parametrize("game", ["goofspiel", "hex", "trichet"])
def test_there_are_golden_records(game: str) -> None:
    assert len(golden_of(game)) >= 8


def test_there_are_games_of_even_odd_on_both_boards_with_and_without_replay_begun_by_either() -> None:
    records = golden_of("pairimpair")

    assert {(golden["options"]["board"], golden["options"]["replay"]) for golden in records} == {
        *product(["73", "52"], [False, True])
    }
    assert {golden["moves"][0][0] for golden in records} == {0, 1}


def test_there_are_games_of_trioker_on_both_boards_by_all_numbers_of_players() -> None:
    played = {(golden["options"]["board"], golden["seats"]) for golden in golden_of("trioker")}

    assert played == {*product(["rapid", "1970"], [2, 3, 4])}


def test_there_are_games_of_trioker_line_with_all_numbers_of_players_and_paths_and_with_passes() -> None:
    assert {golden["seats"] for golden in golden_of("trioker-line")} == {2, 3, 4}
    assert {golden["options"]["paths"] for golden in golden_of("trioker-line")} == {1, 2, 3}
    assert "pass" in moves_of("trioker-line")


def test_there_are_games_of_triominoes_with_both_sets_by_two_to_six_players() -> None:
    assert {golden["seats"] for golden in golden_of("triominoes")} >= {2, 3, 4, 6}
    assert {golden["options"]["set"] for golden in golden_of("triominoes")} == {5, 6}


def test_every_border_and_every_shape_can_be_filled() -> None:
    assert filled("border", "macmahon") == {1, 2, 3, 4}
    assert filled("shape", "trioker-puzzle") == {*SHAPES}


@pytest.mark.parametrize("game", ["macmahon", "trioker-puzzle"])
def test_there_are_puzzles_with_takes_and_hints_and_without_success(game: str) -> None:
    assert "hint" in moves_of(game)
    assert any(move.startswith("take") for move in moves_of(game))
    assert None in {golden["winner"] for golden in golden_of(game)}
