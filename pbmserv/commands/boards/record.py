"""The command that gives the record of a game."""

from __future__ import annotations

from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.language.argument_types import BoardNumber
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.play.board import Board


class Recorded(Outcome, frozen=True):
    """The board whose record was asked for: all may have it, without what is secret while the game is on."""

    written_by = "boards.letters:of_record"

    board: Board


class RecordCommand(Command):
    """Get the record of a game: players, terms, all moves, the result.

    It comes as text for you to read, as JSON for programs, in an attached file, and with a picture of the board, as
    SVG, in another one. Of some games there is a third, in the format that other programs know: SGF of Go, Gomoku and
    Hex, PGN of Chess, PDN of Checkers and Draughts, MAT of Backgammon.
    """

    words = ("record",)
    arguments = (Argument("board", BoardNumber()),)
    of_a_game = True
    reads_only = True
    example = "trichet record 101"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        return Recorded(call.load_board(given["board"]))
