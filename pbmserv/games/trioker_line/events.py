"""What happens in a game of Trioker-Line only."""

from __future__ import annotations

from dataclasses import dataclass

from pbmserv.games.triangles.hands.events import Event


@dataclass(frozen=True)
class Started(Event):
    """A seat has laid 333, from which all chains start; None: nobody held it, and it came from the bank."""

    seat: int | None


@dataclass(frozen=True)
class Placed(Event):
    """A seat has placed a tile."""

    seat: int
    tile: str
