"""Looking ahead: moves played on a copy of a board, to be shown and forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from pbmserv.games.base import Note
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.refusals import quoted
from pbmserv.play.board import Board, NotAllowed, Seat, Turn
from pbmserv.play.moving import Follows, move
from pbmserv.play.replaying import as_it_stood

MADE_UP = "Whatever chance has brought here is made up: when the moves are made, it will be drawn anew."


def look_ahead(board: Board, texts: Iterable[str], at: datetime, after: int | None = None) -> tuple[Board, Turn]:
    """A copy of the board as it stood after move `after` (None: as it stands), with these moves made by whoever's
    turn it is.

    The copy knows nothing of queued and hidden moves, so it gives none of them away; nor of what chance will bring,
    which is made up. Raises `Refusal` for a move that is not legal, and in games with hidden things, where the result
    of a move would tell its player more than they may know.
    """
    ahead = _copy(board, after)
    follows = Follows()
    for text in texts:
        if board.game.hidden:
            raise NotAllowed(
                f"{board.game.name} has hidden things: what a move leads to cannot be shown before it is made."
            )
        mover = next(iter(ahead.players_to_move), None)
        if mover is None:
            raise NotAllowed(f"The game is over before the move {quoted(text, 40)}.")
        turn = move(ahead, mover, text, at)
        follows.moves += turn.moves
        follows.notes += turn.notes
        follows.happenings += turn.happenings
    if board.game.uses_chance and follows.moves and not board.game.on_trust(board.options):
        follows.notes.append(Note(MADE_UP))
    return ahead, follows.turn(None)


def _copy(board: Board, after: int | None) -> Board:
    then = board if after is None else as_it_stood(board, after)
    seats = [Seat(seat.player, seat.resigned, used=seat.used, bot=seat.bot) for seat in then.seats]
    return replace(then, seed=_another(board.seed), seats=seats, moves=list(then.moves), times={}, vote=None)


def _another(seed: bytes) -> bytes:
    """A seed for looking ahead, from which nothing can be learnt about that of the board: the next die, say.

    It is always the same, so that whoever looks twice sees the same.
    """
    return sha256(seed + b"looking ahead").digest()[:SEED_BYTES]
