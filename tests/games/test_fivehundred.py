"""Five Hundred: bids, the kitty, bowers, the joker, misères, points, the end, and what viewers may see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.checks.table import check_skips
from pbmserv.games.checks.two_worlds import check_notes_keep_secrets
from pbmserv.games.checks.views import check_secrets, check_views
from pbmserv.games.fivehundred import VALUES, FiveHundred, Position
from pbmserv.games.testing import check_contract, play_random_game, replay
from pbmserv.games.tricks.cards import UNKNOWN
from tests.games.help_pages import help_page

GAME = FiveHundred()
CHANCE = Chance(bytes(16), "test")


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def begun(to: int = 500) -> Position:
    return GAME.start({"to": to}, 4, Chance(bytes(15) + b"\1", "start"))


def playing(contract: str, *hands: str, **fields: object) -> Position:
    """The play of a first hand in which South has the contract."""
    position = begun().made(contract, 0, TRUMP[contract.split()[-1]], contract.endswith("misere"))
    dealt = tuple(() if seat == position.resting else cards(hand) for seat, hand in enumerate(hands))
    return replace(position, hands=dealt, led=0, **fields)  # type: ignore[arg-type]


TRUMP = {"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H", "trumps": "O", "misere": "O"}


def play(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = GAME.play(position, GAME.to_move(position)[0], move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def to_move(position: Position, seat: int) -> Position:
    return replace(position, led=seat)


def refusal(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        GAME.play(position, GAME.to_move(position)[0], text, CHANCE)
    return caught.value


def legal(position: Position) -> set[str]:
    return {*GAME.legal_moves(position, GAME.to_move(position)[0])}


@pytest.mark.long
def test_it_keeps_the_contract_in_a_whole_game() -> None:
    check_contract(GAME, games=1)


def test_a_short_game_keeps_what_the_contract_says_of_secrets() -> None:
    played = replay(GAME, play_random_game(GAME, {"to": 100}, 4, bytes([3] * 16)))

    for check in (check_views, check_secrets, check_notes_keep_secrets, check_skips):
        check(GAME, played)


# Bids


def test_bids_count_what_the_table_says() -> None:
    assert [VALUES[bid] for bid in ("6 spades", "6 no trumps", "7 hearts", "8 clubs", "10 no trumps")] == [
        40, 120, 200, 260, 520,
    ]  # fmt: skip
    assert (VALUES["misere"], VALUES["open misere"]) == (250, 500)
    assert len(VALUES) == 27


def test_a_bid_is_higher_than_the_highest_one() -> None:
    position, _ = play(begun(), "6 hearts")

    assert "6 diamonds" not in legal(position)
    assert {"6 no trumps", "7 spades", "pass"} < legal(position)
    assert str(refusal(position, "6 diamonds")) == "Bid more than 6 hearts, or pass."


def test_misere_is_bid_over_seven_tricks_and_open_misere_at_any_time() -> None:
    assert "misere" not in legal(begun())
    assert "open misere" in legal(begun())
    assert str(refusal(begun(), "misère")) == "Misère can be bid only over a bid of seven tricks."

    over_seven, _ = play(begun(), "7 spades")
    over_misere, _ = play(over_seven, "misere")

    assert "misere" in legal(over_seven)
    assert "7 no trumps" not in legal(over_misere)
    assert "8 spades" in legal(over_misere)
    assert "misere" not in legal(play(begun(), "8 spades")[0])


def test_open_misere_lies_between_ten_diamonds_and_ten_hearts() -> None:
    position, _ = play(begun(), "open misere")

    assert legal(position) == {"pass", "10 hearts", "10 no trumps"}


def test_whoever_has_passed_bids_no_more_and_the_last_one_is_the_maker() -> None:
    position, _ = play(begun(), "pass", "6 spades", "6 clubs", "pass", "7 spades")
    assert GAME.to_move(position) == (2,)

    position, notes = play(position, "pass")

    assert notes == ["West plays 7 spades, and takes the kitty."]
    assert GAME.to_move(position) == (1,)
    assert len(position.hands[1]) == 13
    assert position.kitty == ()


def test_when_all_pass_the_next_hand_is_dealt() -> None:
    position, notes = play(begun(), *["pass"] * 4)

    assert position.points == ((0, 0),)
    assert GAME.to_move(position) == (1,)
    assert notes[0] == "All have passed."


@pytest.mark.parametrize(
    ("typed", "bid"),
    [("7H", "7 hearts"), ("7 ♥", "7 hearts"), ("bid 8 no trumps", "8 no trumps"), ("8NT", "8 no trumps"),
     ("10 spades", "10 spades"), ("open", "open misere"), ("Open Misère", "open misere"), ("6 Club", "6 clubs")],
)  # fmt: skip
def test_bids_are_written_in_many_ways(typed: str, bid: str) -> None:
    assert GAME.play(begun(), 0, typed, CHANCE).move == bid


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("JH", Illegal, "Cards are played after the bids: now write, for example, pass or 6 spades."),
        ("5 hearts", Unreadable, 'A bid is expected, not "5 hearts".'),
        ("11 hearts", Unreadable, "A bid is expected"),
        ("7 x", Unreadable, "A bid is expected"),
        ("7" * 100, Unreadable, "A bid is expected"),
    ],
)
def test_what_is_no_bid_is_refused(text: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(begun(), text)

    assert isinstance(refused, kind)
    assert str(refused).startswith(words)


# The kitty


def test_the_maker_puts_three_cards_aside_and_leads() -> None:
    position, _ = play(begun(), "6 hearts", "pass", "pass", "pass")
    hand = position.hands[0]
    assert len(legal(position)) == 286

    after, _ = play(position, f"{hand[5]} {hand[0]}, {hand[12]}")

    assert after.discards == (hand[0], hand[5], hand[12])
    assert len(after.hands[0]) == 10
    assert GAME.to_move(after) == (0,)
    assert str(refusal(position, f"{hand[0]} {hand[1]}")).startswith("Cards to put aside: 3; you name 2.")
    assert str(refusal(position, "7 hearts")) == "First put cards aside, as many as are asked for: 3."
    assert str(refusal(after, "no")).startswith("A card is expected")


def test_a_card_of_the_play_is_no_bid() -> None:
    position = playing("7 spades", "7H 8H", "9H TH", "6H QH", "AH KH")

    assert play(position, "7H")[0].trick == ("7H",)
    assert str(refusal(position, "8 hearts")) == "The bids of this hand are over: play a card."


# Tricks


def test_the_joker_is_the_highest_trump_and_the_bowers_come_next() -> None:
    _, notes = play(playing("6 hearts", "AH 5C", "JD 6C", "JO 7C", "JH 8C"), "AH", "JD", "JO", "JH")
    assert notes[0] == "Trick 1: North takes AH JD JO JH."

    position, _ = play(playing("6 hearts", "AH 5C", "JD 6D", "5S 7C", "JO 8C"), "AH")
    assert legal(position) == {"JD"}
    assert legal(play(position, "JD", "5S")[0]) == {"JO"}


def test_without_a_trump_the_joker_takes_a_trick_but_suit_is_followed() -> None:
    position, _ = play(playing("6 no trumps", "9H 5C", "AH JO", "JO 7C", "KH 8C"), "9H")
    assert legal(position) == {"AH"}

    assert play(position, "AH", "JO", "KH")[1][0] == "Trick 1: North takes 9H AH JO KH."


def test_who_leads_the_joker_without_a_trump_names_the_suit_to_follow() -> None:
    position = playing("6 no trumps", "JO 5C", "AH 6C", "9S 7C", "KH 8C")
    suits = ("clubs", "diamonds", "spades", "hearts")
    assert legal(position) == {"5C", *(f"JO {suit}" for suit in suits), *(f"nominate {suit}" for suit in suits)}
    said = 'Name a suit with the joker, which the others have to follow: for example "JO clubs".'
    assert str(refusal(position, "joker")) == said

    led, _ = play(position, "joker hearts")

    assert GAME.play(position, 0, "JOh", CHANCE).move == "JO hearts"
    assert legal(led) == {"AH"}
    assert play(led, "AH", "7C", "KH")[1][0] == "Trick 1: South takes JO AH 7C KH."


def test_no_suit_is_named_for_the_joker_that_has_been_led() -> None:
    # West took the trick that South led, and East the next one.
    position = playing("6 no trumps", "9S 5C", "AC 6C", "9D 7C", "JO 8C", played=cards("9H AH 8H 5D QS KS TS AS"))
    position = replace(position, led=0)

    assert {
        suit for suit in ("clubs", "diamonds", "spades", "hearts") if f"JO {suit}" in legal(to_move(position, 3))
    } == {
        "clubs",
        "diamonds",
    }
    assert str(refusal(to_move(position, 3), "JO hearts")) == (
        "Suits that you can name for the joker now: clubs diamonds."
    )


def test_when_all_suits_have_been_led_the_joker_is_led_to_the_last_trick_alone() -> None:
    tricks = cards("9H TH 8H AH 9D TD 8D AD QS KS TS AS QC KC TC AC")
    position = to_move(playing("6 no trumps", "9S 5C", "6S 6C", "7D 7C", "JO 8C", played=tricks), 3)

    assert legal(position) == {"8C"}
    assert str(refusal(position, "JO")) == (
        "All four suits have been led: now the joker can be led only to the last trick. You can play 8C."
    )
    last, notes = play(position, "8C", "5C", "6C", "7C")
    assert "Trick 5: East takes 8C 5C 6C 7C." in notes
    assert "Trick 6: East takes JO 9S 6S 7D." in notes
    assert last.number == 2


def test_a_maker_with_the_joker_can_say_before_the_first_lead_to_which_suit_it_belongs() -> None:
    position = playing("6 no trumps", "JO 5C 9S", "AH 6C TS", "9H 7C JS", "5D 8C QS")

    named, _ = play(position, "nominate hearts")

    assert GAME.to_move(named) == (0,)
    assert legal(named) == {"JO", "5C", "9S"}
    assert GAME.play(position, 0, "the joker is ♥", CHANCE).move == "nominate hearts"
    assert "the joker is one of hearts" in GAME.draw(GAME.seen_by(named, 1), 1)
    led, _ = play(named, "JO")
    assert legal(led) == {"AH"}
    assert play(led, "AH", "9H", "5D")[1][0] == "Trick 1: South takes JO AH 9H 5D."


def test_a_joker_that_belongs_to_a_suit_follows_it_and_takes_no_other() -> None:
    position = playing("6 no trumps", "5C JO 9S", "AH 6C TS", "9H KC JS", "5D 8C QS")
    named, _ = play(position, "nominate hearts")

    led, _ = play(to_move(named, 1), "AH", "9H", "5D")
    assert legal(led) == {"JO"}
    assert str(refusal(led, "5C")).startswith("Hearts were led, and you have to follow suit.")

    thrown = playing("6 no trumps", "JO 9S", "AC 6C", "9C KC", "5C 8C", joker_suit="H", is_nominated=True)
    assert play(to_move(thrown, 1), "AC", "9C", "5C", "JO")[1][0] == "Trick 1: West takes AC 9C 5C JO."


def test_nobody_else_and_never_later_says_to_which_suit_the_joker_belongs() -> None:
    said = "Only a maker who holds the joker names its suit, before the first lead, in no trumps or a misère."
    without = playing("6 no trumps", "5S 5C", "AH JO", "9S 7C", "KH 8C")
    led, _ = play(without, "5S")
    trump = playing("6 hearts", "JO 5C", "AH 6C", "9S 7C", "KH 8C")

    assert [str(refusal(position, "nominate hearts")) for position in (without, led, trump)] == [said] * 3
    assert str(refusal(playing("6 no trumps", "JO 5C", "AH 6C", "9S 7C", "KH 8C"), "nominate nt")) == (
        "The joker can be one of clubs, diamonds, spades or hearts."
    )


def test_whoever_sees_that_the_joker_was_given_a_suit_guesses_it_in_the_makers_hand() -> None:
    position, _ = play(begun(), "6 no trumps", "pass", "pass", "pass")
    held = [card for card in position.hands[0] if card != "JO"]
    hands = [tuple(card for card in hand if card != "JO") for hand in position.hands]
    lacking = next((seat for seat, hand in enumerate(hands) if len(hand) < len(position.hands[seat])), 0)
    hands[0] = (*held[:12], "JO")
    if lacking:
        hands[lacking] = (*hands[lacking], held[12])
    position, _ = play(replace(position, hands=tuple(hands)), f"discard {' '.join(held[:3])}", "nominate spades")

    assert {
        "JO" in GAME.guess(GAME.seen_by(position, 1), 1, Chance(bytes([n] * 16), "guess")).hands[0] for n in range(9)
    } == {True}


# Misères


def test_in_a_misere_the_partner_sits_out_and_the_first_trick_loses_it() -> None:
    position = playing("misere", "5H 5C 5D", "AH 6C 6D", "", "KH 8C 8D")
    assert position.resting == 2

    ducked, _ = play(position, "5H", "AH", "KH")
    assert GAME.to_move(ducked) == (1,)
    assert ducked.number == 1

    lost, notes = play(ducked, "6D", "8D", "5D")
    assert lost.points == ((250, 0),)
    assert "South and North have made misere." in notes

    taken, notes = play(playing("misere", "AH 5C 5D", "5H 6C 6D", "", "KH 8C 8D"), "AH", "5H", "KH")
    assert taken.points == ((-250, 0),)
    assert taken.number == 2
    assert "South and North have not made misere." in notes


def test_in_a_misere_who_cannot_follow_suit_has_to_play_the_joker() -> None:
    position = playing("misere", "5H 5C JO", "AH 6C 6D", "", "KH 8C 8D")
    led, _ = play(to_move(position, 1), "6D", "8D")

    assert legal(led) == {"JO"}
    assert str(refusal(led, "5C")) == "In a misère, who cannot follow suit has to play the joker. You can play JO."
    assert play(led, "JO")[0].points == ((-250, 0),)
    # In no trumps it is a choice.
    free, _ = play(to_move(playing("6 no trumps", "5H JO", "6D 6C", "8D 8C", "9D 9C"), 1), "6D", "8D", "9D")
    assert legal(free) == {"5H", "JO"}


def test_in_a_misere_a_joker_that_belongs_to_a_suit_can_be_thrown_off() -> None:
    position, _ = play(playing("misere", "5H 5C JO", "AH 6C 6D", "", "KH 8C 8D"), "nominate spades")
    led, _ = play(to_move(position, 1), "6D", "8D")

    assert legal(led) == {"5H", "5C", "JO"}
    assert play(led, "JO")[1][0] == "Trick 1: East takes 6D 8D JO."


def test_in_an_open_misere_all_see_the_makers_cards_after_the_first_trick() -> None:
    position = playing("open misere", "5H 5C 5D", "AH 6C 6D", "", "KH 8C 8D")
    assert GAME.seen_by(position, 1).hands[0] == (UNKNOWN,) * 3

    after, _ = play(position, "5H", "AH", "KH")

    assert GAME.seen_by(after, 1).hands[0] == GAME.seen_by(after, None).hands[0] == ("5C", "5D")
    assert GAME.seen_by(after, 1).hands[3] == (UNKNOWN,) * 2
    assert GAME.status(after, 1) == ("South has 5C 5D.",)


def test_guesses_leave_the_makers_cards_as_all_see_them() -> None:
    position, _ = play(begun(), "open misere", "pass", "pass", "pass")
    position, _ = play(position, "discard " + " ".join(position.hands[0][:3]))
    position, _ = play(position, min(legal(position)))
    while position.trick:
        position, _ = play(position, max(legal(position)))
    seen = GAME.seen_by(position, 1)

    assert position.number == 1
    assert GAME.guess(seen, 1, CHANCE).hands[0] == position.hands[0]


# Points


def hand_over(contract: str, tricks: int, **fields: object) -> tuple[Position, list[str]]:
    """The end of a hand in which South, the maker, takes so many tricks and West the others."""
    leader, played = 0, list[str]()
    for number in range(9):
        taker = 0 if number < tricks - 1 else 1
        trick = ["5C", "5C", "5C", "5C"]
        trick[(taker - leader) % 4] = "AC"
        played, leader = played + trick, taker
    position = playing(contract, "JO" if tricks else "5D", "6D", "7D", "8D", played=tuple(played))
    if not tricks:
        position = replace(position, hands=(("4D",), ("6D",), ("5D",), ("8D",)))
    position = replace(position, led=leader, **fields)  # type: ignore[arg-type]
    seat = position.next_seat
    done = GAME.play(position, seat, GAME.legal_moves(position, seat)[0], CHANCE)
    return done.position, [note.text for note in done.notes]


@pytest.mark.parametrize(
    ("contract", "tricks", "points"),
    [
        ("6 spades", 6, (40, 40)),
        ("6 spades", 9, (40, 10)),
        ("6 spades", 10, (250, 0)),
        ("8 no trumps", 10, (320, 0)),
        ("7 hearts", 6, (-200, 40)),
        ("10 no trumps", 9, (-520, 10)),
    ],
)
def test_makers_get_the_points_of_their_bid_or_lose_them_and_the_others_ten_a_trick(
    contract: str, tricks: int, points: tuple[int, int]
) -> None:
    after, notes = hand_over(contract, tricks)

    assert after.points[-1] == points
    made = "have made" if points[0] > 0 else "have not made"
    assert f"South and North {made} {contract}." in notes


@pytest.mark.parametrize(
    ("contract", "tricks", "before", "winner"),
    [
        ("6 spades", 6, (460, 0), 0),
        ("6 spades", 6, (450, 0), None),
        # Tricks against a maker alone win no game, however many points there are.
        ("6 spades", 6, (0, 490), None),
        ("6 spades", 6, (460, 600), 0),
        ("10 no trumps", 9, (20, 0), 1),
        ("10 no trumps", 9, (21, 0), None),
    ],
)
def test_a_side_wins_by_a_bid_that_it_makes_and_loses_by_one_that_it_does_not(
    contract: str, tricks: int, before: tuple[int, int], winner: int | None
) -> None:
    after, _ = hand_over(contract, tricks, points=(before,))
    result = GAME.result(after)

    assert (result.winner if result else None) == winner
    assert after.is_over == (winner is not None)


def test_the_fiftieth_hand_is_the_last_and_then_points_decide() -> None:
    after, _ = hand_over("6 spades", 6, points=((0, 10),), number=50)
    result = GAME.result(after)

    assert result
    assert (result.winner, result.reason) == (1, "West and East have won, with 50 points.")


# Resignations


def test_the_server_passes_discards_and_plays_for_a_player_who_has_resigned() -> None:
    left = GAME.skip(begun(), 1, CHANCE).position
    assert play(left, "6 hearts")[1] == ["West passes, having resigned."]

    position, _ = play(begun(), "pass", "6 hearts", "pass", "pass")
    skipped = GAME.skip(position, 1, CHANCE)

    assert skipped.notes[0].text == "The server discards for West, who has resigned."
    assert len(skipped.position.discards) == 3


# What is seen


def test_nobody_sees_the_kitty_and_only_the_maker_what_was_put_aside() -> None:
    assert {*GAME.seen_by(begun(), 0).kitty} == {UNKNOWN}
    position, _ = play(begun(), "6 hearts", "pass", "pass", "pass")
    after, _ = play(position, " ".join(position.hands[0][:3]))

    assert GAME.seen_by(after, 0).discards == position.hands[0][:3]
    assert [GAME.seen_by(after, viewer).discards for viewer in (1, 2, None)] == [(UNKNOWN,) * 3] * 3
    assert GAME.told("discard 5C 6C 7C", 0, 2) == "a discard"


def test_what_is_touched_is_on_the_picture_and_bids_are_beside_it() -> None:
    def targets(position: Position, viewer: int | None) -> set[str]:
        return {*GAME.picture(position, viewer).targets}

    picture = GAME.picture(begun(), 0)
    assert [choice.text for choice in picture.choices] == [
        *("pass", "open", "6", "7", "8", "9", "10", "♠", "♣", "♦", "♥", "NT")
    ]
    assert not any(shape.target for shape in picture.shapes)
    assert targets(begun(), 1) == targets(begun(), None) == set()
    assert GAME.steps(begun(), 0, "6 no trumps") == ("6", "no-trumps")
    assert GAME.steps(begun(), 0, "open misere") == ("open-misere",)
    last, _ = play(begun(), "10 hearts")
    assert [choice.target for choice in GAME.picture(last, 1).choices] == ["pass", "10", "no-trumps"]
    discarding, _ = play(begun(), "6 hearts", "pass", "pass", "pass")
    assert targets(discarding, 0) == {*discarding.hands[0]}
    assert targets(discarding, 1) == set()
    joker = playing("6 no trumps", "JO 5C", "AH 6C", "9S 7C", "KH 8C")
    assert targets(joker, 0) == {"JO", "5C", "clubs", "diamonds", "spades", "hearts"}
    assert GAME.steps(joker, 0, "JO hearts") == ("JO", "hearts")


def test_bids_and_the_joker_are_told_in_words() -> None:
    position, _ = play(begun(), "6 hearts")
    assert "South has bid 6 hearts" in [shape.words for shape in GAME.picture(position, 1).shapes]
    joker = playing("6 no trumps", "JO 5C", "AH 6C", "9S 7C", "KH 8C")
    assert "your joker" in [shape.words for shape in GAME.picture(joker, 0).shapes]


def test_the_help_page_tells_of_the_option_and_of_every_value() -> None:
    page = help_page("fivehundred")

    assert "-to=500" in page
    assert all(f" {value}" in page for value in VALUES.values())


# Machine players


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("5C 6C 7D 8D 9D 5S 6S 7H 8H 9H", "pass"),
        ("JO JH JD AH KH QH AC KC AS 5S", "10 hearts"),
    ],
)
def test_bots_bid_what_their_hands_and_their_partners_take(hand: str, bid: str) -> None:
    position = replace(begun(), hands=(cards(hand), *begun().hands[1:]))

    assert GAME.solution(GAME.seen_by(position, 0), 0) == bid


def test_bots_put_cards_aside_that_are_worth_nothing() -> None:
    position, _ = play(begun(), "6 hearts", "pass", "pass", "pass")
    held = cards("JO JH JD AH KH QH AC AS AD 5S 6C 7D TH")
    position = replace(position, hands=(held, *position.hands[1:]))

    assert GAME.solution(GAME.seen_by(position, 0), 0) == "discard 6C 7D 5S"


# Older rules


def test_boards_that_were_begun_before_go_on_by_the_older_rules() -> None:
    older = GAME.rules_of(1)
    start = older.start({"to": 500}, 4, Chance(bytes(16), "start"))
    before = replace(
        start.made("6 no trumps", 0, "O", False), hands=tuple(map(cards, ("JO 5C", "AH 6C", "9S 7C", "KH 8C"))), led=0
    )

    assert (GAME.version, older.version, older.rules_of(1), GAME.rules_of(2)) == (2, 1, older, GAME)
    assert not [move for move in older.legal_moves(before, 0) or () if move.startswith("nominate")]
    led = replace(before, played=cards("9H TH AH 8H"), led=0)
    assert "JO hearts" in (older.legal_moves(led, 0) or ())
