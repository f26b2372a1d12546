"""Cribbage: the crib, the starter, the play, what hands count, the end, and what viewers may see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.checks.two_worlds import check_notes_keep_secrets
from pbmserv.games.checks.views import check_secrets, check_views
from pbmserv.games.cribbage import Cribbage
from pbmserv.games.cribbage.rules import Position
from pbmserv.games.cribbage.scoring import points_in_play, points_in_show, total
from pbmserv.games.testing import check_contract, play_random_game, replay
from pbmserv.games.tricks.cards import UNKNOWN
from tests.games.help_pages import help_page

CRIBBAGE = Cribbage()
CHANCE = Chance(bytes(16), "test")
OWN, OTHER = "AC 3D 5H 6S TC KD", "2D 4C 5S 7H JC QC"


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def begun(own: str = OWN, other: str = OTHER, **fields: object) -> Position:
    """A first hand that B has dealt."""
    position = Position(target=121, number=1, dealer=1, hands=(cards(own), cards(other)))
    return replace(position, **fields)  # type: ignore[arg-type]


def playing(own: str, other: str, **fields: object) -> Position:
    """The play of a hand that B has dealt, in which the starter is the king of hearts."""
    values: dict[str, object] = {"starter": "KH", "laid": (cards("9S 9C"), cards("9D 9H"))}
    return begun(own, other, **(values | fields))


def play(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = CRIBBAGE.play(position, CRIBBAGE.to_move(position)[0], move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def refusal(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        CRIBBAGE.play(position, CRIBBAGE.to_move(position)[0], text, CHANCE)
    return caught.value


@pytest.mark.long
def test_it_keeps_the_contract_in_whole_games() -> None:
    check_contract(CRIBBAGE, games=2)


def test_a_short_game_keeps_what_the_contract_says_of_secrets() -> None:
    played = replay(CRIBBAGE, play_random_game(CRIBBAGE, {"to": 31}, 2, bytes([1] * 16)))

    for check in (check_views, check_secrets, check_notes_keep_secrets):
        check(CRIBBAGE, played)


# The crib and the starter


def test_both_put_two_cards_in_the_crib_at_once_and_then_the_starter_is_turned_up() -> None:
    assert CRIBBAGE.to_move(begun()) == (0, 1)
    assert len(CRIBBAGE.legal_moves(begun(), 0)) == 15

    after = CRIBBAGE.play(begun(), 1, "7h qc", CHANCE)
    assert (after.move, after.notes, CRIBBAGE.to_move(after.position)) == ("discard 7H QC", (), (0,))

    whole = CRIBBAGE.play(after.position, 0, "discard KD TC", CHANCE)
    starter = whole.position.starter
    assert starter not in cards(f"{OWN} {OTHER}")
    assert whole.notes[0].text == f"The starter is {starter}."
    assert CRIBBAGE.to_move(whole.position) == (0,)


def test_a_jack_as_the_starter_brings_the_dealer_two_points() -> None:
    class Jack(Chance):
        def choice(self, things):  # type: ignore[no-untyped-def]
            return next(card for card in things if card[0] == "J")

    half = CRIBBAGE.play(begun(), 1, "7H QC", CHANCE).position
    after = CRIBBAGE.play(half, 0, "KD TC", Jack(bytes(16), "jack"))

    assert after.position.points == (0, 2)
    assert after.notes[1].text == "A jack brings the dealer, Player B, 2."


# The play


@pytest.mark.parametrize(
    ("played", "points"),
    [
        ("7C 8D", {"fifteen": 2}),
        ("TC 5D KH 6S", {"thirty-one": 2}),
        ("5C 5D", {"a pair": 2}),
        ("5C 5D 5H", {"fifteen": 2, "three alike": 6}),
        ("2C 2D 2H 2S", {"four alike": 12}),
        ("TC JD", {}),
        ("4C 2D 3H", {"a run of 3": 3}),
        ("4C 2D 3H 5S", {"a run of 4": 4}),
        ("4C 2D 3H 6S", {"fifteen": 2}),
        ("4C 2D 3H 4S", {"a run of 3": 3}),
        ("3C 4D 4H 5S", {}),
        ("AC QD KH", {}),
        ("7C 7D 8H 7S", {}),
    ],
)
def test_the_last_card_brings_what_it_makes_with_those_before_it(played: str, points: dict[str, int]) -> None:
    assert dict(points_in_play(cards(played))) == points


def test_who_did_not_deal_leads_and_both_play_in_turn() -> None:
    position = playing("7C 3D 2H", "8D TH 4S")
    assert CRIBBAGE.to_move(position) == (0,)

    after, notes = play(position, "7C", "8D")

    assert notes == ["Player B plays 8D, which brings 2 (2 for fifteen)."]
    assert after.points == (0, 2)
    assert CRIBBAGE.to_move(after) == (0,)


def test_no_card_goes_beyond_31_and_the_server_says_go() -> None:
    position = playing("TC TD 4H", "TH KS QS")
    after, notes = play(position, "TC", "TH", "TD")

    # 30: neither has an ace.
    assert notes[0] == "Player A plays TD, which brings 6 (6 for three alike)."
    assert notes[1] == "The last card of the count brings Player A 1."
    assert (after.count, after.points) == (0, (7, 2))
    assert CRIBBAGE.to_move(after) == (1,)
    assert after.gone == (30, 30)


def test_who_can_still_play_goes_on_alone_and_the_other_leads_next() -> None:
    position = playing("TC 8D AH 2H", "TH KS QS JS")
    after, notes = play(position, "TC", "TH", "8D")
    assert notes == ["Player B says go at 28."]
    assert CRIBBAGE.to_move(after) == (0,)
    refused = str(refusal(replace(after, hands=(cards("AH 4H"), after.hands[1])), "4H"))
    assert refused == "The count is 28, and must not go beyond 31. You can play AH."

    after, notes = play(after, "AH")
    assert notes == [
        "2H is played for Player A.",
        "Player A plays 2H, which brings 2 (2 for thirty-one).",
    ]
    assert (after.count, after.points) == (0, (2, 2))
    assert CRIBBAGE.to_move(after) == (1,)


# The show


@pytest.mark.parametrize(
    ("hand", "starter", "is_crib", "points"),
    [
        ("5C 5D JS 5H", "5S", False, 29),
        ("5C 5D 5H 5S", "TS", False, 28),
        ("4C 5D 6H 4S", "5C", False, 24),
        ("2C 4D 6H 8S", "TD", False, 0),
        ("AC 2C 3C 4C", "KC", False, 4 + 4 + 5),
        ("AC 3C 7C 9C", "KD", False, 4),
        ("AC 3C 7C 9C", "KD", True, 0),
        ("AC 3C 7C 9C", "KC", True, 5),
        ("JD 2C 4H 8S", "KD", False, 1),
        ("2C 3D 4H 5S", "6C", False, 5 + 4),
        ("TC JD QH KS", "AC", False, 4),
        ("QH KS AC 2D", "3C", False, 3 + 4),
    ],
)
def test_hands_count_what_is_published(hand: str, starter: str, is_crib: bool, points: int) -> None:
    assert total(points_in_show(cards(hand), starter, is_crib)) == points


def test_who_did_not_deal_shows_first_and_the_dealer_shows_the_crib_last() -> None:
    position = playing("JH", "QD 2H", played=((0, "5C"), (1, "TC"), (0, "5D"), (1, "2C"), (0, "5H")), fresh=4, turn=1)
    after, notes = play(position, "2H")

    shows = [note for note in notes if " shows " in note]
    assert shows[0].startswith("Player A shows 5C 5D 5H JH: 21 points (14 for fifteens + 6 for pairs")
    assert shows[1] == "Player B shows 2C 2H TC QD: 2 points (2 for pairs)."
    assert shows[2] == "Player B shows the crib, 9C 9D 9H 9S: 12 points (12 for pairs)."
    assert notes[-1] == "Hand 2 is dealt by Player A."
    assert (after.number, after.dealer, [seat for seat, _, _ in after.shown]) == (2, 0, [0, 1, 1])


def test_the_game_ends_at_once_with_121_points() -> None:
    position = playing("JH", "QD 2H", played=((0, "5C"), (1, "TC"), (0, "5D"), (1, "2C"), (0, "5H")), fresh=4, turn=1)

    after, notes = play(replace(position, points=(105, 119)), "2H")
    result = CRIBBAGE.result(after)

    # A shows first, and has won before B shows anything.
    assert [note for note in notes if note.startswith("Player B shows")] == []
    assert result
    assert (result.winner, result.reason, result.scores) == (0, "The points are 121 to 120.", (121, 120))


@pytest.mark.parametrize(
    ("other", "points", "words"),
    [(90, 2, "The points are 121 to 90, a skunk."), (91, 1, "The points are 121 to 91.")],
)
def test_who_wins_by_31_points_or_more_has_made_a_skunk(other: int, points: int, words: str) -> None:
    result = CRIBBAGE.result(begun(points=(121, other), is_over=True))

    assert result
    assert (result.points, result.reason) == (points, words)


# What is typed


@pytest.mark.parametrize(
    ("position", "text", "kind", "words"),
    [
        (begun(), "AC", Illegal, "Put 2 cards in the crib: you name 1."),
        (begun(), "2D 4C", Illegal, "You do not hold 2D 4C. Your cards are"),
        (begun(), "go", Illegal, "Where you cannot play, the server says go for you."),
        (begun(), "some", Unreadable, 'A card is expected, not "some"'),
        (begun(), "h" * 200, Unreadable, "A card is expected"),
        (playing("7C 3D", "8D TH"), "7C 3D", Illegal, "One card is played at a time, and you name 2."),
    ],
)
def test_what_cannot_be_played_is_refused(position: Position, text: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(position, text)

    assert isinstance(refused, kind)
    assert str(refused).startswith(words)


# What is seen


def test_nobody_sees_the_others_hand_or_what_the_other_put_in_the_crib() -> None:
    position = CRIBBAGE.play(begun(), 1, "7H QC", CHANCE).position

    for viewer in (0, None):
        seen = CRIBBAGE.seen_by(position, viewer)
        assert (seen.laid[1], {*seen.hands[1]}) == ((UNKNOWN, UNKNOWN), {UNKNOWN})
        assert CRIBBAGE.told("discard 7H QC", 1, viewer) == "a discard"
    assert CRIBBAGE.seen_by(position, 1).laid[1] == ("7H", "QC")
    assert CRIBBAGE.status(position, 1) == ("You have put 7H QC in the crib.",)


def test_cards_that_can_be_played_are_touched_by_the_next_seat_alone() -> None:
    def targets(position: Position, viewer: int | None) -> list[str]:
        return [shape.target for shape in CRIBBAGE.picture(position, viewer).shapes if shape.target and shape.words]

    assert targets(begun(), 0) == [*cards(OWN)]
    assert targets(playing("7C 3D", "8D TH"), 0) == ["7C", "3D"]
    assert targets(playing("7C 3D", "8D TH"), 1) == targets(begun(), None) == []
    assert CRIBBAGE.steps(begun(), 0, "discard AC 3D") == ("AC", "3D")
    assert ("3D", "AC") in CRIBBAGE.other_steps(begun(), 0, "discard AC 3D")


def test_the_help_page_tells_of_the_option() -> None:
    assert "-to=121" in help_page("cribbage")


# Bots


def test_bots_keep_what_counts_most() -> None:
    position = begun("5C 5D JS 5H 9C KD", OTHER)

    assert CRIBBAGE.solution(CRIBBAGE.seen_by(position, 0), 0) == "discard 9C KD"


def test_guesses_keep_to_what_the_other_could_not_play() -> None:
    position, _ = play(playing("TC 8D AH 2H", "TH KS QS JS"), "TC", "TH", "8D")
    seen = CRIBBAGE.seen_by(position, 0)
    luck = Chance(bytes(16), "guesses")

    for _ in range(20):
        whole = CRIBBAGE.guess(seen, 0, luck)
        assert all(card[0] in "456789TJQK" for card in whole.hands[1])
        assert CRIBBAGE.seen_by(whole, 0) == seen


def test_who_is_ahead_between_hands_or_has_dealt_can_expect_more() -> None:
    ahead = CRIBBAGE.evaluate(begun(number=3, points=(60, 40)))
    dealer = CRIBBAGE.evaluate(begun(number=3, points=(40, 40), dealer=0))

    assert ahead
    assert ahead[0] > 0.7
    assert sum(ahead) == pytest.approx(1)
    assert dealer
    assert 0.5 < dealer[0] < 0.7
    assert CRIBBAGE.evaluate(playing("7C 3D", "8D TH", number=3)) is None
