"""Checkers (English draughts), by the rules of the World Checkers and Draughts Federation."""

from __future__ import annotations

from typing import ClassVar

from pbmserv.games.base import Options
from pbmserv.games.chance import Chance
from pbmserv.games.men_and_kings import Position, Rules, pieces_of
from pbmserv.games.pdn import ENGLISH, InPdn

RULES = Rules(size=8, rows=3, backwards=False, flying=False, most=False, quiet=40, stops=True)


class Checkers(InPdn):
    """Twelve men on each side; kings go one square."""

    name = "Checkers"
    summary = "English draughts: capture or shut in all of your opponent's"
    also_called = ("English draughts",)
    game_types: ClassVar = {ENGLISH: {}}
    figures = (*pieces_of(0, "x", "dark"), *pieces_of(1, "o", "light"))

    def rules(self, position: Position) -> Rules:
        return RULES

    def seat_below(self, viewer: int | None) -> int:
        return 1

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return self.placed(RULES)
