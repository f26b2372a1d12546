"""Making a move and everything that follows automatically.

The order of what follows: the last remaining seat wins; the game ends by its rules; the next seat carries out its
announced resignation, is skipped if it has resigned, or makes its queued move. Moves that nobody typed are marked
automatic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pbmserv.games.base import Note, Played, Refusal, Result
from pbmserv.games.message import Listed, Message
from pbmserv.play.begun_moves import continued
from pbmserv.play.board import Board, Happening, NotAllowed, Player, Turn, moves_at_once, named
from pbmserv.play.board_fingerprint import MOVE_BYTES, mark
from pbmserv.play.plans import CHAT, ChosenMove, QueuedMove, SubmittedMove
from pbmserv.play.punctuality import count_move, is_late
from pbmserv.play.queueing import (
    Last,
    add_to_queue,
    is_swap,
    read_queued,
    remove_from_queues,
    rewrite_queues,
    take_due,
    take_gone,
    with_values,
    words_at,
    written_now,
)
from pbmserv.play.record import FORFEIT, RESIGN, SEATING, SKIP, SUBSTITUTE, SWAP, Move, as_made
from pbmserv.play.winners import is_left_alone

NOT_SENT = Message("What you have written beside it is sent to nobody: words go only with what happens at once.")
"""The reply to a player whose words would reveal something hidden."""

LEFT = ("resigned", "ran out of time")
"""How the result of a game says that a player has left."""


@dataclass
class Follows:
    """What a move has brought with it, as it is found: moves, notes, happenings and words."""

    moves: list[Move] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    happenings: list[tuple[Happening, Player]] = field(default_factory=list)
    comments: list[tuple[Player, str]] = field(default_factory=list)
    last: Last | None = None

    def turn(self, by: Player | None) -> Turn:
        return Turn(by, tuple(self.moves), tuple(self.notes), tuple(self.happenings), tuple(self.comments))


def move(
    board: Board, player: Player, text: str, at: datetime, expected_number: int | None = None, comment: str = ""
) -> Turn:
    """Make a typed move and everything that follows from it.

    `expected_number` is the number typed after `#`. `comment` is stored with a hidden move until its round is
    complete. Changes nothing if it raises `Refusal`.
    """
    seat = _seat_that_moves(board, player)
    check_number(board, expected_number)
    if moves_at_once(board):
        return _choose(board, seat, text, at, comment)
    follows, mover = Follows(), board.seats[seat]
    was_reminded = is_late(mover, at)
    _make(board, seat, text, at, follows)
    count_move(mover, was_reminded)
    run(board, follows, at)
    return follows.turn(player)


def queue(
    board: Board, player: Player, move_text: str, at: datetime, number: int | None = None, comment: str = ""
) -> Turn:
    """Make a move at once on the player's turn; otherwise queue it, replacing the one queued before.

    `move_text` may be a chain such as `if D3 then F5 if E1 then G2`, each move to be made only right after the
    opponent's named move, or `cancel`, which empties the queue; `cancel` and what waits removes that alone. `comment`
    is for a move that is made at once. Raises `Refusal`, also if the game cannot read the move.
    """
    own = board.active_seats_of(player)
    word, _, rest = move_text.strip().partition(" ")
    if word.lower() == "cancel":
        if rest:
            remove_from_queues(board, own, rest if number is None else f"{rest}#{number}")
        else:
            for own_seat in own:
                board.seats[own_seat].queue = []
        return Turn(player, only_chosen=True)
    queued = read_queued(move_text, number)
    if queued.after is None and set(own) & set(board.seats_to_move):
        return move(board, player, queued.text, at, number, comment)
    if queued.after is not None and moves_at_once(board):
        raise NotAllowed(
            "In {name} all move at once: a move cannot wait for that of an opponent. Queue it without a condition.",
            name=board.game.name,
        )
    if number is not None and number < board.next_number:
        check_number(board, number)
    queued = with_values(board, queued)
    seat = _seat_that_moves_next(board, own)
    replaced = add_to_queue(board, seat, queued)
    told = [
        Message("Your queued move ({move}) has been thrown away: {other} takes its place.", move=each, other=queued)
        for each in replaced
    ]
    if comment:
        told.append(NOT_SENT)
    return Turn(player, notes=tuple(Note(text, seat) for text in told), only_chosen=True)


def continued_by(board: Board, player: Player, begun: str) -> Sequence[str]:
    """The moves of a player to move that begin so."""
    return continued(board.game.legal_moves(board.position, _seat_that_moves(board, player)) or (), begun)


def check_number(board: Board, expected: int | None) -> None:
    """Raise `NotAllowed` if a command was meant for another move than the next; None fits any."""
    if expected is not None and expected != board.next_number:
        raise NotAllowed(
            "The next move on {board} has number {number}, not {expected}: have a look at the board"
            " as it stands now.",
            board=board.title,
            number=board.next_number,
            expected=expected,
        )


def submit(board: Board, player: Player, text: str, expected_number: int | None = None) -> SubmittedMove:
    """Store a move whose effect its player wants to see first.

    `preview` checks that it is legal. Raises `NotAllowed` out of turn.
    """
    seat = _seat_that_moves(board, player)
    check_number(board, expected_number)
    submitted = board.seats[seat].submitted = to_be_confirmed(board, text)
    return submitted


def submitted(board: Board, player: Player) -> SubmittedMove:
    """Return the move that a player has submitted and not confirmed.

    Raises `NotAllowed` if none is still valid.
    """
    for seat in board.active_seats_of(player):
        waiting = board.seats[seat].submitted
        if waiting is not None and waiting.number == board.next_number:
            return waiting
    raise NotAllowed("No move of yours waits for confirmation on {board}: submit one first.", board=board.title)


def to_be_confirmed(board: Board, text: str) -> SubmittedMove:
    """A typed move for its player to confirm; it has no value if unreadable."""
    try:
        value = board.game.value_of(board.position, text)
    except Refusal:
        value = None
    return SubmittedMove(text, board.next_number, value)


def waits_for_yes(board: Board, player: Player, move: int) -> SubmittedMove:
    """Return the suggested move with this hash.

    Raises `NotAllowed` if it no longer waits.
    """
    for number in board.active_seats_of(player):
        seat = board.seats[number]
        for waiting in (seat.submitted, seat.proposed):
            # Words are the same whatever has been moved since.
            is_now = waiting and (waiting.number == board.next_number or waiting.text == CHAT)
            if waiting and is_now and mark_of_move(waiting) == move:
                return waiting
    raise NotAllowed(
        "What you say yes to is no longer waiting on {board}. Write what you mean once more.",
        board=board.title,
    )


def mark_of_move(waiting: SubmittedMove) -> int:
    """The hash of a suggested move and of the words beside it, for an address."""
    return mark("\n".join(filter(None, [waiting.value or waiting.text, waiting.words])), MOVE_BYTES)


def run(board: Board, follows: Follows, at: datetime) -> None:
    """Do everything that follows automatically, until a player has to move or the game is over."""
    while board.is_on and _goes_on(board, follows, at):
        pass
    for seat in range(len(board.seats)):
        follows.notes += [_thrown_away(*gone, seat) for gone in take_gone(board, seat)]


def outcome(board: Board) -> Result | None:
    """The result, by the remaining players or by the rules; None while the game is on."""
    staying = board.staying
    if not staying:
        return Result(None, _who_left(board))
    seats = [number for number, seat in enumerate(board.seats) if not seat.resigned]
    if len(staying) == 1 < len(board.players) or is_left_alone(board.game, seats):
        return Result(seats[0], _who_left(board))
    return None if board.to_move else board.game.result(board.position)


def in_todays_words(board: Board, result: Result) -> Result:
    """A result that was stored as a sentence, with the values of its reason if the rules still say the same."""
    by_the_rules = outcome(board)
    return by_the_rules if by_the_rules == result else result


def ends_with_anybody(board: Board) -> bool:
    """Whether the game ends with the next player who leaves, and nothing hidden makes the moment matter."""
    return len(board.staying) <= 2 and not board.game.hidden


def leave(board: Board, seat: int, at: datetime, follows: Follows, forfeit: bool = False, auto: bool = False) -> None:
    """Record that a seat is given up; call `run` for the consequences."""
    left = board.seats[seat]
    _append(board, Move(len(board.moves) + 1, seat, FORFEIT if forfeit else RESIGN, auto, at), follows)
    left.resigned, left.leaving = True, False
    follows.notes += [Note(words, seat) for words in left.thrown_away(Message("you have left the game"))]
    left.forget_plans()
    follows.happenings.append((Happening.FORFEITED if forfeit else Happening.RESIGNED, left.player))


def put_in(board: Board, number: int, player: Player, at: datetime, follows: Follows) -> None:
    """Record that a substitute takes over a vacant seat; call `run` for the consequences.

    Raises `Refusal` if the game does not allow it.
    """
    made = Move(len(board.moves) + 1, number, SUBSTITUTE, True, at)
    played = board.record.apply(board.position, made)
    _append(board, made, follows)
    board.seats[number].give_to(player)
    board.note_times()
    board.position = played.position
    follows.notes += played.notes
    rewrite_queues(board)
    follows.happenings.append((Happening.TOOK_SEAT, player))


def _goes_on(board: Board, follows: Follows, at: datetime) -> bool:
    """Do the next automatic step, if any, and return whether there was one."""
    if result := outcome(board):
        follows.notes += board.finish(result, at)
        return True
    if moves_at_once(board):
        return _play_round(board, follows, at)
    waiting = [number for number, seat in enumerate(board.seats) if seat.leaving]
    if waiting and ends_with_anybody(board):
        leave(board, waiting[0], at, follows, auto=True)
        return True
    return _next_seat_moves_by_itself(board, follows, at)


def _seat_that_moves(board: Board, player: Player) -> int:
    own = board.active_seats_of(player)
    waited_for = board.seats_to_move
    for seat in own:
        if seat in waited_for or (moves_at_once(board) and seat in board.to_move):
            return seat
    raise NotAllowed(
        "It is not your turn on {board}: {players} has to move."
        if len(board.players_to_move) == 1
        else "It is not your turn on {board}: {players} have to move.",
        board=board.title,
        players=named(board.players_to_move),
    )


def _seat_that_moves_next(board: Board, own: Sequence[int]) -> int:
    moves_now = board.to_move[0]
    return min(own, key=lambda seat: (seat - moves_now - 1) % len(board.seats))


def _make(board: Board, seat: int, text: str, at: datetime, follows: Follows, automatic: bool = False) -> None:
    """Make a move as typed, now or when it was queued."""
    if is_swap(text) and board.game.swap_at(board.options) is not None:
        _swap(board, seat, at, follows, automatic)
        return
    made = Move(len(board.moves) + 1, seat, text, automatic, at)
    _enter(board, made, board.record.play(board.position, made), follows)


def _skip(board: Board, seat: int, at: datetime, follows: Follows) -> None:
    skipped = Move(len(board.moves) + 1, seat, SKIP, True, at)
    _enter(board, skipped, board.record.apply(board.position, skipped), follows)


def _enter(board: Board, made: Move, played: Played[Any], follows: Follows) -> None:
    # Who has left reads nothing any more that is for the player of the seat alone.
    follows.notes += [note for note in played.notes if note.seat is None or not board.seats[note.seat].resigned]
    made = as_made(board.game, board.position, made, played)
    _append(board, made, follows)
    if made.text != SKIP:
        follows.last = Last(made, board.position, board.seats[made.seat])
    board.position = played.position
    rewrite_queues(board)


def _append(board: Board, made: Move, follows: Follows) -> None:
    board.count_time(made.at)
    board.start_clock(made.at)
    if board.vote is not None:
        follows.happenings.append((Happening.MOVE_CANCELLED_VOTE, board.vote.by))
        board.vote = None
    board.seats[made.seat].submitted = board.seats[made.seat].proposed = None
    board.moves.append(made)
    board.note_times()
    follows.moves.append(made)


def _swap(board: Board, seat: int, at: datetime, follows: Follows, automatic: bool) -> None:
    allowed_as = board.game.swap_at(board.options)
    if board.next_number != allowed_as:
        raise NotAllowed(
            "Sides can be swapped as move {allowed} only; this is move {number}.",
            allowed=allowed_as,
            number=board.next_number,
        )
    swapper = board.seats[seat]
    made = Move(board.next_number, seat, SWAP, automatic, at)
    _append(board, made, follows)
    follows.last = Last(made, board.position, swapper)
    board.seats.reverse()
    board.note_times()
    # Earlier notes are for the players who sat there then.
    follows.notes = [replace(note, seat=_after_swap(board, note.seat)) for note in follows.notes]
    for number, each in enumerate(board.seats):
        # Whoever waited for the swap knew on which side the next move would be.
        kept = [queued for queued in each.queue if each is not swapper and queued.after and is_swap(queued.after)]
        follows.notes += [
            Note(
                Message("Your queued move ({move}) has been thrown away: sides have been swapped.", move=queued),
                number,
            )
            for queued in each.queue
            if queued not in kept
        ]
        each.queue = kept
    follows.happenings.append((Happening.SWAPPED, swapper.player))


def _after_swap(board: Board, seat: int | None) -> int | None:
    return None if seat is None else len(board.seats) - 1 - seat


def _choose(board: Board, seat: int, text: str, at: datetime, comment: str) -> Turn:
    chooser = board.seats[seat]
    canonical = board.record.play(board.position, Move(len(board.moves) + 1, seat, text, False, at)).move
    if chooser.chosen is None:
        board.count_time_of(seat, at)
        count_move(chooser, is_late(chooser, at))
    chooser.chosen = ChosenMove(canonical, comment)
    chooser.submitted = chooser.proposed = None
    follows = Follows()
    run(board, follows, at)
    turn = follows.turn(chooser.player)
    return turn if follows.moves else Turn(chooser.player, notes=turn.notes, only_chosen=True)


def _play_round(board: Board, follows: Follows, at: datetime) -> bool:
    """Play the round if every seat has chosen, and return whether anything happened."""
    for seat in board.seats_to_move:
        if board.seats[seat].leaving:
            leave(board, seat, at, follows, auto=True)
            return True
        _choose_from_queue(board, seat, at, follows)
    if board.seats_to_move:
        return False
    for seat in board.to_move:
        chosen = board.seats[seat].chosen
        if chosen is None:
            _skip(board, seat, at, follows)
        else:
            _make(board, seat, chosen.text, at, follows, chosen.automatic)
            if chosen.comment:
                follows.comments.append((board.seats[seat].player, chosen.comment))
    for each in board.seats:
        each.chosen = None
    return True


def _choose_from_queue(board: Board, seat: int, at: datetime, follows: Follows) -> None:
    chooser = board.seats[seat]
    while chooser.chosen is None and (queued := _take_from_queue(board, seat, follows)):
        try:
            text = words_at(board, board.position, queued.text, queued.value)
            played = board.record.play(board.position, Move(len(board.moves) + 1, seat, text, True, at))
        except Refusal as refusal:
            follows.notes.append(_thrown_away(queued, refusal, seat))
        else:
            chooser.chosen = ChosenMove(played.move, automatic=True)


def _next_seat_moves_by_itself(board: Board, follows: Follows, at: datetime) -> bool:
    seat = board.to_move[0]
    mover = board.seats[seat]
    if mover.leaving:
        leave(board, seat, at, follows, auto=True)
    elif mover.resigned:
        _skip(board, seat, at, follows)
    elif queued := _take_from_queue(board, seat, follows):
        try:
            text = words_at(board, board.position, queued.text, queued.value)
            _make(board, seat, text, at, follows, automatic=True)
        except Refusal as refusal:
            follows.notes.append(_thrown_away(queued, refusal, seat))
        else:
            mover.queue[:0] = [written_now(board, each) for each in queued.then]
    else:
        return False
    return True


def _take_from_queue(board: Board, seat: int, follows: Follows) -> QueuedMove | None:
    is_new_turn = any(made.text not in SEATING for made in follows.moves)
    due, missed = take_due(board, seat, follows.last, is_new_turn)
    follows.notes += [
        Note(
            Message("Your queued move ({move}) was for another position, and has been thrown away.", move=each), seat
        )
        for each in missed
    ]
    return due


def _thrown_away(queued: QueuedMove, refusal: Refusal, seat: int) -> Note:
    return Note(
        Message("Your queued move ({move}) has been thrown away: {why}", move=queued, why=refusal.words), seat
    )


def _who_left(board: Board) -> str:
    verbs = {made.seat: made.text for made in board.moves if made.text in {RESIGN, FORFEIT}}
    left = dict.fromkeys(
        (seat.player.userid, verbs.get(number) == FORFEIT) for number, seat in enumerate(board.seats) if seat.resigned
    )
    if len(left) == 1:
        [(player, is_late)] = left
        return Message("{player} ran out of time." if is_late else "{player} resigned.", player=player)
    each = [
        Message("{player} ran out of time" if is_late else "{player} resigned", player=player)
        for player, is_late in left
    ]
    return Message("{what}.", what=Listed(each, " and ", " and "))
