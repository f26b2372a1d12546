"""The daily letter with all waiting boards, written by the clock."""

from __future__ import annotations

from collections.abc import Collection

from pbmserv.commands.boards.queries import OwnBoards
from pbmserv.commands.playing.digest import MOST_BOARDS
from pbmserv.commands.requests.blocking import unheard
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import BoardsWait
from pbmserv.play.board import Board, Player
from pbmserv.play.clock import REMINDED_EVERY, remind, reminded_with_others
from pbmserv.play.days import next_at
from pbmserv.play.letter_timing import moves_since, with_missed, without_words_of
from pbmserv.play.vacations import current
from pbmserv.play.view import BoardNews, Occasion
from pbmserv.play.zones import zone_of
from pbmserv.storage.daily_letters import DueLetter
from pbmserv.storage.players import TIMEZONE

MOST_REMARKS = 20
"""The maximum number of remarks repeated for a board."""


def write_daily(call: Call, due: DueLetter) -> bool:
    """Write a daily letter if any board waits, and schedule the next. It reminds of boards that are due for it.

    False if it is no longer due or is locked. Players on vacation get none.
    """
    if not call.work.daily_letters.claim(due, call.at):
        return False
    player = call.work.players.numbered(due.player_id)
    if player is None:
        raise LookupError(f"player {due.player_id} has left, and is written to")
    zone = zone_of(call.work.players.settings([player])[player].get(TIMEZONE))
    call.work.daily_letters.next_at(due, next_at(due.hour, zone, call.at))
    absences = call.work.vacations.of(player)
    if current(absences, call.at) is not None:
        return True
    boards = OwnBoards(call.work.connection).of(player, absences, zone)
    waiting = [each for each in boards if (each.waits_for_me or each.asked) and each.game in call.catalogue]
    reminded = _remind(call, player, {(each.game, each.number) for each in waiting[:MOST_BOARDS]})
    loaded = [board for each in waiting if (board := call.work.boards.load(each.game, each.number)) is not None]
    shown = tuple(
        (board, _news(call, board, player, "nag" if (board.game.word, board.number) in reminded else "turn"))
        for board in loaded[:MOST_BOARDS]
    )
    if shown:
        call.outcomes.append(BoardsWait(player, shown, tuple(loaded[MOST_BOARDS:])))
    return True


def _remind(call: Call, player: Player, shown: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Remind a player by this letter of those of the boards shown of which the clock would before the next one.

    Where others are to be reminded of a board, too, the clock does it. No deadline changes.
    """
    reminded = set()
    for due in call.work.due.claim_with({player}, call.at, REMINDED_EVERY):
        if (due.game, due.number) not in shown:
            continue
        board = call.work.boards.load(due.game, due.number, for_change=True)
        seats = reminded_with_others(board, call.at) if board else ()
        if board and seats and {board.seats[seat].player for seat in seats} == {player}:
            remind(board, seats, call.at)
            call.work.boards.save(board)
            reminded.add((due.game, due.number))
    return reminded


def _news(call: Call, board: Board, player: Player, occasion: Occasion) -> BoardNews:
    since = len(board.moves) - len(moves_since(board, player, len(board.moves) + 1))
    said = call.work.remarks.on(call.work.boards.id_of(board), MOST_REMARKS)
    words = tuple((each.author.userid, each.words) for each in said if each.after >= since and each.author != player)
    news = without_words_of(BoardNews(occasion, comments=words), unheard(call, words, [player]).get(player, ()))
    return with_missed(board, player, news)
