"""What happens in a game of Trioker besides the events of all games of hidden hands."""

from __future__ import annotations

from dataclasses import dataclass

from pbmserv.games.trioker.coins import Coin
from pbmserv.games.trioker.hands.events import Event
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
    """Points went from one to another, None being the bank; less than were `due` where the payer had no more."""

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
