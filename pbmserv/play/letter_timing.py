"""What has happened on a board since a player's last move, for letters that do not come with each move. Pure."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from pbmserv.games.base import Note, Refusal
from pbmserv.play.board import Board, Player, Turn
from pbmserv.play.record import Move
from pbmserv.play.unread import TOLD, Earlier
from pbmserv.play.view import BoardNews


def with_missed(board: Board, player: Player, news: BoardNews) -> BoardNews:
    """The news of a turn, with the moves before it since the player's last one, and what everybody was told of these.

    What was told for the player's eyes only is in letters of its own, which are never kept back.
    """
    turn = news.turn or Turn(None)
    first = turn.moves[0].number if turn.moves else len(board.moves) + 1
    missed = moves_since(board, player, first)
    if not missed:
        return news
    notes = (*_public_notes(board, missed), *turn.notes)
    return replace(news, turn=replace(turn, moves=(*missed, *turn.moves), notes=notes))


def moves_since(board: Board, player: Player, before: int) -> tuple[Move, ...]:
    """The moves below the number `before` that came after the last one of the player's below it."""
    own = board.seats_of(player)
    made = board.moves[: before - 1]
    last = max((number for number, move in enumerate(made, 1) if move.seat in own), default=0)
    return tuple(made[last:])


def notify_on_turn(player: Player, board: Board, news: BoardNews) -> bool:
    """Whether a player who wants letters at their turn only is told of some news of a board at once.

    They are if they have to move or to answer; if anything else than moves has happened, or somebody has written;
    if the game has begun or ended; and if something was for their eyes only, or was done for them by itself.
    """
    return player in board.players_to_move or bool(news.comments) or is_urgent(player, board, news)


def is_urgent(player: Player, board: Board, news: BoardNews) -> bool:
    """Whether a player who wants one letter a day is told of some news of a board nevertheless at once.

    Their turn can wait for that letter, and so can what somebody writes with a move; all else cannot.
    """
    turn = news.turn
    if turn is None or news.occasion != "turn" or not board.is_on or news.intervention is not None:
        return True
    own = board.seats_of(player)
    return (
        bool(turn.happenings)
        or any(note.seat in own for note in turn.notes)
        or any(move.automatic and move.seat in own for move in turn.moves)
    )


def can_wait(board: Board, turn: Turn) -> bool:
    """Whether a turn changes nothing on the board, so that its letter may wait.

    Clocks that go on now have a new deadline, which their players are to know: that cannot wait.
    """
    small = bool(turn.happenings) and all(happening in TOLD for happening, _ in turn.happenings)
    is_quiet = board.is_on and not (turn.moves or turn.restarted or turn.resumed)
    return small and is_quiet and turn.by is not None


def with_earlier(news: BoardNews, earlier: Earlier) -> BoardNews:
    """The news of a board with what has waited for its reader."""
    turn = news.turn or Turn(None)
    notes = (Note(earlier.done, None), *turn.notes) if earlier.done else turn.notes
    return replace(news, turn=replace(turn, notes=notes), comments=(*earlier.said, *news.comments))


def _public_notes(board: Board, moves: tuple[Move, ...]) -> tuple[Note, ...]:
    """What everybody was told when these moves were made, in a row: found by playing the game again."""
    notes: list[Note] = []
    # Where rules do not allow any more what was played by them, the moves themselves are told all the same.
    with suppress(Refusal):
        for move, played in board.record.steps():
            if move.number > moves[-1].number:
                break
            if move.number >= moves[0].number:
                notes += [note for note in played.notes if note.seat is None]
    return tuple(notes)
