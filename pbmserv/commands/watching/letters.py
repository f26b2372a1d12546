"""Letters about boards that somebody watches, and the letter of a day."""

from __future__ import annotations

from typing import Any

from pbmserv.commands.boards.letters import MOST_CHARACTERS
from pbmserv.commands.playing.letters import link_to
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import in_one
from pbmserv.commands.requests.recipients import to_players
from pbmserv.commands.requests.reply_addresses import answering_board
from pbmserv.commands.watching.actions import NotificationsTold, SubscriptionsTold
from pbmserv.commands.watching.digest import DailyLetter
from pbmserv.letters.board import BoardLetters
from pbmserv.letters.letter import Letter, text_of, write
from pbmserv.letters.page import BoardPage
from pbmserv.play.board import Board
from pbmserv.play.view import BoardNews
from pbmserv.storage.recipients import Recipient


def of_subscriptions(told: SubscriptionsTold, call: Call) -> list[Letter]:
    """To the player."""
    games = [(game.name, watched) for game, watched in told.watched.items()]
    facts: dict[str, Any] = {"userid": told.player.userid, "game": told.game, "games": games, "missing": told.missing}
    return to_players(call, {told.player: write("subscriptions", "Subscription summary", **facts)})


def of_notifications(told: NotificationsTold, call: Call) -> list[Letter]:
    """To the player."""
    game = told.game
    facts: dict[str, Any] = {
        "game": game,
        "userid": told.player.userid,
        "watched": told.watched,
        "missing": told.missing,
    }
    return to_players(call, {told.player: write("notify", f"{game.name} Notify summary", **facts)})


def of_daily_letter(daily: DailyLetter, call: Call) -> list[Letter]:
    """To the player: a letter of the board, if it is only one, or else one with all of them.

    A letter has one address for answers, so each of several boards tells its own.
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
        text = text_of("daily_board", title=letter.subject, text=letter.text, reply_to=answering.reply_to)
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
        f"Your letter of the day: {count} boards", in_one([text_of("daily", **facts), *texts]), boards=tuple(pages)
    )
    return to_players(call, {player: letter}, readers={player: reader})


def _answering(call: Call, board: Board, reader: Recipient) -> Recipient:
    return answering_board(call, board, [reader])[reader.player]


def _letter(call: Call, board: Board, news: BoardNews, reader: Recipient) -> Letter:
    letters = BoardLetters(board, news, call.server, call.at)
    return letters.to(reader.player, reader.zone, reader.reply_to, link_to(call, board, reader.play))
