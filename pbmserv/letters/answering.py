"""What the reader of a board letter can answer, each as a link that writes the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from pbmserv.letters.letter import Group, Links, quoted
from pbmserv.play.board import Board, Player
from pbmserv.play.record import SWAP

MOST_BY_THEMSELVES = 12
"""As many buttons fit on the screen of a phone; where there are more, those that belong together are folded."""

MOST_LINKS = 400
"""More moves than that make a page that nobody reads, and that some mail programs cut off."""


def links_to_answer(board: Board, reader: Player, address: str, reply_to: str | None, below: int) -> Links | None:
    """The legal moves of a reader whose turn it is, and answers to what somebody has proposed.

    `address` is the server's own, to which commands go that leave the password to be filled in; at `reply_to`, where
    there is such an address, the move alone is enough. They are shown below so many characters of the text.
    """
    moves, groups = _in_groups(board, tuple(chain(_votes(board, reader), _moves(board, reader))), reader)
    if not moves:
        return None
    if reply_to:
        begun = f"mailto:{quoted(reply_to)}?subject={quoted(board.title)}&body="
    else:
        command = f"{board.game.word} move {board.number} {reader.userid} PASSWORD "
        begun = f"mailto:{quoted(address)}?subject={quoted(command)}"
    # By then the letter may be an old one: its moves are for this position only.
    return Links(begun, moves, below, groups, f"#{board.next_number}")


def _in_groups(board: Board, moves: Sequence[str], reader: Player) -> tuple[tuple[str, ...], tuple[Group, ...]]:
    """The moves in the order in which they are shown, and the groups of the last of them.

    Where they are few, or where the game knows no groups, each is shown by itself.
    """
    grouped: dict[str, list[str]] = {}
    if len(moves) > MOST_BY_THEMSELVES:
        for move in moves:
            grouped.setdefault(board.game.group_of(move), []).append(move)
    alone = grouped.pop("", [])
    if not grouped:
        return tuple(moves[:MOST_LINKS]), ()
    seat = board.view_of(reader)
    examples = board.game.examples(board.position, seat) if seat is not None else ()
    alone = list(dict.fromkeys([*alone, *examples]))[:MOST_BY_THEMSELVES]
    room = (MOST_LINKS - len(alone)) // len(grouped)
    groups = tuple(Group(_title(name, len(some), room), min(len(some), room)) for name, some in grouped.items())
    return (*alone, *chain.from_iterable(some[:room] for some in grouped.values())), groups


def _title(name: str, moves: int, room: int) -> str:
    if moves > room:
        return f"{name}: {room} of {moves} moves"
    return f"{name}: {moves} {'move' if moves == 1 else 'moves'}"


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
