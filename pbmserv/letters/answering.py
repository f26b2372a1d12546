"""What the reader of a board letter can answer, each as a link that writes the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from pbmserv.letters.letter import Link
from pbmserv.play.board import Board, Player
from pbmserv.play.record import SWAP

MOST_LINKS = 400
"""More moves than that make a page that nobody reads, and that some mail programs cut off."""


def links_to_answer(board: Board, reader: Player, address: str) -> tuple[Link, ...]:
    """The legal moves of a reader whose turn it is, or an answer to what somebody has proposed.

    `address` is the server's own. The links leave the password to be filled in.
    """
    return tuple(Link(move, _command(board, reader, address, move)) for move in _answers(board, reader)[:MOST_LINKS])


def _answers(board: Board, reader: Player) -> Sequence[str]:
    return list(_votes(board, reader)) + list(_moves(board, reader))


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


def _command(board: Board, reader: Player, address: str, move: str) -> str:
    command = f"{board.game.word} move {board.number} {reader.userid} PASSWORD {move}"
    return f"mailto:{quote(address, safe='@')}?subject={quote(command, safe='')}"
