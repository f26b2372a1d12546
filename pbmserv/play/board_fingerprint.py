"""Fingerprints of boards, which tell an answer to an old letter from one to the newest.

A move number is not enough: after an undo the same number comes again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from pbmserv.play.board import Board, Player
from pbmserv.play.record import Move, rounds_of

NUMBER_BYTES, POSITION_BYTES, VOTE_BYTES, MOVE_BYTES = 2, 3, 2, 2


class Shown(NamedTuple):
    """A fingerprint: the next move's number, and hashes of the position and of what is proposed."""

    number: int
    position: int
    vote: int = 0


def shown(board: Board) -> Shown:
    return Shown(min(board.next_number, 256**NUMBER_BYTES - 1), _position(board), _proposed(board))


def tags_of(board: Board, moves: Sequence[Move] | None = None) -> tuple[str, ...]:
    """A tag of the board's state at the start and after each move (or complete round): after an undo, the same number
    has another one. With `moves`, as if these had been made.
    """
    made_by = board.moves if moves is None else moves
    made = hashlib.sha256(_seed(board))
    tags = [_tag_of(made)]
    for moves in rounds_of(made_by) if board.game.simultaneous else ([move] for move in made_by):
        made.update(b"".join(b"\n" + _written(move) for move in moves))
        tags.append(_tag_of(made))
    return tuple(tags)


def _tag_of(digest: hashlib._Hash) -> str:
    return f"{_mark_of(digest, POSITION_BYTES):x}"


def has_been(board: Board, seen: Shown) -> bool:
    """Whether the moves now in the record lead through this fingerprint."""
    made = hashlib.sha256(_seed(board))
    for number, move in enumerate(board.moves):
        if _mark_of(made, POSITION_BYTES) == seen.position:
            return True
        made.update(("\n" if number else "").encode() + _written(move))
    return _mark_of(made, POSITION_BYTES) == seen.position


def seen_on_a_page(board: Board, reader: Player | None) -> str:
    """Return the tag that tells a page with this board from a newer one, including the reader's plans."""
    plans = [
        f"{number} {seat.chosen} {'; '.join(map(str, seat.queue))} {seat.leaving}"
        for number, seat in enumerate(board.seats)
        if seat.player == reader
    ]
    offer = board.offer
    asked = f"{offer.to} {[player.id for player in offer.agreed]} {offer.at.timestamp()}" if offer else ""
    return "-".join(f"{number:x}" for number in (*shown(board), mark("\n".join([*plans, asked]), VOTE_BYTES)))


def proposes_the_same(stamp: str, board: Board) -> bool:
    """Whether what is proposed on a board is what a page with this tag shows, whatever has been moved since."""
    return stamp.split("-")[2:3] == [f"{_proposed(board):x}"]


def shows_position(stamp: str, board: Board) -> bool:
    """Whether a page with this tag shows the position of a board, whatever has been proposed or planned since."""
    number, position, _ = shown(board)
    return stamp.split("-")[:2] == [f"{number:x}", f"{position:x}"]


def mark(text: str, width: int) -> int:
    """Hash a text to a number of `width` bytes."""
    return _mark_of(hashlib.sha256(text.encode(errors="surrogatepass")), width)


def _mark_of(digest: hashlib._Hash, width: int) -> int:
    return int.from_bytes(digest.digest()[:width])


def _position(board: Board) -> int:
    # The moves of a round that is not complete are not among these, so a choice can be made again.
    made = b"\n".join(map(_written, board.moves))
    return _mark_of(hashlib.sha256(_seed(board) + made), POSITION_BYTES)


def _seed(board: Board) -> bytes:
    return f"{board.seed.hex()}\n".encode()


def _written(move: Move) -> bytes:
    return f"{move.seat} {move.text}".encode(errors="surrogatepass")


def _proposed(board: Board) -> int:
    """Who asks the players what: the open vote, and to whom a seat is offered; 0 if nothing is asked."""
    vote, offer = board.vote, board.offer
    asked = [f"{vote.question} {vote.by.id} {vote.opened_at.timestamp()}"] if vote else []
    asked += [f"seat {offer.to.id if offer.to else 0} {offer.by.id} {offer.at.timestamp()}"] if offer else []
    return (mark("\n".join(asked), VOTE_BYTES) or 1) if asked else 0
