"""Goofspiel as players meet it: bids, refusals, letters, hidden things, and the contract."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.games.base import Illegal, Options, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.goofspiel.rules import CARRY, FACE_DOWN, SPLIT, TIES, Position
from pbmserv.games.testing import check_contract

GOOFSPIEL = Goofspiel()
CHANCE = Chance(bytes(16), "test")


def dealt(deck: str, seats: int = 2, ties: str = CARRY) -> Position:
    return Position(tuple(map(int, deck.split())), ((),) * seats, ties)


def played(position: Position, *rounds: str) -> Position:
    """The position after rounds that are written as the moves of the seats in order: `"K 10"`."""
    for moves in rounds:
        for seat, move in enumerate(moves.split()):
            position = GOOFSPIEL.play(position, seat, move, CHANCE).position
    return position


def notes(position: Position, seat: int, move: str) -> list[str]:
    return [note.text for note in GOOFSPIEL.play(position, seat, move, CHANCE).notes]


def refusal(position: Position, seat: int, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        GOOFSPIEL.play(position, seat, text, CHANCE)
    return caught.value


THIRTEEN = dealt("7 12 3 13 1 2 4 5 6 8 9 10 11", seats=3)


@pytest.mark.parametrize("games", [1, pytest.param(6, marks=pytest.mark.long)])
def test_it_keeps_the_contract(games: int) -> None:
    check_contract(GOOFSPIEL, games=games)


def test_the_prizes_are_shuffled_by_the_seed() -> None:
    options: Options = {"cards": 13, "ties": CARRY}

    one = GOOFSPIEL.start(options, 2, Chance(bytes(16), "start"))
    same = GOOFSPIEL.start(options, 2, Chance(bytes(16), "start"))
    other = GOOFSPIEL.start(options, 2, Chance(bytes(15) + b"\1", "start"))

    assert one == same
    assert one.deck != other.deck
    assert sorted(one.deck) == sorted(other.deck) == list(range(1, 14))


def test_all_may_bid_at_once() -> None:
    assert GOOFSPIEL.to_move(THIRTEEN) == (0, 1, 2)
    assert GOOFSPIEL.legal_moves(THIRTEEN, 1) == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def test_who_has_bid_waits_for_the_others() -> None:
    position = GOOFSPIEL.play(THIRTEEN, 1, "7", CHANCE).position

    assert GOOFSPIEL.to_move(position) == (0, 2)
    assert GOOFSPIEL.legal_moves(position, 1) == ()


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [("7", "7"), ("a", "A"), ("1", "A"), ("J", "J"), ("11", "J"), ("q", "Q"), ("12", "Q"), (" K ", "K"), ("13", "K")],
)
def test_a_card_is_written_by_its_letter_or_its_number(typed: str, canonical: str) -> None:
    assert GOOFSPIEL.play(THIRTEEN, 0, typed, CHANCE).move == canonical


@pytest.mark.parametrize("typed", ["", "0", "-1", "7 8", "x", "100", "٣", "ace of clubs"])
def test_other_texts_cannot_be_read(typed: str) -> None:
    refused = refusal(THIRTEEN, 0, typed)

    assert isinstance(refused, Unreadable)
    assert refused.words == (
        f'A card is expected, not "{typed}": your cards are A 2 3 4 5 6 7 8 9 10 J Q K (A is 1, J 11, Q 12, K 13).'
    )


def test_a_card_that_is_gone_is_refused() -> None:
    refused = refusal(played(dealt("1 2 3 4 5"), "4 5"), 0, "4")

    assert isinstance(refused, Illegal)
    assert refused.words == "You do not hold 4: your cards are A 2 3 5."


def test_a_card_that_the_suit_does_not_have_is_refused() -> None:
    assert refusal(dealt("1 2 3"), 0, "K").words == "You do not hold K: your cards are A 2 3."


def test_what_a_round_came_to_is_told_when_it_is_complete() -> None:
    position = GOOFSPIEL.play(THIRTEEN, 0, "J", CHANCE).position
    assert notes(THIRTEEN, 0, "J") == []

    position = GOOFSPIEL.play(position, 1, "Q", CHANCE).position
    assert notes(position, 2, "K") == ["Round 1: 7 for Spades, with K."]
    assert notes(position, 2, "Q") == ["Round 1: tie at Q, 7 carried over."]


@pytest.mark.parametrize(
    ("ties", "told"),
    [
        ("carry", "Round 1: tie at Q, 7 carried over."),
        ("next", "Round 1: 7 for Clubs, with 4."),
        ("split", "Round 1: tie at Q, 3 each for Hearts and Spades."),
        ("discard", "Round 1: tie at Q, 7 for nobody."),
    ],
)
def test_what_a_tie_came_to_is_told(ties: str, told: str) -> None:
    position = replace(THIRTEEN, ties=ties, bids=((4,), (12,), ()))

    assert notes(position, 2, "Q") == [told]


def test_the_last_round_is_told_with_the_last_but_one() -> None:
    position = GOOFSPIEL.play(played(dealt("1 2 3"), "1 2"), 0, "2", CHANCE).position

    assert notes(position, 1, "3") == [
        "Round 2: 2 for Hearts, with 3.",
        "Everybody's last card was bid for the last prize.",
        "Round 3: 3 for Clubs, with 3.",
    ]


def test_the_winner_has_the_most_points() -> None:
    result = GOOFSPIEL.result(played(dealt("1 2 3"), "1 3", "3 1"))

    assert result is not None
    assert (result.winner, result.scores) == (0, (2, 1))
    assert result.reason == "Most points: Clubs, with 2."


def test_equal_points_are_a_tie() -> None:
    result = GOOFSPIEL.result(played(dealt("1 2 3"), "2 1", "3 2"))

    assert result is not None
    assert (result.winner, result.scores) == (None, (3, 3))
    assert result.reason == "Most points: Clubs and Hearts, with 3 each."


def test_there_is_no_result_before_the_last_prize() -> None:
    assert GOOFSPIEL.result(THIRTEEN) is None


def test_a_resigned_seat_is_skipped_for_the_rest_of_the_game() -> None:
    skipped = GOOFSPIEL.skip(THIRTEEN, 1, CHANCE)

    assert skipped.move == "skip"
    assert GOOFSPIEL.to_move(skipped.position) == (0, 2)
    after_a_round = GOOFSPIEL.play(GOOFSPIEL.play(skipped.position, 0, "K", CHANCE).position, 2, "2", CHANCE)
    assert [note.text for note in after_a_round.notes] == ["Round 1: 7 for Clubs, with K."]
    assert GOOFSPIEL.to_move(after_a_round.position) == (0, 2)


def test_skipping_the_last_seat_that_was_waited_for_completes_the_round() -> None:
    position = GOOFSPIEL.play(GOOFSPIEL.play(THIRTEEN, 0, "K", CHANCE).position, 2, "2", CHANCE).position

    skipped = GOOFSPIEL.skip(position, 1, CHANCE)

    assert [note.text for note in skipped.notes] == ["Round 1: 7 for Clubs, with K."]


def test_who_has_resigned_cannot_win() -> None:
    """Hearts has won 3 and resigned; Clubs has 2 and Spades 1."""
    position = played(dealt("3 2 1", seats=3), "1 3 2")
    position = GOOFSPIEL.skip(position, 1, CHANCE).position
    position = GOOFSPIEL.play(position, 0, "3", CHANCE).position
    position = GOOFSPIEL.play(position, 2, "1", CHANCE).position

    result = GOOFSPIEL.result(position)

    assert result is not None
    assert (result.winner, result.scores) == (0, (2, 3, 1))


def test_the_board_tells_of_every_round_and_of_the_prize_that_is_bid_for() -> None:
    position = played(THIRTEEN, "6 9 K", "J J 2")

    assert GOOFSPIEL.draw(position, None) == "\n".join(
        [
            "Round  Prize  Worth  Clubs  Hearts  Spades  Won by",
            "    1      7      7      6       9       K  Spades",
            "    2      Q     12      J       J       2  carried over",
            "    3      3     15",
        ]
    )


def test_the_status_tells_points_hands_and_the_prizes_to_come() -> None:
    position = played(THIRTEEN, "6 9 K", "J J 2")

    assert GOOFSPIEL.status(position, None) == (
        "Clubs    0 points  holds A 2 3 4 5 7 8 9 10 Q K",
        "Hearts   0 points  holds A 2 3 4 5 6 7 8 10 Q K",
        "Spades   7 points  holds A 3 4 5 6 7 8 9 10 J Q",
        "Prizes to come, in any order: A 2 4 5 6 8 9 10 J K.",
    )


def test_the_board_of_a_finished_game_hides_nothing() -> None:
    position = GOOFSPIEL.skip(played(dealt("3 4 1 2", seats=3, ties=SPLIT), "1 3 3"), 2, CHANCE).position
    position = played(position, "4 4", "2 1")

    assert GOOFSPIEL.seen_by(position, None) == position
    assert GOOFSPIEL.draw(position, None) == "\n".join(
        [
            "Round  Prize  Worth  Clubs  Hearts  Spades  Won by",
            "    1      3      3      A       3       3  shared, 1 each",
            "    2      4      4      4       4       -  shared, 2 each",
            "    3      A      1      2       A       -  Clubs",
            "    4      2      2      3       2       -  Clubs",
        ]
    )
    assert GOOFSPIEL.status(position, None) == (
        "Clubs    5 points",
        "Hearts   3 points",
        "Spades   1 point   resigned",
        "Points that nobody got: 1.",
    )
    assert GOOFSPIEL.legend(position, None) == ""


def test_points_that_nobody_got_are_told_in_the_end() -> None:
    position = GOOFSPIEL.play(played(dealt("3 1 2"), "3 2"), 0, "2", CHANCE).position

    assert notes(position, 1, "3")[-1] == "Round 3: tie at A, 2 for nobody."
    position = GOOFSPIEL.play(position, 1, "3", CHANCE).position
    assert GOOFSPIEL.draw(position, None).split("\n")[-1] == "    3      2      2      A       A  nobody"
    assert GOOFSPIEL.status(position, None)[-1] == "Points that nobody got: 2."


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_a_bid_is_hidden_from_all_others_until_the_round_is_complete(viewer: int | None) -> None:
    position = GOOFSPIEL.play(played(THIRTEEN, "6 9 K"), 1, "5", CHANCE).position

    assert GOOFSPIEL.seen_by(position, viewer).bids == ((6,), (9, FACE_DOWN), (13,))
    assert GOOFSPIEL.draw(position, viewer).split("\n")[-1] == "    2      Q     12              ?"
    assert GOOFSPIEL.status(position, viewer)[1] == "Hearts   0 points  holds A 2 3 4 5 6 7 8 10 J Q K"


def test_one_sees_ones_own_bid() -> None:
    position = GOOFSPIEL.play(played(THIRTEEN, "6 9 K"), 1, "5", CHANCE).position

    assert GOOFSPIEL.draw(position, 1).split("\n")[-1] == "    2      Q     12              5"
    assert GOOFSPIEL.status(position, 1)[1] == "Hearts   0 points  holds A 2 3 4 6 7 8 10 J Q K"


@given(st.data())
def test_what_a_viewer_sees_does_not_depend_on_what_is_hidden(data: st.DataObject) -> None:
    """The same game with the remaining prizes in another order, and other bids in the unfinished round."""
    position = THIRTEEN
    for _ in range(data.draw(st.integers(0, 5), "rounds")):
        position = played(position, " ".join(data.draw(st.sampled_from(_moves(position, seat))) for seat in range(3)))
    viewer = data.draw(st.sampled_from([None, 0, 1, 2]), "viewer")
    own = () if viewer is None else data.draw(st.sampled_from([(), tuple(_moves(position, viewer)[:1])]), "own bid")
    others = [seat for seat in range(3) if seat != viewer][: data.draw(st.integers(0, 1), "others who have bid")]

    known = position.rounds_played + 1
    seen = set()
    for _ in range(2):
        deck = position.deck[:known] + tuple(data.draw(st.permutations(position.deck[known:])))
        other = replace(position, deck=deck)
        for bid in own:
            other = GOOFSPIEL.play(other, viewer or 0, bid, CHANCE).position
        for seat in others:
            other = GOOFSPIEL.play(other, seat, data.draw(st.sampled_from(_moves(other, seat))), CHANCE).position
        seen.add((GOOFSPIEL.seen_by(other, viewer), GOOFSPIEL.draw(other, viewer), GOOFSPIEL.status(other, viewer)))

    assert len(seen) == 1


def _moves(position: Position, seat: int) -> list[str]:
    return list(GOOFSPIEL.legal_moves(position, seat) or ())


@pytest.mark.parametrize("ties", TIES)
def test_the_legend_tells_how_ties_are_settled(ties: str) -> None:
    told = GOOFSPIEL.legend(replace(THIRTEEN, ties=ties), None).replace("\n", " ")

    assert told.endswith(f"Where the highest bids are equal, {TIES[ties]}.")


def test_the_largest_game_fits_a_page() -> None:
    """Five players with twenty cards each, one round shared by all and one under way."""
    deck = " ".join(map(str, range(20, 0, -1)))
    position = played(dealt(deck, seats=5, ties=SPLIT), "A A A A A")

    for viewer in (None, 0):
        lines = [*GOOFSPIEL.draw(position, viewer).split("\n"), *GOOFSPIEL.status(dealt(deck, 5), viewer)]
        assert max(map(len, lines)) <= 79


def test_moves_are_not_taken_back_since_they_show_what_was_hidden() -> None:
    assert not GOOFSPIEL.allows_undo
