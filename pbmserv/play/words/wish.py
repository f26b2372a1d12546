"""What somebody may want who answers a letter in a few words of their own."""

from __future__ import annotations

from enum import StrEnum


class Wish(StrEnum):
    """What is wanted; the first three are moves of every game."""

    RESIGN = "resign"
    TIE = "propose"
    UNDO = "undo"
    RULES = "rules"
    OTHER_MOVE = "other move"
    """To have made another move than one did."""
    TIME = "time"
    """To have more time for a move."""
    WHO = "who"
    FACTS = "facts"
    """What one is on a board, whose turn it is, and until when."""
    BACK = "back"
    """To tell that one is here again, after a vacation."""
    NOTED = "noted"
    """Nothing but to say that one has read it: `ok`, `will do`, `thanks for the reminder`."""
    EXCUSE = "excuse"
    """Nothing but to say why one is late: `Sorry, I was ill`."""
    KINDNESS = "kindness"
    """Nothing but to say something kind."""
