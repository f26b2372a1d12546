"""Queued moves of a seat: parsing, storing and finding the one that is due.

Several conditional moves may wait beside one plain move, made if no condition comes true. After a move of a chain,
its continuation is queued. Moves are stored by value, so that renumbered places keep their meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pbmserv.games.base import Illegal, NeverLegal, Refusal, Unreadable
from pbmserv.games.message import Message, in_turn
from pbmserv.play.board import Board, NotAllowed, Seat
from pbmserv.play.plans import QueuedMove
from pbmserv.play.record import SWAP, Move

MOST_QUEUED = 20
"""The limit on queued moves of one seat."""

_NO_MOVES = ("resign", "propose", "undo", "accept", "reject", "cancel")
"""Commands that are carried out at once, so that no condition can wait for them."""


@dataclass(frozen=True)
class Last:
    """The move that was made last, the position before it, and who made it."""

    made: Move
    before: Any
    by: Seat


def read_queued(text: str, number: int | None = None) -> QueuedMove:
    """Parse `MOVE`, or `if MOVE then MOVE` with any number of further links.

    Raises `NotAllowed` if the words are in another order.
    """
    words = text.split()
    if not words or words[0].lower() != "if":
        return QueuedMove(text, number)
    chain: list[tuple[str, str]] = []
    for part in _split_at(words, "if")[1:]:
        halves = _split_at(part, "then")
        if len(halves) != 2 or not halves[0] or not halves[1]:
            raise NotAllowed(
                "A move with a condition is written: if MOVE then MOVE, for example if d3 then f5. For another move"
                " of your opponent, queue another one by itself, for example if e4 then f5."
            )
        chain.append((" ".join(halves[0]), " ".join(halves[1])))
    queued: tuple[QueuedMove, ...] = ()
    for after, then in reversed(chain):
        queued = (QueuedMove(then, None, after, queued),)
    return replace(queued[0], number=number)


def is_swap(text: str) -> bool:
    return text.strip().lower() == SWAP


def with_values(board: Board, queued: QueuedMove) -> QueuedMove:
    """Return the queued move with values, as read on the board as it stands.

    Raises `Refusal` unless each part can be read as a move. It need not be legal yet.
    """
    if queued.size > MOST_QUEUED:
        raise _too_many()
    if board.hides_moves and queued.after is not None and not is_swap(queued.after):
        # Whether it was made then would tell what has been moved.
        raise NotAllowed(
            "In {name} you are not told what the others move, so nothing can wait for one of their moves. Queue your"
            " move without a condition.",
            name=board.game.name,
        )

    @cache
    def value_of(text: str) -> str | None:
        word = text.strip().lower()
        if is_swap(text):
            _check_swap(board)
            return None
        if word in _NO_MOVES and queued.after is not None:
            raise NotAllowed(
                "{word} is no move of {name}: nobody can wait for it, and it cannot follow a condition. Moves"
                " of the game are expected on both sides of then.",
                word=word,
                name=board.game.name,
            )
        _check_readable(board, text)
        try:
            return board.game.value_of(board.position, text)
        except Illegal as refusal:
            now = Message("What is queued is read on the board as it stands now.")
            raise Illegal(in_turn(refusal.words, now)) from refusal

    return queued.rewritten(lambda text, _: (text, value_of(text)))


def written_now(board: Board, queued: QueuedMove) -> QueuedMove:
    """Return the queued move in the notation of the board as it stands; unreadable parts keep their text."""

    def written(text: str, value: str | None) -> tuple[str, str | None]:
        try:
            return words_at(board, board.position, text, value), value
        except Illegal:
            return text, value

    return queued.rewritten(written)


def rewrite_queues(board: Board) -> None:
    """Rewrite all queues in the notation of the board as it stands."""
    for seat in board.seats:
        seat.queue = [written_now(board, queued) for queued in seat.queue]


def words_at(board: Board, position: Any, text: str, value: str | None) -> str:
    """The notation of a queued move at a position.

    Raises `Illegal` if it has none there.
    """
    return text if value is None else board.game.text_of(position, value)


def take_gone(board: Board, seat: int) -> list[tuple[QueuedMove, Refusal]]:
    """Remove from a seat's queue the moves that have become impossible, and return them with the reasons."""
    queue = board.seats[seat].queue
    gone = [(queued, reason) for queued in queue if (reason := _why_never(board, queued))]
    board.seats[seat].queue = [queued for queued in queue if all(queued is not each for each, _ in gone)]
    return gone


def add_to_queue(board: Board, seat: int, queued: QueuedMove) -> tuple[QueuedMove, ...]:
    """Add a move to a seat's queue and return the moves that it replaces.

    Raises `NotAllowed` if the same condition is queued already, or the queue is full.
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


def remove_from_queues(board: Board, seats: Sequence[int], words: str) -> None:
    """Remove the move or chain that is written so from the queue of one of these seats.

    Raises `NotAllowed` if none of them has it.
    """
    waiting = [(seat, each) for seat in seats for queued in board.seats[seat].queue for each in queued.branches]
    if not waiting:
        raise NotAllowed("You have no queued moves on {board}.", board=board.title)
    # Capitals may matter: bxc3 and Bxc3 are two moves of chess.
    same = [(seat, each) for seat, each in waiting if str(each) == words]
    same += [(seat, each) for seat, each in waiting if _folded(str(each)) == _folded(words)]
    if not same:
        raise NotAllowed(
            "{move} is not queued. What is queued: {queued}. For example, cancel {first} takes that out.",
            move=words,
            queued="; ".join(str(each) for _, each in waiting),
            first=waiting[0][1],
        )
    where, gone = same[0]
    kept: Sequence[QueuedMove] = ()
    for seat, each in waiting:
        if seat == where and each is not gone:
            kept = _with_chain(kept, each)
    board.seats[where].queue = list(kept)


def take_due(
    board: Board, seat: int, last: Last | None, is_new_turn: bool
) -> tuple[QueuedMove | None, list[QueuedMove]]:
    """Take from a seat's queue the move due at this position, and those that were meant for another.

    The continuation stays in the move's `then` until it is made. `last` is the latest move, or None if nobody has
    moved since the seat's turn began; `is_new_turn` says that the turn has only just begun.
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
    return due, missed


def _fits(board: Board, queued: QueuedMove, answered: Last | None) -> bool:
    if queued.number is not None and queued.number != board.next_number:
        return False
    return queued.after is None or (answered is not None and _is_meant(board, queued, answered.made, answered.before))


def _is_missed(board: Board, queued: QueuedMove, is_new_turn: bool) -> bool:
    if queued.number is not None and queued.number != board.next_number:
        return queued.number < board.next_number
    return queued.after is not None and is_new_turn


def _is_meant(board: Board, queued: QueuedMove, made: Move, before: Any) -> bool:
    """Whether a queued move waits for this one, made at the position `before`."""
    if queued.after is None or made.text == SWAP:
        return queued.after is not None and is_swap(queued.after)
    if queued.after_value is not None and queued.after_value == made.value:
        return True
    try:
        words = words_at(board, before, queued.after, queued.after_value)
        return board.record.play(before, made._replace(text=words)).move == made.text
    except Refusal:
        return False


def _why_never(board: Board, queued: QueuedMove) -> Refusal | None:
    for text, value in ((queued.text, queued.value), (queued.after or "", queued.after_value)):
        try:
            words_at(board, board.position, text, value)
        except NeverLegal as refusal:
            return refusal
        except Illegal:
            # It cannot be written at this position, but perhaps at the next one.
            continue
    return None


def _with_chain(waiting: Sequence[QueuedMove], new: QueuedMove) -> Sequence[QueuedMove]:
    """The queue with a new condition, beside the others or at the end of the chain that it continues."""
    same = next((each for each in waiting if _waits_for_the_same(each, new)), None)
    if same is None:
        return [*waiting, new]
    if _folded(same.value or same.text) != _folded(new.value or new.text) or not new.then:
        raise NotAllowed(
            "A move for {after} waits already: {same}. What waits twice could not be told apart; the move"
            " cancel empties your queue.",
            after=new.after,
            same=same,
        )
    [rest] = new.then
    longer = replace(same, then=tuple(_with_chain(same.then, rest)))
    return [longer if each is same else each for each in waiting]


def _waits_for_the_same(queued: QueuedMove, other: QueuedMove) -> bool:
    if queued.after is None or other.after is None:
        return False
    after, other_after = (each.after_value or each.after or "" for each in (queued, other))
    return (_folded(after), queued.number) == (_folded(other_after), other.number)


def _check_swap(board: Board) -> None:
    allowed_as = board.game.swap_at(board.options)
    if allowed_as is None:
        raise NotAllowed(board.game.why_no_swap(board.options))
    if board.next_number > allowed_as:
        raise NotAllowed(
            "Sides can be swapped as move {allowed} only; this is move {number}.",
            allowed=allowed_as,
            number=board.next_number,
        )


def _check_readable(board: Board, text: str) -> None:
    seat = board.to_move[0]
    try:
        board.record.play(board.position, Move(len(board.moves) + 1, seat, text, False, board.last_moved_at))
    except (Unreadable, NeverLegal):
        raise
    except Refusal:
        # It is not legal now, but may be when its turn comes.
        return


def _too_many() -> NotAllowed:
    return NotAllowed("At most {most} moves can wait in a queue; the move cancel empties it.", most=MOST_QUEUED)


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
