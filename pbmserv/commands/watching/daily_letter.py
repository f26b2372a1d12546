"""The daily letter with all waiting boards, written by the clock."""

from __future__ import annotations

from pbmserv.commands.boards.letters import MOST_CHARACTERS
from pbmserv.commands.boards.queries import OwnBoard, OwnBoards
from pbmserv.commands.playing.letters import link_to
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import in_one
from pbmserv.commands.requests.list_unsubscribe import Kind, ending
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.recipients import answering_board, to_players
from pbmserv.games.base import counted
from pbmserv.letters.board import BoardLetters
from pbmserv.letters.letter import Letter, text_of
from pbmserv.letters.page import BoardPage
from pbmserv.play.board import Board, Player
from pbmserv.play.days import next_at
from pbmserv.play.letter_timing import moves_since, with_missed
from pbmserv.play.vacations import current
from pbmserv.play.view import BoardNews
from pbmserv.play.zones import zone_of
from pbmserv.storage.daily_letters import DueLetter
from pbmserv.storage.players import TIMEZONE
from pbmserv.storage.recipients import Recipient

MOST_BOARDS = 20
"""The number of boards shown; further ones are only named."""

MOST_REMARKS = 20
"""The maximum number of remarks repeated for a board."""


class DailyLetter(Outcome, frozen=True):
    """The boards that wait for a player, with the news of each since their last move, and further ones."""

    written_by = "watching.daily_letter:of_daily_letter"

    player: Player
    boards: tuple[tuple[Board, BoardNews], ...]
    left: tuple[OwnBoard, ...]


def write_daily(call: Call, due: DueLetter) -> bool:
    """Write a daily letter if any board waits, and schedule the next.

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
    loaded = [call.work.boards.load(each.game, each.number) for each in waiting[:MOST_BOARDS]]
    shown = tuple((board, _news(call, board, player)) for board in loaded if board is not None)
    if shown:
        call.outcomes.append(DailyLetter(player, shown, tuple(waiting[MOST_BOARDS:])))
    return True


def _news(call: Call, board: Board, player: Player) -> BoardNews:
    since = len(board.moves) - len(moves_since(board, player, len(board.moves) + 1))
    said = call.work.remarks.on(call.work.boards.id_of(board), MOST_REMARKS)
    words = tuple((each.author.userid, each.words) for each in said if each.after >= since and each.author != player)
    return with_missed(board, player, BoardNews("turn", comments=words))


def of_daily_letter(daily: DailyLetter, call: Call) -> list[Letter]:
    """The board's own letter if there is only one, or else one with all.

    A letter has one reply address, so each of several boards shows its own.
    """
    player = daily.player
    reader = call.work.recipients.of([player])[player]
    if not reader.addresses:
        return []
    if len(daily.boards) == 1 and not daily.left:
        [(board, news)] = daily.boards
        answering = _answering(call, board, reader)
        return to_players(call, {player: _letter(call, board, news, answering)}, readers={player: answering})
    texts: list[str] = []
    pages: list[tuple[BoardPage, str | None]] = []
    for board, news in daily.boards:
        answering = _answering(call, board, reader)
        letter = _letter(call, board, news, answering._replace(reply_to=None))
        text = text_of("watching/daily_board", title=letter.subject, text=letter.text, reply_to=answering.reply_to)
        if texts and sum(map(len, texts)) + len(text) > MOST_CHARACTERS:
            break
        texts.append(text)
        if letter.page is not None:
            pages.append((letter.page, answering.reply_to))
    shown = [(board.game.name, board.number, board.next_number) for board, _ in daily.boards]
    left = [(call.catalogue[each.game].name, each.number, 0) for each in daily.left]
    count = len(shown) + len(left)
    facts = {"userid": player.userid, "boards": [*shown, *left], "count": count, "drawn": len(texts)}
    letter = Letter(
        "Your letter of the day",
        in_one([text_of("watching/daily", **facts), *texts]),
        boards=tuple(pages),
        says=counted(count, "board"),
    )
    return to_players(call, {player: letter}, readers=ending(call, Kind.DAILY, [reader]))


def _answering(call: Call, board: Board, reader: Recipient) -> Recipient:
    return answering_board(call, board, [reader])[reader.player]


def _letter(call: Call, board: Board, news: BoardNews, reader: Recipient) -> Letter:
    letters = BoardLetters(board, news, call.server, call.at)
    return letters.to(reader.player, reader.zone, reader.reply_to, link_to(call, board, reader.play))
