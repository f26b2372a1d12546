"""What one sender may cause: how many letters, of how many bytes, and to whom. The one home of that rule.

Who has not shown who they are by a password has little, players have plenty, and the letters of a move cost nothing:
whoever sits at a board gets them. A sender is known by the player whose password was given, or else by the address in
From and that in the envelope, however they are spelt, and by their domains, which have ten times as much.
"""

from __future__ import annotations

from pbmserv.commands.requests.budgets.answers import AnswerRoom, within_budget
from pbmserv.commands.requests.budgets.confirmed import (
    FEW_BOARDS,
    NotConfirmed,
    at_few_boards,
    check_confirmed,
    check_may_write,
    faults_of_unconfirmed,
)
from pbmserv.commands.requests.budgets.senders import (
    check_asked,
    check_code,
    check_invitations,
    check_letters_to_others,
    check_said,
    check_signup,
    guesses,
    has_had_enough,
    is_seasoned,
    may_get_a_code,
    note_answered,
    note_guess,
    tells_watchers,
)
from pbmserv.commands.requests.budgets.spelling import client_at, folded, is_ours
from pbmserv.commands.requests.budgets.table import DEFAULT, Budgets, OverBudget

__all__ = [
    "DEFAULT",
    "FEW_BOARDS",
    "AnswerRoom",
    "Budgets",
    "NotConfirmed",
    "OverBudget",
    "at_few_boards",
    "check_asked",
    "check_code",
    "check_confirmed",
    "check_invitations",
    "check_letters_to_others",
    "check_may_write",
    "check_said",
    "check_signup",
    "client_at",
    "faults_of_unconfirmed",
    "folded",
    "guesses",
    "has_had_enough",
    "is_ours",
    "is_seasoned",
    "may_get_a_code",
    "note_answered",
    "note_guess",
    "tells_watchers",
    "within_budget",
]
