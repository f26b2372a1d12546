"""Calls of bots, guesses of hands that fit the auction, and what a score is worth between deals."""

from __future__ import annotations

from math import exp, sqrt

from pbmserv.games.base import Game
from pbmserv.games.bridge.rules import Position
from pbmserv.games.bridge.scoring import score
from pbmserv.games.chance import Chance
from pbmserv.games.evaluation.bridge_bidding import Shape, call_of, shape_of, shown_by
from pbmserv.games.tricks import guessing
from pbmserv.games.tricks.cards import UNKNOWN
from pbmserv.games.tricks.game import TrickGame
from pbmserv.games.tricks.rules import SEATS

SCALE = 400
"""The points of a deal by which scores differ usually; for several deals, times the root of their number."""
IN_A_WON_GAME = 0.02
"""How much the points of a deal still count where the side has won or lost without them."""
GUESSES = 6
"""How many guesses of hands are compared with the auction."""


def solution(game: Game[Position], seen: Position, seat: int) -> str | None:
    """The call of a hand. Cards are searched."""
    return None if seen.is_playing or seen.awaits_deal else call_of(seen.hands[seat], seen.dealer, seen.calls)


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    if position.is_playing or position.is_over:
        return None
    return _values(position.totals[0], position.deals - position.number + 1)


def values_after(position: Position, tricks: int) -> tuple[float, ...]:
    """The values of all seats after a deal in which declarer takes so many tricks."""
    contract = position.contract
    if contract is None:
        return _values(position.totals[0], position.deals - position.number)
    side = contract.declarer % 2
    points = score(contract, tricks, position.vulnerable[side])
    return _values(position.totals[0] + (-points if side else points), position.deals - position.number)


def _values(lead: int, to_come: int) -> tuple[float, ...]:
    """Chances by the lead of South and North with so many deals to come; every point counts a little at the end."""
    chance = 1 / (1 + exp(-lead / (SCALE * sqrt(to_come + 0.5))))
    if not to_come:
        won = 0.5 if not lead else float(lead > 0)
        chance = won + IN_A_WON_GAME * (chance - won)
    return (chance, 1 - chance) * 2


def guess(game: TrickGame[Position], seen: Position, seat: int, chance: Chance) -> Position:
    """Hidden hands of which the calls can be true: of some guesses the first that fits, or the nearest."""
    shown = shown_by(seen.dealer, seen.calls)
    found: list[tuple[int, Position]] = []
    for _ in range(GUESSES):
        whole = guessing.guess(game, seen, seat, chance)
        hidden = [each for each in range(SEATS) if UNKNOWN in seen.hands[each]]
        misses = sum(_misses(shape_of(whole.held_at_first(each)), shown[each]) for each in hidden)
        if not misses:
            return whole
        found.append((misses, whole))
    return min(found, key=lambda each: each[0])[1]


def _misses(hand: Shape, shown: Shape) -> int:
    """By how many points and cards a hand is not what its calls have shown."""
    points = max(0, shown.points - hand.points) + max(0, hand.points - shown.most)
    return points + sum(max(0, least - length) for length, least in zip(hand.lengths, shown.lengths, strict=True)) * 2
