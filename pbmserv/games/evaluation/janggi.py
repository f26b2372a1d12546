"""Janggi: the points of pieces after worthwhile captures, and where they stand.

Points are those that decide where nobody is checkmated, in which a chariot is thirteen and a soldier two.
"""

from __future__ import annotations

from pbmserv.games.boards.xiangqi import COLUMNS, ROWS
from pbmserv.games.evaluation import shares
from pbmserv.games.evaluation.xiangqi import Exchange, placed_by
from pbmserv.games.xiangqi.janggi.game import Janggi
from pbmserv.games.xiangqi.janggi.rules import BONUS, VALUES, Position

A_GENERAL = 200.0
AHEAD, SIDEWAYS = 0.25, 0.1
"""What a soldier gains by each rank ahead, up to the palace, and by each file that it is nearer to the middle."""
AT_HOME, AT_THE_EDGE = 0.8, 0.4
"""What a horse or elephant loses that has not come out, or stands in the first or last file."""
OPEN_HORSE = 0.12
"""Each move of a horse."""
SAFE_GENERAL = 0.5
"""A general in the last rank of its palace, or beside it: what checks have to come around."""
A_LEAD = 6.0
"""The lead in points that wins three games of four."""


def evaluate(game: Janggi, position: Position) -> tuple[float, float]:
    """Both seats' expected values."""
    if position.to_set_up:
        return 0.5, 0.5
    lead = Exchange(position, _PLACED, OPEN_HORSE).lead() - BONUS
    return shares(lead / A_LEAD, position.next_seat, 0.2)


def _worth(kind: str, place: int, seat: int) -> float:
    column, row = place % COLUMNS, place // COLUMNS
    ahead = row if seat == 0 else ROWS - 1 - row
    if kind == "g":
        return A_GENERAL + (SAFE_GENERAL if ahead == ROWS - 1 else 0)
    value = float(VALUES[kind])
    if kind == "s":
        return value + AHEAD * min(6 - ahead, 4) + SIDEWAYS * (4 - abs(column - 4)) - (0.8 if ahead == 0 else 0)
    if kind in "he":
        return value - (AT_HOME if ahead == ROWS - 1 else 0) - (AT_THE_EDGE if column in (0, COLUMNS - 1) else 0)
    return value


_PLACED = placed_by(_worth, (*VALUES, "g"))
