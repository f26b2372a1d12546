"""What a command is: a declaration, and what is done."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.language.command_spec import CommandSpec, ParsedArgs


class Command(CommandSpec, ABC):
    """One command of the language."""

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        """What it is given, with the board that it is about in the place of its number, or the like.

        Here is refused what is refused whoever asks, before anybody's password is looked at.
        """
        return given

    @abstractmethod
    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        """Do it: change the board or the player, and say what has come of it. Who asks is known if it needs a player.

        Raises `Refusal` where it cannot be done; whatever was changed until then is undone by the caller.
        """


class CommandOnBoard(Command):
    """A command on one board, which is found first: a refusal shows it."""

    changes_board: ClassVar[bool] = True
    """Whether others wait meanwhile who want to change it."""
    takes_removed: ClassVar[bool] = False
    """Whether the board may be one that has been removed."""

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        return given.having(board=call.load_board(given["board"], self.changes_board, self.takes_removed))
