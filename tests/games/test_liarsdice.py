"""Liar's Dice: bids, doubts, dice that are lost, seats that leave, and what viewers may see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import LEVELS
from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.liarsdice import LiarsDice
from pbmserv.games.liarsdice.rules import Position
from pbmserv.games.testing import check_contract
from tests.games.alike import check_alike
from tests.games.help_pages import help_page

DICE = LiarsDice()
CHANCE = Chance(bytes(16), "test")


def rolled(*dice: str, **fields: object) -> Position:
    """The start of a round in which these dice lie before the seats: `11356`."""
    return replace(Position(tuple(tuple(map(int, each)) for each in dice)), **fields)  # type: ignore[arg-type]


def play(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = DICE.play(position, position.next_seat, move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def refusal(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        DICE.play(position, position.next_seat, text, CHANCE)
    return caught.value


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_it_keeps_the_contract(seed: int) -> None:
    check_contract(DICE, games=10, seed=seed)


def test_it_keeps_the_contract_in_a_game() -> None:
    check_contract(DICE, games=2, seconds=0.8)


def test_the_server_rolls_five_dice_for_each() -> None:
    position = DICE.start({"dice": 5, "wild": False}, 4, CHANCE)

    assert [len(dice) for dice in position.dice] == [5, 5, 5, 5]
    assert {die for dice in position.dice for die in dice} <= {1, 2, 3, 4, 5, 6}


def test_a_bid_is_higher_than_the_one_before() -> None:
    position, _ = play(rolled("123", "456"), "2x5")

    legal = DICE.legal_moves(position, 1)
    assert legal[:3] == ["2x6", "3x1", "3x2"]
    assert legal[-2:] == ["6x6", "liar"]
    for low in ("2x5", "2x4", "1x6"):
        refused = refusal(position, low)
        assert isinstance(refused, Illegal)
        assert str(refused.words) == (
            f"After 2x5, bid more dice, or as many of a higher face, or say liar: {low} is not more."
        )
    assert str(refusal(position, "7x1").words) == "No more than 6 dice are on the table."


@pytest.mark.parametrize(
    "text", ["3x5", "3 X 5", "3 5", "3*5", "three fives", "3 fives", "Three 5s", "3 dice of 5", " 3,5 "]
)
def test_a_bid_is_written_in_many_ways(text: str) -> None:
    assert DICE.play(rolled("123", "456"), 0, text, CHANCE).move == "3x5"
    assert DICE.value_of(rolled("123", "456"), text) == "3x5"


@pytest.mark.parametrize("text", ["35", "3x7", "0x5", "fives", "x", "", "3x5 4x5"])
def test_other_texts_are_no_bids(text: str) -> None:
    refused = refusal(rolled("123", "456"), text)

    assert isinstance(refused, Unreadable)
    assert "A bid is expected" in str(refused.words)


def test_whoever_doubts_a_bid_that_holds_loses_a_die_and_begins_anew() -> None:
    after, notes = play(rolled("1555", "5666"), "4x5", "liar")

    assert [len(dice) for dice in after.dice] == [4, 3]
    assert (after.next_seat, after.number, after.bids) == (1, 2, ())
    assert notes == [
        "Player B doubts that 4 dice show 5.",
        "Player A shows 1 5 5 5.",
        "Player B shows 5 6 6 6.",
        "4 dice count: player B was wrong.",
        "Player B has 3 dice left.",
    ]


def test_whoever_bid_too_much_loses_a_die() -> None:
    after, notes = play(rolled("1555", "5666"), "5x5", "liar")

    assert [len(dice) for dice in after.dice] == [3, 4]
    assert after.next_seat == 0
    assert notes[-2:] == ["4 dice count: player A was wrong.", "Player A has 3 dice left."]


def test_ones_count_for_every_face_if_they_are_wild() -> None:
    plain, wild = rolled("1555", "1666"), rolled("1555", "1666", is_wild=True)

    assert [len(dice) for dice in play(plain, "5x5", "liar")[0].dice] == [3, 4]
    assert [len(dice) for dice in play(wild, "5x5", "liar")[0].dice] == [4, 3]
    assert [len(dice) for dice in play(wild, "3x1", "liar")[0].dice] == [3, 4]


def test_nobody_doubts_before_there_is_a_bid() -> None:
    assert "liar" not in DICE.legal_moves(rolled("1", "2"), 0)
    assert isinstance(refusal(rolled("1", "2"), "liar"), Illegal)


def test_after_the_highest_bid_there_is_only_doubt() -> None:
    position, _ = play(rolled("1", "2"), "2x6")

    assert DICE.legal_moves(position, 1) == ["liar"]


def test_who_has_lost_the_last_die_is_out_and_the_next_begins() -> None:
    after, notes = play(rolled("1", "22", "33"), "3x6", "liar")

    assert [len(dice) for dice in after.dice] == [0, 2, 2]
    assert after.next_seat == 1
    assert notes[-1] == "Player A has lost the last die, and is out."
    assert play(after, "1x6", "2x6")[0].next_seat == 1


def test_the_last_one_with_dice_wins() -> None:
    after, _ = play(rolled("1", "2"), "2x6", "liar")

    result = DICE.result(after)
    assert result is not None
    assert (result.winner, str(result.reason)) == (1, "Only player B has dice left.")
    assert DICE.to_move(after) == ()


def test_the_dice_of_a_seat_that_has_left_stay_on_the_table() -> None:
    position, _ = play(rolled("11", "22", "33"), "1x6")
    after = DICE.skip(position, 1, CHANCE).position

    assert after.next_seat == 2
    assert after.on_table == 6
    assert DICE.status(after, None)[-1] == "Player B has left the game."
    assert play(after, "2x6")[0].next_seat == 0
    assert DICE.rejoin(play(after, "2x6")[0], 1, CHANCE).position.left == ()


def test_when_all_others_have_left_the_last_one_wins() -> None:
    position = rolled("11", "22", "33")
    for seat in (0, 1):
        position = DICE.skip(position, seat, CHANCE).position

    result = DICE.result(position)
    assert result is not None
    assert result.winner == 2


def test_a_player_sees_the_own_dice_alone() -> None:
    position = rolled("1555", "1666")

    assert DICE.seen_by(position, 0).dice == ((1, 5, 5, 5), (0, 0, 0, 0))
    assert DICE.seen_by(position, None).dice == ((0,) * 4, (0,) * 4)
    assert "Your dice: 1 5 5 5." in DICE.status(position, 0)
    assert DICE.seen_by(DICE.revealed(position), None).dice == position.dice


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_hidden_makes_no_difference_to_anything_shown_told_or_refused(seats: int) -> None:
    assert check_alike(DICE, {"wild": seats == 4, "dice": 3}, seats, seed=1, every=2) > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
def test_what_is_hidden_makes_no_difference_in_other_games(seed: int) -> None:
    assert check_alike(DICE, {"wild": seed % 2 == 0}, seed % 5 + 2, seed=seed, every=2) > 10


def test_a_machine_player_doubts_what_cannot_be_and_believes_what_it_holds() -> None:
    impossible, _ = play(rolled("12345", "66666"), "6x1")
    held, _ = play(rolled("12345", "66666"), "5x6")

    assert choose(DICE, DICE.seen_by(impossible, 1), 1, LEVELS[1], b"seed") == "liar"
    assert choose(DICE, DICE.seen_by(held, 1), 1, LEVELS[1], b"seed") != "liar"


def test_the_help_page_names_all_parameters() -> None:
    page = help_page("liarsdice")

    assert all(f"-{option.name}" in page for option in DICE.options)
