"""Ratings: 350 cases with answers obtained from the original program, examples worked by hand, and properties."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.play.ratings import Change, RatedGame, Standing, new_rating, rate_game

FILE = Path(__file__).with_name("ratings_vectors.json")
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["vectors"]


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]


def table(rows: list[dict[str, Any]]) -> dict[str, Standing]:
    return {row["name"]: Standing(row["rating"], row["won"], row["lost"], row["tied"]) for row in rows}


def rate(standings: dict[str, Standing], game: dict[str, Any]) -> RatedGame:
    resigned = [bool(seat) for seat in game["resigned"]]
    return rate_game(standings, game["seats"], resigned, [game["winner"]] if game["winner"] else [], game["points"])


class TestAsTheOriginalProgramRated:
    def test_every_vector_is_of_a_kind_tested_here(self) -> None:
        kinds = [vector["kind"] for vector in VECTORS]

        assert (kinds.count("formula"), kinds.count("table"), kinds.count("sequence")) == (150, 100, 100)
        assert len(kinds) == 350

    @pytest.mark.parametrize("vector", of_kind("formula"))
    def test_one_call_of_the_formula(self, vector: dict[str, Any]) -> None:
        call = vector["input"]

        rating = new_rating(
            call["own_rating"],
            call["own_games"],
            call["other_rating"],
            call["other_games"],
            call["outcome"],
            call["handicap"],
        )

        assert rating == vector["result"]

    @pytest.mark.parametrize("vector", of_kind("table"))
    def test_one_game_changes_a_table_and_is_told(self, vector: dict[str, Any]) -> None:
        [game] = vector["games"]

        rated = rate(table(vector["start"]), game)

        told = [
            (change.player, -1 if change.old_rating_told is None else change.old_rating_told, change.after.rating)
            for change in rated.changes
        ]
        assert list(rated.standings.items()) == list(table(vector["result"]).items())
        assert told == [(player, shown["old"], shown["now"]) for player, shown in vector["shown_change"].items()]

    @pytest.mark.parametrize("vector", of_kind("sequence"))
    def test_game_after_game_from_an_empty_table(self, vector: dict[str, Any]) -> None:
        standings = table(vector["start"])
        ratings = []

        for game in vector["games"]:
            rated = rate(standings, game)
            standings = dict(rated.standings)
            ratings.append({change.player: change.after.rating for change in rated.changes})

        assert ratings == vector["ratings_after_each_game"]
        assert list(standings.items()) == list(table(vector["result"]).items())


class TestProvisionalRating:
    def test_two_newcomers_meet_at_the_middle_and_drift_a_fifth_of_the_way_to_1720(self) -> None:
        # The middle is 1600; 200 up or down; (1720 - 1600) div 5 = 24.
        assert new_rating(1600, 0, 1600, 0, outcome=1) == 1824
        assert new_rating(1600, 0, 1600, 0, outcome=-1) == 1424
        assert new_rating(1600, 0, 1600, 0, outcome=0) == 1624

    def test_an_established_opponent_counts_in_full_and_400_are_at_stake(self) -> None:
        assert new_rating(1600, 0, 2000, 20, outcome=1) == 2000 + 400 + 24
        assert new_rating(1600, 0, 2000, 20, outcome=-1) == 2000 - 400 + 24

    def test_the_games_before_hold_their_weight(self) -> None:
        # (1900 * 9 + 1800) div 10 = 1890, and (1720 - 1900) div 5 = -36.
        assert new_rating(1900, 9, 1700, 9, outcome=0) == 1854

    def test_the_drift_truncates_toward_zero(self) -> None:
        assert new_rating(1724, 0, 1724, 0, outcome=0) == 1724
        assert new_rating(1725, 0, 1725, 0, outcome=0) == 1724

    def test_the_middle_truncates_toward_zero(self) -> None:
        assert new_rating(0, 0, -1, 0, outcome=0) == 344

    def test_a_weighted_average_below_zero_truncates_toward_zero(self) -> None:
        # (-300 * 3 + (-301 - 200)) div 4 = -1401 div 4 = -350, and (1720 + 300) div 5 = 404.
        assert new_rating(-300, 3, -302, 3, outcome=-1) == 54


class TestEstablishedRating:
    def test_among_equals_sixteen_points_change_hands(self) -> None:
        assert new_rating(1600, 20, 1600, 20, outcome=1) == 1616
        assert new_rating(1600, 20, 1600, 20, outcome=0) == 1600
        assert new_rating(1600, 20, 1600, 20, outcome=-1) == 1584

    def test_400_points_apart_the_change_truncates_toward_zero(self) -> None:
        # The stronger is expected to win ten of eleven: 32 * 10/11 = 29.09, 32 * 1/11 = 2.9.
        assert new_rating(1600, 20, 2000, 20, outcome=1) == 1629
        assert new_rating(1600, 20, 2000, 20, outcome=-1) == 1598
        assert new_rating(2000, 20, 1600, 20, outcome=1) == 2002
        assert new_rating(2000, 20, 1600, 20, outcome=-1) == 1971

    def test_a_provisional_opponent_lowers_the_stake_which_is_not_truncated(self) -> None:
        # 32 * 10 / 20 = 16; 32 * 3 / 20 = 4.8, and 4.8 * 10/11 = 4.36, where 4 * 10/11 = 3.63.
        assert new_rating(1600, 20, 1600, 10, outcome=1) == 1608
        assert new_rating(1600, 20, 2000, 3, outcome=1) == 1604

    def test_a_newcomer_puts_nothing_at_stake(self) -> None:
        assert new_rating(1600, 20, 1600, 0, outcome=-1) == 1600

    def test_opponents_out_of_all_measure_are_certain_to_win_or_lose(self) -> None:
        assert new_rating(1600, 20, 10**6, 20, outcome=1) == 1632
        assert new_rating(1600, 20, 10**6, 20, outcome=-1) == 1600
        assert new_rating(1600, 20, -(10**6), 20, outcome=-1) == 1568


class TestRatingAGame:
    def test_each_player_meets_the_average_of_the_others(self) -> None:
        standings = {"ann": Standing(1700, 20, 10), "bob": Standing(1501, 1, 20)}

        rated = rate_game(standings, ["ann", "bob", "cyd"], [False, False, False], ["ann"], 1)

        # ann: 1550 and 10 games, so 16 * 0.2966 = 4.7. bob: 1650 and 15 games, so 24 * -0.2978 = -7.1.
        # cyd: 3201 div 2 = 1600 and 51 div 2 = 25 games, so 1600 - 400 + 24.
        assert rated.standings == {
            "ann": Standing(1704, 21, 10),
            "bob": Standing(1494, 1, 21),
            "cyd": Standing(1224, 0, 1),
        }

    def test_a_player_in_several_seats_counts_once(self) -> None:
        rated = rate_game({}, ["ann", "bob", "ann"], [False, False, False], ["ann"], 1)

        assert rated.standings == {"ann": Standing(1824, 1), "bob": Standing(1424, 0, 1)}

    def test_in_a_tie_who_resigned_all_seats_loses_and_nobody_wins(self) -> None:
        rated = rate_game({}, ["ann", "bob", "ann"], [True, False, True], [], 1)

        assert rated.standings == {"bob": Standing(1624, tied=1), "ann": Standing(1424, lost=1)}

    def test_in_a_tie_who_kept_a_seat_ties(self) -> None:
        rated = rate_game({}, ["ann", "bob", "ann"], [True, False, False], [], 1)

        assert rated.standings == {"ann": Standing(1624, tied=1), "bob": Standing(1624, tied=1)}

    @pytest.mark.parametrize("seats", [[], ["ann"], ["ann", "ann"]])
    def test_fewer_than_two_players_change_nothing(self, seats: list[str]) -> None:
        standings = {"ann": Standing(1700, 3)}

        rated = rate_game(standings, seats, [False] * len(seats), [], 1)

        assert rated == RatedGame({"ann": Standing(1700, 3)}, ())

    def test_among_equals_the_players_of_the_game_come_last_in_seat_order(self) -> None:
        standings = {"dan": Standing(1624, 2), "ann": Standing(1624, 2)}

        rated = rate_game(standings, ["cyd", "bob"], [False, False], [], 1)

        assert list(rated.standings) == ["dan", "ann", "cyd", "bob"]

    def test_changes_follow_the_table_before_and_newcomers_come_last(self) -> None:
        standings = {"bob": Standing(1800, 2), "ann": Standing(1700, 2)}

        rated = rate_game(standings, ["dan", "ann", "cyd", "bob"], [False] * 4, ["ann"], 1)

        assert [change.player for change in rated.changes] == ["bob", "ann", "dan", "cyd"]

    def test_points_move_no_rating(self) -> None:
        one, five = (rate_game({}, ["ann", "bob"], [False, False], ["ann"], points) for points in (1, 5))

        assert one == five

    def test_a_winner_without_a_seat_is_refused(self) -> None:
        with pytest.raises(ValueError, match="cyd has no seat"):
            rate_game({}, ["ann", "bob"], [False, False], ["cyd"], 1)

    def test_every_seat_must_be_said_to_have_resigned_or_not(self) -> None:
        with pytest.raises(ValueError, match="2 seats, but 1"):
            rate_game({}, ["ann", "bob"], [False], ["ann"], 1)

    def test_a_game_without_points_is_refused(self) -> None:
        with pytest.raises(ValueError, match="not 0"):
            rate_game({}, ["ann", "bob"], [False, False], ["ann"], 0)


class TestTellingAChange:
    def test_the_twentieth_game_is_still_told_as_provisional(self) -> None:
        change = Change("ann", Standing(1600, 19), Standing(1650, 20))

        assert change.old_rating_told is None

    def test_the_first_established_rating_is_told_alone(self) -> None:
        change = Change("ann", Standing(1600, 20), Standing(1616, 21))

        assert change.old_rating_told == 1616

    def test_from_then_on_the_old_rating_is_told_too(self) -> None:
        change = Change("ann", Standing(1616, 21), Standing(1630, 22))

        assert change.old_rating_told == 1616


RATINGS = st.integers(-500, 4000)
GAMES = st.integers(0, 60)
PLAYERS = st.sampled_from(["ann", "bob", "cyd", "dan", "eve", "fay"])
STANDINGS = st.dictionaries(
    PLAYERS, st.builds(Standing, RATINGS, st.integers(0, 15), st.integers(0, 15), st.integers(0, 15))
).map(lambda table: dict(sorted(table.items(), key=lambda entry: -entry[1].rating)))


@st.composite
def finished_games(draw: st.DrawFn) -> dict[str, Any]:
    seats = draw(st.lists(PLAYERS, min_size=1, max_size=6))
    return {
        "seats": seats,
        "resigned": [draw(st.booleans()) for _ in seats],
        "winner": draw(st.sampled_from([None, *seats])),
        "points": draw(st.integers(1, 5)),
    }


class TestWhateverTheGame:
    @given(RATINGS, GAMES, RATINGS, GAMES)
    def test_a_win_is_worth_no_less_than_a_tie_and_a_tie_no_less_than_a_loss(
        self, rating: int, games: int, other: int, other_games: int
    ) -> None:
        lost, tied, won = (new_rating(rating, games, other, other_games, outcome) for outcome in (-1, 0, 1))

        assert lost <= tied <= won

    @given(RATINGS, GAMES, RATINGS, GAMES, st.integers(-9, 9))
    def test_only_the_sign_of_the_outcome_counts(
        self, rating: int, games: int, other: int, other_games: int, outcome: int
    ) -> None:
        sign = (outcome > 0) - (outcome < 0)

        assert new_rating(rating, games, other, other_games, outcome) == new_rating(
            rating, games, other, other_games, sign
        )

    @given(RATINGS, GAMES, RATINGS, GAMES, st.sampled_from([-1, 0, 1]), st.integers(-9, 9))
    def test_a_handicap_is_a_hundred_points_off_the_opponent(
        self, rating: int, games: int, other: int, other_games: int, outcome: int, handicap: int
    ) -> None:
        assert new_rating(rating, games, other, other_games, outcome, handicap) == new_rating(
            rating, games, other - 100 * handicap, other_games, outcome
        )

    @given(RATINGS, st.integers(20, 500), st.integers(), GAMES)
    def test_an_established_player_wins_or_loses_at_most_32(
        self, rating: int, games: int, other: int, other_games: int
    ) -> None:
        assert 0 <= new_rating(rating, games, other, other_games, 1) - rating <= 32
        assert -32 <= new_rating(rating, games, other, other_games, -1) - rating <= 0

    @given(STANDINGS, finished_games())
    def test_each_player_has_one_game_more_and_nobody_else_is_touched(
        self, standings: dict[str, Standing], game: dict[str, Any]
    ) -> None:
        untouched = dict(standings)
        players = set(game["seats"]) if len(set(game["seats"])) > 1 else set()

        rated = rate(standings, game)

        assert list(standings.items()) == list(untouched.items())
        assert {change.player for change in rated.changes} == players
        assert len(rated.changes) == len(players)
        assert all(change.after.games == change.before.games + 1 for change in rated.changes)
        assert rated.standings == standings | {change.player: change.after for change in rated.changes}

    @given(STANDINGS, finished_games())
    def test_the_table_is_best_first(self, standings: dict[str, Standing], game: dict[str, Any]) -> None:
        ratings = [standing.rating for standing in rate(standings, game).standings.values()]

        assert ratings == sorted(ratings, reverse=True)

    @given(STANDINGS, finished_games())
    def test_the_players_own_part_of_the_table_gives_the_same_changes(
        self, standings: dict[str, Standing], game: dict[str, Any]
    ) -> None:
        part = {player: standing for player, standing in standings.items() if player in game["seats"]}

        assert rate(part, game).changes == rate(standings, game).changes
