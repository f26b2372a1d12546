"""Telling everybody concerned what has happened on a board: who gets a letter, and what a game's end changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING

from pbmserv.commands.call import Call
from pbmserv.commands.reply_to import addresses_for_board
from pbmserv.commands.unsubscribing import Kind, unsubscribe_links
from pbmserv.commands.zones import zones
from pbmserv.letters.board import BoardLetters, BoardNews, board_letter, removed_letter
from pbmserv.play.board import Board, Happening, Status, Turn

if TYPE_CHECKING:
    from pbmserv.play.intervening import Intervention
    from pbmserv.play.ratings import Change


def tell_of_turn(call: Call, board: Board, turn: Turn, intervention: Intervention | None = None) -> None:
    """Store what a turn has changed, and tell everybody who gets letters of the board.

    `intervention` is what the operator has done, where that was it.
    """
    call.work.boards.save(board)
    by = turn.by.userid if turn.by else ""
    if turn.only_chosen and turn.by:
        news = BoardNews("chosen", by=by, turn=turn)
        reply_to = addresses_for_board(call, board, [turn.by]).get(turn.by)
        call.write_to(
            {turn.by: board_letter(board, turn.by, news, call.server, reply_to=reply_to)},
            instead=lambda: board_letter(board, turn.by, news, call.server),
        )
        return
    for happening, player in turn.happenings:
        if happening in {Happening.RESIGNED, Happening.FORFEITED, Happening.WITHDREW}:
            call.work.boards.watch(player, board.game.word, board.number)
            call.work.standings.place(board.game.word, {player, *board.players})
    if board.status is Status.REMOVED:
        _tell_of_removal(call, board, turn, intervention)
        return
    comments = tuple((player.userid, comment) for player, comment in turn.comments)
    if call.comment and (by, call.comment) not in comments:
        comments = (*comments, (by, call.comment))
    news = BoardNews(
        "again" if turn.restarted else "turn",
        by=by,
        turn=turn,
        comments=comments,
        rating_changes=settle(call, board),
        intervention=intervention,
    )
    announce(call, board, news)


def settle(call: Call, board: Board) -> tuple[Change, ...]:
    """What a game that is over changes in the ratings; nothing while it is on, or where it is not rated."""
    if board.status is not Status.OVER:
        return ()
    changes = call.work.ratings.rate(board) if is_rated(board) else ()
    call.work.standings.place(board.game.word, board.players)
    return changes


def is_rated(board: Board) -> bool:
    """Whether a game counts in the ratings: not with a handicap, not alone, not if its challenge said so."""
    return board.terms.rated and not board.options.get("handicap") and len(board.players) > 1


def announce(call: Call, board: Board, news: BoardNews) -> None:
    """Write to everybody who gets letters of a board: its players, who left in this turn, and its watchers.

    When the game is over, that includes those who asked to be told of its end. Whoever ends it by leaving gets the
    letter as a player.
    """
    leaving = [player for _, player in news.turn.happenings] if news.turn else []
    playing = board.staying if board.is_on else (*board.staying, *leaving)
    watchers = [
        player for player in call.work.boards.watchers(board.game.word, board.number) if player not in playing
    ]
    told = replace(news, watchers=tuple(watchers))
    waited_for_it = [] if board.is_on else call.work.boards.watchers(board.game.word, board.number, only_the_end=True)
    readers = dict.fromkeys([*board.staying, *leaving, *watchers, *waited_for_it])
    zone = zones(call, readers)
    only_waited = [reader for reader in waited_for_it if reader not in {*board.staying, *leaving, *watchers}]
    reply_to = addresses_for_board(call, board, [reader for reader in readers if reader not in only_waited])
    unsubscribe = {
        **unsubscribe_links(call, Kind.WATCHING, watchers, board),
        **unsubscribe_links(call, Kind.ENDS, only_waited, board),
    }
    write = BoardLetters(board, told, call.server)
    letters = {reader: write.to(reader, zone[reader], reply_to.get(reader)) for reader in readers}
    letters |= {reader: replace(letters[reader], unsubscribe=link) for reader, link in unsubscribe.items()}
    senders_zone = zone.get(call.player, UTC) if call.player else UTC
    call.write_to(letters, instead=lambda: write.to(call.player, senders_zone))


def _tell_of_removal(call: Call, board: Board, turn: Turn, intervention: Intervention | None) -> None:
    letter = removed_letter(board, turn, call.comment, intervention)
    watchers = call.work.boards.watchers(board.game.word, board.number)
    unsubscribe = unsubscribe_links(call, Kind.WATCHING, watchers, board)
    letters = {player: removed_letter(board, turn, call.comment, intervention, player) for player in board.players}
    letters |= {each: replace(letter, unsubscribe=unsubscribe[each]) for each in watchers if each not in letters}
    call.write_to(letters, instead=lambda: letter)
