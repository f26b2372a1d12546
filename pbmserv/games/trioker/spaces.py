"""The marked spaces of boards.

A mark is an action's letter and amount: the bank gives less for `C2` than for `C5`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Action(Enum):
    PAY_BANK = "A"
    LOSE_TURN = "B"
    TAKE_FROM_BANK = "C"
    TAKE_FROM_NEXT = "D"
    PAY_EACH = "E"
    PAY_NEXT = "F"
    TURN_AGAIN = "H"
    GIVE_COIN = "J"


START = "GO"
"""The space of the first tile, without an action."""


@dataclass(frozen=True)
class Space:
    """A space: its mark, its printed French words, and their meaning."""

    mark: str
    french: str
    meaning: str

    @property
    def action(self) -> Action:
        return Action(self.mark[0])

    @property
    def amount(self) -> int:
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

ORIGINAL = (
    Space("A5", "Payez 5 a la banque", "Pay 5 to the bank"),
    Space("B1", "Prison pour 1 tour", "Lose a turn"),
    Space("C5", "Recevez 5 de la banque", "Receive 5 from the bank"),
    Space("D2", "Recevez 2 de la suivant", "Receive 2 from the following player"),
    Space("E2", "Payez 2 a chaque joueur", "Pay 2 to each player"),
    Space("F5", "Payez 5 au suivant", "Pay 5 to the following player"),
)

SACKSON = tuple(space for space in ORIGINAL if space.mark != "F5")
"""The same board in Sid Sackson's notes, which omit one space."""
