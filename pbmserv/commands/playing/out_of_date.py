"""Whether a board still stands as in the letter that is answered, or on the page that something is sent from."""

from __future__ import annotations

from pbmserv.commands.requests.context import Call
from pbmserv.language.argument_types import TypedMove
from pbmserv.play.board import Board, NotAllowed
from pbmserv.play.board_fingerprint import has_been, seen_on_a_page, shown


class OutOfDate(NotAllowed):
    """An answer to an older letter of a board."""


def check_it_is_up_to_date(call: Call, board: Board, typed: TypedMove | None) -> None:
    """Refuse the answer to an older letter of a board, which may mean another position, or another proposal; and
    what was sent from an older page.

    Who adds the number of another move means that one, whichever letter is answered. Raises `OutOfDate`.
    """
    if call.seen and board.is_on and call.seen != seen_on_a_page(board, call.player):
        raise OutOfDate(
            f"The page that you have sent this from does not show {board.title} as it is now. Nothing was done. Here"
            " is the board as it stands now."
        )
    seen = call.answering.shown if call.answering else None
    if seen is None or not board.is_on:
        return
    by_number = typed is not None and typed.number not in {None, seen.number}
    now = shown(board)
    is_turn = call.answering is not None and call.answering.player in board.players_to_move
    ending = "; just answer this letter" if is_turn else ", and it is not your turn"
    if not by_number and not has_been(board, seen):
        raise OutOfDate(
            f"The letter that you have answered does not belong to {board.title} as it is now: moves have been"
            " taken back, the game has begun anew, or the server has been restored from a backup that is older than"
            f" the letter. Nothing was done. Here is the board as it stands now{ending}."
        )
    if not by_number and (seen.number, seen.position) != (now.number, now.position):
        raise OutOfDate(
            f"You have answered an older letter: since then the game on {board.title} has gone on. Here is the board"
            f" as it stands now{ending}."
        )
    if typed is not None and typed.text.lower() in {"accept", "reject"} and seen.vote != now.vote:
        raise OutOfDate(
            f"What was proposed on {board.title} in the letter that you have answered is not open any more. Here is"
            " the board as it stands now."
        )
