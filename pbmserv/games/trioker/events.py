"""What happens in a game of Trioker, in the order in which it happens; the notes of letters are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pbmserv.games.trioker.coins import Coin
from pbmserv.games.trioker.spaces import Space


@dataclass(frozen=True)
class Started:
    """A seat's tile had the most pips, and lies on GO."""

    seat: int
    tile: str


@dataclass(frozen=True)
class Placed:
    """A seat has placed a tile, on a marked space or not."""

    seat: int
    tile: str
    space: Space | None


@dataclass(frozen=True)
class Paid:
    """Points went from one to another, None being the bank; less than were `due` where the payer had no more."""

    payer: int | None
    payee: int | None
    due: int
    paid: int


@dataclass(frozen=True)
class GaveCoin:
    """A seat had to give a coin to the bank, and gave this one, or had none."""

    seat: int
    coin: Coin | None


@dataclass(frozen=True)
class Jailed:
    """A seat will lose its next turn."""

    seat: int


@dataclass(frozen=True)
class LostTurn:
    """A seat has lost the turn that it had to lose."""

    seat: int


@dataclass(frozen=True)
class TurnAgain:
    """A seat takes another turn at once."""

    seat: int


@dataclass(frozen=True)
class Drew:
    """A seat had no tile that fits, and drew this one; it may place it if it fits, else its turn is over."""

    seat: int
    tile: str
    fits: bool


@dataclass(frozen=True)
class Stuck:
    """A seat had no tile that fits and there was none to draw, so its turn is over."""

    seat: int


@dataclass(frozen=True)
class Passed:
    """A seat has kept the tile that it drew."""

    seat: int


@dataclass(frozen=True)
class WentOut:
    """A seat has placed its last tile, which ends the game; `hands` are those of the others."""

    seat: int
    hands: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Blocked:
    """No seat has a tile that fits and the bank has none, which ends the game in a draw."""

    hands: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Left:
    """A seat takes no part any more; its tiles and coins stay out of the game."""

    seat: int
    tiles: int


Event: TypeAlias = (
    Started
    | Placed
    | Paid
    | GaveCoin
    | Jailed
    | LostTurn
    | TurnAgain
    | Drew
    | Stuck
    | Passed
    | WentOut
    | Blocked
    | Left
)
