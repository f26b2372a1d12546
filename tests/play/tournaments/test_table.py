"""Tables: points, tie-breaks, and what does not depend on who has looked at them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.play.tournaments.pairing import pairings
from pbmserv.play.tournaments.table import Score, State, halves, is_decided, quarters, table

WON, TIED, VOID = State.WON, State.TIED, State.VOID


@st.composite
def divisions(draw: st.DrawFn) -> tuple[int, list[Score]]:
    """A division at any time of its season."""
    places = draw(st.integers(2, 10))
    scores = []
    for first, second in pairings(places):
        state = draw(st.sampled_from(State))
        winner = draw(st.sampled_from([first, second])) if state is WON else None
        scores.append(Score(first, second, state, winner))
    return places, scores


def won(winner: int, loser: int) -> Score:
    return Score(winner, loser, WON, winner)


def test_sonneborn_berger_parts_who_is_level_in_points() -> None:
    """Of two with two points each, the one who has beaten the better players is before the other."""
    scores = [won(0, 1), won(2, 0), won(0, 3), won(1, 2), won(1, 3), Score(2, 3, TIED)]

    rows = table(4, scores)

    assert [row.place for row in rows] == [0, 1, 2, 3]
    assert [halves(row.points) for row in rows] == ["2", "2", "1½", "½"]
    # 0 has beaten 1 (2 points) and 3 (½); 1 has beaten 2 (1½) and 3 (½); 2 has beaten 0 (2), and half of 3's ½.
    assert [quarters(row.quality) for row in rows] == ["2.50", "2.00", "2.25", "0.75"]


def test_then_more_wins_count() -> None:
    """A win and a loss, or two ties: worth the same, and here against the same strength."""
    # 0 beats 3 and loses to 1, ties 2; 2 ties with all.
    scores = [won(1, 0), Score(0, 2, TIED), won(0, 3), Score(1, 2, TIED), won(3, 1), Score(2, 3, TIED)]

    rows = table(4, scores)

    level = {row.points for row in rows}
    assert level == {3}
    assert {row.quality for row in rows} == {9}
    assert [row.won for row in rows] == [1, 1, 1, 0]
    assert rows[-1].place == 2


def test_then_the_games_among_who_is_still_level_and_at_last_the_order_of_the_places() -> None:
    circle = [won(0, 1), won(1, 2), won(2, 0)]

    assert [(row.place, row.rank) for row in table(3, circle)] == [(0, 1), (1, 2), (2, 3)]


def test_a_game_that_was_called_off_counts_for_nobody() -> None:
    rows = table(2, [Score(0, 1, VOID)])

    assert [(row.points, row.played) for row in rows] == [(0, 0), (0, 0)]
    assert is_decided([Score(0, 1, VOID)])
    assert not is_decided([Score(0, 1)])


@pytest.mark.parametrize(("points", "written"), [(0, "0"), (1, "½"), (2, "1"), (9, "4½")])
def test_half_points_are_written_as_people_write_them(points: int, written: str) -> None:
    assert halves(points) == written


@given(divisions())
def test_every_place_is_in_the_table_once_and_every_game_counts_once(division: tuple[int, list[Score]]) -> None:
    places, scores = division
    rows = table(places, scores)
    counted = sum(score.counts for score in scores)

    assert sorted(row.place for row in rows) == list(range(places))
    assert [row.rank for row in rows] == list(range(1, places + 1))
    assert sum(row.points for row in rows) == 2 * counted
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.played for row in rows) == 2 * counted
    assert sum(row.playing for row in rows) == 2 * sum(score.state is State.ON for score in scores)


@given(divisions())
def test_the_table_agrees_with_one_that_is_counted_by_hand(division: tuple[int, list[Score]]) -> None:
    places, scores = division
    points = dict.fromkeys(range(places), Fraction(0))
    for score in scores:
        if score.state is WON:
            points[score.winner if score.winner is not None else -1] += 1
        if score.state is TIED:
            points[score.first] += Fraction(1, 2)
            points[score.second] += Fraction(1, 2)
    quality = dict.fromkeys(range(places), Fraction(0))
    for score in scores:
        if score.state is WON and score.winner is not None:
            quality[score.winner] += points[score.other(score.winner)]
        if score.state is TIED:
            quality[score.first] += points[score.second] / 2
            quality[score.second] += points[score.first] / 2

    rows = table(places, scores)

    assert {row.place: Fraction(row.points, 2) for row in rows} == points
    assert {row.place: Fraction(row.quality, 4) for row in rows} == quality
    assert rows == sorted(rows, key=lambda row: (-row.points, -row.quality, -row.won, -row.among, row.place))


@given(divisions(), st.randoms(use_true_random=False))
def test_the_order_in_which_games_end_does_not_matter(division: tuple[int, list[Score]], any_order: object) -> None:
    places, scores = division
    shuffled = list(scores)
    any_order.shuffle(shuffled)  # type: ignore[attr-defined]

    assert table(places, shuffled) == table(places, scores)
