"""What a list of mail shows of a board letter beside its Subject, which is always the same."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.message import Message, in_turn
from pbmserv.letters.columns import words_of_moves
from pbmserv.letters.seats import after_swap
from pbmserv.play.board import Happening, in_sentence
from pbmserv.play.view import BoardFacts, BoardView

_DONE = {
    Happening.RESIGNED: "{player} has resigned.",
    Happening.FORFEITED: "{player} has run out of time.",
    Happening.WITHDREW: "{player} has withdrawn.",
    Happening.PROPOSED_DRAW: "{player} proposes a tie.",
    Happening.PROPOSED_UNDO: "{player} proposes to take a move back.",
    Happening.REJECTED: "{player} does not agree.",
    Happening.TOOK_BACK_PROPOSAL: "{player} takes a proposal back.",
    Happening.TOOK_BACK: "{player} has taken a move back.",
    Happening.OFFERED_SEAT: "{player} asks for a substitute.",
    Happening.ENDED_OFFER: "{player} does not want a substitute.",
    Happening.DECLINED_SEAT: "{player} does not take the seat.",
    Happening.TOOK_SEAT: "{player} has taken over a seat.",
}
_OCCASIONS = {
    "new": Message("A new game has begun."),
    "again": Message("The game starts again."),
    "chosen": Message("Nobody but you is told of this."),
    "submitted": Message("As it would stand: nothing has been moved yet."),
    "preview": Message("As it might stand: nothing has been moved."),
}


_SAID_OF = {
    "nag": Message("Reminder"),
    "preview": Message("Preview"),
    "submitted": Message("Please confirm"),
    "chosen": Message("Choice kept"),
}


def said_by(view: BoardView) -> str:
    """What the letter says to its reader in a word or two, for From: `Your turn`."""
    board = view.board
    is_player = view.reader in board.players
    if board.after is not None:
        return Message("As it stood")
    if board.occasion in _SAID_OF:
        return _SAID_OF[board.occasion]
    if not board.is_on:
        return result_for(board, view.reader) if is_player else Message("Game over")
    if view.may.vote or view.may.agree:
        return Message("Please answer")
    if view.is_to_move:
        return Message("Your turn")
    if board.occasion in ("new", "again"):
        return Message("New game")
    return Message("Their turn") if is_player else Message("Being played")


def result_for(board: BoardFacts, reader: str | None) -> str:
    """How a game ended for its reader in a few words: `You lost`. Others than its players read who has won."""
    alone = len(board.players) == 1
    # Who has played both sides has won and lost.
    winners = board.winners
    if not winners or (alone and len(board.seats) > 1):
        if alone:
            return Message("Game over")
        return Message("A draw") if board.game.says_draw else Message("A tie")
    if reader in board.players:
        return Message("You won") if reader in winners else Message("You lost")
    return who_has_won(winners)


def who_has_won(winners: Sequence[str]) -> Message:
    """`bob has won`, `bob and dave have won`."""
    if len(winners) == 1:
        return Message("{player} has won", player=winners[0])
    return Message("{players} have won", players=in_sentence(winners))


def preview_of(view: BoardView) -> str:
    """A few short sentences: `bob played d4. Your move.`"""
    board = view.board
    if board.after is not None:
        return (
            Message("As it stood after {number}.", number=board.after)
            if board.after
            else Message("As it stood at the start.")
        )
    what = _OCCASIONS.get(board.occasion) or _what_was_done(view)
    said = [author for author, _ in board.comments if author != view.reader]
    words = Message("{players} has written something.", players=in_sentence([*dict.fromkeys(said)])) if said else ""
    return in_turn(what, "" if board.occasion == "chosen" else _how_it_stands(view), words)


def _what_was_done(view: BoardView) -> str:
    board = view.board
    played = [move for move in board.moves_of_turn if move.is_of_the_game]
    done: list[str] = []
    if board.game.simultaneous and played:
        done = [Message("Everybody has moved.")]
    elif played:
        done = [_played(view, board.seats[played[0].seat].userid, words_of_moves(board)(played[0]))]
    for happening, userid in board.happenings[:2]:
        if happening is Happening.SWAPPED and userid != view.reader:
            done.append(after_swap(board.seats, userid, view.reader))
        elif happening in _DONE and userid != view.reader:
            done.append(Message(_DONE[happening], player=userid))
    return in_turn(*done)


def _played(view: BoardView, userid: str, move: str) -> Message:
    if userid == view.reader:
        return Message("You played {move}.", move=move)
    return Message("{player} played {move}.", player=userid, move=move)


def _how_it_stands(view: BoardView) -> str:
    board = view.board
    if not board.is_on:
        return Message("{result}.", result=result_for(board, view.reader))
    if view.may.vote or view.may.agree:
        return Message("Please answer.")
    if board.occasion in ("preview", "submitted"):
        return ""
    if view.is_to_move:
        return Message("Your move.")
    return Message("It is {players}'s turn.", players=in_sentence(list(board.players_to_move)))
