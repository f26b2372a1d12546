"""What one board may send to one player: a few letters beside those of turns, until they do something there.

Which ones these are, and how they are counted, is in `play.unread`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pbmserv.play.bots import thinks_here
from pbmserv.play.unread import Earlier, hold, take

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.play.board import Board, Happening, Player

MOST_REMARKS = 20
"""How much of what was said is told at most with the letter for which it has waited: the last of it."""


def hold_back(
    call: Call,
    board: Board,
    author: Player | None,
    readers: Iterable[Player],
    happenings: Iterable[tuple[Happening, Player]] = (),
) -> frozenset[Player]:
    """Count a letter of a board to each of its readers; gives those for whom it waits, as they have had a few.

    The board is yet to be saved, and the words that go with the letter to be kept.
    """
    bots = {seat.player for seat in board.seats if thinks_here(seat.bot)}
    others = [reader for reader in dict.fromkeys(readers) if reader != author and reader not in bots]

    def last_remark() -> int:
        return call.work.remarks.last_on(call.work.boards.id_of(board))

    return hold(board.unread, others, board.staying, happenings, last_remark)


def what_waited(call: Call, board: Board, readers: Iterable[Player] | None = None) -> Mapping[Player, Earlier]:
    """What has waited for each of these readers of a board, or for all, who are told now.

    The board is yet to be saved, and the words that go with the letter to be kept.
    """
    if not any(each.waits for each in board.unread.values()):
        return {}
    if readers is None:
        readers = [*board.players, *call.work.watching.who(board.game.word, board.number)]
    waited = {reader: take(board.unread, reader) for reader in dict.fromkeys(readers)}
    found: dict[Player, Earlier] = {}
    for reader, unread in waited.items():
        if unread.after is None:
            continue
        board_id = call.work.boards.id_of(board)
        remarks = call.work.remarks.since(board_id, unread.after, MOST_REMARKS)
        said = tuple((each.author.userid, each.words) for each in remarks if each.author != reader)
        done = f"Before this: {'; '.join(unread.news)}." if unread.news else ""
        if len(remarks) == MOST_REMARKS:
            more = call.work.remarks.count_since(board_id, unread.after) - MOST_REMARKS
            done = " ".join(filter(None, [done, _left_out(more)]))
        found[reader] = Earlier(done, said)
    return found


def _left_out(more: int) -> str:
    if not more:
        return ""
    are = "is" if more == 1 else "are"
    return f"Only the last {MOST_REMARKS} remarks are shown here; {more} more {are} left out."
