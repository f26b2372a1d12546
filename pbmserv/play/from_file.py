"""Import of games written by other programs; every move is replayed by the rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from pbmserv.games.base import Game, Refusal, Result
from pbmserv.games.chance import SEED_BYTES, commitment
from pbmserv.games.file_parts import plain
from pbmserv.games.game_file import ANYBODY, OUT_OF_TIME, PlayedGame
from pbmserv.games.message import Message
from pbmserv.games.refusals import quoted
from pbmserv.play.board import AGREED, DECIDED, Board, Player, Terms
from pbmserv.play.moving import outcome
from pbmserv.play.record import FORFEIT, RESIGN, SWAP, Move, as_made
from pbmserv.play.replaying import DoesNotHold, replay
from pbmserv.play.transcript import check_start


def board_of(game: Game[Any], told: PlayedGame, number: int, players: Sequence[Player], at: datetime) -> Board:
    """Return the finished board of an imported game, started and ended `at`; `players` sit as at its end.

    The board is unrated. Its seed is derived from the moves, so the same game is recognised again. Raises
    `DoesNotHold` if the rules forbid something in the file.
    """
    check_start(game, [player.userid for player in players], told.options)
    swaps = sum(text == SWAP for _, text in told.moves)
    seated = players[::-1] if swaps % 2 else players
    board = Board.begin(game, number, told.options, seated, bytes(SEED_BYTES), at, Terms(rated=False))
    for seat, text in told.moves:
        _play(board, seat, text, at)
    _end(board, told, at)
    board.seed = _seed_of(board, told.date)
    board.commitment = commitment(board.seed)
    return board


def _play(board: Board, seat: int, text: str, at: datetime) -> None:
    game, number = board.game, len(board.moves) + 1
    named = Message("Move {number} ({typed})", number=number, typed=quoted(plain(text), 40))
    if ended := outcome(board):
        raise DoesNotHold("{named} comes after the end of the game: {reason}", named=named, reason=ended.reason)
    [to_move] = board.to_move
    if seat not in (ANYBODY, to_move):
        mover = game.seat_name(board.position, to_move)
        raise DoesNotHold("{named} is by the wrong player: it was {mover}'s turn.", named=named, mover=mover)
    if text == SWAP:
        replay(board, [Move(number, to_move, SWAP, False, at)])
        return
    try:
        move = Move(number, to_move, game.file_move(board.position, text), False, at)
        played = board.record.play(board.position, move)
    except Refusal as refusal:
        raise DoesNotHold("{named} is not legal: {words}", named=named, words=refusal.words) from refusal
    board.moves.append(as_made(game, board.position, move, played))
    board.position = played.position


def _end(board: Board, told: PlayedGame, at: datetime) -> None:
    if told.is_over and told.winner is None and outcome(board) is None:
        for text in board.game.file_end(board.position):
            _play(board, ANYBODY, text, at)
    result = outcome(board)
    if result is not None:
        if told.is_over and told.winner != result.winner:
            raise DoesNotHold("By the rules the game ended otherwise: {reason}", reason=result.reason)
    elif not told.is_over:
        raise DoesNotHold(
            "The game is not over, neither by the rules nor by its result: a game that is on goes from server to"
            " server as its record."
        )
    elif told.winner is None:
        if not board.game.allows_draw:
            raise DoesNotHold("The file says that it is a tie, and there are none in {name}.", name=board.game.name)
        result = Result(None, AGREED)
    elif told.given_up:
        word = FORFEIT if told.given_up == OUT_OF_TIME else RESIGN
        replay(board, [Move(len(board.moves) + 1, 1 - told.winner, word, False, at)])
        result = outcome(board)
    else:
        result = Result(told.winner, DECIDED)
    if result is not None:
        board.finish(result, at)


def _seed_of(board: Board, date: str) -> bytes:
    """A seed that is the same for the same game only."""
    played = [[move.seat, move.text] for move in board.moves]
    players = [seat.player.id for seat in board.seats]
    winner = board.result.winner if board.result else None
    essence = [board.game.word, sorted(board.options.items()), players, date, played, winner]
    return sha256(json.dumps(essence).encode()).digest()[:SEED_BYTES]
