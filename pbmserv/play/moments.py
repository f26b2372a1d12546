"""What a letter showed of a board, in a few numbers. They tell an answer to an older letter from one to the newest.

The number of the next move would not do: after moves have been taken back, the same number comes again.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from pbmserv.play.board import Board, Player

NUMBER_BYTES, POSITION_BYTES, VOTE_BYTES, MOVE_BYTES = 2, 3, 2, 2


class Shown(NamedTuple):
    """A board as a letter shows it: the number of its next move, and marks of its position and of its open vote.

    Two positions, or two votes, have the same mark so rarely that we need not think of it.
    """

    number: int
    position: int
    vote: int = 0


def shown(board: Board) -> Shown:
    """How a board stands now."""
    return Shown(min(board.next_number, 256**NUMBER_BYTES - 1), _position(board), _vote(board))


def seen_on_a_page(board: Board, reader: Player | None) -> str:
    """What tells a page with this board from one that is newer: how it stands, and what its reader has planned."""
    plans = [
        f"{number} {seat.chosen} {'; '.join(map(str, seat.queue))} {seat.leaving}"
        for number, seat in enumerate(board.seats)
        if seat.player == reader
    ]
    offer = board.offer
    asked = f"{offer.to} {[player.id for player in offer.agreed]} {offer.at.timestamp()}" if offer else ""
    return "-".join(f"{number:x}" for number in (*shown(board), mark("\n".join([*plans, asked]), VOTE_BYTES)))


def mark(text: str, width: int) -> int:
    """A number of this many bytes that stands for a text."""
    return int.from_bytes(hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:width])


def _position(board: Board) -> int:
    # The moves of a round that is not complete are not among these, so a choice can be made again.
    made = "\n".join([f"{move.seat} {move.text}" for move in board.moves])
    return mark(f"{board.seed.hex()}\n{made}", POSITION_BYTES)


def _vote(board: Board) -> int:
    vote = board.vote
    if vote is None:
        return 0
    return mark(f"{vote.question} {vote.by.id} {vote.opened_at.timestamp()}", VOTE_BYTES) or 1
