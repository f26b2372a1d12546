"""Previews: moves played on a copy of a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from pbmserv.games.base import Note
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import Message
from pbmserv.games.refusals import quoted
from pbmserv.play.board import Board, NotAllowed, Seat, Status, Turn
from pbmserv.play.moving import Follows, move
from pbmserv.play.replaying import as_it_stood

MADE_UP = Message("Whatever chance has brought here is made up: when the moves are made, it will be drawn anew.")


def look_ahead(board: Board, texts: Iterable[str], at: datetime, after: int | None = None) -> tuple[Board, Turn]:
    """Return a copy of the board after move `after` (None: now) with these moves made by the players whose turns
    come.

    Queued and hidden moves are left out, and chance is simulated, so the copy reveals neither. Raises `Refusal` for
    illegal moves, and in games with hidden information, where the result would reveal too much.
    """
    ahead = _copy(board, after)
    follows = Follows()
    for text in texts:
        if board.game.hidden:
            raise NotAllowed(
                "{name} has hidden things: what a move leads to cannot be shown before it is made.",
                name=board.game.name,
            )
        mover = next(iter(ahead.players_to_move), None)
        if mover is None:
            raise NotAllowed("The game is over before the move {typed}.", typed=quoted(text, 40))
        turn = move(ahead, mover, text, at)
        follows.moves += turn.moves
        follows.notes += turn.notes
        follows.happenings += turn.happenings
    if board.game.uses_chance and follows.moves and not board.game.on_trust(board.options):
        follows.notes.append(Note(MADE_UP))
    return ahead, follows.turn(None)


def _copy(board: Board, after: int | None) -> Board:
    then = board if after is None else as_it_stood(board, after)
    # Where players have ended a game, by a resignation or a draw that was agreed on, its rules go on.
    goes_on = then.status is Status.OVER and bool(then.to_move)
    seats = [Seat(seat.player, seat.resigned and not goes_on, used=seat.used, bot=seat.bot) for seat in then.seats]
    ahead = replace(then, seed=_another(board.seed), seats=seats, moves=list(then.moves), times={}, vote=None)
    if goes_on:
        ahead.status, ahead.result = Status.ACTIVE, None
    return ahead


def _another(seed: bytes) -> bytes:
    """A constant seed for previews, from which nothing about the board's own seed can be learnt."""
    return sha256(seed + b"looking ahead").digest()[:SEED_BYTES]
