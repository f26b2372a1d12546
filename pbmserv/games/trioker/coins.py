"""Coins: red ones worth 5 points and black ones worth 2, and how the bank changes them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Coin(Enum):
    """A kind of coin, with what it is worth.

    The source has red and black ones. Small change is our addition: without it nobody could own 1 point or 3.
    """

    RED = 5
    BLACK = 2
    SMALL = 1


@dataclass(frozen=True)
class Purse:
    """The coins of a player."""

    red: int = 0
    black: int = 0
    small: int = 0

    @property
    def points(self) -> int:
        """What all the coins are worth."""
        return Coin.RED.value * self.red + Coin.BLACK.value * self.black + Coin.SMALL.value * self.small

    def plus(self, points: int) -> Purse:
        """The purse with this many points added; two small coins become a black one."""
        more = purse_of(points)
        pairs, small = divmod(self.small + more.small, 2)
        return Purse(self.red + more.red, self.black + more.black + pairs, small)

    def minus(self, points: int) -> Purse:
        """The purse after paying this many points, no more than it has.

        They are paid in as few coins as possible. If the coins do not make the sum, the bank changes them all.
        """
        for red in range(min(self.red, points // Coin.RED.value), -1, -1):
            black, rest = divmod(points - red * Coin.RED.value, Coin.BLACK.value)
            if not rest and black <= self.black:
                return replace(self, red=self.red - red, black=self.black - black)
        return purse_of(self.points - points)

    @property
    def coin_to_give(self) -> Coin | None:
        """The coin to give if any will do: preferably a black one, then a red one, then small change."""
        held = ((Coin.BLACK, self.black), (Coin.RED, self.red), (Coin.SMALL, self.small))
        return next((coin for coin, count in held if count), None)

    def without(self, coin: Coin) -> Purse:
        """The purse without one of its coins."""
        match coin:
            case Coin.RED:
                return replace(self, red=self.red - 1)
            case Coin.BLACK:
                return replace(self, black=self.black - 1)
            case Coin.SMALL:
                return replace(self, small=self.small - 1)


def purse_of(points: int) -> Purse:
    """This many points in coins, with as many red ones as possible without small change."""
    for red in range(points // Coin.RED.value, -1, -1):
        black, rest = divmod(points - red * Coin.RED.value, Coin.BLACK.value)
        if not rest:
            return Purse(red, black)
    return Purse(0, *divmod(points, Coin.BLACK.value))
