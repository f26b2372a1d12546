"""Tumbleweed: who has or controls more cells."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.evaluation import shares
from pbmserv.games.tumbleweed import MARKS, Position, Tumbleweed

A_PART = 0.05
"""A lead of so large a part of all cells wins most games."""
NEAR, FAR = 2, 3
"""How far from the middle a bot sets up its own stack, which does not move first, and the other's."""


def evaluate(game: Tumbleweed, position: Position) -> tuple[float, float]:
    if not position.is_set_up:
        return 0.5, 0.5
    black, white = game.count(position)
    return shares((black - white) / (A_PART * len(position.cells)), position.next_seat, 0.4)


def candidates(game: Tumbleweed, position: Position) -> Sequence[str] | None:
    """Two stacks on a line through the middle at first; later no pass for who is not ahead."""
    board = game.board(position)
    if not position.is_set_up:
        rays = board.rays[len(position.cells) // 2]
        own = MARKS[0][0] in position.cells
        return [board.names[(rays[3] if own else rays[0])[(FAR if own else NEAR) - 1]]]
    moves, counts = game.moves(position), game.count(position)
    is_ahead = counts[position.next_seat] > counts[1 - position.next_seat]
    return moves if is_ahead or len(moves) < 2 else moves[:-1]
