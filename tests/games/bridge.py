"""Boards of Bridge for tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from pbmserv.games.bridge import Bridge
from pbmserv.games.bridge.rules import Position
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.tricks.cards import Card
from pbmserv.games.tricks.rules import SEATS
from pbmserv.play.board import Board, Player
from pbmserv.play.record import RESIGN, SKIP, Move, as_made

BRIDGE = Bridge()
STARTED = datetime(2026, 11, 22, tzinfo=UTC)
PLAYERS = tuple(Player(number, name) for number, name in enumerate(("alice", "bob", "carol", "dave"), 1))


def board_played(deals: int, passed_out: int = 2, moves: int = 10_000, seed: int = 1) -> Board:
    """A board on which bots' calls lead to contracts and cards are played at random; one deal is passed out."""
    board = Board.begin(BRIDGE, 101, {"deals": deals, "cards": "server"}, PLAYERS, bytes(16), STARTED)
    play_on(board, passed_out, moves, seed)
    return board


def play_on(board: Board, passed_out: int = 0, moves: int = 10_000, seed: int = 1) -> None:
    """Play so many moves, or to the end."""
    choices = Random(seed)  # noqa: S311 - it has to be the same
    while BRIDGE.result(board.position) is None and len(board.moves) < moves:
        position = board.position
        [seat] = BRIDGE.to_move(position)
        known = BRIDGE.solution(BRIDGE.seen_by(position, seat), seat)
        if known is not None and position.number == passed_out:
            known = "pass"
        make(board, known or choices.choice(BRIDGE.legal_moves(position, seat) or ()))
    board.result = BRIDGE.result(board.position)


def make(board: Board, text: str) -> None:
    """Play a move on a board that is kept nowhere."""
    [seat] = BRIDGE.to_move(board.position)
    move = Move(len(board.moves) + 1, seat, text, False, STARTED)
    played = board.record.play(board.position, move)
    board.moves.append(as_made(BRIDGE, board.position, move, played))
    board.position = played.position


def leave(board: Board) -> None:
    """The player who is to move resigns, and the others go on."""
    [seat] = BRIDGE.to_move(board.position)
    number = len(board.moves)
    board.moves.append(Move(number + 1, seat, RESIGN, False, STARTED))
    board.moves.append(Move(number + 2, seat, SKIP, True, STARTED))
    board.position = board.record.position()


def deals_in(board: Board) -> list[tuple[Position, list[tuple[Card, ...]]]]:
    """The last position of each deal, as if no other came after it, with the hands as they were dealt."""
    found = []
    before = board.record.start()
    for move, played in board.record.steps():
        if played.position.number != before.number or played.position.is_over:
            hands = [before.held_at_first(seat) for seat in range(SEATS)]
            alone = replace(before, deals=before.number)
            chance = Chance(bytes(SEED_BYTES), "none")
            found.append((BRIDGE.play(alone, move.seat, move.text, chance).position, hands))
        before = played.position
    return found
