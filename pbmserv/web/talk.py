"""Chat beside a board, and what only its reader may know."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pbmserv.commands.boards.showing import ShownBoard
from pbmserv.commands.requests.blocking import unheard
from pbmserv.commands.talk.heard import heard
from pbmserv.play.board import Board, Player
from pbmserv.storage.listing import WaitingBoard
from pbmserv.web.note_lines import words_of
from pbmserv.web.notes import seen_note

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.storage.remarks import Remark
    from pbmserv.storage.rematches import RematchAsked

MOST_GAMES = 200
"""The number of waiting boards that are counted, and among which the next one is searched."""


@dataclass(frozen=True)
class BoardTalk:
    """What is private to the reader beside the board, and the board's chat."""

    remarks: tuple[Remark, ...] = ()
    note: str = ""
    gets_letters: bool = False
    watches: bool = False
    next_game: str = ""
    previous_game: str = ""
    waiting: int = 0
    """How many other boards wait for the reader, at most `MOST_GAMES`."""
    rematch: RematchAsked | None = None
    """The rematch offer of a finished game, or its board."""

    @property
    def note_seen(self) -> str:
        return seen_note(self.words_of_note)

    @property
    def words_of_note(self) -> str:
        """The note without what is drawn."""
        return words_of(self.note)


def talk_of(call: Call, shown: ShownBoard, reader: Player | None, came_by_link: bool = False) -> BoardTalk:
    """What this reader may know of a board loaded for them; nothing for the public."""
    if reader is None:
        return BoardTalk()
    board = shown.board
    board_id = call.work.boards.id_of(board)
    # A link to one board tells of no other.
    previous, following, waiting = ("", "", 0) if came_by_link else _neighbours(call, board, reader)
    gets_letters = reader in board.staying or reader in shown.watchers
    return BoardTalk(
        remarks=_shown_chat(call, board, reader, reader in shown.watchers) if gets_letters else (),
        note=call.work.notes.of(reader, board_id),
        gets_letters=gets_letters,
        watches=reader in shown.watchers,
        next_game=following,
        previous_game=previous,
        waiting=waiting,
        rematch=None if board.is_on or reader not in board.players else call.work.rematches.of(board_id),
    )


def _shown_chat(call: Call, board: Board, reader: Player, watches: bool) -> tuple[Remark, ...]:
    """The chat that a reader may read, without that of players whom they have blocked."""
    remarks = [*heard(call, board, reader, watches)]
    deaf_to = unheard(call, [(each.author.userid, each.words) for each in remarks], [reader]).get(reader, ())
    return tuple(each for each in remarks if each.author.userid not in deaf_to)


def _neighbours(call: Call, board: Board, reader: Player) -> tuple[str, str, int]:
    """The addresses of the boards before and after this one on which the reader has to move, those that wait longest
    first, and how many there are.

    After the last comes the first. A board keeps its place when its reader has moved there, so that what comes
    next is not what was passed over before.
    """
    here = WaitingBoard(_waits_since(board, reader), board.game.word, board.number)
    found = [each for each in call.work.listing.waiting_for(reader, MOST_GAMES) if each[1:] != here[1:]]
    at = sum(each < here for each in found)
    return (_address(found[at - 1]), _address(found[at % len(found)]), len(found)) if found else ("", "", 0)


def _waits_since(board: Board, reader: Player) -> datetime:
    """When somebody else moved last, so that the turn came to the reader."""
    own = board.seats_of(reader)
    return next((move.at for move in reversed(board.moves) if move.seat not in own), board.started_at)


def _address(board: WaitingBoard) -> str:
    return f"/{board.game}/{board.number}"
