"""The clock's decisions carried out: boards changed, players told."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbmserv.commands.playing.turns import save_turn
from pbmserv.commands.requests.budgets import what_waited
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Reminded
from pbmserv.games.chance import SEED_BYTES
from pbmserv.play import leaving, voting
from pbmserv.play.board import Board, Player
from pbmserv.play.clock import Verdict, archive, decide, next_look, remind, was_due
from pbmserv.play.intervening import Intervention
from pbmserv.storage.boards import Due
from pbmserv.storage.inbox_order import Holds

LOOK_AGAIN_AFTER = timedelta(hours=1)
"""When to check again a board for which failed mail waits."""

LOOK_AGAIN_SOON = timedelta(minutes=1)
"""When to check again a board for which mail waits its turn."""


@dataclass(frozen=True)
class Decided:
    game: str
    number: int
    verdict: Verdict
    players: tuple[Player, ...]


MailMayWait = Callable[[Call, str, Collection[Player], datetime], bool]
"""Whether mail of these players about a board (`hex 101`) may have arrived by a moment and is not carried out yet."""


def look_at(call: Call, due: Due, mail_may_wait: MailMayWait) -> Decided | None:
    """Carry out the clock's decision for a board at the time of the call; None if there is none.

    Also None if the board is no longer due or is locked.
    """
    if not call.work.due.claim(due, call.at):
        return None
    board = call.work.boards.load(due.game, due.number, for_change=True)
    if board is None:
        return None
    decision = decide(board, call.at)
    if decision is None:
        call.work.due.look_again(due, next_look(board, call.at))
        return None
    players = tuple(dict.fromkeys(board.seats[seat].player for seat in decision.seats))
    if decision.verdict in {Verdict.FORFEIT, Verdict.TIE}:
        # What waits may be the move or the answer, or an opponent who resigns or proposes a tie; that it waits is the
        # server's fault.
        name, by = f"{due.game} {due.number}", was_due(board, decision)
        again = None
        if Holds(call.work.connection).is_held(name, call.at):
            again = LOOK_AGAIN_AFTER
        elif mail_may_wait(call, name, board.players, by):
            again = LOOK_AGAIN_SOON
        if again is not None:
            call.work.due.look_again(due, call.at + again)
            return None
    match decision.verdict:
        case Verdict.FORFEIT:
            # Or anybody could have others found late, by challenging them again and again.
            late = [player for player in players if leaving.has_agreed(board, player)]
            fresh_seed = secrets.token_bytes(SEED_BYTES)
            turn = leaving.run_out_of_time(board, decision.seats, call.at, fresh_seed)
            call.work.punctuality.count_forfeit(late, call.at)
            call.outcomes.append(save_turn(call, board, turn))
        case Verdict.TIE:
            call.outcomes.append(save_turn(call, board, voting.silence_agrees(board, call.at)))
        case Verdict.NAG:
            nag(call, board, decision.seats)
        case Verdict.ARCHIVE:
            archive(board)
            call.work.boards.save(board)
    return Decided(due.game, due.number, decision.verdict, players)


def nag(call: Call, board: Board, seats: Sequence[int], intervention: Intervention | None = None) -> None:
    players = remind(board, seats, call.at)
    earlier = what_waited(call, board, players)
    call.work.boards.save(board)
    call.outcomes.append(Reminded(board, tuple(players), intervention, earlier))
