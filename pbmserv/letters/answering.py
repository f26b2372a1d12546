"""What the reader of a board letter can answer, each as a link that writes the answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice
from urllib.parse import quote

from pbmserv.letters.letter import Link
from pbmserv.play.board import Board, Player
from pbmserv.play.record import SWAP

MOST_LINKS = 400
"""More moves than that make a page that nobody reads, and that some mail programs cut off."""


def links_to_answer(board: Board, reader: Player, address: str, reply_to: str | None) -> tuple[Link, ...]:
    """The legal moves of a reader whose turn it is, and answers to what somebody has proposed.

    `address` is the server's own, to which commands go that leave the password to be filled in; at `reply_to`, where
    there is such an address, the move alone is enough.
    """
    moves = list(islice(chain(_votes(board, reader), _moves(board, reader)), MOST_LINKS))
    if reply_to:
        begun = f"mailto:{_quoted(reply_to)}?subject={_quoted(board.title)}&body="
    else:
        command = f"{board.game.word} move {board.number} {reader.userid} PASSWORD "
        begun = f"mailto:{_quoted(address)}?subject={_quoted(command)}"
    addresses = [begun + quoted for quoted in map(_quoted, moves)]
    return tuple(map(Link._make, zip(moves, addresses, strict=True)))


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


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    # The moves of a game have the same few words on all its boards.
    # Not by urlencode, which writes + for a blank: mail programs show it as a plus.
    return quote(text, safe="@")
