"""Euchre: bids, the card that is turned up, bowers, lone makers, points, the end, and what viewers may see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.checks.table import check_skips
from pbmserv.games.checks.two_worlds import check_notes_keep_secrets
from pbmserv.games.checks.views import check_secrets, check_views
from pbmserv.games.euchre import Euchre, Position
from pbmserv.games.testing import check_contract, play_random_game, replay
from pbmserv.games.tricks.cards import UNKNOWN
from tests.games.help_pages import help_page

EUCHRE = Euchre()
CHANCE = Chance(bytes(16), "test")
HANDS = ("9C TC 9S TS AH", "QC KC QS KS 9H", "AC JC AS JS TH", "9D TD QD KD AD")
"""East has dealt, and the jack of diamonds is turned up."""


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def begun(*hands: str, turned: str = "JD", **fields: object) -> Position:
    """A first hand that East has dealt; South bids first."""
    dealt = tuple(map(cards, hands or HANDS))
    kitty = [card for card in Position.PACK if card not in {turned}.union(*dealt)][:3]
    position = Position(target=10, number=1, hands=dealt, turned=turned, kitty=tuple(kitty))
    return replace(position, **fields)  # type: ignore[arg-type]


def play(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = EUCHRE.play(position, EUCHRE.to_move(position)[0], move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def refusal(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        EUCHRE.play(position, EUCHRE.to_move(position)[0], text, CHANCE)
    return caught.value


def legal(position: Position) -> set[str]:
    return {*EUCHRE.legal_moves(position, EUCHRE.to_move(position)[0])}


@pytest.mark.long
def test_it_keeps_the_contract_in_a_whole_game() -> None:
    check_contract(EUCHRE, games=1)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_short_game_keeps_what_the_contract_says_of_secrets(seed: int) -> None:
    played = replay(EUCHRE, play_random_game(EUCHRE, {"to": 1}, 4, bytes([seed] * 16)))

    for check in (check_views, check_secrets, check_notes_keep_secrets, check_skips):
        check(EUCHRE, played)


# The first round of bids


def test_all_may_order_up_the_card_that_is_turned_up_and_the_dealer_takes_it() -> None:
    assert legal(begun()) == {"pass", "order up", "order up alone"}

    position, notes = play(begun(), "pass", "order up")

    assert notes == ["West makes diamonds trump."]
    assert EUCHRE.to_move(position) == (3,)
    assert position.hands[3] == cards("9D TD JD QD KD AD")


def test_the_dealer_puts_another_card_aside_than_the_one_taken_up() -> None:
    position, _ = play(begun(), "order up")

    assert legal(position) == {"discard 9D", "discard TD", "discard QD", "discard KD", "discard AD"}
    refused = str(refusal(position, "JD"))
    assert refused == "The card that was taken up stays in the hand: put another one aside."
    assert str(refusal(position, "9C")).startswith("You do not hold 9C.")
    assert str(refusal(position, "9D TD")).startswith("Cards to put aside: 1; you name 2.")
    assert str(refusal(position, "order up")) == "First put cards aside, as many as are asked for: 1."

    after, _ = play(position, "9d")

    assert after.discards == ("9D",)
    assert EUCHRE.to_move(after) == (0,)


@pytest.mark.parametrize(
    "typed", ["order up", "Order it up", "up", "pick it up", "I order up!".rstrip("!"), "take it"]
)
def test_ordering_up_is_said_in_many_ways(typed: str) -> None:
    assert EUCHRE.play(begun(), 0, typed, CHANCE).move == "order up"


# The second round


@pytest.mark.parametrize("typed", ["hearts", "H", "♥", "heart", "I make hearts", "go hearts"])
def test_who_passes_the_card_may_name_another_suit(typed: str) -> None:
    position, _ = play(begun(), "pass", "pass", "pass", "pass")
    assert {"pass", "clubs", "clubs alone", "spades", "spades alone", "hearts", "hearts alone"} == legal(position)

    assert EUCHRE.play(position, 0, typed, CHANCE).move == "hearts"


def test_the_suit_that_was_turned_down_cannot_be_named() -> None:
    position, _ = play(begun(), "pass", "pass", "pass", "pass")
    refused = "Name another suit than that of JD, which was turned down, or pass."

    assert str(refusal(position, "diamonds")) == refused
    assert str(refusal(position, "order up")) == refused


def test_the_dealer_has_to_name_a_suit_when_all_others_have_passed_twice() -> None:
    position, _ = play(begun(), *["pass"] * 7)

    assert EUCHRE.to_move(position) == (3,)
    assert "pass" not in legal(position)
    assert str(refusal(position, "pass")) == "All others have passed twice, so the dealer has to name a suit."


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("hearts", Illegal, "Order up or pass: JD is turned up."),
        ("9C", Illegal, "Cards are played after the bids: now write, for example, pass or order up."),
        ("some", Unreadable, 'A bid is expected, not "some".'),
        ("alone", Unreadable, 'A bid is expected, not "alone".'),
        ("pass up", Unreadable, 'A bid is expected, not "pass up".'),
        ("h" * 100, Unreadable, "A bid is expected"),
    ],
)
def test_what_is_no_bid_is_refused(text: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(begun(), text)

    assert isinstance(refused, kind)
    assert str(refused).startswith(words)


# Going alone


def test_the_partner_of_a_lone_maker_sits_out() -> None:
    position, notes = play(begun(), "pass", "order up alone")

    assert notes == ["West makes diamonds trump.", "West plays alone, and East sits out."]
    # The dealer takes nothing up who sits out.
    assert position.hands[3] == ()
    assert [EUCHRE.to_move(play(position, *moves)[0])[0] for moves in ([], ["AH"], ["AH", "9H"])] == [0, 1, 2]
    after, notes = play(position, "AH", "9H", "TH")
    assert notes == ["Trick 1: South takes AH 9H TH."]
    assert EUCHRE.to_move(after) == (0,)


@pytest.mark.parametrize(("passes", "first"), [(0, 0), (1, 0), (2, 1), (3, 0)])
def test_the_seat_on_the_left_of_the_dealer_leads_or_if_it_sits_out_the_next(passes: int, first: int) -> None:
    position, _ = play(begun(), *["pass"] * passes, "order up alone")
    if position.is_discarding:
        position, _ = play(position, "9D")

    assert EUCHRE.to_move(position) == (first,)


# Bowers


def playing(trump: str, *hands: str, **fields: object) -> Position:
    """The play of a hand in which South makes a suit trump."""
    return replace(begun(*hands), contract="a suit", trump=trump, **fields)  # type: ignore[arg-type]


def test_the_jacks_of_one_colour_are_the_highest_trumps() -> None:
    _, right = play(playing("H", "AH 9C", "JD 9D", "JH 9S", "KH TC"), "AH", "JD", "JH", "KH")
    _, left = play(playing("H", "AH 9C", "JD 9D", "QH 9S", "KH TC"), "AH", "JD", "QH", "KH")

    assert right[0] == "Trick 1: North takes AH JD JH KH."
    assert left[0] == "Trick 1: West takes AH JD QH KH."


def test_the_left_bower_follows_trumps_and_not_its_own_suit() -> None:
    hearts_led, _ = play(playing("H", "AH 9C", "JD AD", "JH 9S", "KH TC"), "AH")
    diamonds_led, _ = play(playing("H", "9D 9C", "JD AS", "JH 9S", "KH TC"), "9D")

    assert legal(hearts_led) == {"JD"}
    assert str(refusal(hearts_led, "AD")).startswith("Hearts were led, and you have to follow suit.")
    assert legal(diamonds_led) == {"JD", "AS"}


def test_the_suit_of_a_trick_that_the_left_bower_leads_is_trump() -> None:
    position, _ = play(playing("S", "JC 9C", "AC 9S", "KC 9D", "QC TC"), "JC")

    assert legal(position) == {"9S"}
    assert str(refusal(position, "AC")).startswith("Spades were led, and you have to follow suit.")


def test_trump_is_led_from_the_first_trick_on() -> None:
    assert legal(playing("H", "AH 9C", "JD 9D", "JH 9S", "KH TC")) == {"AH", "9C"}


def test_cards_are_listed_with_the_suit_to_which_they_belong() -> None:
    board = EUCHRE.draw(playing("H", "9H AH JD JH AD", "9C", "TC", "KC"), 0)

    assert "  Diamonds  AD\n" in board
    assert "  Hearts    9H  AH  JD  JH" in board


# Points


def hand_over(*takers: int, maker: int = 0, **fields: object) -> tuple[Position, list[str]]:
    """The end of a hand whose tricks these seats have taken; the last is taken by South with hearts, the trump."""
    played = list[str]()
    leader = takers[0]
    for taker in takers:
        trick = ["9C", "9C", "9C", "9C"]
        trick[(taker - leader) % 4] = "AC"
        played, leader = played + trick, taker
    hands = tuple((card,) for card in ("AH", "9D", "9D", "9D"))
    values: dict[str, object] = {"hands": hands, "played": tuple(played), "led": leader, "maker": maker}
    position = replace(begun(contract="hearts", trump="H"), **(values | fields))  # type: ignore[arg-type]
    seat = position.next_seat
    played_last = EUCHRE.play(position, seat, position.hands[seat][0], CHANCE)
    return played_last.position, [note.text for note in played_last.notes]


@pytest.mark.parametrize(
    ("takers", "maker", "points", "words"),
    [
        ((0, 2, 1, 1), 0, (1, 0), None),
        ((0, 2, 2, 1), 2, (1, 0), None),
        ((0, 2, 2, 0), 0, (2, 0), "South and North have taken all tricks."),
        ((1, 3, 1, 0), 0, (0, 2), "South and North are euchred."),
        ((0, 1, 2, 0), 1, (2, 0), "West and East are euchred."),
        ((3, 1, 3, 1), 3, (0, 1), None),
    ],
)
def test_makers_score_with_three_tricks_and_the_others_if_they_fail(
    takers: tuple[int, ...], maker: int, points: tuple[int, int], words: str | None
) -> None:
    after, notes = hand_over(*takers, maker=maker)

    assert after.points == (points,)
    assert (
        {*notes} & {f"{side} {what}" for side in SIDES for what in ("are euchred.", "have taken all tricks.")}
    ) == ({words} if words else set())


SIDES = ("South and North", "West and East")


def test_a_lone_maker_who_takes_all_tricks_scores_four_points_and_otherwise_one() -> None:
    def played_alone(*takers: int) -> tuple[tuple[int, int], ...]:
        trick = {0: "AC 9C 9C", 1: "9C AC 9C", 3: "9C 9C AC"}
        leader, played = takers[0], list[str]()
        for taker in takers:
            turns = [seat for place in range(4) if (seat := (leader + place) % 4) != 2]
            played += cards(trick[(0, 1, 3)[turns.index(taker)]])
            leader = taker
        hands = (("AH",), ("9D",), (), ("9D",))
        position = replace(begun(contract="hearts alone", trump="H"), hands=hands, played=tuple(played), led=leader)
        position = replace(position, maker=0, resting=2)
        seat = position.next_seat
        return EUCHRE.play(position, seat, position.hands[seat][0], CHANCE).position.points

    assert played_alone(0, 0, 0, 0) == ((4, 0),)
    assert played_alone(0, 1, 0, 3) == ((1, 0),)
    assert played_alone(1, 1, 3, 3) == ((0, 2),)


def test_the_next_hand_is_dealt_by_the_next_seat() -> None:
    after, notes = hand_over(0, 2, 1, 1)

    assert after.number == 2
    assert (after.contract, after.trump, after.bids) == ("", "", ())
    assert EUCHRE.to_move(after) == (1,)
    assert notes[-2] == "Hand 1 is over. It has brought South and North 1 and West and East 0."
    assert notes[-1] == f"Hand 2 is dealt, and {after.turned} is turned up: West bids first."


@pytest.mark.parametrize(("points", "is_over"), [((9, 9), True), ((8, 9), False)])
def test_a_side_wins_with_ten_points(points: tuple[int, int], is_over: bool) -> None:
    after, _ = hand_over(0, 2, 1, 1, points=(points,))
    result = EUCHRE.result(after)

    assert after.is_over == is_over
    if is_over:
        assert result
        assert (result.winner, result.reason) == (0, "Most points: South and North, with 10.")
        assert result.scores == (10, 9, 10, 9)


# Resignations


def test_the_server_passes_discards_and_plays_for_a_player_who_has_resigned() -> None:
    left = EUCHRE.skip(begun(), 3, CHANCE).position

    assert play(left, "pass", "pass", "pass")[1] == ["East passes, having resigned."]
    ordered, notes = play(left, "order up")
    assert notes == ["South makes diamonds trump.", "The server discards for East, who has resigned."]
    assert ordered.discards == ("9D",)


def test_a_dealer_who_has_resigned_and_has_to_name_a_suit_names_the_first_one() -> None:
    left = EUCHRE.skip(begun(), 3, CHANCE).position

    position, notes = play(left, *["pass"] * 6)

    assert notes == ["East, who has resigned, has to name a suit.", "East makes clubs trump."]
    assert EUCHRE.to_move(position) == (0,)


# What is seen


def test_nobody_sees_hands_of_others_or_the_cards_that_are_left_and_only_the_dealer_what_was_put_aside() -> None:
    position, _ = play(begun(), "order up", "9D")

    for viewer in (0, 1, 2, None):
        seen = EUCHRE.seen_by(position, viewer)
        assert seen.discards == (UNKNOWN,)
        assert {*seen.kitty} == {UNKNOWN}
        assert {card for seat in range(4) if seat != viewer for card in seen.hands[seat]} == {UNKNOWN}
    assert EUCHRE.seen_by(position, 3).discards == ("9D",)


def test_only_the_dealer_is_told_which_card_was_put_aside() -> None:
    assert EUCHRE.told("discard 9D", 3, 3) == "discard 9D"
    assert [EUCHRE.told("discard 9D", 3, viewer) for viewer in (0, 1, 2, None)] == ["a discard"] * 4
    assert EUCHRE.told("9D", 3, 0) == "9D"


def test_all_are_told_which_card_the_dealer_took_up_until_it_is_played() -> None:
    position, _ = play(begun(), "order up", "9D")
    assert EUCHRE.status(position, 0) == ("East has taken up JD.",)

    after, _ = play(position, "AH", "9H", "TH", "JD")

    assert EUCHRE.status(after, 0) == ()


def test_bids_and_discards_are_touched_by_the_next_seat_alone() -> None:
    ordered, _ = play(begun(), "order up")

    def targets(viewer: int | None, position: Position | None = None) -> list[str]:
        return [*EUCHRE.picture(position or begun(), viewer).targets]

    assert targets(3, ordered) == ["AD", "KD", "QD", "TD", "9D"]
    assert targets(0, ordered) == []

    assert targets(0) == ["pass", "order-up", "order-up-alone"]
    assert [choice.target for choice in EUCHRE.picture(begun(), 0).choices] == targets(0)
    assert targets(1) == targets(None) == []
    assert EUCHRE.steps(begun(), 0, "order up alone") == ("order-up-alone",)


def test_bids_cards_and_places_are_told_in_words() -> None:
    position, _ = play(begun(), "pass")
    words = [shape.words for shape in EUCHRE.picture(position, 1).shapes]
    assert "South has passed" in words
    assert "West has yet to bid, and is next" in words
    assert "the jack of diamonds is turned up" in words

    alone, _ = play(position, "order up alone")
    assert "East sits out" in [shape.words for shape in EUCHRE.picture(alone, 1).shapes]


def test_the_help_page_tells_of_the_option() -> None:
    assert "-to=10" in help_page("euchre")


# Machine players


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("9C TC 9S TS 9H", "pass"),
        ("JH AD KD AC 9S", "order up"),
        ("JH AD KD QD TD", "order up alone"),
    ],
)
def test_bots_order_up_what_they_hold_trumps_for(hand: str, move: str) -> None:
    position = begun(hand, "9H TH QH KH AH", "QC KC QS KS AS", "JC JS 9C 9D TC")

    assert EUCHRE.solution(EUCHRE.seen_by(position, 0), 0) == move


def test_a_stuck_dealer_who_is_a_bot_names_the_best_suit() -> None:
    position, _ = play(begun(*HANDS[:3], "9H JH AH QC TD"), *["pass"] * 7)

    assert EUCHRE.solution(EUCHRE.seen_by(position, 3), 3) in {"hearts", "hearts alone"}


def test_guesses_give_the_dealer_the_card_that_was_taken_up_and_nobody_one_of_a_suit_not_followed() -> None:
    position, _ = play(begun(), "order up", "9D", "AH", "9H", "TH", "JD")
    seen = EUCHRE.seen_by(play(begun(), "order up", "9D")[0], 0)
    later = EUCHRE.seen_by(position, 0)
    luck = Chance(bytes(16), "guesses")

    for _ in range(20):
        assert "JD" in EUCHRE.guess(seen, 0, luck).hands[3]
        whole = EUCHRE.guess(later, 0, luck)
        assert not [card for card in whole.hands[3] if card[1] == "H" and card != "JH"]
        every = [*later.played, *whole.kitty, *whole.discards, *(card for hand in whole.hands for card in hand)]
        assert sorted(every) == sorted(Position.PACK)
