"""What a player does not see can be guessed: a whole position that looks the same, and can be played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.games.base import Game
from pbmserv.games.bot_hints import BotHints
from pbmserv.games.cards_for_two import TwoHands
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import known_moves
from pbmserv.games.chess.variants.darkchess import Position as DarkPosition
from pbmserv.games.fleets.rules import Position as FleetsPosition
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.goofspiel.rules import Position as GoofspielPosition
from pbmserv.games.hearts import Hearts
from pbmserv.games.hearts.rules import Position
from pbmserv.games.liarsdice.rules import Position as DicePosition
from pbmserv.games.marshal.rules import Position as MarshalPosition
from pbmserv.games.seat_changes import SubstitutionRules
from pbmserv.games.triangles.hands.rules import UNKNOWN, HandsPosition
from pbmserv.games.tricks import guessing
from pbmserv.games.tricks.cards import PACK, in_order, suit_of
from pbmserv.games.tricks.rules import NO_CARDS, TrickPosition
from pbmserv.games.trioker_line import TriokerLine
from pbmserv.games.triominoes import Triominoes
from pbmserv.games.triominoes.rules import Position as TriominoesPosition
from tests.games.trioker_line_positions import position as line_position

HIDDEN = [word for word in installed() if installed()[word].hidden]
SHORT: Mapping[str, Mapping[str, int | str]] = {
    "triominoes": {"target": 50},
    "hearts": {"points": 20},
    "marshal": {"men": "8"},
    "skat": {"deals": 1},
    "ginrummy": {"to": 10},
}
"""Options that make a game short."""


def moved(game: Game[Any], position: Any, chance: Chance, resigns: bool = False) -> Any:
    """The position after a random move of some seat, or after it has resigned."""
    seat = chance.choice(game.to_move(position))
    if resigns:
        return game.skip(position, seat, chance).position
    return game.play(position, seat, chance.choice(known_moves(game, position, seat)), chance).position


def reached(word: str, seats: int, plies: int, chance: Chance) -> Any:
    """A position of a random game, the last one before its end if it has fewer plies."""
    game = installed()[word]
    options = {**{option.name: option.default for option in game.options}, **SHORT.get(word, {})}
    position = game.start(options, seats, chance)
    resigns_at = chance.below(2 * plies + 1)
    for ply in range(plies):
        goes_on = type(game).skip is not SubstitutionRules.skip
        following = moved(game, position, chance, resigns=goes_on and ply == resigns_at)
        if not game.to_move(following):
            break
        position = following
    return position


def cards_of(position: Any) -> Counter[object]:
    """All tiles, cards or men of a position, wherever they are."""
    match position:
        case DarkPosition():
            # What a pawn has become need not be known.
            return Counter[object](each in ".Kk" and each for each in position.cells)
        case HandsPosition():
            placed = [position.tiles.name_of(marks) for _, marks in position.placements]
            return Counter[object]([*placed, *position.bank, *(tile for hand in position.hands for tile in hand)])
        case FleetsPosition():
            return Counter[object](len(ship) for fleet in position.ships for ship in fleet)
        case DicePosition():
            return Counter[object](seat for seat, dice in enumerate(position.dice) for _ in dice)
        case MarshalPosition():
            return Counter[object](position.cells)
        case TrickPosition():
            return Counter[object](
                [
                    *position.played,
                    *position.trick,
                    *position.aside,
                    *(card for hand in position.hands for card in hand),
                ]
            )
    if isinstance(position, TwoHands):
        whole = [card for card in (*position.known, *(card for hand in position.hands for card in hand)) if card]
        # Nobody holds the stock: what matters is that no card is there twice.
        return Counter[object]([len({*whole})])
    assert isinstance(position, GoofspielPosition)
    return Counter[object](position.deck)


@pytest.mark.parametrize("word", HIDDEN)
@settings(max_examples=12)
@given(data=st.data(), seed=st.binary(min_size=16, max_size=16), plies=st.integers(0, 120))
def test_a_guess_looks_the_same_and_can_be_played_to_the_end(
    word: str, data: st.DataObject, seed: bytes, plies: int
) -> None:
    game, chance = installed()[word], Chance(seed, "guess")
    seats = data.draw(st.sampled_from(game.seats))
    position = reached(word, seats, plies, chance)
    seat = data.draw(st.integers(0, seats - 1))
    seen = game.seen_by(position, seat)

    whole = game.guess(seen, seat, chance)

    assert game.seen_by(whole, seat) == seen
    assert game.to_move(whole) == game.to_move(position)
    assert game.legal_moves(whole, seat) == game.legal_moves(position, seat)
    assert cards_of(whole) == cards_of(position)
    assert game.load(game.dump(whole)) == whole
    for _ in range(1000):
        if not game.to_move(whole):
            break
        whole = moved(game, whole, chance)
    assert game.result(whole)


def test_a_game_that_hides_nothing_is_guessed_as_it_is_seen() -> None:
    game = installed()["hex"]
    position = game.start({"size": 5, "handicap": 0}, 2, Chance(bytes(16), "test"))

    assert game.guess(position, 0, Chance(bytes(16), "guess")) == position


def test_a_game_that_hides_something_has_to_say_what_it_could_be() -> None:
    class Secretive(BotHints[str]):
        name = "Secretive"
        hidden = True

    with pytest.raises(LookupError, match="Secretive hides something"):
        Secretive().guess("???", 0, Chance(bytes(16), "guess"))


def hearts(hands: Sequence[str], played: Sequence[str] = (), trick: str = "", **others: Any) -> Position:
    """A position of Hearts as South sees it; only South's hand is given by its cards, others by their number."""
    shown = tuple(tuple(hand.split()) if not hand.isdigit() else ("??",) * int(hand) for hand in hands)
    tricks = tuple(card for each in played for card in each.split())
    return Position(
        target=100,
        jacks=False,
        number=others.pop("number", 4),
        hands=shown,
        is_passing=False,
        trick=tuple(trick.split()),
        played=tricks,
        **others,
    )


def guessed(position: Position, times: int = 60) -> Iterable[Position]:
    """What South can guess of such a position."""
    chance = Chance(bytes(16), "guess")
    return [Hearts().guess(position, 0, chance) for _ in range(times)]


AS_DEALT = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"


def test_who_did_not_follow_suit_is_guessed_to_have_none_of_it() -> None:
    # West led, and North had no club.
    seen = hearts([AS_DEALT, "12", "12", "12"], ["2C 4S 3C AD"], led=3, is_broken=False)

    hands = [whole.hands for whole in guessed(seen)]

    assert not any(suit_of(card) == "C" for _, _, north, _ in hands for card in north)
    assert any(suit_of(card) == "C" for _, west, _, east in hands for card in west)
    assert any(suit_of(card) == "S" for _, _, north, _ in hands for card in north)


def test_cards_that_were_passed_lie_where_they_went_until_they_are_played() -> None:
    # In the first hand, cards are passed to the left; West played one of South's three.
    passed = (("QS", "AS", "3C"), ("??",) * 3, ("??",) * 3, ("2H", "3H", "4H"))
    own = "2H 3H 4H 2D 3D 4D 5D 6D 7D 8D 9D TD"
    seen = hearts([own, "12", "12", "12"], ["2C 3C 4C AC"], number=1, led=3, passed=passed)

    for whole in guessed(seen):
        assert {"QS", "AS"} <= {*whole.hands[1]}
        assert whole.passed[0] == passed[0]
        assert whole.passed[3] == passed[3]
        assert {*whole.passed[1]} <= {*whole.hands[2], "4C"}
        assert {*whole.passed[2]} <= {*whole.hands[3], "AC"}


def test_who_led_a_heart_before_they_were_broken_had_nothing_else() -> None:
    own = "5D 6D 7D 8D 9D TD JD QD KD 2S 3S"
    seen = hearts([own, "11", "10", "11"], ["2C 4C 3C AC", "2D 3D AD 4D"], "5H", led=2, is_broken=True)

    assert all(suit_of(card) == "H" for whole in guessed(seen) for card in whole.hands[2])


def test_the_hands_of_hearts_are_in_order_once_they_are_played() -> None:
    seen = hearts([AS_DEALT, "12", "12", "12"], ["2C 4C 3C AC"], led=3)

    for whole in guessed(seen, 5):
        assert all(hand == in_order(hand) for hand in whole.hands)
        assert whole.passed == NO_CARDS
        assert {*PACK} == {*cards_of(whole)}


def test_all_deals_of_hearts_that_fit_are_about_equally_likely() -> None:
    # West cannot have the club, North can have anything, and East has room for one card.
    groups = (((2, 3), ("2C",)), ((1, 2, 3), ("2D", "3D")), ((1, 2), ("4D",)))
    chance, rooms = Chance(bytes(16), "deals"), (0, 2, 1, 1)

    dealt = Counter(tuple(map(frozenset, guessing.dealt(groups, rooms, chance))) for _ in range(3000))

    assert [[*map(sorted, hands)] for hands in sorted(dealt, key=str) if "2C" in hands[1]] == []
    # East gets the club, and West two of the other three; or North gets it, and East one of the two diamonds.
    assert len(dealt) == 5
    assert all(500 < count < 700 for count in dealt.values())


def stuck_in_triominoes() -> Iterator[tuple[TriominoesPosition, int]]:
    """Positions of a game in which a seat, not that to move, is known to have no tile that fits; with that seat."""
    game, chance = Triominoes(), Chance(bytes([1] * 16), "stuck")
    position = game.start({"set": 5, "target": 400}, 6, chance)
    while game.to_move(position):
        yield from ((position, seat) for seat in position.known_stuck if seat != position.next_seat)
        position = moved(game, position, chance)


def test_who_was_just_unable_to_place_a_tile_is_guessed_to_hold_none_that_fits() -> None:
    found = [*stuck_in_triominoes()][:20]

    assert found
    for position, seat in found:
        mover = position.next_seat
        whole = Triominoes().guess(Triominoes().seen_by(position, mover), mover, Chance(bytes(16), "guess"))
        assert whole.placements_of(seat) == ()


def test_who_has_drawn_a_tile_is_guessed_to_hold_no_other_that_fits() -> None:
    # B drew 331, since neither 000 nor 222 goes on from the three threes.
    drawn = replace(line_position("110", "000 222 331", bank="111"), next_seat=1, drawn="331")
    seen = TriokerLine().seen_by(drawn, 0)
    assert seen.drawn == UNKNOWN

    chance = Chance(bytes(16), "guess")
    wholes = [TriokerLine().guess(seen, 0, chance) for _ in range(40)]

    assert len({whole.drawn for whole in wholes}) > 1
    assert all({*TriokerLine().legal_moves(whole, 1)} > {"pass"} for whole in wholes)
    for whole in wholes:
        fitting = {whole.tiles.name_of(placement.marks) for placement in whole.placements_of(1)}
        assert fitting == {whole.drawn}


def test_a_bid_that_lies_face_down_is_guessed_to_be_any_card_of_its_bidder() -> None:
    game = Goofspiel()
    position = GoofspielPosition((3, 1, 2, 4), ((2, 3), (4,)), "carry")

    wholes = [game.guess(game.seen_by(position, 1), 1, Chance(bytes([n] * 16), "guess")) for n in range(60)]

    assert {whole.bids[0] for whole in wholes} == {(2, 1), (2, 3), (2, 4)}
    assert {whole.deck for whole in wholes} == {(3, 1, 2, 4), (3, 1, 4, 2)}
