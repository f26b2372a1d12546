"""Replay of boards from their records, under the rules of their time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from pbmserv.games.base import Refusal, Result
from pbmserv.games.chance import commitment
from pbmserv.games.message import Message
from pbmserv.play.board import AGREED, DECIDED, Board, Player, Status, substitutes_of
from pbmserv.play.bot_tasks import bots_on
from pbmserv.play.kept import Kept
from pbmserv.play.moving import outcome
from pbmserv.play.record import LEAVING, SKIP, SUBSTITUTE, SWAP, Move, as_made, is_swapped

STOP_EVERY = 50
"""A replay of a long game is kept after so many moves."""
ROOM = 30_000
"""The most moves that all kept replays have together."""


class DoesNotHold(Refusal):
    """A record claims something impossible."""


class _Stop(NamedTuple):
    """A replay that has come so far, with all that it was made from."""

    begun: Board
    moves: tuple[Move, ...]
    substitutes: tuple[Player, ...]
    then: Board


_Which: TypeAlias = tuple[str, int, int]
"""A board by game and number, and after how many moves."""

_stops: Kept[_Which, _Stop] = Kept(ROOM)


def replay(board: Board, moves: Iterable[Move], substitutes: Sequence[Player] = ()) -> None:
    """Make recorded moves on a new board; `substitutes` take over seats in this order.

    Raises `DoesNotHold` at the first impossible move. `check_end` checks the end of the game.
    """
    coming = iter(substitutes)
    for move in moves:
        _check_order(board, move)
        board.count_time(move.at)
        board.start_clock(move.at)
        made = move._replace(value=None)
        if move.text in LEAVING:
            _leave(board, move)
        elif move.text == SWAP:
            _swap(board, move)
        elif move.text == SUBSTITUTE and move.automatic:
            _take_over(board, move, next(coming, None))
        else:
            made = _play(board, made)
        if move.value not in (None, made.value):
            raise DoesNotHold(
                "{move} should have the value {value}." if made.value else "{move} should have no value.",
                move=_named(move),
                value=made.value,
            )
        board.moves.append(made)


def check_end(board: Board, result: Result | None) -> None:
    """Raise `DoesNotHold` unless a replayed game can have ended with this result, or can still be on if it is None.

    Agreed draws and adjudications do not show in the moves.
    """
    by_the_rules = outcome(board)
    if by_the_rules is not None:
        if result is None:
            raise DoesNotHold("By the rules the game is over, but it is said to be on.")
        if result != by_the_rules:
            raise DoesNotHold("By the rules the game ended otherwise: {reason}", reason=by_the_rules.reason)
    elif result is not None and not _was_agreed(board, result) and not _was_decided(board, result):
        raise DoesNotHold("By the rules the game is on, but it is said to be over.")


def as_it_stood(board: Board, after: int) -> Board:
    """The board after move (or round) `after`, 0 being the start, with the players of that time.

    A long game is replayed from the last stop before. Raises `NotAllowed` if the board has no such move.
    """
    moves, substitutes = board.moves_until(after), substitutes_of(board)
    begun = _begun(board)
    then = _copied(begun)
    for number in range(len(moves) // STOP_EVERY * STOP_EVERY, 0, -STOP_EVERY):
        stop = _stops.find((board.game.word, board.number, number))
        if stop and stop[:3] == (begun, tuple(moves[:number]), _needed(moves[:number], substitutes)):
            then = _copied(stop.then)
            break
    while len(then.moves) < len(moves):
        made = len(then.moves)
        upto = min(made + STOP_EVERY, len(moves))
        replay(then, moves[made:upto], substitutes[len(_needed(moves[:made], substitutes)) :])
        if upto % STOP_EVERY == 0:
            made_from = begun, tuple(moves[:upto]), _needed(moves[:upto], substitutes)
            _stops.keep((board.game.word, board.number, upto), _Stop(*made_from, _copied(then)), upto)
    bots = bots_on(board)
    for seat in then.seats:
        seat.bot = bots.get(seat.player)
    if result := outcome(then):
        then.finish(result, then.last_moved_at)
    return then


def _needed(moves: Sequence[Move], substitutes: Sequence[Player]) -> tuple[Player, ...]:
    """Those of the substitutes who come in these moves."""
    return tuple(substitutes[: sum(move.text == SUBSTITUTE and move.automatic for move in moves)])


def _copied(board: Board) -> Board:
    """A copy that can be replayed further; positions are never changed."""
    return replace(board, seats=[replace(seat) for seat in board.seats], moves=list(board.moves))


def faults(board: Board) -> Iterator[str]:
    """Replay a board and yield a sentence for each contradiction."""
    if commitment(board.seed) != board.commitment:
        yield "The seed is not the one whose SHA-256 was told when the game began."
    again = _begun(board)
    try:
        replay(again, board.moves, substitutes_of(board))
        if board.status is not Status.REMOVED:
            check_end(again, board.result)
    except DoesNotHold as fault:
        yield fault.words
        return
    if again.position != board.position:
        yield "The position that is kept with the board is not the one that its moves lead to."
    if [seat.resigned for seat in again.seats] != [seat.resigned for seat in board.seats]:
        yield "Others have left the game than its moves tell."
    if board.status is not Status.REMOVED and board.is_on != (board.result is None):
        yield "The game is on and has a result, or it is over and has none."


def players_at_start(board: Board) -> list[Player]:
    """The players' original seats, before swaps and substitutes."""
    players = [seat.first for seat in board.seats]
    return players[::-1] if is_swapped(board.moves) else players


def _begun(board: Board) -> Board:
    return Board.begin(
        board.game,
        board.number,
        board.options,
        players_at_start(board),
        board.seed,
        board.started_at,
        board.terms,
        bots=bots_on(board),
    )


def _check_order(board: Board, move: Move) -> None:
    if move.number != len(board.moves) + 1:
        raise DoesNotHold(
            "Move {number} is missing: move {other} stands in its place.",
            number=len(board.moves) + 1,
            other=move.number,
        )
    if move.seat >= len(board.seats):
        raise DoesNotHold(
            "{move} is by seat {seat}, and the seats are 0 to {last}.",
            move=_named(move),
            seat=move.seat,
            last=len(board.seats) - 1,
        )
    # Several may leave at once, and the last of them may leave after the others have ended the game by leaving.
    ended = board.game.result(board.position) if move.text in LEAVING else outcome(board)
    if ended is not None:
        raise DoesNotHold("{move} comes after the end of the game: {reason}", move=_named(move), reason=ended.reason)


def _leave(board: Board, move: Move) -> None:
    if board.seats[move.seat].resigned:
        raise DoesNotHold("{move} is by a seat that had left the game.", move=_named(move))
    board.seats[move.seat].resigned = True


def _take_over(board: Board, move: Move, player: Player | None) -> None:
    seat = board.seats[move.seat]
    if not seat.resigned:
        raise DoesNotHold("{move} is about a seat that nobody had left.", move=_named(move))
    if player is None:
        raise DoesNotHold("{move}: it is not told who has taken over the seat.", move=_named(move))
    if any(player in each.holders for each in board.seats):
        raise DoesNotHold("{move}: {player} had a seat already.", move=_named(move), player=player.userid)
    try:
        board.position = board.record.apply(board.position, move).position
    except Refusal as refusal:
        raise DoesNotHold("{move} is not legal: {words}", move=_named(move), words=refusal.words) from refusal
    seat.give_to(player)


def _swap(board: Board, move: Move) -> None:
    if move.number != board.game.swap_at(board.options) or move.seat not in board.to_move:
        raise DoesNotHold("{move} is not legal: sides could not be swapped then.", move=_named(move))
    board.seats.reverse()


def _play(board: Board, move: Move) -> Move:
    if move.seat not in board.to_move:
        raise DoesNotHold("{move} is by seat {seat}, and it was not its turn.", move=_named(move), seat=move.seat)
    skips = move.text == SKIP and move.automatic
    if skips != board.seats[move.seat].resigned:
        raise DoesNotHold(
            "{move} is by seat {seat}: who has left is skipped, and nobody else.", move=_named(move), seat=move.seat
        )
    try:
        played = board.record.apply(board.position, move)
    except Refusal as refusal:
        raise DoesNotHold("{move} is not legal: {words}", move=_named(move), words=refusal.words) from refusal
    if played.move != move.text and not skips:
        raise DoesNotHold("{move} should read {words}.", move=_named(move), words=played.move)
    made = as_made(board.game, board.position, move, played)
    board.position = played.position
    return made


def _was_agreed(board: Board, result: Result) -> bool:
    return board.game.allows_draw and len(board.seats) > 1 and result == Result(None, AGREED)


def _was_decided(board: Board, result: Result) -> bool:
    staying = [number for number, seat in enumerate(board.seats) if not seat.resigned]
    return result.winner in {None, *staying} and result == Result(result.winner, DECIDED, result.points)


def _named(move: Move) -> str:
    return Message("Move {number} ({words})", number=move.number, words=move.text)
