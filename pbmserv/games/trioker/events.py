"""What happens in a game of Trioker; drawing, passing and both ends are the same in Trioker-Line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.trioker.coins import Coin
from pbmserv.games.trioker.spaces import Space


@dataclass(frozen=True)
class Started(Event):
    """A seat's tile had the most pips, and lies on GO."""

    seat: int
    tile: str


@dataclass(frozen=True)
class Placed(Event):
    """A seat has placed a tile, on a marked space or not."""

    seat: int
    tile: str
    space: Space | None


@dataclass(frozen=True)
class Paid(Event):
    """Points went from one to another, None being the bank: fewer than were `due` if the payer had no more."""

    payer: int | None
    payee: int | None
    due: int
    paid: int


@dataclass(frozen=True)
class GaveCoin(Event):
    """A seat had to give a coin to the bank, and gave this one, or had none."""

    seat: int
    coin: Coin | None


@dataclass(frozen=True)
class Jailed(Event):
    """A seat will lose its next turn."""

    seat: int


@dataclass(frozen=True)
class LostTurn(Event):
    """A seat has lost the turn that it had to lose."""

    seat: int


@dataclass(frozen=True)
class TurnAgain(Event):
    """A seat takes another turn at once."""

    seat: int


@dataclass(frozen=True)
class Drew(Event):
    """A seat had no tile that fits, and drew this one; it may place it if it fits, otherwise its turn is over."""

    seat: int
    tile: str
    fits: bool


@dataclass(frozen=True)
class Stuck(Event):
    """A seat had no tile that fits and there was none to draw, so its turn is over."""

    seat: int


@dataclass(frozen=True)
class Passed(Event):
    """A seat has kept the tile that it drew."""

    seat: int


@dataclass(frozen=True)
class WentOut(Event):
    """A seat has placed its last tile, which ends the game; `hands` are those of the others, in order of turns."""

    seat: int
    hands: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Replayed(Event):
    """The game was a draw, and another begins with a fresh draw of tiles."""


@dataclass(frozen=True)
class Blocked(Event):
    """No seat has a tile that fits and the bank has none, which ends the game."""

    hands: Mapping[int, tuple[str, ...]]
