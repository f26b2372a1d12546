"""Checkers and draughts: men, kings and advancement after captures."""

from __future__ import annotations

from pbmserv.games.evaluation import shares
from pbmserv.games.men_and_kings import MenAndKings, Position

KING = {False: 1.5, True: 2.8}
"""A king's value in men, by whether kings fly."""
A_ROW = 0.04
"""The value of an advanced row."""
DEEPEST = 6
"""The maximum depth of captures."""


def evaluate(game: MenAndKings, position: Position) -> tuple[float, float]:
    return shares(_lead(game, position, DEEPEST), position.next_seat, 0.04)


def _lead(game: MenAndKings, position: Position, deepest: int) -> float:
    captures = game.captures(position) if deepest else ()
    if not captures:
        return _counted(game, position)
    leads = [_lead(game, game.apply(position, way), deepest - 1) for way in captures[:4]]
    return max(leads) if position.next_seat == 0 else min(leads)


def _counted(game: MenAndKings, position: Position) -> float:
    cells, size = position.cells, position.width
    king, first = KING[game.rules(position).flying], game.figures[0].mark
    lead = 0.0
    for place, piece in enumerate(cells):
        if piece.isalpha():
            # The men x go down the board, the men o up.
            rows = place // size if piece == "x" else size - 1 - place // size
            worth = king if piece.isupper() else 1 + A_ROW * rows
            lead += worth if piece.lower() == first else -worth
    pieces = sum(map(cells.count, "xoXO"))
    # A man more is worth more when few are left.
    return lead * (1 + 8 / (pieces + 4))
