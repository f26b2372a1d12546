"""Guesses of hidden hands, the bank and the drawn tile."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands import guessing
from pbmserv.games.triangles.hands.rules import UNKNOWN
from pbmserv.games.trioker.passing_game import PassingGame
from pbmserv.games.trioker.turns import PassingPosition

P = TypeVar("P", bound=PassingPosition)
"""A game's position."""


def guess(game: PassingGame[P], seen: P, seat: int, chance: Chance) -> P:
    """A uniformly random consistent deal. The drawn tile is the only one of its hand that can be placed."""
    whole = guessing.guess(game, seen, seat, chance)
    if whole.drawn != UNKNOWN:
        return whole
    [drawn] = {whole.tiles.name_of(placement.marks) for placement in whole.placements_of(whole.next_seat)}
    return replace(whole, drawn=drawn)
