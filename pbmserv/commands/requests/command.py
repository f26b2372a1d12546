"""What a command is: a declaration, and what is done."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.language.command_spec import Declaration, Given


class Command(Declaration, ABC):
    """One command of the language."""

    @abstractmethod
    def carry_out(self, call: Call, given: Given) -> Outcome:
        """Do it: change the board or the player, and say what has come of it.

        Raises `Refusal` where it cannot be done; whatever was changed until then is undone by the caller.
        """
