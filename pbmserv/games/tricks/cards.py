"""Cards: rank, then suit: `2C`, `TD`, `QS`, `AH`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pbmserv.games.message import Message, in_context

Card: TypeAlias = str

RANKS = "23456789TJQKA"
SUITS = "CDSH"
SUIT_NAMES = {
    "C": Message("Clubs"),
    "D": Message("Diamonds"),
    "S": Message("Spades"),
    "H": Message("Hearts"),
    "O": Message("Joker"),
    "J": Message("Jacks"),
}
IN_SENTENCES = {
    "C": in_context("clubs", "suits"),
    "D": in_context("diamonds", "suits"),
    "S": in_context("spades", "suits"),
    "H": in_context("hearts", "suits"),
}
SIGNS = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
FACES = {"T": "10"}
"""What stands on cards in place of their letters."""
RANK_NAMES = {
    "T": "10",
    "J": in_context("jack", "cards"),
    "Q": in_context("queen", "cards"),
    "K": in_context("king", "cards"),
    "A": in_context("ace", "cards"),
}
_OF_SUIT = {
    "C": in_context("clubs", "of a card"),
    "D": in_context("diamonds", "of a card"),
    "S": in_context("spades", "of a card"),
    "H": in_context("hearts", "of a card"),
}

PACK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
JOKER = "JO"
"""It has a suit of its own, `O`, where it belongs to no other."""
JACKS = "J"
"""The suit of jacks where all of them are trumps."""
UNKNOWN = "??"
"""A card hidden from the viewer."""
_PLACE_IN_ORDER = {card: place for place, card in enumerate((UNKNOWN, *PACK, JOKER))}

_RANK, _SUIT = r"(10|[2-9TJQKA])", r"([CDSH♣♦♠♥])"
_CARD = re.compile(rf"JO(?:KER)?|{_RANK}{_SUIT}|{_SUIT}{_RANK}")
_ANNOUNCED = re.compile(
    r"((?:(?:[0-9]+|JO|nominate) )?)(clubs|diamonds|hearts|spades)((?: (?:hand|schneider|schwarz|ouvert|alone))*)"
)
_NAMED = re.compile(r"\b([2-9TJQKA])([CDSH])\b")
_OF_SIGN = {sign: suit for suit, sign in SIGNS.items()}


def suit_of(card: Card) -> str:
    """`C`, `D`, `S` or `H`, or `O` of the joker."""
    return card[1]


def strength(card: Card) -> int:
    return RANKS.index(card[0])


STRENGTHS = {card: strength(card) for card in (*PACK, JOKER)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=_PLACE_IN_ORDER.__getitem__))


def told(cards: Iterable[Card]) -> str:
    return " ".join(cards) or "none"


def in_signs(text: str) -> str:
    """A text with the cards in it as pictures show them: `Q♠`, `10♦`; of an announcement, its suit: `♦ hand`."""
    if announced := _ANNOUNCED.fullmatch(text):
        return f"{announced[1]}{SIGNS[announced[2][0].upper()]}{announced[3]}"
    return _NAMED.sub(lambda found: FACES.get(found[1], found[1]) + SIGNS[found[2]], text)


def long_name(card: Card) -> str:
    """A card to be read aloud: `queen of spades`."""
    if card == UNKNOWN:
        return Message("a card face down")
    if card == JOKER:
        return in_context("joker", "cards")
    return Message("{rank} of {suit}", rank=RANK_NAMES.get(card[0], card[0]), suit=_OF_SUIT[card[1]])


def read_cards(text: str) -> tuple[Card, ...] | None:
    """Parse cards in any usual form: `Qs`, `10h`, `s Q`, `♠Q`; None for other text."""
    plain = re.sub(r"[\s,;+-]", "", text).upper()
    found = list(_CARD.finditer(plain))
    if not found or "".join(match[0] for match in found) != plain:
        return None
    return tuple(_named(match[1] or match[4], match[2] or match[3]) for match in found)


def _named(rank: str | None, suit: str) -> Card:
    if rank is None:
        return JOKER
    return rank.replace("10", "T") + _OF_SIGN.get(suit, suit)


def of_suit(cards: Sequence[Card], suit: str) -> tuple[Card, ...]:
    return tuple([card for card in cards if card[1] == suit])
