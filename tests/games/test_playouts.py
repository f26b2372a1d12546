"""Fast ways to the end of games lead to what random play by the rules leads to."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.bots.luck import Luck
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.dots import Dots
from pbmserv.games.hex import Hex
from pbmserv.games.playouts.boxes import Drawing
from tests.games.test_judging import after

WORDS = {
    "hex": {"size": 4, "handicap": 0},
    "y": {"size": 5},
    "connect4": {"columns": 5, "rows": 4},
    "havannah": {"size": 4},
    "catchup": {"size": 3},
}


def by_the_rules(word: str, position: Any, chance: Chance) -> float:
    """What the first seat has at the end of a random game."""
    game = installed()[word]
    while to_move := game.to_move(position):
        moves = game.legal_moves(position, to_move[0]) or ()
        position = game.play(position, to_move[0], chance.choice(moves), chance).position
    result = game.result(position)
    assert result
    return 0.5 if result.winner is None else float(result.winner == 0)


@pytest.mark.parametrize("word", WORDS)
def test_the_first_seat_wins_as_often_as_in_random_games(word: str) -> None:
    game, chance = installed()[word], Luck(bytes(16), "playouts")
    position = game.start(WORDS[word], 2, chance)
    for _ in range(3):
        [seat] = game.to_move(position)
        position = game.play(position, seat, chance.choice(game.legal_moves(position, seat) or ()), chance).position

    told = [game.playout(position, chance) for _ in range(400)]
    fast = sum(each[0] for each in told if each) / len(told)
    slow = sum(by_the_rules(word, position, chance) for _ in range(400)) / 400

    assert None not in told
    # Four times the standard deviation of the difference of two such means.
    assert fast == pytest.approx(slow, abs=0.14)


def test_handicap_stones_are_laid_before_the_other_seat_begins() -> None:
    game, chance = Hex(), Luck(bytes(16), "playouts")

    shares = []
    for extra in (0, 3):
        told = [game.playout(game.start({"size": 5, "handicap": extra}, 2, chance), chance) for _ in range(50)]
        shares.append(sum(each[0] for each in told if each) / 50)

    assert shares[0] < 0.6
    assert shares[1] > 0.65


def test_a_chain_that_cannot_be_stopped_any_more_wins() -> None:
    position = after("hex", "b1 c1 b2 a1", size=3, handicap=0)

    told = [installed()["hex"].playout(position, Luck(bytes([n] * 16), "playouts")) for n in range(40)]

    # Vertical lays three of the five stones that are left, and finishes it on a3 or b3, or by c2 and c3.
    assert {*told} == {(1.0, 0.0)}


def test_all_boxes_have_an_owner_at_the_end_of_dots() -> None:
    game = Dots()
    board: Any = game.board(game.start({"size": 4}, 2, Luck(bytes(16), "start")))

    for number in range(20):
        drawing = Drawing(board, game.start({"size": 4}, 2, Luck(bytes(16), "start")))
        drawing.played_out(Luck(bytes([number] * 16), "playouts"))
        assert sum(drawing.scores) == 16
        assert not drawing.free


def test_who_has_more_than_half_of_the_boxes_has_won() -> None:
    game, chance = Dots(), Luck(bytes(16), "boxes")
    position = game.start({"size": 3}, 2, chance)
    while max(game.scores(position)) < 5:
        [seat] = game.to_move(position)
        position = game.play(position, seat, chance.choice(game.moves(position)), chance).position

    won = game.scores(position)[0] >= 5

    assert game.playout(position, chance) == (float(won), float(not won))
