"""Trick-taking games in words: parsing of cards, and notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pbmserv.games.base import Illegal, Note, Unreadable
from pbmserv.games.message import Message, counted, in_turn
from pbmserv.games.refusals import quoted
from pbmserv.games.tricks.cards import Card, in_order, read_cards, told
from pbmserv.games.tricks.rules import Event, PlayedByItself, TookTrick, TrickPosition

SOUTH, WEST, NORTH, EAST = Message("South"), Message("West"), Message("North"), Message("East")
SEAT_NAMES = (SOUTH, WEST, NORTH, EAST)
"""Clockwise; the next seat is on the left."""
SIDES_IN_SHORT = (Message("N–S"), Message("E–W"))
"""The sides of partners, by the number of their first seat."""
LONGEST = 40
"""The maximum length of a move with everything around it."""
NOT_A_CARD = (
    'A card is expected, not "{typed}": write its rank and its suit, for example QS for the queen of spades'
    " or TH for the ten of hearts."
)

P = TypeVar("P", bound=TrickPosition)


def cards_in(text: str, unreadable: str, bare: str | None = None) -> tuple[Card, ...]:
    """The cards named by a typed move; `bare` is it without other words.

    Raises `Unreadable`, with what was `typed`.
    """
    cards = read_cards(text if bare is None else bare) if len(text.strip()) <= LONGEST else None
    if cards is None:
        raise Unreadable(unreadable, typed=quoted(text))
    return cards


def the_card(cards: tuple[Card, ...], position: TrickPosition, seat: int) -> Card:
    """The only card named, which the seat holds.

    Raises `Illegal`.
    """
    hand = position.hands[seat]
    if len(cards) != 1:
        one = Message("One card is played at a time, and you name {count}.", count=len(cards))
        raise Illegal(in_turn(one, yours(hand)))
    [card] = cards
    if card not in hand:
        raise not_held(cards, hand)
    return card


def not_held(cards: Iterable[Card], hand: Iterable[Card]) -> Illegal:
    return Illegal(in_turn(Message("You do not hold {cards}.", cards=told(cards)), yours(hand)))


def yours(hand: Iterable[Card]) -> str:
    return Message("Your cards are {cards}.", cards=told(in_order(hand)))


def why_not(position: TrickPosition) -> str:
    """Why a card that is held cannot be played."""
    return Message(_FOLLOW[position.suit_of(position.trick[0])] if position.trick else _NOT_BROKEN[position.BREAKS])


_FOLLOW = {
    "C": "Clubs were led, and you have to follow suit.",
    "D": "Diamonds were led, and you have to follow suit.",
    "S": "Spades were led, and you have to follow suit.",
    "H": "Hearts were led, and you have to follow suit.",
}
_NOT_BROKEN = {
    "S": "Spades are not broken yet, so none can be led.",
    "H": "Hearts are not broken yet, so none can be led.",
}


def note_of(event: Event, names: Sequence[str] = SEAT_NAMES) -> Note:
    """What all are told of a card or a trick; `names` are those of the seats."""
    if isinstance(event, PlayedByItself):
        text = "{card} is played for {player}."
        if event.for_left:
            text = "{card} is played for {player}, who has resigned."
        return Note(Message(text, card=event.card, player=names[event.seat]))
    if not isinstance(event, TookTrick):
        raise TypeError(f"no note tells of {event}")
    taken = {"number": event.number, "player": names[event.seat], "cards": told(event.cards)}
    if not event.points:
        return Note(Message("Trick {number}: {player} takes {cards}.", **taken))
    one = "Trick {number}: {player} takes {cards}, {count} point."
    many = "Trick {number}: {player} takes {cards}, {count} points."
    return Note(counted(one, many, event.points, **taken))
