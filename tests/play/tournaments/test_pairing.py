"""Round robins: who meets whom, and in which seat."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pbmserv.play.tournaments.event import Event, event_of
from pbmserv.play.tournaments.pairing import Pairing, pairings

PLACES = st.integers(2, 10)
SEASONS = st.integers(1, 5)


def test_four_players_have_six_games() -> None:
    assert pairings(4) == [
        Pairing(0, 1), Pairing(2, 0), Pairing(0, 3),
        Pairing(1, 2), Pairing(3, 1),
        Pairing(2, 3),
    ]  # fmt: skip


@given(PLACES, SEASONS)
def test_everybody_meets_everybody_once(places: int, season: int) -> None:
    met = [frozenset(pairing) for pairing in pairings(places, season)]

    assert len(met) == len(set(met)) == places * (places - 1) // 2
    assert all(len(pair) == 2 and pair <= set(range(places)) for pair in met)


@given(PLACES, SEASONS)
def test_everybody_has_each_seat_as_often_or_once_more_or_less(places: int, season: int) -> None:
    found = pairings(places, season)
    first = Counter(pairing.first for pairing in found)
    second = Counter(pairing.second for pairing in found)

    assert all(abs(first[place] - second[place]) <= 1 for place in range(places))


@given(PLACES, SEASONS)
def test_who_meets_again_at_the_same_places_changes_seats(places: int, season: int) -> None:
    assert pairings(places, season + 1) == [Pairing(second, first) for first, second in pairings(places, season)]


def test_a_board_says_which_event_it_belongs_to() -> None:
    event = Event("hex-league", 3, 2)

    assert event.title == "hex-league, season 3, division 2"
    assert event_of(event.key) == event
    assert event_of("") is None
