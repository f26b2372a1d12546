"""What follows when all who are left on a board agree to a substitute: a bot sits down, a player is asked."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Refusal
from pbmserv.play import substituting
from pbmserv.play.board import Board, Happening, NotAllowed, Player, Turn
from pbmserv.play.bots import thinks_here
from pbmserv.play.zones import zone_of
from pbmserv.storage.players import TIMEZONE
from pbmserv.storage.tallies import Limit

OFFERED = Limit("offered seat", 3, timedelta(days=1))
"""How often one player may have another asked to take over a seat."""

LEFT = frozenset({Happening.RESIGNED, Happening.FORFEITED})


class SeatOffered(Outcome, frozen=True):
    """A player is asked whether they take over a seat."""

    written_by = "playing.letters:of_offer"

    board: Board
    to: Player
    by: Player
    left: Player
    words: str = ""


def after_leaving(call: Call, board: Board, turn: Turn) -> Turn:
    """The turn with what follows from it for an offer that waited for nobody but those who have left in it.

    Nobody is kept from leaving by it: where it cannot be made any more, nothing is offered.
    """
    offered = board.offer
    left = {player for happening, player in turn.happenings if happening in LEFT}
    if offered is None or not left or not substituting.is_agreed(board) or left <= set(offered.agreed):
        return turn
    try:
        return settled(call, board, turn)
    except NotAllowed:
        board.offer = None
        return turn


def settled(call: Call, board: Board, turn: Turn) -> Turn:
    """The turn with what follows from it if all who are left agree: a bot takes the seat, a player is asked.

    Where the bot cannot come any more, the seat stays free, and nothing is offered. Raises `NotAllowed` where the
    player has been asked too often.
    """
    offered = board.offer
    if offered is None or offered.to is None or not substituting.is_agreed(board):
        return turn
    bot = call.work.players.bots([offered.to]).get(offered.to)
    if not thinks_here(bot):
        left = board.seats[substituting.vacant_seats(board)[0]].player
        _check_offered_before(call, offered.by, offered.to)
        # Others who have agreed, or have left, have written to those who play.
        words = call.comment if call.principal.player == offered.by else ""
        call.outcomes.append(SeatOffered(board, offered.to, offered.by, left, words))
        return turn
    try:
        came = sit_down(call, board, offered.to)
    except Refusal:
        board.offer = None
        return turn
    return replace(
        turn,
        moves=(*turn.moves, *came.moves),
        notes=(*turn.notes, *came.notes),
        happenings=(*turn.happenings, *came.happenings),
        comments=(*turn.comments, *came.comments),
    )


def _check_offered_before(call: Call, by: Player, to: Player) -> None:
    """Raise `NotAllowed` where one player has had another asked too often whether they take over a seat."""
    if call.work.tallies.is_full(OFFERED, f"{by.userid} {to.userid}", call.at):
        raise NotAllowed(
            f"{to.userid} has been asked by {by.userid} {OFFERED.most} times within a day to take over a seat."
        )
    call.work.tallies.add(OFFERED, f"{by.userid} {to.userid}", call.at)


def sit_down(call: Call, board: Board, player: Player) -> Turn:
    """Have a player take over a seat, as they have chosen to be known; who has left it is known for what they did.

    Raises `NotAllowed` where the seat is not offered to them.
    """
    free = substituting.vacant_seats(board)
    if free:
        # Counted for who has made these moves.
        call.work.punctuality.count_board([board.seats[free[0]]], call.at)
    turn = substituting.take_over(board, player, call.at)
    [seat] = [seat for seat in board.seats if seat.player == player]
    seat.bot = call.work.players.bots([player]).get(player)
    seat.zone = zone_of(call.work.players.chosen([player], TIMEZONE).get(player))
    call.work.game_limits.challenged(board.game.word, [player])
    return turn
