"""The clock's decisions carried out: boards changed, players told."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbmserv.commands.playing.turns import save_turn
from pbmserv.commands.requests.budgets import what_waited
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import BoardsWait, Reminded
from pbmserv.games.base import Note
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import counted
from pbmserv.play import leaving, voting
from pbmserv.play.board import Board, Player, Turn, in_sentence
from pbmserv.play.bot_tasks import bots_on
from pbmserv.play.bots import thinks_here
from pbmserv.play.clock import (
    REMINDED_EVERY,
    Verdict,
    archive,
    deadline,
    decide,
    next_look,
    remind,
    reminded_with_others,
    was_due,
)
from pbmserv.play.intervening import Intervention
from pbmserv.play.letter_timing import with_earlier
from pbmserv.play.view import BoardNews
from pbmserv.storage.boards import Due
from pbmserv.storage.inbox_order import Holds

LOOK_AGAIN_AFTER = timedelta(hours=1)
"""When to check again a board for which failed mail waits."""

LOOK_AGAIN_SOON = timedelta(minutes=1)
"""When to check again a board for which mail waits its turn."""

MOST_TOGETHER = 200
"""Of so many boards players are reminded at once; of others in another letter."""


@dataclass(frozen=True)
class Decided:
    game: str
    number: int
    verdict: Verdict
    players: tuple[Player, ...]


MailMayWait = Callable[[Call, str, Collection[Player], datetime], bool]
"""Whether mail of these players about a board (`hex 101`) may have arrived by a moment and is not carried out yet."""


def look_at(call: Call, due: Due, mail_may_wait: MailMayWait, is_alone: bool = False) -> list[Decided]:
    """Carry out the clock's decision for a board at the time of the call, and reminders of others unless `is_alone`.

    None if there is nothing to decide, or if the board is no longer due or is locked.
    """
    if not call.work.due.claim(due, call.at):
        return []
    board = call.work.boards.load(due.game, due.number, for_change=True)
    if board is None:
        return []
    decision = decide(board, call.at)
    if decision is None:
        call.work.due.look_again(due, next_look(board, call.at))
        return []
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
            return []
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
        case Verdict.NAG if call.work.daily_letters.are_due(players, call.at):
            # It comes with the letter of the day, or after it.
            return []
        case Verdict.NAG:
            return [_decided(*each) for each in _remind_of_all(call, board, decision.seats, is_alone)]
        case Verdict.BOT_IS_LATE:
            _tell_that_bot_is_late(call, board)
        case Verdict.ARCHIVE:
            archive(board)
            call.work.boards.save(board)
    return [Decided(due.game, due.number, decision.verdict, players)]


def _decided(board: Board, players: tuple[Player, ...]) -> Decided:
    return Decided(board.game.word, board.number, Verdict.NAG, players)


def _remind_of_all(
    call: Call, first: Board, seats: Sequence[int], is_alone: bool
) -> list[tuple[Board, tuple[Player, ...]]]:
    """Remind the players of these seats of this board, and of all others of which they would be within a day.

    Each player gets one letter. Players who are to be reminded of one of these other boards, too, are reminded of it,
    and of their own others.
    """
    boards = {(first.game.word, first.number): (first, tuple(seats))}
    late, asked = {first.seats[seat].player for seat in seats}, set[Player]()
    while not is_alone and late - asked and len(boards) < MOST_TOGETHER:
        due_boards = call.work.due.claim_with(late - asked, call.at, REMINDED_EVERY)
        asked |= late
        for due in due_boards:
            if due.game not in call.catalogue or (due.game, due.number) in boards:
                continue
            board = call.work.boards.load(due.game, due.number, for_change=True)
            with_others = reminded_with_others(board, call.at) if board else ()
            if board is not None and any(board.seats[seat].player in late for seat in with_others):
                boards[due.game, due.number] = board, with_others
                late |= {board.seats[seat].player for seat in with_others}
    reminded: list[tuple[Board, tuple[Player, ...]]] = []
    told: dict[Player, list[tuple[Board, BoardNews]]] = {}
    for board, which in boards.values():
        players = remind(board, which, call.at)
        earlier = what_waited(call, board, players)
        call.work.boards.save(board)
        reminded.append((board, players))
        for player in players:
            news = with_earlier(_NAG, earlier[player]) if player in earlier else _NAG
            told.setdefault(player, []).append((board, news))
    for player, waiting in told.items():
        ends = [deadline(board, player) or call.at for board, _ in waiting]
        by_deadline = sorted(range(len(waiting)), key=ends.__getitem__)
        call.outcomes.append(BoardsWait(player, tuple(waiting[each] for each in by_deadline), is_reminder=True))
    return reminded


_NAG = BoardNews("nag")


def _tell_that_bot_is_late(call: Call, board: Board) -> None:
    """Tell the people on a board that a bot has not moved: that their moves were made is told by its own."""
    board.nagged_at = call.at
    call.work.boards.save(board)
    bots = bots_on(board)
    words = counted(
        "{players} has not moved yet. That is the fault of the server, and not yours: all moves were made, nothing is"
        " expected of you, and your clock stands still.",
        "{players} have not moved yet. That is the fault of the server, and not yours: all moves were made, nothing"
        " is expected of you, and your clock stands still.",
        len(board.players_to_move),
        players=in_sentence([player.userid for player in board.players_to_move]),
    )
    people = tuple([player for player in board.staying if not thinks_here(bots.get(player))])
    news = BoardNews("turn", turn=Turn(None, notes=(Note(words, None),)))
    call.outcomes.append(Reminded(board, people, news))


def nag(call: Call, board: Board, seats: Sequence[int], intervention: Intervention | None = None) -> None:
    players = remind(board, seats, call.at)
    earlier = what_waited(call, board, players)
    call.work.boards.save(board)
    news = BoardNews("nag", intervention=intervention)
    call.outcomes.append(Reminded(board, tuple(players), news, earlier))
