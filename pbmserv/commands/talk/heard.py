"""What a player may have read of a board's chat."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.commands.requests.context import Call
from pbmserv.play.board import Board, Player
from pbmserv.play.substituting import came_with
from pbmserv.storage.remarks import Remark

MOST_REMARKS = 200


def others_have_spoken(call: Call, board: Board, player: Player) -> bool:
    """Whether somebody else has said something since a player moved last, which a yes or a no may answer."""
    moved = (place for place, move in enumerate(board.moves, 1) if board.seats[move.seat].player == player)
    since = max(moved, default=0)
    said = call.work.remarks.on(call.work.boards.id_of(board), MOST_REMARKS)
    return any(each.author != player and each.after >= since for each in said)


def heard(call: Call, board: Board, reader: Player, watches: bool) -> Iterator[Remark]:
    """What was said since this reader plays or watches here, as their letters have told it."""
    came = came_with(board, reader) if reader in board.staying else None
    since = call.work.watching.since(reader, board.game.word, board.number) if watches else None
    for remark in call.work.remarks.on(call.work.boards.id_of(board), MOST_REMARKS):
        as_player = came is not None and remark.after >= came
        as_watcher = watches and (since is None or remark.at >= since)
        if as_player or as_watcher:
            yield remark
