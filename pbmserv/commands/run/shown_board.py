"""The board that a command was about, for doors that show it beside the letters or in their place."""

from __future__ import annotations

from pbmserv.commands.boards.actions import BoardsShown, Recorded, ShownBoard
from pbmserv.commands.boards.preview import Previewed
from pbmserv.commands.playing.actions import Submitted
from pbmserv.commands.requests.outcome import BoardChanged, KeptSecretly, Outcome, Refused, Removed
from pbmserv.commands.talk.actions import Chatted
from pbmserv.play.board import Board, Player
from pbmserv.play.view import SHOWN, BoardView, BoardViews


def view_of(outcome: Outcome, asker: Player | None) -> BoardView | None:
    """The board as who gave the command may see it; None where it was about none, or about several.

    `asker` is who has given the password, None where nobody has: they see what everybody does.
    """
    match outcome:
        case BoardChanged() | KeptSecretly():
            return BoardViews(outcome.board, outcome.news).of(asker)
        case Submitted() | Previewed():
            return BoardViews(outcome.ahead, outcome.news).of(asker)
        case BoardsShown(boards=(ShownBoard() as shown,)):
            return BoardViews(shown.board, shown.news, shown.then).of(outcome.viewer)
        case Refused(board=Board() as board) | Removed(board=board) | Recorded(board=board) | Chatted(board=board):
            return BoardViews(board, SHOWN).of(asker)
    return None
