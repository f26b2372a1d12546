"""Coins: red for 5 points, black for 2, and change from the bank."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Coin(Enum):
    RED = 5
    BLACK = 2
    SMALL = 1


@dataclass(frozen=True)
class Purse:
    red: int = 0
    black: int = 0
    small: int = 0

    @property
    def points(self) -> int:
        return Coin.RED.value * self.red + Coin.BLACK.value * self.black + Coin.SMALL.value * self.small

    def plus(self, points: int) -> Purse:
        """The purse with points added; two small coins become a black one."""
        more = purse_of(points)
        pairs, small = divmod(self.small + more.small, 2)
        return Purse(self.red + more.red, self.black + more.black + pairs, small)

    def minus(self, points: int) -> Purse:
        """The purse after paying points that it has.

        With as few coins as possible; if they do not fit, the bank changes them all.
        """
        for red in range(min(self.red, points // Coin.RED.value), -1, -1):
            black, rest = divmod(points - red * Coin.RED.value, Coin.BLACK.value)
            if not rest and black <= self.black:
                return replace(self, red=self.red - red, black=self.black - black)
        return purse_of(self.points - points)

    @property
    def coin_to_give(self) -> Coin | None:
        """The coin to give if any will do: black, then red, then small change."""
        held = ((Coin.BLACK, self.black), (Coin.RED, self.red), (Coin.SMALL, self.small))
        return next((coin for coin, count in held if count), None)

    def without(self, coin: Coin) -> Purse:
        match coin:
            case Coin.RED:
                return replace(self, red=self.red - 1)
            case Coin.BLACK:
                return replace(self, black=self.black - 1)
            case Coin.SMALL:
                return replace(self, small=self.small - 1)


def purse_of(points: int) -> Purse:
    """Points as coins, with as many red ones as possible without small change."""
    for red in range(points // Coin.RED.value, -1, -1):
        black, rest = divmod(points - red * Coin.RED.value, Coin.BLACK.value)
        if not rest:
            return Purse(red, black)
    return Purse(0, *divmod(points, Coin.BLACK.value))
