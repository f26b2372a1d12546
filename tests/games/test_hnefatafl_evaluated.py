"""What machine players are told of Hnefatafl: where the king can get away, and where Black has shut him in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.bots.luck import Luck
from pbmserv.games.evaluation.hnefatafl import Looked
from pbmserv.games.hnefatafl import BLACK, KING, RULES, WHITE, Hnefatafl, Position
from tests.games.grids import started
from tests.games.test_hnefatafl import arranged

HNEFATAFL = Hnefatafl()


def black_may_expect(position: Position) -> float:
    """What Black may expect."""
    told = HNEFATAFL.evaluate(position)
    assert told
    return told[0]


def white_wins_next(position: Position, moves: int) -> bool:
    """Whether the king escapes within so many moves of White's, whatever Black does: by the rules alone."""
    following = [HNEFATAFL.apply(position, way) for way in HNEFATAFL.legal_paths(position)]
    results = [HNEFATAFL.outcome(each) for each in following]
    if position.next_seat == WHITE:
        return any(
            result.winner == WHITE if result else moves > 1 and white_wins_next(each, moves - 1)
            for each, result in zip(following, results, strict=True)
        )
    return all(not result and white_wins_next(each, moves) for each, result in zip(following, results, strict=True))


@pytest.mark.parametrize(
    ("pieces", "exits"),
    [
        # In the middle of each edge there is a way to two corners, of which Black bars one.
        ("Kf6", 4),
        # On a6 there is one corner, and the man behind the king cannot bar the way to it.
        ("Kf6 xa5", 4),
        # That on b9 can, and so nobody is needed on the way to the edge.
        ("Kf6 xa5 xb9", 3),
        # All ways to the edge are barred.
        ("Kf6 xf10 xf2 xb6 xj6", 0),
    ],
)
def test_the_king_can_go_to_places_from_which_nobody_keeps_him_from_a_corner(pieces: str, exits: int) -> None:
    position = arranged(pieces)
    looked = Looked(HNEFATAFL.board(position), position.cells)

    assert looked.exits(looked.king) == exits


@pytest.mark.parametrize("number", range(12))
@pytest.mark.alike
def test_a_king_who_is_said_to_get_away_does_by_the_rules(number: int) -> None:
    rules = [*RULES][number % 3]
    luck, position = Luck(bytes([number] * 16), "hnefatafl"), started(HNEFATAFL, rules=rules)
    found = 0
    for _ in range(120):
        position = luck.choice(
            [each for way in HNEFATAFL.legal_paths(position) for each in [HNEFATAFL.apply(position, way)]]
        )
        if HNEFATAFL.outcome(position):
            break
        looked = Looked(HNEFATAFL.board(position), position.cells)
        roads = looked.roads(looked.king)
        if roads:
            assert white_wins_next(replace(position, next_seat=WHITE), 1)
        if roads and not looked.bars(roads, looked.king) and found < 2:
            found += 1
            captures = any(
                KING not in HNEFATAFL.apply(replace(position, next_seat=BLACK), way).cells
                for way in HNEFATAFL.legal_paths(replace(position, next_seat=BLACK))
            )
            assert white_wins_next(replace(position, next_seat=BLACK), 1) or captures


def test_men_who_shut_a_corner_off_are_worth_more_than_others() -> None:
    others = "Kf6 of7 of5 oe6 og6 xf11 xf1 xk6"
    shut = arranged(f"{others} xa4 xb3 xc2 xd1")

    for less in ("xa4 xb3 xc2 xe1", "xa4 xc4 xe2 xe1"):
        assert black_may_expect(shut) > black_may_expect(arranged(f"{others} {less}"))
    # It is no use if one of White's men is behind them.
    assert black_may_expect(arranged(f"{others} xa4 xb3 xc2 xd1 ob2")) < black_may_expect(
        arranged(f"{others} xa4 xb3 xc2 xd1 oi2")
    )


@pytest.mark.parametrize("rules", RULES)
def test_nobody_is_ahead_at_the_start(rules: str) -> None:
    assert black_may_expect(started(HNEFATAFL, rules=rules)) == pytest.approx(0.5, abs=0.2)
