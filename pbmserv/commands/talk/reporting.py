"""The command by which a player reports a line of chat to the operator."""

from __future__ import annotations

from datetime import timedelta

from pbmserv.commands.requests.budget_table import OverBudget
from pbmserv.commands.requests.context import Call, CommandOnBoard
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.talk.heard import heard
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import PLAYER, BoardNumber, Number, Userid
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.letters.letter import players_words
from pbmserv.play.board import Board, Player
from pbmserv.storage.remarks import REMOVED, Remark
from pbmserv.storage.tallies import Limit

REPORTED = Limit("reported chat", 10, timedelta(days=1))
"""How many lines one player can report."""
LONGEST_REASON = 500
MOST_LINES = 999_999_999


class Reported(Outcome, frozen=True):
    """A line of chat is reported; only who has done it is told."""

    written_by = "talk.letters:of_report"

    board: Board
    player: Player
    remark: Remark


class Report(CommandOnBoard):
    """Tell the operator of this server what somebody wrote on a board.

    Name the board, yourself and the other player: the last line is reported that they wrote there and that you have
    been sent. What you write in the body goes to the operator, too; 500 characters of it are kept. The buttons beside
    the chat on the board's page report the line that they stand at.

    The operator is shown the line, its board, who wrote it and who has reported it; neither your hand nor anybody
    else's. Nobody else is told. You can report 10 lines a day. To read no more of what a player writes: help block.
    """

    words = ("report",)
    arguments = (
        Argument("board", BoardNumber()),
        *PLAYER,
        Argument("other", Userid()),
        Argument("line", Number("line", MOST_LINES), optional=True),
    )
    of_a_game = True
    plays = True
    reaches_further = True
    changes_board = False
    takes_removed = True
    example = "trichet report 101 alice secret7 bob"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        board: Board = given["board"]
        player, author = call.player, known_player(call, given["other"])
        remark = _line(call, board, author, given.get("line"))
        if call.work.reports.has_reported(player, remark.id):
            raise Refusal("You have reported this line already; the operator can see it.")
        if call.work.tallies.is_full(REPORTED, player.userid, call.at):
            raise OverBudget(
                REPORTED,
                Message(
                    "You have reported {most} lines within a day, which is the most. Try again tomorrow.",
                    most=REPORTED.most,
                ),
            )
        call.work.tallies.add(REPORTED, player.userid, call.at)
        call.work.reports.add(remark.id, player, call.at, players_words(call.comment).strip()[:LONGEST_REASON])
        return Reported(board, player, remark)


def _line(call: Call, board: Board, author: Player, number: int | None) -> Remark:
    """The line with this number, or else the last one, by this author, if the player may have read it.

    Raises `Refusal`.
    """
    player = call.player
    if author == player:
        raise Refusal(Message("{player}, this is your own name: name who wrote the line.", player=player.userid))
    watches = player in call.work.watching.who(board.game.word, board.number)
    lines = [each for each in heard(call, board, player, watches) if each.author == author and each.words != REMOVED]
    if number is not None:
        lines = [each for each in lines if each.id == number]
    if not lines:
        raise Refusal(
            Message(
                "{author} has written nothing on {board} that you could report.",
                author=author.userid,
                board=board.title,
            )
        )
    return lines[-1]
