"""Guesses of hidden cards: prizes to come and bids of this round."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.games.chance import Chance
from pbmserv.games.goofspiel.game import Goofspiel
from pbmserv.games.goofspiel.rules import FACE_DOWN, Card, Position


def guess(game: Goofspiel, seen: Position, seat: int, chance: Chance) -> Position:
    """Prizes to come in random order, and for each face-down bid a random card of its bidder."""
    known = tuple(card for card in seen.deck if card != FACE_DOWN)
    deck = (*known, *chance.shuffled(seen.prizes_to_come))[: len(seen.deck)]
    return replace(seen, deck=deck, bids=tuple(_laid_open(seen, other, chance) for other in range(len(seen.bids))))


def _laid_open(seen: Position, seat: int, chance: Chance) -> tuple[Card, ...]:
    bids = seen.bids[seat]
    held = iter(chance.shuffled(seen.hand(seat)) if FACE_DOWN in bids else ())
    return tuple(next(held) if bid == FACE_DOWN else bid for bid in bids)
