"""Hearts in words: parsing of moves, and notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pbmserv.games.base import Illegal, Note, Unreadable
from pbmserv.games.hearts.cards import (
    QUEEN,
    SUIT_NAMES,
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
from pbmserv.games.message import Message, counted
from pbmserv.games.refusals import quoted

SEAT_NAMES = ("South", "West", "North", "East")
"""Clockwise; the next seat is on the left."""
PLACES = "abcdefghijklm"
"""Letters of places in a dealt hand."""
DIRECTIONS = {1: "to the left", 2: "across", 3: "to the right"}
"""Directions of passing, by seats to the left."""
LONGEST = 40
"""The maximum length of a move with everything around it."""

_PASS = re.compile(r"pass\b\s*", re.IGNORECASE)


def pass_text(places: Iterable[int]) -> str:
    return Message("pass {place}", place="".join(PLACES[place] for place in sorted(places)))


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
            raise Illegal("You do not hold {told}. {yours}", told=told(missing), yours=_yours(hand))
        places = tuple(sorted(map(hand.index, cards)))
    if len(set(places)) != TO_PASS or len(places) != TO_PASS:
        raise Illegal(
            "Three different cards are passed on, for example {told}; you name {cards}.",
            told=told(in_order(hand)[-TO_PASS:]),
            cards=counted("{count} card", "{count} cards", len(set(places))),
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
        raise Illegal(
            "One card is played at a time, and you name {count}. {yours}", count=len(cards), yours=_yours(hand)
        )
    [card] = cards
    if card not in hand:
        raise Illegal("You do not hold {card}. {yours}", card=card, yours=_yours(hand))
    playable = position.playable(seat)
    if card not in playable:
        raise Illegal("{why_not} You can play {told}.", why_not=_why_not(position, card), told=told(playable))
    return card


def _cards_in(text: str) -> tuple[Card, ...]:
    cards = read_cards(_PASS.sub("", text.strip(), count=1)) if len(text.strip()) <= LONGEST else None
    if cards is None:
        shown = quoted(text)
        raise Unreadable(
            'A card is expected, not "{shown}": write its rank and its suit, for example QS for the queen'
            " of spades or TH for the ten of hearts; or three cards to pass, for example 2H QS 5C.",
            shown=shown,
        )
    return cards


def _why_not(position: Position, card: Card) -> str:
    if not position.trick:
        return "Hearts are not broken yet, so none can be led."
    led = suit_of(position.trick[0])
    if suit_of(card) != led and not (position.is_first_trick and is_penalty(card)):
        return Message("{suit_name} were led, and you have to follow suit.", suit_name=SUIT_NAMES[led])
    if suit_of(card) != led and all(suit_of(held) != led for held in position.hands[position.next_seat]):
        return "In the first trick nobody plays a heart or the queen of spades who has another card."
    return Message("{suit_name} were led, and you have to follow suit.", suit_name=SUIT_NAMES[led])


def _yours(hand: Iterable[Card]) -> str:
    return Message("Your cards are {told}.", told=told(in_order(hand)))


def notes_of(events: Iterable[Event]) -> Iterator[Note]:
    """Notes about events; passed cards are told only to giver and receiver."""
    for event in events:
        match event:
            case Dealt(number, pass_by):
                yield Note(
                    Message(
                        "Hand {number} is dealt: {what_to_pass}.", number=number, what_to_pass=_what_to_pass(pass_by)
                    )
                )
            case Passed(pass_by, passed):
                yield Note(Message("All have passed their cards."))
                for seat in range(SEATS):
                    yield Note(passing_told(seat, pass_by, passed), seat)
            case PlayedByItself(seat, card, for_left):
                yield Note(
                    Message(
                        "{card} is played for {player}{FIX}.",
                        card=card,
                        player=SEAT_NAMES[seat],
                        FIX=", who has resigned" if for_left else "",
                    )
                )
            case TookTrick(number, seat, cards, points):
                worth = f", {counted(points, 'point')}" if points else ""
                yield Note(
                    Message(
                        "Trick {number}: {player} takes {told}{worth}.",
                        number=number,
                        player=SEAT_NAMES[seat],
                        told=told(cards),
                        worth=worth,
                    )
                )
            case HandOver(number, points, moon):
                if moon is not None:
                    yield Note(
                        Message(
                            "{player} has shot the moon: all others get {points}.",
                            player=SEAT_NAMES[moon],
                            points=counted("{count} point", "{count} points", MOON),
                        )
                    )
                told_points = ", ".join(f"{name} {each}" for name, each in zip(SEAT_NAMES, points, strict=True))
                yield Note(
                    Message(
                        "Hand {number} is over. It has brought {told_points}.", number=number, told_points=told_points
                    )
                )


def _what_to_pass(pass_by: int) -> str:
    if not pass_by:
        return "no cards are passed"
    return Message("three cards are passed {direction}", direction=DIRECTIONS[pass_by])


def passing_told(seat: int, pass_by: int, passed: tuple[tuple[Card, ...], ...]) -> str:
    receiver, giver = (seat + pass_by) % SEATS, (seat - pass_by) % SEATS
    got = Message("got {told} from {player}", told=told(passed[giver]), player=SEAT_NAMES[giver])
    return Message(
        "You passed {told} to {player}, and {got}.", told=told(passed[seat]), player=SEAT_NAMES[receiver], got=got
    )


def headline(position: Position) -> str:
    if position.is_over:
        return Message("After {hands}", hands=counted("{count} hand", "{count} hands", position.number))
    if position.is_passing:
        return Message(
            "Hand {number}: three cards are passed {direction}",
            number=position.number,
            direction=DIRECTIONS[position.pass_by],
        )
    broken = "hearts are broken" if position.is_broken else "hearts are not broken"
    return Message(
        "Hand {number}, trick {number2} of {in_hand}: {broken}",
        number=position.number,
        number2=len(position.played) // SEATS + 1,
        in_hand=IN_HAND,
        broken=broken,
    )


def told_of_seat(position: Position, seat: int) -> str:
    if position.is_passing:
        return "has chosen" if position.passed[seat] else "has yet to pass"
    place = (seat - position.led) % SEATS
    if place < len(position.trick):
        return Message("has played the {long_name}", long_name=long_name(position.trick[place]))
    return "has yet to play"


def taken_told(position: Position, seat: int) -> str:
    """A seat's point cards of this hand: `QS and 3 hearts`."""
    cards = position.taken[seat]
    hearts = sum(suit_of(card) == "H" for card in cards)
    single = [card for card in cards if card == QUEEN or suit_of(card) == "D"]
    return " ".join([*single, *([counted("{count} heart", "{count} hearts", hearts)] if hearts else [])])
