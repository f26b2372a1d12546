"""What machine players are told of positions: shares of all seats, at any position, and the better one gets more."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.options import some_options
from pbmserv.games.checks.playthrough import known_moves
from pbmserv.games.evaluation import shares, shares_of

HELPED = [
    word
    for word, game in ((word, installed()[word]) for word in installed())
    if (game.evaluate_by or game.playout_by) and not game.hidden
]
CHANCE = Chance(bytes(16), "test")


def reached(game: Game[Any], plies: int, chance: Chance) -> Any:
    """A position of a random game by random options; the last one at which it is on, if it has fewer plies."""
    given = some_options(game, 2, chance)
    position = game.start({option.name: given.get(option.name, option.default) for option in game.options}, 2, chance)
    for _ in range(plies):
        [seat] = game.to_move(position)
        following = game.play(position, seat, chance.choice(known_moves(game, position, seat)), chance).position
        if not game.to_move(following):
            break
        position = following
    return position


def after(word: str, moves: str, **options: Any) -> Any:
    """The position after some moves."""
    game = installed()[word]
    position = game.start({**{option.name: option.default for option in game.options}, **options}, 2, CHANCE)
    for move in moves.split():
        [seat] = game.to_move(position)
        position = game.play(position, seat, move, CHANCE).position
    return position


def evaluated(word: str, moves: str, **options: Any) -> float:
    """What the first seat may expect after some moves."""
    told = installed()[word].evaluate(after(word, moves, **options))
    assert told is not None
    return told[0]


@pytest.mark.parametrize("word", HELPED)
@settings(max_examples=6)
@given(seed=st.binary(min_size=16, max_size=16), plies=st.integers(0, 100))
@pytest.mark.alike
def test_shares_are_told_of_any_position(word: str, seed: bytes, plies: int) -> None:
    game, chance = installed()[word], Chance(seed, "judging")
    position = reached(game, plies, chance)

    for told in (game.evaluate(position), game.playout(position, chance)):
        if told is not None:
            assert len(told) == 2
            assert sum(told) == pytest.approx(1)
            assert all(0 <= share <= 1 for share in told)


def test_a_lead_of_one_wins_three_games_of_four() -> None:
    assert shares(0) == (0.5, 0.5)
    assert shares(1)[0] == pytest.approx(0.75, abs=0.01)
    assert shares_of(1, 2) == pytest.approx(tuple(reversed(shares_of(0, 2))))


def test_a_turn_counts_for_whose_it_is() -> None:
    assert shares(0, 0, 0.5) == shares(0.5)
    assert shares(0, 1, 0.5) == shares(-0.5)


@pytest.mark.parametrize(
    ("word", "ahead", "even"),
    [
        # Black's queen is lost for nothing.
        ("chess", "e2-e4 d7-d5 e4xd5 Qxd5 Nb1-c3 Qd5-d3", "e2-e4 e7-e5"),
        # In Kalah the first move ends in the store, and brings another.
        ("kalah", "c", "a"),
        # Black's stones are four in a row, and it is White's turn.
        ("gomoku", "h8 a1 h9 a3 h10 a5 h11", "h8 h9"),
        # Black's stones are three in a row, with a fourth near, and White's are far apart.
        ("connect6", "k10 a1,a3 k11,k12 a5,a7 k13,l14", "k10 a1,a3"),
    ],
)
def test_who_is_ahead_is_told_so(word: str, ahead: str, even: str) -> None:
    assert evaluated(word, ahead) > evaluated(word, even)
    assert evaluated(word, ahead) > 0.52


def test_a_piece_that_is_protected_is_not_counted_as_lost() -> None:
    # White's queen attacks a pawn that another protects, and then one that none does.
    protected = evaluated("chess", "e2-e4 e7-e5 Qd1-h5 Nb8-c6 a2-a3 a7-a6")
    unprotected = evaluated("chess", "e2-e4 e7-e5 Qd1-h5 a7-a6")

    assert unprotected > protected
    assert protected < 0.65


def test_captures_of_draughts_are_made_before_men_are_counted() -> None:
    # Black has to take a man on b4, and White takes one back.
    assert evaluated("checkers", "b6-a5 c3-b4") == pytest.approx(0.5, abs=0.06)
