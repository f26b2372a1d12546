"""Kalah: sowing past the stores, moving again, captures, and the end."""

from __future__ import annotations

import pytest

from pbmserv.games.kalah import Kalah
from pbmserv.games.sowing import Sown
from tests.games.sowing import move, played, refusal

KALAH = Kalah()


def test_seeds_are_sown_into_ones_own_store_and_on_into_the_other_row() -> None:
    after = played(KALAH, "F")

    assert after.houses == (4, 4, 4, 4, 4, 0, 5, 5, 5, 4, 4, 4)
    assert (after.stores, after.next_seat) == ((1, 0), 1)


def test_the_opponents_store_is_passed_over() -> None:
    after, _ = move(KALAH, Sown((1, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0)), "F")

    assert after.houses == (2, 2, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1)
    assert after.stores == (1, 0)


def test_north_sows_into_the_store_after_f() -> None:
    after = played(KALAH, "A f")

    assert after.houses == (1, 6, 6, 5, 5, 4, 4, 4, 4, 4, 4, 0)
    assert (after.stores, after.next_seat) == ((0, 1), 0)


def test_a_last_seed_in_the_own_store_gives_another_move() -> None:
    after, notes = move(KALAH, played(KALAH, ""), "C")

    assert (after.stores, after.next_seat) == ((1, 0), 0)
    assert notes == ["The last seed fell into South's store: South moves again."]


def test_a_last_seed_in_an_empty_house_of_ones_own_takes_what_lies_opposite() -> None:
    after, notes = move(KALAH, Sown((2, 0, 0, 0, 0, 1, 0, 0, 0, 6, 0, 1)), "A")

    assert after.houses == (0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1)
    assert (after.stores, after.emptied, after.next_seat) == ((7, 0), (9, 2), 1)
    assert notes == ["South takes 7 seeds, from d and C."]


def test_nothing_is_taken_if_nothing_lies_opposite() -> None:
    after, notes = move(KALAH, Sown((2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1)), "A")

    assert after.houses == (0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1)
    assert (after.stores, notes) == ((0, 0), [])


def test_a_last_seed_in_an_empty_house_of_the_other_row_takes_nothing() -> None:
    after, _ = move(KALAH, Sown((1, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 1)), "E")

    assert after.houses == (1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1)
    assert after.stores == (1, 0)


def test_a_house_that_reaches_itself_round_the_board_takes_too() -> None:
    after, _ = move(KALAH, Sown((13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4)), "A")

    assert after.houses == (0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0)
    assert (after.stores, after.emptied) == ((7, 0), (11, 0))


def test_the_game_ends_when_a_row_is_empty_and_the_other_player_takes_what_is_left() -> None:
    after, notes = move(KALAH, Sown((0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 3, 0), (24, 18)), "F")

    result = KALAH.result(after)
    assert result is not None
    assert notes == ["South's houses are empty, and North takes the last 5 seeds."]
    assert (result.winner, result.scores) == (0, (25, 23))
    assert result.reason == "South has taken 25 seeds, North 23."


def test_the_game_ends_when_a_capture_has_emptied_the_opponents_row() -> None:
    after, notes = move(KALAH, Sown((0, 2, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0), (20, 20)), "B")

    assert (after.houses, after.stores) == ((0,) * 12, (28, 20))
    assert notes == [
        "South takes 6 seeds, from c and D.",
        "North's houses are empty, and South takes the last 2 seeds.",
    ]


def test_equally_many_seeds_are_a_tie() -> None:
    after, _ = move(KALAH, Sown((0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0), (23, 23)), "F")

    result = KALAH.result(after)
    assert result is not None
    assert result.winner is None


@pytest.mark.parametrize(("pits", "seeds"), [(3, 1), (10, 8)])
def test_boards_have_other_sizes(pits: int, seeds: int) -> None:
    assert played(KALAH, "", pits=pits, seeds=seeds).houses == (seeds,) * 2 * pits


def test_a_house_beyond_the_board_is_refused_with_those_that_are_on_it() -> None:
    refused = refusal(KALAH, played(KALAH, "", pits=3), "d")

    assert refused.words == "There is no house d on the board: South's are A to C."


def test_an_empty_house_is_refused() -> None:
    assert refusal(KALAH, played(KALAH, "C"), "C").words == (
        "Your house C is empty. You can sow A or B or D or E or F."
    )
