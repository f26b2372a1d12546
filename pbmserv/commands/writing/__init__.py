"""The one place where letters are made of outcomes: `letters_of` knows a writer for each kind."""

from __future__ import annotations

from pbmserv.commands.writing import (
    boards,
    choices,
    daily,
    invitations,
    lists,
    opening,
    operator,
    people,
    refusals,
    rematches,
    tournaments,
)
from pbmserv.commands.writing.dispatch import letters_of

WRITERS = (boards, choices, daily, invitations, lists, opening, operator, people, refusals, rematches, tournaments)
"""Where the writers are: to import these is to have `letters_of` know them."""

__all__ = ["letters_of"]
