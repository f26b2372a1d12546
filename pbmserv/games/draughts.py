"""Draughts: international on ten by ten squares, Russian and Brazilian on eight by eight."""

from __future__ import annotations

from typing import ClassVar

from pbmserv.games.base import Option, Options
from pbmserv.games.chance import Chance
from pbmserv.games.men_and_kings import Position, Rules, pieces_of
from pbmserv.games.message import BLACK, WHITE
from pbmserv.games.pdn import BRAZILIAN, INTERNATIONAL, RUSSIAN, InPdn

RULES = {
    "international": Rules(size=10, rows=4, backwards=True, flying=True, most=True, quiet=25),
    "russian": Rules(size=8, rows=3, backwards=True, flying=True, most=False, quiet=15, goes_on=True),
    "brazilian": Rules(size=8, rows=3, backwards=True, flying=True, most=True, quiet=20),
}


class Draughts(InPdn):
    """Flying kings, and men that capture backwards."""

    name = "Draughts"
    summary = "Take or shut in all of your opponent's men; kings move far"
    also_called = ("International draughts", "Russian draughts", "Brazilian draughts")
    options = (Option("variant", "international", "the rules by which you play", choices=tuple(RULES)),)
    game_types: ClassVar = {
        INTERNATIONAL: {"variant": "international"},
        RUSSIAN: {"variant": "russian"},
        BRAZILIAN: {"variant": "brazilian"},
    }
    seat_names = (WHITE, BLACK)
    figures = (*pieces_of(0, "o", "light"), *pieces_of(1, "x", "dark"))

    def rules(self, position: Position) -> Rules:
        return RULES[position.variant]

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        variant = str(options["variant"])
        return self.placed(RULES[variant], variant)
