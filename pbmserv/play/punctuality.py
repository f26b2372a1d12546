"""Reliability: the share of a player's moves in a year that came before a reminder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbmserv.play.board import Seat

MONTHS = 12
"""The number of months counted, including the current one."""

ENOUGH = 10
"""The minimum number of moves for a percentage."""


def is_late(seat: Seat, at: datetime) -> bool:
    """Whether a move at this time comes after the moment at which its player had to be reminded."""
    return seat.warned_at is not None and seat.warned_at <= at


def count_move(seat: Seat, was_reminded: bool) -> None:
    """Count a move of the seat's player as `in_time`, or `late` after a reminder."""
    if was_reminded:
        seat.late += 1
    else:
        seat.in_time += 1


@dataclass(frozen=True)
class Punctuality:
    """How many moves a player has made in time, and how many late."""

    in_time: int
    late: int

    @property
    def percent(self) -> int | None:
        """The percentage made on time, rounded down; None if too few moves are known."""
        due = self.in_time + self.late
        return self.in_time * 100 // due if due >= ENOUGH else None
