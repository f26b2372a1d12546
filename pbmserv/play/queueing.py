"""The queue of a seat: reading what is queued, keeping it, and finding what is to be made of it now.

Several conditions may wait, each for another move of an opponent, and beside them one plain move, which is made where
none of them comes true. A chain goes on from a move that has been made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbmserv.games.base import NeverLegal, Refusal, Unreadable
from pbmserv.play.board import Board, NotAllowed, Seat
from pbmserv.play.plans import QueuedMove
from pbmserv.play.record import SWAP, Move

MOST_QUEUED = 20
"""How many moves one seat may have in its queue."""

_NO_MOVES = ("resign", "propose", "undo", "accept", "reject", "cancel")
"""Words that are obeyed at once, and so are nothing to wait for."""


@dataclass(frozen=True)
class Last:
    """The move that was made last: by whom, and the position before it."""

    made: Move
    before: Any
    by: Seat


@dataclass(frozen=True)
class Due:
    """What a queue holds for this turn: the move to be made, and those that can be made no more."""

    queued: QueuedMove | None
    missed: tuple[QueuedMove, ...]


def read_queued(text: str, number: int | None = None) -> QueuedMove:
    """Read `MOVE`, or `if MOVE then MOVE`, repeated for a chain.

    Raises `NotAllowed` where the words do not come in that order.
    """
    words = text.split()
    if not words or words[0].lower() != "if":
        return QueuedMove(text, number)
    chain: list[tuple[str, str]] = []
    for part in _split_at(words, "if")[1:]:
        halves = _split_at(part, "then")
        if len(halves) != 2 or not halves[0] or not halves[1]:
            raise NotAllowed("A move with a condition is written: if MOVE then MOVE, for example if d3 then f5.")
        chain.append((" ".join(halves[0]), " ".join(halves[1])))
    queued: tuple[QueuedMove, ...] = ()
    for after, then in reversed(chain):
        queued = (QueuedMove(then, None, after, queued),)
    return replace(queued[0], number=number)


def is_swap(text: str) -> bool:
    """Whether a text is the table's word for exchanging sides."""
    return text.strip().lower() == SWAP


def check_queued(board: Board, queued: QueuedMove) -> None:
    """Raise `Refusal` unless each of its moves can be read as one of the game's, whether or not it is legal yet."""
    if queued.size > MOST_QUEUED:
        raise _too_many()
    for text in dict.fromkeys(queued.texts):
        word = text.strip().lower()
        if is_swap(text):
            _check_swap(board)
        elif word in _NO_MOVES and queued.after is not None:
            raise NotAllowed(
                f"{word} is no move of {board.game.name}: nobody can wait for it, and it cannot follow a condition."
                " Moves of the game are expected on both sides of then."
            )
        else:
            _check_readable(board, text)


def add_to_queue(board: Board, seat: int, queued: QueuedMove) -> tuple[QueuedMove, ...]:
    """Keep a move in the queue of a seat; gives what it takes the place of.

    Raises `NotAllowed` where the same condition waits already, and where too many moves do.
    """
    waiting = board.seats[seat].queue
    if queued.after is None:
        replaced = tuple(each for each in waiting if each.after is None)
        kept = [*(each for each in waiting if each.after is not None), queued]
    else:
        replaced = ()
        kept = list(_with_chain(waiting, queued))
    if sum(each.size for each in kept) > MOST_QUEUED:
        raise _too_many()
    board.seats[seat].queue = kept
    return tuple(each for each in replaced if each != queued)


def take_due(board: Board, seat: int, last: Last | None, is_new_turn: bool) -> Due:
    """Take the move for this very position out of the queue of a seat, and what was meant for another position.

    What is to follow the move waits in its `then`, for when it has been made.

    `last` is the move that was made last, None where nobody has made one since the seat's turn came; `is_new_turn`
    is whether the turn has only now come to the seat.
    """
    mover = board.seats[seat]
    answered = last if last is not None and last.by is not mover else None
    moves_again = last is not None and last.by is mover
    fitting = [each for each in mover.queue if _fits(board, each, answered)]
    due = max(fitting, key=lambda each: (each.after is not None, each.number is not None), default=None)
    missed = [
        each
        for each in mover.queue
        if each is not due and _is_missed(board, each, is_new_turn=is_new_turn and not moves_again)
    ]
    mover.queue = [each for each in mover.queue if each is not due and each not in missed]
    return Due(due, tuple(missed))


def _fits(board: Board, queued: QueuedMove, answered: Last | None) -> bool:
    if queued.number is not None and queued.number != board.next_number:
        return False
    return queued.after is None or (answered is not None and _reads_as(board, queued.after, answered))


def _is_missed(board: Board, queued: QueuedMove, is_new_turn: bool) -> bool:
    if queued.number is not None and queued.number != board.next_number:
        return queued.number < board.next_number
    return queued.after is not None and is_new_turn


def _reads_as(board: Board, words: str, last: Last) -> bool:
    """Whether words are a way to write a move that was made."""
    made = last.made
    if made.text.lower() == words.strip().lower():
        return True
    if made.text == SWAP:
        return False
    try:
        return board.record.play(last.before, made._replace(text=words)).move == made.text
    except Refusal:
        return False


def _with_chain(waiting: Sequence[QueuedMove], new: QueuedMove) -> Sequence[QueuedMove]:
    """What waits, and a new condition beside it, or at the end of the chain that it goes on from."""
    same = next((each for each in waiting if _waits_for_the_same(each, new)), None)
    if same is None:
        return [*waiting, new]
    if _folded(same.text) != _folded(new.text) or not new.then:
        raise NotAllowed(
            f"A move for {new.after} waits already: {same}. What waits twice could not be told apart; the move cancel"
            " empties your queue."
        )
    [rest] = new.then
    longer = replace(same, then=tuple(_with_chain(same.then, rest)))
    return [longer if each is same else each for each in waiting]


def _waits_for_the_same(queued: QueuedMove, other: QueuedMove) -> bool:
    return (
        queued.after is not None
        and other.after is not None
        and ((_folded(queued.after), queued.number) == (_folded(other.after), other.number))
    )


def _check_swap(board: Board) -> None:
    allowed_as = board.game.swap_at(board.options)
    if allowed_as is None:
        raise NotAllowed(f"Sides cannot be swapped in {board.game.name}.")
    if board.next_number > allowed_as:
        raise NotAllowed(f"Sides can be swapped as move {allowed_as} only; this is move {board.next_number}.")


def _check_readable(board: Board, text: str) -> None:
    seat = board.game.to_move(board.position)[0]
    try:
        board.record.play(board.position, Move(len(board.moves) + 1, seat, text, False, board.last_moved_at))
    except (Unreadable, NeverLegal):
        raise
    except Refusal:
        # Not now; what it will be when its turn comes, nobody knows.
        return


def _too_many() -> NotAllowed:
    return NotAllowed(f"At most {MOST_QUEUED} moves can wait in a queue; the move cancel empties it.")


def _folded(text: str) -> str:
    return "".join(text.lower().split())


def _split_at(words: list[str], word: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for each in words:
        if each.lower() == word:
            parts.append([])
        else:
            parts[-1].append(each)
    return parts
