"""Wari: sowing, captures, grand slams, feeding, and the ways in which a game ends."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Illegal
from pbmserv.games.wari import Position, Wari
from tests.games.sowing import CHANCE, move, played, refusal

WARI = Wari()


def test_seeds_are_sown_counter_clockwise_one_to_a_house() -> None:
    assert played(WARI, "E").houses == (4, 4, 4, 4, 0, 5, 5, 5, 5, 4, 4, 4)
    assert played(WARI, "A f").houses == (1, 6, 6, 6, 5, 4, 4, 4, 4, 4, 4, 0)


def test_a_house_with_twelve_seeds_is_passed_over_when_it_is_sown_round_the_board() -> None:
    after, _ = move(WARI, Position((0, 0, 12, 0, 0, 0, 1, 1, 1, 1, 1, 1)), "C")

    assert after.houses == (1, 1, 0, 2, 1, 1, 2, 2, 2, 2, 2, 2)


def test_two_and_three_are_taken_backwards_until_a_house_has_neither() -> None:
    after, notes = move(WARI, Position((0, 0, 0, 0, 0, 4, 1, 3, 2, 1, 0, 5)), "F")

    assert after.houses == (0, 0, 0, 0, 0, 0, 2, 4, 0, 0, 0, 5)
    assert (after.stores, after.emptied) == ((5, 0), (9, 8))
    assert notes == ["South takes 5 seeds, from d and c."]


def test_nothing_is_taken_from_ones_own_row() -> None:
    after, notes = move(WARI, Position((1, 1, 0, 0, 0, 0, 4, 4, 0, 0, 0, 0)), "A")

    assert after.houses[1] == 2
    assert (after.stores, notes) == ((0, 0), [])


def test_captures_do_not_go_on_into_ones_own_row() -> None:
    after, _ = move(WARI, Position((0, 0, 0, 0, 2, 1, 1, 5, 0, 0, 0, 0), (10, 10)), "E")

    assert after.houses == (0, 0, 0, 0, 0, 2, 0, 5, 0, 0, 0, 0)
    assert after.stores == (12, 10)


SLAM = (1, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0)


def test_a_grand_slam_takes_nothing() -> None:
    after, notes = move(WARI, Position(SLAM, (20, 23)), "F")

    assert after.houses == (1, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0)
    assert (after.stores, after.emptied) == ((20, 23), ())
    assert notes == ["This would take all of North's seeds, so it takes none."]


def test_a_grand_slam_takes_all_if_the_challenge_says_so() -> None:
    after, notes = move(WARI, Position(SLAM, (20, 23), takes_slams=True), "F")

    assert (after.houses, after.stores) == ((0,) * 12, (25, 23))
    assert notes == [
        "South takes 4 seeds, from b and a.",
        "North cannot move: each takes the seeds in their own row.",
    ]


def test_who_has_no_seeds_is_given_some() -> None:
    position = Position((1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0), (22, 22))

    assert WARI.moves(position) == ["E", "F"]
    refused = refusal(WARI, position, "a")
    assert isinstance(refused, Illegal)
    assert refused.words == ("North has no seeds left and must be given some; A does not reach. You can sow E or F.")


def test_who_can_give_none_ends_the_game_and_keeps_what_is_left() -> None:
    after, notes = move(WARI, Position((0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), (23, 23)), "F")

    assert (after.houses, after.stores) == ((0,) * 12, (23, 25))
    assert notes == ["North cannot give South any seeds: each takes the seeds in their own row."]
    assert WARI.result(after) is not None


def test_a_position_that_comes_again_ends_the_game() -> None:
    position = Position((1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0), (23, 23))
    told: list[str] = []
    moves = 0
    while not WARI.result(position):
        position, told = move(WARI, position, WARI.moves(position)[0])
        moves += 1

    result = WARI.result(position)
    assert result is not None
    assert moves == 12
    assert told == ["This position has come before: each takes the seeds in their own row."]
    assert (result.winner, result.reason) == (None, "South has taken 24 seeds, North 24.")


def test_twenty_five_seeds_win_at_once() -> None:
    after, _ = move(WARI, Position((0, 0, 0, 0, 0, 1, 1, 5, 0, 0, 0, 0), (23, 18)), "F")

    result = WARI.result(after)
    assert result is not None
    assert (result.winner, result.scores) == (0, (25, 18))
    assert after.houses[7] == 5


@pytest.mark.parametrize("typed", ["B", "b", " b ", "2"])
def test_a_house_is_named_by_its_letter_or_its_number(typed: str) -> None:
    assert WARI.play(played(WARI, "A"), 1, typed, CHANCE).move == "b"


def test_an_empty_house_is_refused_with_those_that_are_not() -> None:
    assert (
        refusal(WARI, played(WARI, "A a"), "a").words == "Your house A is empty. You can sow B or C or D or E or F."
    )
