"""Divisions: by rating at first, then by rising and falling."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbmserv.play.tournaments.ladder import MOST_IN_DIVISION, divisions

TWENTY = [list("ABCDEFGHIJ"), list("KLMNOPQRST")]
ALL_EQUAL = dict.fromkeys("ABCDEFGHIJKLMNOPQRST", 1600)


def joined(found: list[list[str]]) -> list[str]:
    return ["".join(division) for division in found]


def test_newcomers_are_parted_by_rating() -> None:
    ratings = {f"p{number:02}": 2000 - number for number in range(21)}

    found = divisions([], ratings)

    assert [len(division) for division in found] == [7, 7, 7]
    assert found[0] == [f"p{number:02}" for number in range(7)]


def test_the_best_two_rise_and_the_last_two_fall() -> None:
    assert joined(divisions(TWENTY, ALL_EQUAL)) == ["ABCDEFGHKL", "IJMNOPQRST"]


def test_who_leaves_makes_room_for_the_best_of_those_below() -> None:
    without_b = {player: rating for player, rating in ALL_EQUAL.items() if player != "B"}

    assert joined(divisions(TWENTY, without_b)) == ["ACDEFGHKLI", "JMNOPQRST"]


def test_a_newcomer_comes_to_the_division_whose_average_they_reach() -> None:
    strong_above = {**dict.fromkeys("ABCDEFGHI", 1800), **dict.fromkeys("KLMNOPQRS", 1500)}
    last = [list("ABCDEFGHI"), list("KLMNOPQRS")]

    found = divisions(last, {**strong_above, "x": 2400, "y": 1000})

    # Two of each have changed; the new one stands behind them, whatever their rating.
    assert joined(found) == ["ABCDEFGKLx", "HIMNOPQRSy"]


def test_small_divisions_change_fewer() -> None:
    last = [["A", "B", "C"], ["D", "E", "F"]]

    # Six fit into one division; the order shows who has changed.
    assert divisions(last, dict.fromkeys("ABCDEF", 1600)) == [["A", "B", "D", "C", "E", "F"]]


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[list[int]], dict[int, int]]:
    sizes = draw(st.lists(st.integers(1, MOST_IN_DIVISION), max_size=4))
    numbers = iter(range(sum(sizes)))
    last = [[next(numbers) for _ in range(size)] for size in sizes]
    staying = draw(st.sets(st.sampled_from(range(sum(sizes))))) if sizes else set()
    new = set(range(1000, 1000 + draw(st.integers(0, 25))))
    return last, {player: draw(st.integers(1000, 2200)) for player in sorted(staying | new)}


@given(seasons())
def test_everybody_who_is_entered_plays_in_one_division_and_nobody_else(
    season: tuple[list[list[int]], dict[int, int]],
) -> None:
    last, entered = season
    found = divisions(last, entered)
    sizes = [len(division) for division in found]

    assert sorted(player for division in found for player in division) == sorted(entered)
    assert sizes == sorted(sizes, reverse=True)
    assert all(0 < size <= MOST_IN_DIVISION for size in sizes)
    assert not sizes or sizes[0] - sizes[-1] <= 1
    assert len(sizes) == -(-len(entered) // MOST_IN_DIVISION)


@given(seasons())
def test_nobody_passes_who_was_in_their_division_and_before_them(
    season: tuple[list[list[int]], dict[int, int]],
) -> None:
    last, entered = season
    order = [player for division in divisions(last, entered) for player in division]

    for division in last:
        staying = [player for player in division if player in entered]
        assert [player for player in order if player in staying] == staying
