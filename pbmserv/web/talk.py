"""What stands beside a board on its page: what its readers have said, and what only this reader may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbmserv.commands.boards.actions import ShownBoard
from pbmserv.play.board import Board, Player

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.storage.remarks import Remark
    from pbmserv.storage.rematches import RematchAsked

MOST_REMARKS = 200
MOST_GAMES = 100
"""Among how many that wait for the reader the next one is looked for."""


@dataclass(frozen=True)
class BoardTalk:
    """What only the reader may know beside the board itself, and what the readers of the board have said."""

    remarks: tuple[Remark, ...] = ()
    note: str = ""
    gets_letters: bool = False
    watches: bool = False
    next_game: str = ""
    rematch: RematchAsked | None = None
    """Of a game that is over: who wants to play once more, or the board that has come of it."""


def talk_of(call: Call, shown: ShownBoard, reader: Player | None) -> BoardTalk:
    """What this reader may know of a board that was loaded for them; nothing for the public."""
    if reader is None:
        return BoardTalk()
    board = shown.board
    board_id = call.work.boards.id_of(board)
    gets_letters = reader in board.staying or reader in shown.watchers
    return BoardTalk(
        remarks=tuple(call.work.remarks.on(board_id, MOST_REMARKS)) if gets_letters else (),
        note=call.work.notes.of(reader, board_id),
        gets_letters=gets_letters,
        watches=reader in shown.watchers,
        next_game=_next_game(call, board, reader),
        rematch=None if board.is_on or reader not in board.players else call.work.rematches.of(board_id),
    )


def _next_game(call: Call, board: Board, reader: Player) -> str:
    """Where the next board is on which the reader has to move, after this one in the order of lists."""
    here = (board.game.word, board.number)
    found = [each for each in call.work.listing.waiting_for(reader, MOST_GAMES) if each != here]
    game, number = next((each for each in found if each > here), found[0] if found else ("", 0))
    return f"/{game}/{number}" if game else ""
