"""Letters about boards: what has happened on them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

from pbmserv.commands.playing.actions import Submitted
from pbmserv.commands.playing.empty_seats import SeatOffered
from pbmserv.commands.playing.held_back import held_back, is_answered_elsewhere, letters_for
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.list_unsubscribe import Kind, ending
from pbmserv.commands.requests.outcome import BoardChanged, KeptSecretly, Reminded, Removed
from pbmserv.commands.requests.recipients import to_players
from pbmserv.commands.requests.reply_addresses import (
    address_to_say_yes,
    answering_board,
    answering_chat,
    answering_seat,
)
from pbmserv.letters.answering import PLAY_PARAMETER
from pbmserv.letters.board import BoardLetters, removed_letter, thread_of
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Board, in_sentence
from pbmserv.play.letter_timing import with_earlier
from pbmserv.play.view import BoardNews
from pbmserv.storage.tokens import Kind as Answer


def of_what_happened(happened: BoardChanged, call: Call) -> list[Letter]:
    """To everybody who gets the letters of the board."""
    board = happened.board
    readers = call.work.recipients.of([*happened.players, *happened.watchers, *happened.only_the_end])
    if held := happened.held | held_back(call, happened, readers):
        readers = {player: reader for player, reader in readers.items() if player not in held}
    playing = [each for each in happened.players if each in readers]
    watching = [each for each in happened.watchers if each in readers]
    readers |= answering_board(call, board, [readers[each] for each in (*playing, *watching)])
    readers |= ending(call, Kind.WATCHING, [readers[watcher] for watcher in watching], board)
    readers |= ending(call, Kind.ENDS, [readers[each] for each in happened.only_the_end], board)
    write = BoardLetters(board, happened.news, call.server, call.at)
    letters = {
        player: letters_for(call, happened, reader, write).to(
            player, reader.zone, reader.reply_to, link_to(call, board, reader.play)
        )
        for player, reader in readers.items()
    }
    sender = readers.get(call.principal.player) if call.principal.player else None
    return to_players(call, letters, lambda: write.to(call.principal.player, sender.zone if sender else UTC), readers)


def of_what_was_chosen(chosen: KeptSecretly, call: Call) -> list[Letter]:
    """To nobody but who has chosen."""
    board, player, news = chosen.board, chosen.player, chosen.news
    readers = answering_board(call, board, call.work.recipients.of([player]).values())
    write = BoardLetters(board, news, call.server, call.at)
    reader = readers[player]
    if is_answered_elsewhere(call, reader):
        return to_players(call, {}, lambda: write.to(player), {})
    letters = {player: write.to(player, reader.zone, reader.reply_to, link_to(call, board, reader.play))}
    return to_players(call, letters, lambda: write.to(player), readers)


def of_removal(removed: Removed, call: Call) -> list[Letter]:
    """To the players and the watchers of a board that is gone."""
    board, what = removed.board, (removed.turn, removed.comment, removed.intervention)
    letter = removed_letter(board, *what)
    letters = {player: removed_letter(board, *what, player, removed.earlier.get(player)) for player in board.players}
    watchers = [watcher for watcher in removed.watchers if watcher not in letters]
    letters |= dict.fromkeys(watchers, letter)
    told = {watcher: removed.earlier[watcher] for watcher in watchers if watcher in removed.earlier}
    letters |= {watcher: removed_letter(board, *what, earlier=earlier) for watcher, earlier in told.items()}
    readers = answering_chat(call, board, call.work.recipients.of(letters).values())
    readers |= ending(call, Kind.WATCHING, [readers[watcher] for watcher in watchers], board)
    return to_players(call, letters, lambda: letter, readers)


def of_reminder(reminded: Reminded, call: Call) -> list[Letter]:
    """To each player who has been reminded."""
    board = reminded.board
    news = BoardNews("nag", intervention=reminded.intervention)
    usual = BoardLetters(board, news, call.server, call.at)
    readers = answering_board(call, board, call.work.recipients.of(reminded.players).values())
    write = {
        player: BoardLetters(board, with_earlier(news, earlier), call.server, call.at)
        for player, earlier in reminded.earlier.items()
    }
    letters = {
        player: write.get(player, usual).to(player, reader.zone, reader.reply_to, link_to(call, board, reader.play))
        for player, reader in readers.items()
    }
    return to_players(call, letters, readers=readers)


def of_submitted(submitted: Submitted, call: Call) -> list[Letter]:
    """To the player who has submitted a move."""
    player, ahead, news = submitted.player, submitted.ahead, submitted.news
    reply_to = address_to_say_yes(call, submitted.board, player, submitted.move, Answer.SUBMITTED)
    write = BoardLetters(ahead, news, call.server, call.at)
    return to_players(call, {player: write.to(player, reply_to=reply_to)}, instead=lambda: write.to(player))


def of_offer(offered: SeatOffered, call: Call) -> list[Letter]:
    """To who is asked."""
    board, to = offered.board, offered.to
    readers = answering_seat(call, board, call.work.recipients.of([to]).values())
    letter = write(
        "seat_offered",
        f"{board.title} substitute",
        thread_of(board),
        board=board,
        by=offered.by.userid,
        left=offered.left.userid,
        reader=to.userid,
        others=in_sentence([player.userid for player in board.staying]),
        words=offered.words,
        server=call.server,
        can_reply=readers[to].reply_to is not None,
        page=link_to(call, board),
    )
    return to_players(call, {to: replace(letter, unasked=True)}, readers=readers)


def link_to(call: Call, board: Board, play: str = "") -> str:
    """The address of a board for browsers, to which its letters lead; empty where the server has no page.

    With the token `play`, its reader can play there without a password.
    """
    token = f"?{PLAY_PARAMETER}={play}" if play else ""
    return f"{call.setup.web_url}/{board.game.word}/{board.number}{token}" if call.setup.web_url else ""
