"""Leaving a game: withdrawal, resignation and forfeit on time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from pbmserv.games.base import Illegal, Note
from pbmserv.games.message import Message
from pbmserv.play.board import Board, Happening, Player, Turn, moves_at_once, named
from pbmserv.play.bot_tasks import bots_on
from pbmserv.play.moving import NOT_SENT, Follows, ends_with_anybody, leave, run
from pbmserv.play.record import SKIP, Move


def may_withdraw(board: Board, player: Player) -> bool:
    """Whether leaving costs the player nothing, because the game has not begun for them.

    If cards were dealt or dice rolled, the game begins at once for all who have agreed to it, who could otherwise
    redeal until they like the deal. For challenged players it begins with their own first move. Tournament games
    cannot be withdrawn from.
    """
    if board.has_begun or board.terms.event:
        return False
    return not (has_dealt(board) and has_agreed(board, player))


def has_agreed(board: Board, player: Player) -> bool:
    """Whether a player has ever said that they want to play, if only by a move: others were only challenged."""
    if board.terms.event or player == board.challenger or any(move.text != SKIP for move in board.moves_of(player)):
        return True
    return any(board.seats[number].wanted for number in board.seats_of(player))


def has_dealt(board: Board) -> bool:
    """Whether cards were dealt or dice rolled, so that a redeal could favour a player."""
    return board.game.hidden or (board.game.uses_chance and board.record.has_drawn)


def resign(board: Board, player: Player, at: datetime, fresh_seed: bytes, comment: str = "") -> Turn:
    """Withdraw, resign, or announce or retract a resignation, depending on the state of the game.

    `fresh_seed` (16 random bytes) is used if the others start again; `comment` is the player's message to them.
    Changes nothing if it raises `Refusal`.
    """
    own = board.active_seats_of(player)
    is_leaving = any(board.seats[seat].leaving for seat in own)
    if is_leaving or (waits_for_turn(board, player) and not may_withdraw(board, player)):
        return _announce(board, player, own, bool(comment))
    return give_up(board, player, at, fresh_seed)


def what_resigning_does(board: Board, player: Player) -> Message:
    """What `resign` would do now, for a question about it."""
    if any(board.seats[seat].leaving for seat in board.active_seats_of(player)):
        return Message("You are going to resign already: this would keep you in the game.")
    if may_withdraw(board, player):
        has_moved = any(move.text != SKIP for move in board.moves_of(player))
        why = Message("Not everybody has moved yet") if has_moved else Message("You have not moved yet")
        if _can_begin_again(board, [board.seats[number].player for number in _seats_without(board, [player])]):
            return Message("{why}: the others would start again without you.", why=why)
        return Message("{why}: the board would be removed, and count for nobody.", why=why)
    if waits_for_turn(board, player):
        return Message("That gives up the game when the turn comes to you.")
    return Message("That gives up the game.")


def give_up(board: Board, player: Player, at: datetime, fresh_seed: bytes) -> Turn:
    """Leave a game at once, even out of turn: for players who will not come back.

    If all others have announced resignations, the player wins. `fresh_seed` is as in `resign`. Changes nothing if it
    raises `Refusal`.
    """
    own = board.active_seats_of(player)
    if won := _won(board, player, at, by=player):
        return won
    if may_withdraw(board, player):
        return _withdraw(board, [player], at, fresh_seed, Happening.WITHDREW, by=player)
    return _resign(board, player, own, at)


def run_out_of_time(board: Board, seats: Sequence[int], at: datetime, fresh_seed: bytes) -> Turn:
    """Forfeit these seats; if all others have announced resignations, the player wins instead."""
    out, first = {board.seats[seat].player for seat in seats}, board.seats[seats[0]].player
    won = _won(board, first, at, by=None) if out == {first} else None
    return won or forfeit(board, seats, at, fresh_seed)


def forfeit(board: Board, seats: Sequence[int], at: datetime, fresh_seed: bytes) -> Turn:
    """Take these seats out of the game because their time has run out.

    If their players may still withdraw, the game counts for nobody: it goes on without them or is removed.
    """
    late = [board.seats[seat].player for seat in seats if may_withdraw(board, board.seats[seat].player)]
    if late:
        late = list(dict.fromkeys(late))
        return _withdraw(board, late, at, fresh_seed, Happening.FORFEITED, by=None)
    # Whoever has run out of time in one seat is out of the game with all seats.
    out = {board.seats[seat].player for seat in seats}
    follows = Follows()
    for number, seat in enumerate(board.seats):
        if seat.player in out and not seat.resigned:
            leave(board, number, at, follows, forfeit=True, auto=True)
    run(board, follows, at)
    return follows.turn(None)


def waits_for_turn(board: Board, player: Player) -> bool:
    """Whether the player's resignation would wait for their turn, because leaving earlier would affect the game."""
    return not (moves_at_once(board) or player in board.players_to_move or ends_with_anybody(board))


def who_waits_leaves(board: Board, at: datetime, follows: Follows) -> None:
    """Carry out all announced resignations."""
    for number, seat in enumerate(board.seats):
        if seat.leaving:
            leave(board, number, at, follows, auto=True)


def position_to_show(board: Board, is_over: bool | None = None) -> Any:
    """The position as letters show it, without the players who have resigned.

    `is_over` says whether the game is over now, if the board is an earlier one.

    In a simultaneous round the record drops them only when the others have moved. A game that ends without one of its
    players is shown as it was.
    """
    position = board.position
    if is_over or (is_over is None and not board.is_on):
        position = board.game.revealed(position)
    if not moves_at_once(board) or not board.staying:
        return position
    for seat in board.to_move:
        if board.seats[seat].resigned:
            skipped = Move(len(board.moves) + 1, seat, SKIP, True, board.last_moved_at)
            try:
                position = board.record.apply(position, skipped).position
            except Illegal:
                return board.position
    return position


def _won(board: Board, player: Player, at: datetime, by: Player | None) -> Turn | None:
    """Win the game for the player's side if all others have announced resignations; otherwise return None."""
    side = board.game.side_of(board.seats_of(player)[0])
    others = [
        seat
        for number, seat in enumerate(board.seats)
        if not seat.resigned and seat.player != player and board.game.side_of(number) != side
    ]
    if not others or not all(seat.leaving for seat in others):
        return None
    follows = Follows()
    who_waits_leaves(board, at, follows)
    run(board, follows, at)
    return follows.turn(by)


def _resign(board: Board, player: Player, own: Sequence[int], at: datetime) -> Turn:
    follows = Follows()
    for seat in own:
        leave(board, seat, at, follows)
    run(board, follows, at)
    return follows.turn(player)


def _announce(board: Board, player: Player, own: Sequence[int], has_words: bool) -> Turn:
    """Announce a resignation for the player's next turn, or retract it while nobody else knows."""
    leaving = not board.seats[own[0]].leaving
    for seat in own:
        board.seats[seat].leaving = leaving
    happening = Happening.RESIGNS_LATER if leaving else Happening.STAYS
    notes = (Note(NOT_SENT, own[0]),) if has_words else ()
    return Turn(player, notes=notes, happenings=((happening, player),), only_chosen=True)


def _withdraw(
    board: Board,
    leaving: Sequence[Player],
    at: datetime,
    fresh_seed: bytes,
    happening: Happening,
    by: Player | None,
) -> Turn:
    happenings = tuple((happening, player) for player in leaving)
    notes = board.forget_plans(Message("without {players} the game does not go on", players=named(leaving)))
    seats = _seats_without(board, leaving)
    staying = [board.seats[number].player for number in seats]
    if not _can_begin_again(board, staying):
        board.remove(at)
        return Turn(by, notes=notes, happenings=happenings)
    bots = bots_on(board)
    again = Board.begin(
        board.game, board.number, board.options, staying, fresh_seed, at, board.terms, board.challenger, bots
    )
    again.undone = board.undone + len(board.moves) + 1
    for number, seat in zip(seats, again.seats, strict=True):
        before = board.seats[number]
        seat.away, seat.zone, seat.shifts = before.away, before.zone, before.shifts
        seat.wanted = before.wanted
    again.unread = board.unread
    for part in fields(board):
        setattr(board, part.name, getattr(again, part.name))
    now_at = {before: now for now, before in enumerate(seats)}
    notes = tuple(replace(note, seat=now_at[note.seat]) for note in notes if note.seat in now_at)
    return Turn(by, notes=notes, happenings=happenings, restarted=True)


def _seats_without(board: Board, leaving: Sequence[Player]) -> list[int]:
    return [number for number, seat in enumerate(board.seats) if seat.player not in leaving and not seat.resigned]


def _can_begin_again(board: Board, players: Sequence[Player]) -> bool:
    """Whether these players can play the game with the options agreed for more of them."""
    if len(set(players)) < 2 or len(players) not in board.game.seats:
        return False
    try:
        board.game.check_options(board.options, len(players))
    except Illegal:
        return False
    return True
