"""What the reader of a board letter can answer, each as a link that writes the answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from pbmserv.letters.letter import Links, quoted
from pbmserv.play.board import Board, Player
from pbmserv.play.record import SWAP

MOST_LINKS = 400
"""More moves than that make a page that nobody reads, and that some mail programs cut off."""


def links_to_answer(board: Board, reader: Player, address: str, reply_to: str | None, below: int) -> Links | None:
    """The legal moves of a reader whose turn it is, and answers to what somebody has proposed.

    `address` is the server's own, to which commands go that leave the password to be filled in; at `reply_to`, where
    there is such an address, the move alone is enough. They are shown below so many characters of the text.
    """
    moves = tuple(islice(chain(_votes(board, reader), _moves(board, reader)), MOST_LINKS))
    if not moves:
        return None
    if reply_to:
        begun = f"mailto:{quoted(reply_to)}?subject={quoted(board.title)}&body="
    else:
        command = f"{board.game.word} move {board.number} {reader.userid} PASSWORD "
        begun = f"mailto:{quoted(address)}?subject={quoted(command)}"
    return Links(begun, moves, below)


def _votes(board: Board, reader: Player) -> Iterator[str]:
    if reader in board.yet_to_answer:
        yield from ("accept", "reject")


def _moves(board: Board, reader: Player) -> Iterator[str]:
    seat = board.view_of(reader)
    if seat is None or seat not in board.seats_to_move:
        return
    if board.next_number == board.game.swap_at(board.options):
        yield SWAP
    yield from board.game.legal_moves(board.position, seat) or ()
