"""What cards count in Hearts."""

from __future__ import annotations

from pbmserv.games.tricks.cards import Card, suit_of

FIRST_LEAD, QUEEN, JACK = "2C", "QS", "JD"


def points_of(card: Card, jacks: bool = False) -> int:
    if card == QUEEN:
        return 13
    if card == JACK and jacks:
        return -10
    return 1 if suit_of(card) == "H" else 0


def is_penalty(card: Card) -> bool:
    return points_of(card) > 0
