"""Hearts in words: parsing of moves, and notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pbmserv.games.base import Illegal, Note
from pbmserv.games.hearts.points import QUEEN
from pbmserv.games.hearts.rules import MOON, TO_PASS, Dealt, HandOver, Passed, Position
from pbmserv.games.message import Listed, Message, counted
from pbmserv.games.tricks.cards import Card, in_order, suit_of, told
from pbmserv.games.tricks.rules import SEATS, Event
from pbmserv.games.tricks.words import SEAT_NAMES, cards_in, not_held, note_of

PLACES = "abcdefghijklm"
"""Letters of places in a dealt hand."""
DIRECTIONS = {1: "to the left", 2: "across", 3: "to the right"}
"""Directions of passing, by seats to the left."""

PASSED = re.compile(rf"pass [{PLACES}]{{{TO_PASS}}}")
"""A pass in a record."""
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
        cards = cards_named(text)
        if missing := [card for card in cards if card not in hand]:
            raise not_held(missing, hand)
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


def cards_named(text: str) -> tuple[Card, ...]:
    """Raise `Unreadable` unless a typed move names cards."""
    return cards_in(
        text,
        'A card is expected, not "{typed}": write its rank and its suit, for example QS for the queen'
        " of spades or TH for the ten of hearts; or three cards to pass, for example 2H QS 5C.",
        _PASS.sub("", text.strip(), count=1),
    )


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
            case HandOver(number, points, moon):
                if moon is not None:
                    text = "{player} has shot the moon: all others get {points} points."
                    yield Note(Message(text, player=SEAT_NAMES[moon], points=MOON))
                each = zip(SEAT_NAMES, points, strict=True)
                brought = [Message("{player} {points}", player=name, points=number) for name, number in each]
                text = "Hand {number} is over. It has brought {points}."
                yield Note(Message(text, number=number, points=Listed(brought, ", ", ", ")))
            case _:
                yield note_of(event)


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


def taken_told(position: Position, seat: int) -> str:
    """A seat's point cards of this hand: `QS and 3 hearts`."""
    cards = position.taken[seat]
    hearts = sum(suit_of(card) == "H" for card in cards)
    single = [card for card in cards if card == QUEEN or suit_of(card) == "D"]
    all_taken = [*single, *([counted("{count} heart", "{count} hearts", hearts)] if hearts else [])]
    return Listed(all_taken, " ", " ") if all_taken else ""
