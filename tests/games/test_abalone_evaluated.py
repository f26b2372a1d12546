"""What machine players are told of Abalone: who can push a marble off, and who stands together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.bots.luck import Luck
from pbmserv.games.abalone import Abalone
from pbmserv.games.evaluation.abalone import pushed_soon
from pbmserv.games.repetition import Remembering
from tests.games.grids import started

ABALONE = Abalone()


def lying(**marbles: str) -> Remembering:
    """A position with marbles `x` and `o` on these cells."""
    start: Remembering = started(ABALONE)
    places = {
        ABALONE.board(start).place_of[name]: marble for marble, names in marbles.items() for name in names.split()
    }
    return replace(start, cells="".join(places.get(place, ".") for place in range(len(start.cells))))


def black_may_expect(position: Remembering, seat: int) -> float:
    """What Black may expect if it is the turn of this seat."""
    told = ABALONE.evaluate(replace(position, next_seat=seat))
    assert told
    return told[0]


@pytest.mark.parametrize(
    ("black", "white", "pushed"),
    [
        ("a2 a3", "a1", (0, 1)),
        # Along a row of the edge, and from within.
        ("c3 d4 e5", "a1 b2", (0, 1)),
        ("a1", "a2 b2 a3 c3", (2, 0)),
        # As many push nothing, nor do those behind a gap, or with one of White's own between.
        ("a2", "a1", (0, 0)),
        ("a3 a4", "a1", (0, 0)),
        ("a2 a3", "a1 a4", (0, 1)),
        ("b2 d4 e5", "a1 c3", (0, 0)),
    ],
)
def test_marbles_that_can_be_pushed_off_are_seen(black: str, white: str, pushed: tuple[int, int]) -> None:
    assert pushed_soon(lying(x=black, o=white).cells) == pushed


@pytest.mark.parametrize("number", range(5))
def test_marbles_can_be_pushed_off_soon_where_a_move_does_it(number: int) -> None:
    luck, position, seen = Luck(bytes([number] * 16), "abalone"), started(ABALONE), set()
    for _ in range(150):
        ways = [*ABALONE.legal_paths(position)]
        there = [ABALONE.apply(position, way) for way in ways]
        off = [len(each.cells.replace(".", "")) < len(position.cells.replace(".", "")) for each in there]
        assert bool(pushed_soon(position.cells)[1 - position.next_seat]) == any(off)
        seen.add(any(off))
        position = luck.choice([each for each in there if not ABALONE.outcome(each)])

    assert seen == {True, False}


def test_it_matters_whose_turn_it_is_where_a_marble_can_be_pushed_off() -> None:
    near, safe = lying(x="a2 a3", o="a1 i9"), lying(x="a2 a3", o="b1 i9")

    assert black_may_expect(near, 0) - black_may_expect(near, 1) > 0.2
    assert black_may_expect(safe, 0) - black_may_expect(safe, 1) < 0.1


def test_marbles_that_stand_together_are_better_than_those_that_do_not() -> None:
    assert black_may_expect(lying(x="d4 d5 e5", o="a1"), 0) > black_may_expect(lying(x="d4 d6 f6", o="a1"), 0)
