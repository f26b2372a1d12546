"""Events of Trioker-Line only."""

from __future__ import annotations

from dataclasses import dataclass

from pbmserv.games.triangles.hands.events import Event


@dataclass(frozen=True)
class Started(Event):
    """A seat placed 333, or None: it came from the bank."""

    seat: int | None


@dataclass(frozen=True)
class Placed(Event):
    seat: int
    tile: str
