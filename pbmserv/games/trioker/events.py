"""Events of Trioker; drawing, passing and ends are shared with Trioker-Line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.trioker.coins import Coin
from pbmserv.games.trioker.spaces import Space


@dataclass(frozen=True)
class Started(Event):
    """The tile with most pips was placed on GO."""

    seat: int
    tile: str


@dataclass(frozen=True)
class Placed(Event):
    """A tile was placed, perhaps on a space."""

    seat: int
    tile: str
    space: Space | None


@dataclass(frozen=True)
class Paid(Event):
    """A payment, None being the bank: less than `due` if the payer had no more."""

    payer: int | None
    payee: int | None
    due: int
    paid: int


@dataclass(frozen=True)
class GaveCoin(Event):
    """A seat gave this coin to the bank, or had none."""

    seat: int
    coin: Coin | None


@dataclass(frozen=True)
class Jailed(Event):
    """A seat will lose its next turn."""

    seat: int


@dataclass(frozen=True)
class LostTurn(Event):
    seat: int


@dataclass(frozen=True)
class TurnAgain(Event):
    """A seat takes another turn."""

    seat: int


@dataclass(frozen=True)
class Drew(Event):
    """A seat without a fitting tile drew this one; unless it fits, its turn is over."""

    seat: int
    tile: str
    fits: bool


@dataclass(frozen=True)
class Stuck(Event):
    """A seat could neither place nor draw, so its turn is over."""

    seat: int


@dataclass(frozen=True)
class Passed(Event):
    """A seat kept the tile it drew."""

    seat: int


@dataclass(frozen=True)
class WentOut(Event):
    """A seat placed its last tile, which ends the game; `hands` are the others', in turn order."""

    seat: int
    hands: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Replayed(Event):
    """The game was a draw; another begins with new hands."""


@dataclass(frozen=True)
class Blocked(Event):
    """Nobody can place or draw, which ends the game."""

    hands: Mapping[int, tuple[str, ...]]
