"""Lines of Action: groups, and distances between pieces."""

from __future__ import annotations

from math import sqrt

from pbmserv.games.evaluation import shares
from pbmserv.games.loa import BOARD, LinesOfAction
from pbmserv.games.repetition import Remembering

A_GROUP, A_STEP = 0.25, 0.35
"""The values of one group less, and of one step less from the centre on average."""
IN_CENTRE = 0.15


def evaluate(game: LinesOfAction, position: Remembering) -> tuple[float, float]:
    black, white = (_spread(position, piece) for piece in "xo")
    return shares(2.5 * (white - black), position.next_seat, 0.27)


def _spread(position: Remembering, piece: str) -> float:
    places = position.places_of(piece)
    column = sum(place % 8 for place in places) / len(places)
    row = sum(place // 8 for place in places) / len(places)
    steps = sum(max(abs(place % 8 - column), abs(place // 8 - row)) for place in places) / len(places)
    # Few pieces lie nearer to each other than many can.
    least = sqrt(len(places)) / 3
    away = max(abs(column - 3.5), abs(row - 3.5))
    return A_STEP * (steps - least) + A_GROUP * _groups(places) + IN_CENTRE * away


def _groups(places: list[int]) -> int:
    left, groups = {*places}, 0
    while left:
        groups += 1
        ahead = [left.pop()]
        while ahead:
            near = left.intersection(BOARD.around[ahead.pop()])
            left -= near
            ahead += near
    return groups
