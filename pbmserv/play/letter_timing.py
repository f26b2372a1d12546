"""When a board's news is mailed: at once, at the player's turn, or once a day."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from pbmserv.games.base import Note, Refusal
from pbmserv.play.board import Board, Player, Turn
from pbmserv.play.record import Move
from pbmserv.play.unread import TOLD, Earlier
from pbmserv.play.view import BoardNews


def with_missed(board: Board, player: Player, news: BoardNews) -> BoardNews:
    """Add to a turn's news the moves since the player's last one, and what everybody was told about them.

    Private notes are not added: their letters are never held back.
    """
    turn = news.turn or Turn(None)
    first = turn.moves[0].number if turn.moves else len(board.moves) + 1
    missed = moves_since(board, player, first)
    if not missed:
        return news
    notes = (*_public_notes(board, missed), *turn.notes)
    return replace(news, turn=replace(turn, moves=(*missed, *turn.moves), notes=notes))


def moves_since(board: Board, player: Player, before: int) -> tuple[Move, ...]:
    own = board.seats_of(player)
    made = board.moves[: before - 1]
    last = max((number for number, move in enumerate(made, 1) if move.seat in own), default=0)
    return tuple(made[last:])


def waits_for_next(board: Board, news: BoardNews) -> bool:
    """Whether a turn of one player, who moves again, is told to the others with the next move: a roll of dice."""
    turn = news.turn
    if turn is None or news.occasion != "turn" or not board.is_on or news.intervention is not None:
        return False
    is_quiet = not (turn.happenings or news.comments)
    return is_quiet and turn.by in board.players_to_move and _all_wait(board, turn.moves)


def missed_quietly(board: Board, player: Player, news: BoardNews) -> bool:
    """Whether nobody has told a player yet of the moves before a turn."""
    first = news.turn.moves[0].number if news.turn and news.turn.moves else 1
    return _all_wait(board, moves_since(board, player, first))


def _all_wait(board: Board, moves: Sequence[Move]) -> bool:
    return bool(moves) and all(board.game.tells_with_next(move.text) for move in moves)


def notify_on_turn(player: Player, board: Board, news: BoardNews) -> bool:
    """Whether a player with letters at their turn only is told some news at once.

    They are if they have to move or answer; if something other than a move happened, or somebody wrote; if the game
    began or ended; if something was for them alone or was done for them automatically.
    """
    return player in board.players_to_move or bool(news.comments) or is_urgent(player, board, news)


def is_urgent(player: Player, board: Board, news: BoardNews) -> bool:
    """Whether a player with one letter a day is told some news at once.

    Their turn and words written with a move can wait; nothing else can.
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


def tells_its_author(player: Player, board: Board, news: BoardNews) -> bool:
    """Whether a player's own move tells them more than that it was made.

    It does if they have to move again; if something other than a move happened, or somebody else wrote; if the game
    ended; if something was for them alone or was done for them automatically; and if it was not a move but a plan,
    such as a queued move.
    """
    turn = news.turn
    if turn is not None and turn.only_chosen:
        own = [board.seats[seat] for seat in board.seats_of(player)]
        is_choice = any(seat.chosen for seat in own) and not any(seat.queue for seat in own)
        return bool(turn.notes or turn.happenings) or not is_choice
    wrote = any(author != player.userid for author, _ in news.comments)
    return player in board.players_to_move or wrote or is_urgent(player, board, news)


def can_wait(board: Board, turn: Turn) -> bool:
    """Whether a turn changes nothing on the board, so that its letter may wait.

    Restarted clocks cannot wait: they have a new deadline.
    """
    small = bool(turn.happenings) and all(happening in TOLD for happening, _ in turn.happenings)
    is_quiet = board.is_on and not (turn.moves or turn.restarted or turn.resumed)
    return small and is_quiet and turn.by is not None


def without_words_of(news: BoardNews, authors: Collection[str]) -> BoardNews:
    """The news for a reader who does not want these authors' words."""
    return replace(news, comments=tuple(each for each in news.comments if each[0] not in authors))


def with_earlier(news: BoardNews, earlier: Earlier) -> BoardNews:
    turn = news.turn or Turn(None)
    notes = (Note(earlier.done, None), *turn.notes) if earlier.done else turn.notes
    return replace(news, turn=replace(turn, notes=notes), comments=(*earlier.said, *news.comments))


def _public_notes(board: Board, moves: tuple[Move, ...]) -> tuple[Note, ...]:
    """The public notes of these consecutive moves, found by replaying the game."""
    notes: list[Note] = []
    # Where rules do not allow any more what was played by them, the moves themselves are told all the same.
    with suppress(Refusal):
        for move, played in board.record.steps():
            if move.number > moves[-1].number:
                break
            if move.number >= moves[0].number:
                notes += [note for note in played.notes if note.seat is None]
    return tuple(notes)
