"""The marked spaces of the boards: what a player has to do when their tile covers one.

A mark is the letter of an action and its amount: for `C2` the bank gives less than for `C5`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Action(Enum):
    """What is to be done, by the letters of the sources."""

    PAY_BANK = "A"
    LOSE_TURN = "B"
    TAKE_FROM_BANK = "C"
    TAKE_FROM_NEXT = "D"
    PAY_EACH = "E"
    PAY_NEXT = "F"
    TURN_AGAIN = "H"
    GIVE_COIN = "J"


START = "GO"
"""Marks the space of the first tile; nothing has to be done there."""


@dataclass(frozen=True)
class Space:
    """A marked space: its mark, its words in French as the sources print them, and what they mean."""

    mark: str
    french: str
    meaning: str

    @property
    def action(self) -> Action:
        """What is to be done."""
        return Action(self.mark[0])

    @property
    def amount(self) -> int:
        """How many points, turns or coins are at stake."""
        return int(self.mark[1:])


RAPID = (
    Space("A2", "Payez 2 a la banque", "Pay 2 to the bank"),
    Space("A5", "Payez 5 a la banque", "Pay 5 to the bank"),
    Space("B1", "Prison pour un tour", "Lose a turn"),
    Space("C2", "Prenez 2 a la banque", "Receive 2 from the bank"),
    Space("C5", "Prenez 5 a la banque", "Receive 5 from the bank"),
    Space("E2", "Payez 2 a chacun des joueurs", "Pay 2 to each player"),
    Space("H1", "Rejouez tout de suite", "Take an additional turn immediately"),
    Space("J1", "Donnez une de vos pieces a la banque", "Give one coin to the bank"),
)
"""The spaces of the Rapid board."""

ORIGINAL = (
    Space("A5", "Payez 5 a la banque", "Pay 5 to the bank"),
    Space("B1", "Prison pour 1 tour", "Lose a turn"),
    Space("C5", "Recevez 5 de la banque", "Receive 5 from the bank"),
    Space("D2", "Recevez 2 de la suivant", "Receive 2 from the following player"),
    Space("E2", "Payez 2 a chaque joueur", "Pay 2 to each player"),
    Space("F5", "Payez 5 au suivant", "Pay 5 to the following player"),
)
"""The spaces of the board of 1970."""

SACKSON = tuple(space for space in ORIGINAL if space.mark != "F5")
"""The spaces of the same board in the notes of Sid Sackson, which omit one."""
