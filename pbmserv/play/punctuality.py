"""How reliably somebody answers: how many of their moves of a year came before they were reminded."""

from __future__ import annotations

from dataclasses import dataclass

from pbmserv.play.board import Seat

MONTHS = 12
"""For how long a move counts, this month among them."""

ENOUGH = 10
"""Of how few moves nothing is said: one reminder would tell too much."""


def count_move(seat: Seat, was_reminded: bool) -> None:
    """Count a move that the player of a seat has made: `in_time`, or `late` if they were reminded of it before."""
    if was_reminded:
        seat.late += 1
    else:
        seat.in_time += 1


@dataclass(frozen=True)
class Punctuality:
    """How many moves of somebody came in time, before a reminder, and how many late or never."""

    in_time: int
    late: int

    @property
    def percent(self) -> int | None:
        """How many of a hundred moves came in time, rounded down; None where too few are known."""
        due = self.in_time + self.late
        return self.in_time * 100 // due if due >= ENOUGH else None
