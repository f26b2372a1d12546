"""Hearts in words: parsing of moves, and notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pbmserv.games.base import Illegal, Note, Unreadable
from pbmserv.games.hearts.cards import (
    QUEEN,
    Card,
    in_order,
    is_penalty,
    long_name,
    read_cards,
    suit_of,
    told,
)
from pbmserv.games.hearts.rules import (
    IN_HAND,
    MOON,
    SEATS,
    TO_PASS,
    Dealt,
    Event,
    HandOver,
    Passed,
    PlayedByItself,
    Position,
    TookTrick,
)
from pbmserv.games.message import Listed, Message, counted, in_turn
from pbmserv.games.refusals import quoted

SEAT_NAMES = (Message("South"), Message("West"), Message("North"), Message("East"))
"""Clockwise; the next seat is on the left."""
PLACES = "abcdefghijklm"
"""Letters of places in a dealt hand."""
DIRECTIONS = {1: "to the left", 2: "across", 3: "to the right"}
"""Directions of passing, by seats to the left."""
LONGEST = 40
"""The maximum length of a move with everything around it."""

_PASS = re.compile(r"pass\b\s*", re.IGNORECASE)


def pass_text(places: Iterable[int]) -> str:
    return f"pass {''.join(PLACES[place] for place in sorted(places))}"


def places_of(text: str) -> tuple[int, ...] | None:
    """The places named by letters in a text, or None."""
    letters = re.sub(r"[\s,;]", "", _PASS.sub("", text.strip(), count=1).lower())
    if len(letters) != TO_PASS or not set(letters) <= set(PLACES):
        return None
    return tuple(sorted(map(PLACES.index, letters)))


def cards_passed(text: str, position: Position, seat: int) -> tuple[int, ...]:
    """The places of the three cards passed by a typed move.

    Raises `Unreadable`, or `Illegal` unless they are three of the hand.
    """
    hand = position.hands[seat]
    places = places_of(text)
    if places is None:
        cards = _cards_in(text)
        if missing := [card for card in cards if card not in hand]:
            raise Illegal(in_turn(Message("You do not hold {cards}.", cards=told(missing)), _yours(hand)))
        places = tuple(sorted(map(hand.index, cards)))
    if len(set(places)) != TO_PASS or len(places) != TO_PASS:
        raise Illegal(
            counted(
                "Three different cards are passed on, for example {cards}; you name {count} card.",
                "Three different cards are passed on, for example {cards}; you name {count} cards.",
                len(set(places)),
                cards=told(in_order(hand)[-TO_PASS:]),
            )
        )
    return places


def card_played(text: str, position: Position, seat: int) -> Card:
    """The legal card named.

    Raises `Unreadable`, or `Illegal` with the rule.
    """
    if places_of(text) is not None:
        raise Illegal("Cards have been passed in this hand already, or are not passed: now play one card.")
    cards = _cards_in(text)
    hand = position.hands[seat]
    if len(cards) != 1:
        one = Message("One card is played at a time, and you name {count}.", count=len(cards))
        raise Illegal(in_turn(one, _yours(hand)))
    [card] = cards
    if card not in hand:
        raise Illegal(in_turn(Message("You do not hold {cards}.", cards=card), _yours(hand)))
    playable = position.playable(seat)
    if card not in playable:
        raise Illegal(in_turn(_why_not(position, card), Message("You can play {cards}.", cards=told(playable))))
    return card


def _cards_in(text: str) -> tuple[Card, ...]:
    cards = read_cards(_PASS.sub("", text.strip(), count=1)) if len(text.strip()) <= LONGEST else None
    if cards is None:
        shown = quoted(text)
        raise Unreadable(
            'A card is expected, not "{typed}": write its rank and its suit, for example QS for the queen'
            " of spades or TH for the ten of hearts; or three cards to pass, for example 2H QS 5C.",
            typed=shown,
        )
    return cards


def _why_not(position: Position, card: Card) -> str:
    if not position.trick:
        return "Hearts are not broken yet, so none can be led."
    led = suit_of(position.trick[0])
    if suit_of(card) != led and not (position.is_first_trick and is_penalty(card)):
        return Message(_FOLLOW[led])
    if suit_of(card) != led and all(suit_of(held) != led for held in position.hands[position.next_seat]):
        return "In the first trick nobody plays a heart or the queen of spades who has another card."
    return Message(_FOLLOW[led])


_FOLLOW = {
    "C": "Clubs were led, and you have to follow suit.",
    "D": "Diamonds were led, and you have to follow suit.",
    "S": "Spades were led, and you have to follow suit.",
    "H": "Hearts were led, and you have to follow suit.",
}


def _yours(hand: Iterable[Card]) -> str:
    return Message("Your cards are {cards}.", cards=told(in_order(hand)))


def notes_of(events: Iterable[Event]) -> Iterator[Note]:
    """Notes about events; passed cards are told only to giver and receiver."""
    for event in events:
        match event:
            case Dealt(number, pass_by):
                yield Note(Message(_DEALT[pass_by], number=number))
            case Passed(pass_by, passed):
                yield Note(Message("All have passed their cards."))
                for seat in range(SEATS):
                    yield Note(passing_told(seat, pass_by, passed), seat)
            case PlayedByItself(seat, card, for_left):
                text = "{card} is played for {player}."
                if for_left:
                    text = "{card} is played for {player}, who has resigned."
                yield Note(Message(text, card=card, player=SEAT_NAMES[seat]))
            case TookTrick(number, seat, cards, points):
                taken = {"number": number, "player": SEAT_NAMES[seat], "cards": told(cards)}
                if points:
                    one = "Trick {number}: {player} takes {cards}, {count} point."
                    many = "Trick {number}: {player} takes {cards}, {count} points."
                    yield Note(counted(one, many, points, **taken))
                else:
                    yield Note(Message("Trick {number}: {player} takes {cards}.", **taken))
            case HandOver(number, points, moon):
                if moon is not None:
                    text = "{player} has shot the moon: all others get {points} points."
                    yield Note(Message(text, player=SEAT_NAMES[moon], points=MOON))
                each = zip(SEAT_NAMES, points, strict=True)
                brought = [Message("{player} {points}", player=name, points=number) for name, number in each]
                text = "Hand {number} is over. It has brought {points}."
                yield Note(Message(text, number=number, points=Listed(brought, ", ", ", ")))


_DEALT = {
    0: "Hand {number} is dealt: no cards are passed.",
    1: "Hand {number} is dealt: three cards are passed to the left.",
    2: "Hand {number} is dealt: three cards are passed across.",
    3: "Hand {number} is dealt: three cards are passed to the right.",
}


def passing_told(seat: int, pass_by: int, passed: tuple[tuple[Card, ...], ...]) -> Message:
    receiver, giver = (seat + pass_by) % SEATS, (seat - pass_by) % SEATS
    return Message(
        "You passed {cards} to {player}, and got {others} from {giver}.",
        cards=told(passed[seat]),
        player=SEAT_NAMES[receiver],
        others=told(passed[giver]),
        giver=SEAT_NAMES[giver],
    )


def headline(position: Position) -> str:
    if position.is_over:
        return counted("After {count} hand", "After {count} hands", position.number)
    if position.is_passing:
        return f"Hand {position.number}: three cards are passed {DIRECTIONS[position.pass_by]}"
    broken = "hearts are broken" if position.is_broken else "hearts are not broken"
    trick = len(position.played) // SEATS + 1
    return f"Hand {position.number}, trick {trick} of {IN_HAND}: {broken}"


def told_of_seat(position: Position, seat: int) -> str:
    if position.is_passing:
        return "has chosen" if position.passed[seat] else "has yet to pass"
    place = (seat - position.led) % SEATS
    if place < len(position.trick):
        return f"has played the {long_name(position.trick[place])}"
    return "has yet to play"


def taken_told(position: Position, seat: int) -> str:
    """A seat's point cards of this hand: `QS and 3 hearts`."""
    cards = position.taken[seat]
    hearts = sum(suit_of(card) == "H" for card in cards)
    single = [card for card in cards if card == QUEEN or suit_of(card) == "D"]
    all_taken = [*single, *([counted("{count} heart", "{count} hearts", hearts)] if hearts else [])]
    return Listed(all_taken, " ", " ") if all_taken else ""
