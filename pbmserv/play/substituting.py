"""Substitutes for players who have left a game for three or more, if all remaining players agree.

A seat is offered to anyone, to a named player or to a bot. Unlike votes, an offer is not ended by moves: a game of
six would never get an answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from pbmserv.games.base import Illegal
from pbmserv.games.message import Listed, Message
from pbmserv.play.board import Board, Happening, NotAllowed, Offer, Player, Turn, named
from pbmserv.play.bots import thinks_here
from pbmserv.play.moving import Follows, put_in, run
from pbmserv.play.record import SUBSTITUTE, Move

FEWEST = 3
"""The minimum number of seats of a game that can go on without a player."""


@dataclass(frozen=True)
class FreeSeats:
    """A board with seats that anyone may take over."""

    game: str
    number: int
    players: tuple[str, ...]
    """The last holder of each seat, in order."""
    free: tuple[str, ...]
    """The players who have left."""
    moves_made: int
    offered_at: datetime
    bots: frozenset[str] = frozenset()
    """The bots among the players."""


def vacant_seats(board: Board) -> tuple[int, ...]:
    """The seats that a substitute could take over.

    None in tournament games, whose tables compare the original players.
    """
    if not board.is_on or len(board.seats) < FEWEST or board.terms.event:
        return ()
    left = [number for number, each in enumerate(board.seats) if each.resigned]
    return tuple(number for number in left if _goes_on_with(board, number))


def why_none(board: Board) -> str:
    if not board.is_on:
        return Message("The game on {board} is over.", board=board.title)
    if len(board.seats) < FEWEST:
        return Message(
            "There are two seats on {board}: when one of the players leaves, the game is over.", board=board.title
        )
    if board.terms.event:
        return Message("In a tournament nobody plays for another, and {board} belongs to one.", board=board.title)
    if any(each.resigned for each in board.seats):
        return Message("In {name} nobody can take over the seat of another.", name=board.game.name)
    if came := [each for each in board.seats if each.earlier]:
        text = "{player} has taken over the seat of {other}"
        told = [Message(text, player=each.player.userid, other=each.earlier[-1].userid) for each in came]
        return Message("No seat on {board} is free: {told}.", board=board.title, told=Listed(told, " and ", " and "))
    return Message("No seat on {board} is free: nobody has left the game.", board=board.title)


def is_agreed(board: Board) -> bool:
    return board.offer is not None and set(board.staying) <= set(board.offer.agreed)


def yet_to_agree(board: Board) -> tuple[Player, ...]:
    return tuple(player for player in board.staying if player not in board.offer.agreed) if board.offer else ()


def is_offered_to(board: Board, player: Player | None) -> bool:
    """Whether a player, or an unknown visitor (None), could take a seat over now."""
    if board.offer is None or not is_agreed(board) or not vacant_seats(board):
        return False
    if player is None:
        return board.offer.to is None
    return board.offer.to in {None, player} and not board.has_seated(player)


def offer(board: Board, player: Player, to: Player | None, at: datetime) -> Turn:
    """Propose a substitute, `to` or anyone (None), or agree to that proposal.

    A different proposal replaces the open one. The server's own bots agree at once. Raises `NotAllowed`.
    """
    board.active_seats_of(player)
    if not vacant_seats(board):
        raise NotAllowed(why_none(board))
    if to is not None:
        _check_can_take(board, to)
    if board.offer is not None and board.offer.to == to:
        return agree(board, player)
    bots = [each.player for each in board.seats if thinks_here(each.bot) and not each.resigned]
    board.offer = Offer(to, tuple(dict.fromkeys([player, *bots])), at)
    return Turn(player, happenings=((Happening.OFFERED_SEAT, player),))


def agree(board: Board, player: Player) -> Turn:
    """Agree to the proposal.

    Raises `NotAllowed` if there is none, or the player has agreed already.
    """
    board.active_seats_of(player)
    if board.offer is None:
        raise NotAllowed("Nobody has proposed that somebody takes over a seat on {board}.", board=board.title)
    if player in board.offer.agreed:
        silent = yet_to_agree(board)
        if not silent:
            raise NotAllowed("You have agreed already; the seat waits for who takes it.")
        raise NotAllowed(
            "You have agreed already; {players} has yet to answer."
            if len(silent) == 1
            else "You have agreed already; {players} have yet to answer.",
            players=named(silent),
        )
    board.offer = replace(board.offer, agreed=(*board.offer.agreed, player))
    return Turn(player, happenings=((Happening.AGREED_TO_OFFER, player),))


def refuse(board: Board, player: Player) -> Turn:
    """Reject the proposal, as a remaining player or as the one who is asked.

    Raises `NotAllowed` if there is nothing to reject.
    """
    if board.offer is None:
        raise NotAllowed("Nobody has proposed that somebody takes over a seat on {board}.", board=board.title)
    if board.offer.to != player:
        board.active_seats_of(player)
        happening = Happening.ENDED_OFFER
    else:
        happening = Happening.DECLINED_SEAT
    board.offer = None
    return Turn(player, happenings=((happening, player),))


def take_over(board: Board, player: Player, at: datetime) -> Turn:
    """Give the player the first vacant seat, with everything that belongs to it.

    Raises `NotAllowed` if it is not offered to them.
    """
    vacant = vacant_seats(board)
    if not vacant:
        raise NotAllowed(why_none(board))
    _check_can_take(board, player)
    if board.offer is None:
        left = board.seats[vacant[0]].player.userid
        raise NotAllowed(
            "{left} has left {board}, but those who play on have not offered the seat: {players} can do"
            " that (help substitute).",
            left=left,
            board=board.title,
            players=named(board.staying),
        )
    if board.offer.to not in {None, player}:
        raise NotAllowed("The seat on {board} is offered to another player.", board=board.title)
    if silent := yet_to_agree(board):
        raise NotAllowed(
            "{players} has yet to agree that the seat on {board} is taken over."
            if len(silent) == 1
            else "{players} have yet to agree that the seat on {board} is taken over.",
            players=named(silent),
            board=board.title,
        )
    follows, offered = Follows(), board.offer
    put_in(board, vacant[0], player, at, follows)
    # Who comes by an open offer has agreed to it for the next seat, too.
    board.offer = replace(offered, agreed=(*offered.agreed, player)) if offered.to is None else None
    run(board, follows, at)
    if not vacant_seats(board):
        board.offer = None
    return follows.turn(player)


def came_with(board: Board, player: Player) -> int:
    """The number of the move by which a player has taken over a seat; 0 for who sits there since the start."""
    seats = [number for number, seat in enumerate(board.seats) if seat.player == player and seat.earlier]
    return max([move.number for move in board.moves if move.seat in seats and move.text == SUBSTITUTE], default=0)


def _check_can_take(board: Board, player: Player) -> None:
    if player in board.staying:
        raise NotAllowed("{player} plays on {board} already.", player=player.userid, board=board.title)
    if board.has_seated(player):
        raise NotAllowed(
            "{player} has left {board}, and cannot come back: who leaves a game has lost it.",
            player=player.userid,
            board=board.title,
        )


def _goes_on_with(board: Board, number: int) -> bool:
    try:
        board.record.apply(board.position, Move(len(board.moves) + 1, number, SUBSTITUTE, True, board.last_moved_at))
    except Illegal:
        return False
    return True
