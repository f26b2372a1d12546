"""The command that gives the record of a game."""

from __future__ import annotations

from pbmserv.commands.call import Call
from pbmserv.commands.kinds import BoardNumber
from pbmserv.commands.language import Argument, Command, Given


class RecordCommand(Command):
    """Get the record of a game: players, terms, all moves, the result.

    It comes as a text for you to read, and as JSON for programs, in a file that
    is attached.
    """

    words = ("record",)
    arguments = (Argument("board", BoardNumber()),)
    of_a_game = True
    example = "trichet record 101"

    def carry_out(self, call: Call, given: Given) -> None:
        # Imported by those few who ask for one: to write a record needs all that can read it again.
        from pbmserv.letters.record import record_letter

        call.answer(record_letter(call.load_board(given["board"])))
