"""The rules of Goofspiel: how a round comes out, how ties are settled, and that the order of bids does not matter."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.games.goofspiel.rules import CARRY, DISCARD, NEXT, PASS, SPLIT, TIES, Position, settled


def dealt(deck: str, seats: int = 2, ties: str = CARRY) -> Position:
    return Position(tuple(map(int, deck.split())), ((),) * seats, ties)


def after_rounds(position: Position, *rounds: str) -> Position:
    """The position after rounds that are written as the bids of the seats in order: `"3 1"`."""
    for bids in rounds:
        for seat, bid in enumerate(bids.split()):
            position = position.after(seat, int(bid))
    return position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Games with some rounds played; all cards may be gone."""
    cards = draw(st.integers(3, 8))
    seats = draw(st.integers(2, 5))
    suit = range(1, cards + 1)
    played = draw(st.integers(0, cards))
    bids = tuple(tuple(draw(st.permutations(suit)))[:played] for _ in range(seats))
    return Position(tuple(draw(st.permutations(suit))), bids, draw(st.sampled_from(list(TIES))))


def test_the_highest_bid_wins_the_prize() -> None:
    outcome = settled(9, 0, (4, 7, 6), CARRY)

    assert (outcome.takers, outcome.share, outcome.carried) == ((1,), 9, 0)


def test_what_was_carried_over_goes_with_the_prize() -> None:
    outcome = settled(9, 5, (4, 7), CARRY)

    assert (outcome.worth, outcome.takers, outcome.share, outcome.carried) == (14, (1,), 14, 0)


def test_a_low_tie_does_not_matter() -> None:
    for ties in TIES:
        assert settled(9, 0, (4, 7, 4), ties).takers == (1,)


@pytest.mark.parametrize(
    ("ties", "takers", "share", "carried"),
    [(CARRY, (), 0, 9), (NEXT, (2,), 9, 0), (SPLIT, (0, 1), 4, 0), (DISCARD, (), 0, 0)],
)
def test_a_tie_of_the_highest_bids(ties: str, takers: tuple[int, ...], share: int, carried: int) -> None:
    """A prize of 9, bids 7, 7, 5 and 3; the odd point of a prize that is shared is lost."""
    outcome = settled(9, 0, (7, 7, 5, 3), ties)

    assert (outcome.takers, outcome.share, outcome.carried) == (takers, share, carried)


def test_the_next_highest_bid_must_be_made_by_one_alone() -> None:
    assert settled(9, 0, (7, 7, 5, 5, 2), NEXT).takers == (4,)


def test_where_no_bid_was_made_by_one_alone_the_prize_is_carried_over() -> None:
    outcome = settled(9, 3, (7, 7, 5, 5), NEXT)

    assert (outcome.takers, outcome.carried) == ((), 12)


def test_three_share_in_whole_points() -> None:
    outcome = settled(11, 0, (7, 7, 7), SPLIT)

    assert (outcome.takers, outcome.share) == ((0, 1, 2), 3)


@pytest.mark.parametrize("ties", TIES)
def test_who_has_resigned_wins_nothing(ties: str) -> None:
    assert settled(9, 0, (PASS, 2, PASS), ties).takers == (1,)
    assert settled(9, 0, (PASS, PASS), ties).takers == ()


def test_a_game_from_start_to_end() -> None:
    """Prizes 2, 4, 1, 3, ties carried: 2 to the second, the tie for 4 makes 5 of the 1, the last cards follow."""
    position = after_rounds(dealt("2 4 1 3"), "1 2", "3 3", "4 1")

    assert [(outcome.worth, outcome.takers) for outcome in position.rounds] == [
        (2, (1,)),
        (4, ()),
        (5, (0,)),
        (3, (1,)),
    ]
    assert position.bids == ((1, 3, 4, 2), (2, 3, 1, 4))
    assert position.scores == (5, 5)
    assert position.is_over


def test_a_prize_that_is_tied_for_last_goes_to_nobody() -> None:
    position = after_rounds(dealt("3 1 2"), "3 2", "2 3")

    assert position.is_over
    assert position.scores == (3, 1)
    assert position.rounds[-1].takers == ()
    assert (position.carried, position.lost) == (0, 2)


def test_the_last_cards_are_bid_by_themselves() -> None:
    """Two rounds of three are bid; the third is nobody's choice."""
    position = after_rounds(dealt("3 1 2"), "1 2")
    assert position.bidders == (0, 1)

    position = position.after(0, 3)
    assert (position.bidders, position.rounds_played) == ((1,), 1)

    position = position.after(1, 1)
    assert (position.bidders, position.rounds_played) == ((), 3)


def test_each_card_is_bid_once() -> None:
    position = after_rounds(dealt("2 4 1 3"), "4 1")

    assert position.hand(0) == (1, 2, 3)
    assert position.hand(1) == (2, 3, 4)


def test_only_prizes_that_nobody_has_seen_are_to_come() -> None:
    position = after_rounds(dealt("2 4 1 3 5"), "4 1")

    assert position.prizes_to_come == (1, 3, 5)


def test_who_is_out_holds_nothing_and_is_not_waited_for() -> None:
    position = after_rounds(dealt("2 4 1 3", seats=3), "4 1 2").after(1, PASS, PASS, PASS)

    assert position.is_out(1)
    assert position.hand(1) == ()
    assert position.bidders == (0, 2)
    assert after_rounds(position, "1").bidders == (2,)


def test_a_round_is_complete_when_the_last_that_was_waited_for_is_out() -> None:
    position = dealt("2 4 1 3", seats=3).after(0, 4).after(2, 1)

    position = position.after(1, PASS, PASS, PASS, PASS)

    assert position.rounds_played == 1
    assert position.scores == (2, 0, 0)


def test_bids_of_a_round_may_come_in_any_order() -> None:
    orders = [
        dealt("2 4 1", seats=3).after(first, first + 1).after(second, second + 1).after(third, third + 1)
        for first, second, third in permutations(range(3))
    ]

    assert all(position == orders[0] for position in orders)


@given(positions(), st.randoms(use_true_random=False))
def test_whoever_bids_first_the_game_ends_alike(finished: Position, random: Random) -> None:
    """Rounds played with the seats in any order, and in a different one each round."""
    shuffled = Position(finished.deck, ((),) * len(finished.bids), finished.ties)
    in_order = shuffled
    for number in range(finished.rounds_played):
        if in_order.is_over:
            break
        seats = list(in_order.bidders)
        for seat in seats:
            in_order = in_order.after(seat, finished.bids[seat][number])
        random.shuffle(seats)
        for seat in seats:
            shuffled = shuffled.after(seat, finished.bids[seat][number])

    assert shuffled == in_order


@given(positions())
def test_no_point_is_made_from_nothing_and_none_is_lost_on_the_way_where_they_are_carried(position: Position) -> None:
    prizes = sum(position.deck[: position.rounds_played])

    assert sum(position.scores) + position.carried + position.lost == prizes
    assert position.lost >= 0
    if position.ties in {CARRY, NEXT} and not position.is_over:
        assert position.lost == 0


@given(positions())
def test_no_seat_is_better_than_another(position: Position) -> None:
    turned = Position(position.deck, position.bids[1:] + position.bids[:1], position.ties)

    assert turned.scores == position.scores[1:] + position.scores[:1]


@given(positions())
def test_every_card_of_a_suit_is_in_hand_or_has_been_bid(position: Position) -> None:
    suit = set(range(1, len(position.deck) + 1))

    for seat, bids in enumerate(position.bids):
        assert set(position.hand(seat)) | set(bids) == suit
        assert len(position.hand(seat)) + len(bids) == len(suit)


def test_bidding_the_prize_itself_beats_bids_at_random_two_to_one() -> None:
    """Sheldon Ross's answer to somebody who bids at random: bid the prize's own card.

    With four cards and ties that nobody wins, over all 24 orders of the other's cards: whoever bids k for the prize k
    wins it against k - 1 of 4 cards, which makes 1 x 0 + 2 x 1 + 3 x 2 + 4 x 3 = 20 quarters, and loses it to 4 - k,
    which makes 1 x 3 + 2 x 2 + 3 x 1 = 10 quarters.
    """
    games = [Position((1, 2, 3, 4), ((1, 2, 3, 4), others), DISCARD).scores for others in permutations(range(1, 5))]

    assert sum(own for own, _ in games) / len(games) == 5
    assert sum(other for _, other in games) / len(games) == 2.5
