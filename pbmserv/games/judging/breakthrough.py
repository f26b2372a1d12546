"""Breakthrough: men, how far they have come, and whether one cannot be stopped any more."""

from __future__ import annotations

from pbmserv.games.breakthrough import AHEAD, Breakthrough
from pbmserv.games.grid_game import Standing
from pbmserv.games.judging import shares, shares_of

NEAR = (3.0, 1.6, 0.8, 0.4, 0.2)
"""What it is worth, besides the man, to have so few rows to go after the next move; with more to go nothing."""


def judge(game: Breakthrough, position: Standing) -> tuple[float, float]:
    """What both seats may expect."""
    board, standing, seat = game.board(position), position.standing, position.next_seat
    lead = lost = 0.0
    for place, piece in enumerate(standing):
        if piece not in "ox":
            continue
        owner = 0 if piece == "o" else 1
        row = place // position.width
        to_go = row if owner == 0 else board.height - 1 - row
        if to_go == 1 and owner == seat:
            return shares_of(seat, 10)
        worth = 1 + (NEAR[to_go - 1] if 0 < to_go <= len(NEAR) else 0.0)
        other = "xo"[owner]
        rays = board.rays[place]
        if owner != seat and any(ray and standing[ray[0]] == other for ray in _beside(rays, owner)):
            # One of those that can be taken will be; if it is protected, one is taken for it.
            behind = [ray for ray in _beside(rays, 1 - owner) if ray and standing[ray[0]] == piece]
            lost = max(lost, worth - 1 if behind else worth)
        lead += worth if owner == 0 else -worth
    lead += lost if seat == 0 else -lost
    return shares(lead / 2, seat, 0.06)


def _beside(rays: tuple[tuple[int, ...], ...], seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What lies diagonally before a man of a seat, on both sides."""
    left, _, right = AHEAD[seat]
    return rays[left], rays[right]
