"""Amazons: queens that shoot, against published counts; refusals, and the end."""

from __future__ import annotations

import pytest

from pbmserv.games.amazons import Amazons
from pbmserv.games.grid_game import GridPosition
from tests.games.grids import move_read, played, refusal, started

AMAZONS = Amazons()
SHORT = (
    "a2-a3/c1 a5-c5/e3 e1-a5/e1 c5-d6/d5 f2-a2/d2 d6-c6/c2 a5-c3/d4 b6-b4/a4 c3-a1/c3 f5-f3/e4 a3-b3/a3 f3-f1/c4"
    " a2-b2/a2"
)


def test_an_arrow_may_fly_to_where_its_amazon_came_from() -> None:
    assert move_read(AMAZONS, started(AMAZONS), "d1-d2/d1") == "d1-d2/d1"
    assert move_read(AMAZONS, started(AMAZONS), "d1-d5/c4") == "d1-d5/c4"


def test_whoever_cannot_move_has_lost() -> None:
    before = played(AMAZONS, SHORT, size=6)
    result = AMAZONS.result(played(AMAZONS, f"{SHORT} c6-a6/b6", size=6))

    assert AMAZONS.result(before) is None
    assert result is not None
    assert (result.winner, result.reason) == (1, "White cannot move any more.")


def test_an_amazon_that_can_move_can_always_shoot_back() -> None:
    corner = GridPosition(6, "o.####" + "#" * 30, 0)

    assert AMAZONS.moves(corner) == ["a6-b6/a6"]


@pytest.mark.parametrize("typed", ["d1-d7/g7", "d1d7g7", "D1 D7 G7", "d1-d7-g7", "d1-d7,g7", "d1 to d7 to g7"])
def test_a_move_is_understood_in_many_forms(typed: str) -> None:
    assert move_read(AMAZONS, started(AMAZONS), typed) == "d1-d7/g7"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("d1-e3/e4", "The amazon on d1 cannot go to e3: she goes like a queen in chess, and jumps over nothing."),
        ("d1-d7/e9", "From d7 no arrow can be shot to e9: it flies like a queen in chess, and jumps over nothing."),
        ("d1-h1/h2", "The amazon on d1 cannot go to h1: she goes like a queen in chess, and jumps over nothing."),
        ("d10-d9/d8", "Black's amazon lies on d10, and it is White's turn."),
        ("d1-d7", "A move has three squares: write from, to, and where the arrow lands, for example d1-d7/g7."),
        ("d2-d7/g7", "Nothing lies on d2: a move begins where one of your own pieces is, for example "),
    ],
)
def test_a_refusal_says_what_is_wrong(typed: str, words: str) -> None:
    assert refusal(AMAZONS, started(AMAZONS), typed).words.startswith(words)


def test_the_examples_of_a_move_are_legal() -> None:
    position = started(AMAZONS)
    first, second = AMAZONS.examples(position, 0)

    assert first != second
    assert {first, second} < {*AMAZONS.moves(position)}
    assert AMAZONS.examples(position, 1) == ()


def test_moves_are_listed_as_they_are_known() -> None:
    position = started(AMAZONS)
    for _ in range(40):
        assert AMAZONS.moves(position) == [*AMAZONS.known_paths(position)]
        position = AMAZONS.apply(position, next(iter(AMAZONS.legal_paths(position))))

    assert not AMAZONS.moves(GridPosition(6, "o#" + "#" * 32 + "#x"))
