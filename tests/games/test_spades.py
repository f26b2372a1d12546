"""Spades: bidding, following suit, trump, breaking spades, points, bags, nil, the end, and what viewers may see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.checks.table import check_skips
from pbmserv.games.checks.two_worlds import check_notes_keep_secrets
from pbmserv.games.checks.views import check_secrets, check_views
from pbmserv.games.spades import BIDS, Position, Spades
from pbmserv.games.testing import check_contract, play_random_game, replay
from pbmserv.games.tricks.cards import UNKNOWN, suit_of
from tests.games.help_pages import help_page

SPADES = Spades()
CHANCE = Chance(bytes(16), "test")


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def begun(to: int = 500) -> Position:
    return SPADES.start({"to": to}, 4, Chance(bytes(15) + b"\1", "start"))


def holding(*hands: str, **fields: object) -> Position:
    """The play of a first hand in which all have bid 3; South leads."""
    position = Position(target=500, number=1, hands=tuple(map(cards, hands)), bids=(3, 3, 3, 3))
    return replace(position, **fields)  # type: ignore[arg-type]


def play(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = SPADES.play(position, SPADES.to_move(position)[0], move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def refusal(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        SPADES.play(position, SPADES.to_move(position)[0], text, CHANCE)
    return caught.value


@pytest.mark.long
def test_it_keeps_the_contract_in_a_whole_game() -> None:
    check_contract(SPADES, games=1)


def test_a_short_game_keeps_what_the_contract_says_of_secrets() -> None:
    played = replay(SPADES, play_random_game(SPADES, {"to": 50}, 4, bytes(16)))

    for check in (check_views, check_secrets, check_notes_keep_secrets, check_skips):
        check(SPADES, played)


def test_partners_sit_opposite() -> None:
    assert SPADES.partners
    assert [SPADES.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


# Bidding


def test_all_bid_in_turn_before_a_card_is_played() -> None:
    position = begun()
    assert SPADES.to_move(position) == (0,)
    assert SPADES.legal_moves(position, 0) == BIDS
    assert SPADES.legal_moves(position, 1) == ()

    position, _ = play(position, "3", "0", "bid 4", "nil")

    assert [position.bid_of(seat) for seat in range(4)] == [3, 0, 4, 0]
    assert SPADES.to_move(position) == (0,)
    assert {suit_of(card) for card in SPADES.legal_moves(position, 0)} == {"C", "D", "H"} - lacking(position, 0)


def lacking(position: Position, seat: int) -> set[str]:
    return set("CDH") - {suit_of(card) for card in position.hands[seat]}


def test_the_first_bidder_of_the_next_hand_sits_on_the_left() -> None:
    after, notes = play_last(taken_by(4, 3, 3, 3))

    assert after.number == 2
    assert SPADES.to_move(after) == (1,)
    assert notes[-1] == "Hand 2 is dealt: West bids first."


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("14", Illegal, "A hand has 13 tricks: bid a number from 0 to 13, not 14."),
        ("QS", Illegal, "Cards are played after all have bid: first bid a number from 0 to 13."),
        ("some", Unreadable, 'A bid is expected, not "some": write a number from 0 to 13.'),
        ("-1", Unreadable, 'A bid is expected, not "-1": write a number from 0 to 13.'),
        ("\N{ARABIC-INDIC DIGIT THREE}", Unreadable, "A bid is expected"),
        ("pass", Illegal, "Nobody passes in Spades. To bid no trick, write 0."),
        ("1" * 100, Unreadable, "A bid is expected"),
    ],
)
def test_what_is_no_bid_is_refused(text: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(begun(), text)

    assert isinstance(refused, kind)
    assert str(refused).startswith(words)


def test_a_bid_comes_too_late_when_cards_are_played() -> None:
    position = holding("2C 3C", "4C 5C", "6C 7C", "8C 9C")

    assert str(refusal(position, "3")) == "All have bid in this hand already: now play one card."


# Tricks


def test_suit_is_followed() -> None:
    position, _ = play(holding("2C 3S", "4C AS", "5D 6S", "8C 9C"), "2C")

    assert SPADES.legal_moves(position, 1) == ("4C",)
    assert str(refusal(position, "AS")).startswith("Clubs were led, and you have to follow suit.")


def test_the_highest_spade_takes_a_trick_and_otherwise_the_highest_card_of_the_suit_that_was_led() -> None:
    _, trumped = play(holding("KC 2D", "AC 3D", "2S 4D", "3S 5D"), "KC", "AC", "2S", "3S")
    _, not_trumped = play(holding("KC 2D", "AD 3D", "2C 4D", "3C 5D"), "KC", "AD", "2C", "3C")

    assert trumped[0] == "Trick 1: East takes KC AC 2S 3S."
    assert not_trumped[0] == "Trick 1: South takes KC AD 2C 3C."


def test_nobody_leads_a_spade_before_one_is_played() -> None:
    position = holding("2C 3S", "4C AS", "6S 7S", "8C 9C")
    assert SPADES.legal_moves(position, 0) == ("2C",)
    assert str(refusal(position, "3S")).startswith("Spades are not broken yet, so none can be led.")

    after, _ = play(holding("2C 3S 4H", "4C AS 5H", "6S 7S 6H", "8C 9C 7H"), "2C", "4C", "6S", "8C")

    assert after.is_broken
    assert SPADES.legal_moves(after, 2) == ("7S", "6H")


def test_a_hand_of_spades_alone_can_lead_one() -> None:
    assert SPADES.legal_moves(holding("2S 3S", "4C 5C", "6C 7C", "8C 9C"), 0) == ("2S", "3S")


# Points


def taken_by(*tricks: int, **fields: object) -> Position:
    """The last trick of a hand, with which each seat will have taken so many; South takes the last one."""
    takers = [seat for seat, count in enumerate(tricks) for _ in range(count - (seat == 0))]
    leader, played = takers[0], list[str]()
    for taker in takers:
        trick = ["2C", "2C", "2C", "2C"]
        trick[(taker - leader) % 4] = "AC"
        played += trick
        leader = taker
    # Whoever took the twelfth trick leads to the last one.
    hands = tuple((card,) for card in ("AS", "2D", "2D", "2D"))
    position = Position(target=500, number=1, hands=hands, bids=(3, 3, 3, 3), played=tuple(played), led=leader)
    return replace(position, **fields)  # type: ignore[arg-type]


def points_of(position: Position) -> tuple[tuple[int, int], list[str]]:
    """What the hand brings to both sides, when the last cards are played by themselves."""
    after, notes = play_last(position)
    return after.points[-1], notes


def play_last(position: Position) -> tuple[Position, list[str]]:
    seat = position.next_seat
    played = SPADES.play(position, seat, position.hands[seat][0], CHANCE)
    return played.position, [note.text for note in played.notes]


@pytest.mark.parametrize(
    ("tricks", "bids", "points"),
    [
        ((4, 3, 3, 3), (3, 3, 3, 3), (61, 60)),
        ((4, 3, 3, 3), (5, 3, 3, 4), (-80, -70)),
        ((1, 6, 5, 1), (3, 3, 3, 4), (60, 70)),
        ((10, 1, 1, 1), (6, 1, 0, 0), (60 + 5 - 100, 10 + 1 - 100)),
        ((7, 6, 0, 0), (6, 6, 0, 0), (60 + 1 + 100, 60 + 100)),
    ],
)
def test_bids_that_are_taken_bring_ten_a_trick_and_others_cost_as_much(
    tricks: tuple[int, ...], bids: tuple[int, ...], points: tuple[int, int]
) -> None:
    assert points_of(taken_by(*tricks, bids=bids))[0] == points


def test_ten_overtricks_cost_a_hundred_points_and_those_beyond_are_kept() -> None:
    after, notes = play_last(taken_by(4, 3, 3, 3, bids=(2, 3, 2, 3), bags=(8, 9)))

    assert after.points[-1] == (43 - 100, 60)
    assert after.bags == (1, 9)
    assert "South and North have 10 overtricks, which cost 100 points." in notes
    assert notes[-2] == "Hand 1 is over. It has brought South and North -57 and West and East 60."


def test_all_are_told_whether_nil_was_made() -> None:
    notes = points_of(taken_by(7, 5, 0, 1, bids=(6, 5, 0, 0)))[1]

    assert "North has taken no trick, as bid, which brings 100 points." in notes
    assert "East has taken a trick after a bid of 0, which costs 100 points." in notes


# The end


@pytest.mark.parametrize(
    ("points", "winner"),
    [
        ((450, 0), 0),
        ((450, 480), 1),
        ((0, -600), 0),
        ((-600, 0), 1),
        ((438, 0), None),
        ((450, 451), None),
    ],
)
def test_a_side_wins_with_the_target_and_loses_with_as_much_below_zero(
    points: tuple[int, int], winner: int | None
) -> None:
    # This hand brings 61 and 60.
    after, _ = play_last(taken_by(4, 3, 3, 3, points=(points,)))
    result = SPADES.result(after)

    assert (result.winner if result else None) == winner
    assert after.is_over == (winner is not None)


@pytest.mark.parametrize(
    ("number", "points", "reason"),
    [
        (49, (0, 0), None),
        (50, (0, 0), "Most points: South and North, with 61."),
        (50, (0, 1), "Both sides have 61 points after 50 hands."),
    ],
)
def test_the_fiftieth_hand_is_the_last(number: int, points: tuple[int, int], reason: str | None) -> None:
    after, _ = play_last(taken_by(4, 3, 3, 3, points=(points,), number=number))
    result = SPADES.result(after)

    assert (result.reason if result else None) == reason
    assert not result or (result.winner is None) == (points == (0, 1))


def test_the_result_tells_the_points_of_both_sides_at_every_seat() -> None:
    result = SPADES.result(play_last(taken_by(4, 3, 3, 3, points=((450, 0),)))[0])

    assert result
    assert result.reason == "Most points: South and North, with 511."
    assert result.scores == (511, 60, 511, 60)


def test_the_seat_of_a_player_who_has_resigned_is_not_named_as_the_winner() -> None:
    over = play_last(taken_by(4, 3, 3, 3, points=((450, 0),), left=(0,)))[0]

    result = SPADES.result(over)

    assert result
    assert result.winner == 2


# Resignations


def test_the_server_bids_one_and_plays_the_lowest_card_for_a_player_who_has_resigned() -> None:
    position, _ = play(begun(), "3")

    skipped = SPADES.skip(position, 1, CHANCE)

    assert [note.text for note in skipped.notes] == ["1 is bid for West, who has resigned."]
    assert SPADES.to_move(skipped.position) == (2,)
    played = SPADES.play(replace(skipped.position, bids=(3, 1, 3, 3)), 0, "AC", CHANCE)
    assert any(note.text.endswith("is played for West, who has resigned.") for note in played.notes)


def test_a_substitute_plays_on_with_the_same_bid() -> None:
    position, _ = play(begun(), "3")
    skipped = SPADES.skip(position, 1, CHANCE).position

    again = SPADES.rejoin(skipped, 1, CHANCE).position

    assert again.left == ()
    assert again.bid_of(1) == 1


# What is seen


def test_nobody_sees_the_hand_of_another_not_even_of_the_partner() -> None:
    position = begun()

    assert SPADES.seen_by(position, 0).hands[0] == position.hands[0]
    assert SPADES.seen_by(position, 0).hands[1:] == ((UNKNOWN,) * 13,) * 3
    assert SPADES.seen_by(position, None).hands == ((UNKNOWN,) * 13,) * 4


def test_a_bid_is_touched_by_whoever_has_to_bid_and_nobody_else() -> None:
    position = begun()

    def targets(viewer: int | None) -> list[str]:
        return [choice.target for choice in SPADES.picture(position, viewer).choices]

    assert targets(0) == [*BIDS]
    assert targets(1) == targets(None) == []


def test_bids_and_places_are_told_in_words() -> None:
    position, _ = play(begun(), "3")
    words = [shape.words for shape in SPADES.picture(position, 1).shapes]

    assert "South has bid 3" in words
    assert "West has yet to bid, and is next" in words
    told = [choice.words for choice in SPADES.picture(position, 1).choices]
    assert {"bid 1 trick", "bid 2 tricks"} <= {*told}


def test_the_help_page_tells_of_the_option() -> None:
    assert "-to=500" in help_page("spades")


# Machine players


def test_between_hands_both_partners_can_expect_the_same() -> None:
    after = replace(begun(), number=3, points=((120, 40), (30, 10)))

    values = SPADES.evaluate(after)

    assert values is not None
    assert values[0] == values[2] > 0.5 > values[1] == values[3]
    assert values[0] + values[1] == pytest.approx(1)
    assert SPADES.evaluate(begun()) is None
    assert SPADES.evaluate(play(after, "3")[0]) is None


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("AC 2C 3C 4C AD 2D 3D 4D AH 2H 3H 4H AS", "4"),
        ("AS KS QS 2S 3S 2C 3C 2D 3D 4D 2H 3H 4H", "5"),
        ("2S 3S 4S 5S 2C 3C 4C 5C 6C 2D 3D 4D 5D", "2"),
        ("2S 3S 2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H", "0"),
        ("2S TS 2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H", "1"),
    ],
)
def test_a_bot_bids_what_its_hand_takes_on_average(hand: str, bid: str) -> None:
    position = replace(begun(), hands=(cards(hand), *((UNKNOWN,) * 13,) * 3))

    assert SPADES.solution(position, 0) == bid


def test_a_bot_does_not_bid_more_with_its_partner_than_there_are_tricks() -> None:
    hands = ((UNKNOWN,) * 13, (UNKNOWN,) * 13, cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"), (UNKNOWN,) * 13)
    position = replace(begun(), hands=hands)

    assert SPADES.solution(replace(position, bids=(9, 1)), 2) == "4"
    assert SPADES.solution(replace(position, bids=(1, 1, 1, 1)), 0) is None


def test_a_guess_gives_no_spade_to_a_player_who_did_not_trump_when_spades_were_led() -> None:
    own = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"
    hands = (cards(own), *((UNKNOWN,) * 12,) * 3)
    seen = holding(*["" for _ in range(4)], hands=hands, played=cards("AS 2H 3S 4S"), led=0, is_broken=True)

    wholes = [SPADES.guess(seen, 0, Chance(bytes(16), f"guess {number}")) for number in range(40)]

    assert not any(suit_of(card) == "S" for whole in wholes for card in whole.hands[1])
    assert any(suit_of(card) == "S" for whole in wholes for card in whole.hands[2])
