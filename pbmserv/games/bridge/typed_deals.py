"""Deals that the players type themselves: `deal 7 N:AKQ.T98.… …`, in the form of PBN, from one hand clockwise.

So deals from a real table or another program can be recorded. A claim ends play: `tricks 9`.
"""

from __future__ import annotations

import re

from pbmserv.games.base import Illegal, Unreadable
from pbmserv.games.bridge.rules import Position
from pbmserv.games.bridge.scoring import BOARDS, dealer_of
from pbmserv.games.bridge.words import SEAT_LETTERS
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message
from pbmserv.games.refusals import quoted
from pbmserv.games.tricks.cards import PACK, Card, of_suit, strength
from pbmserv.games.tricks.rules import IN_HAND, SEATS, dealt

SERVER, TYPED = "server", "typed"
"""Who deals."""
ON_TRUST = Message("The players type the hands of each deal, and nobody can verify them.")

SUITS_OF_FILES = "SHDC"
_LONGEST = 120
_DEAL = re.compile(r"(?:deal )?(?:#?([0-9]{1,2}) )?([SWNE]):(\S+) (\S+) (\S+) (\S+)", re.IGNORECASE)
_TRICKS = re.compile(r"tricks ([0-9]{1,2})", re.IGNORECASE)
_SUITS = re.compile(r"([2-9TJQKA]*)\.([2-9TJQKA]*)\.([2-9TJQKA]*)\.([2-9TJQKA]*)")

Hands = tuple[tuple[Card, ...], ...]


def read_deal(text: str, usual_board: int) -> tuple[int, Hands]:
    """The number of a board and its hands by seat.

    Raises `Unreadable`, or `Illegal` if the cards are not those of a pack.
    """
    plain = " ".join(text.split())
    found = _DEAL.fullmatch(plain) if len(plain) <= _LONGEST else None
    if found is None:
        raise Unreadable(
            'A deal is expected, not "{typed}": write a letter for the first hand and all four hands clockwise, each'
            " as spades, hearts, diamonds and clubs with dots between, for example N:AK2.T93.A874.J62 and so on.",
            typed=quoted(text, 40),
        )
    board = int(found[1]) if found[1] else usual_board
    if board == 0:
        raise Illegal("Boards are numbered from 1.")
    first = SEAT_LETTERS.index(found[2].upper())
    hands: list[tuple[Card, ...]] = [()] * SEATS
    for place in range(SEATS):
        hands[(first + place) % SEATS] = _hand_in(found[3 + place])
    if sorted(card for hand in hands for card in hand) != sorted(PACK):
        raise Illegal("A deal has each of the 52 cards once.")
    if {len(hand) for hand in hands} != {IN_HAND}:
        raise Illegal("Each hand of a deal has 13 cards.")
    return board, tuple(hands)


def _hand_in(text: str) -> tuple[Card, ...]:
    suits = _SUITS.fullmatch(text.upper().replace("10", "T"))
    if suits is None:
        raise Unreadable('A hand has four suits with dots between, not "{typed}".', typed=quoted(text, 40))
    return tuple(rank + suit for suit, ranks in zip(SUITS_OF_FILES, suits.groups(), strict=True) for rank in ranks)


def deal_text(board: int, hands: Hands) -> str:
    """A deal in canonical notation, from the dealer's hand."""
    return f"deal {board} {hands_told(hands, dealer_of(board))}"


def hands_told(hands: Hands, first: int) -> str:
    """Hands in the form of PBN; one that is hidden is a dash."""
    return f"{SEAT_LETTERS[first]}:" + " ".join(_hand_told(hands[(first + place) % SEATS]) for place in range(SEATS))


def _hand_told(hand: tuple[Card, ...]) -> str:
    if len(hand) != IN_HAND or not {*hand} <= {*PACK}:
        return "-"
    suits = (sorted(of_suit(hand, suit), key=strength, reverse=True) for suit in SUITS_OF_FILES)
    return ".".join("".join(card[0] for card in suit) for suit in suits)


def read_tricks(text: str) -> int | None:
    """How many tricks declarer has taken, as a claim says it; None for other text.

    Raises `Illegal`.
    """
    found = _TRICKS.fullmatch(" ".join(text.split())) if len(text) <= _LONGEST else None
    if found is None:
        return None
    if int(found[1]) > IN_HAND:
        raise Illegal("A deal has 13 tricks.")
    return int(found[1])


def tricks_possible(position: Position) -> range:
    """How many tricks declarer may still come to."""
    contract = position.contract
    side = contract.declarer % 2 if contract else 0
    return range(position.taken[side], IN_HAND - position.taken[1 - side] + 1)


def check_tricks(position: Position, tricks: int) -> None:
    """Raise `Illegal` unless declarer can still come to so many tricks."""
    possible = tricks_possible(position)
    if tricks not in possible:
        least, most = possible[0], possible[-1]
        raise Illegal("Declarer can come to {least} to {most} tricks in all.", least=least, most=most)


def examples(position: Position) -> tuple[str, ...]:
    """Two deals that could be typed."""
    board = (position.number - 1) % BOARDS + 1
    return tuple(deal_text(board, dealt(Chance(bytes(16), f"example {board} {each}"))) for each in (1, 2))
