"""Letters about boards: what has happened on them, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC

from pbmserv.commands.boards.actions import MOST_BOARDS, BoardsOf, BoardsShown
from pbmserv.commands.boards.preview import Analysed, Previewed
from pbmserv.commands.boards.record import Recorded
from pbmserv.commands.playing.actions import Submitted
from pbmserv.commands.requests.asker import asker_as_reader
from pbmserv.commands.requests.budgets import AnswerRoom
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.list_unsubscribe import Kind, ending
from pbmserv.commands.requests.outcome import Chosen, Happened, Reminded, Removed
from pbmserv.commands.requests.reply_tokens import (
    address_to_say_yes,
    answering_board,
    answering_chat,
    asker_answering,
)
from pbmserv.commands.writing.addressing import to_players, to_sender
from pbmserv.commands.writing.dispatch import letters_of
from pbmserv.commands.writing.holding_back import held_back, is_answered_elsewhere, letters_for
from pbmserv.commands.writing.lists import in_one, list_of_boards
from pbmserv.letters.answering import PLAY_PARAMETER
from pbmserv.letters.board import BoardLetters, board_letter, removed_letter
from pbmserv.letters.letter import Letter, text_of
from pbmserv.letters.widths import wrapped
from pbmserv.play.board import Board
from pbmserv.play.missed import with_earlier
from pbmserv.play.view import SHOWN, BoardNews
from pbmserv.storage.listing import Line
from pbmserv.storage.replies import Kind as Answer

MOST_CHARACTERS = 60_000
"""How long a letter with all of somebody's boards gets."""

MOST_WITH_PICTURES = 10
"""So many boards that somebody has asked for come as pictures: more would be too much for one answer."""


@letters_of.register
def of_what_happened(happened: Happened, call: Call) -> list[Letter]:
    """To everybody who gets the letters of the board."""
    board = happened.board
    readers = call.work.readers.of([*happened.players, *happened.watchers, *happened.only_the_end])
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
    sender = readers.get(call.player) if call.player else None
    return to_players(call, letters, lambda: write.to(call.player, sender.zone if sender else UTC), readers)


@letters_of.register
def of_what_was_chosen(chosen: Chosen, call: Call) -> list[Letter]:
    """To nobody but who has chosen."""
    board, player, news = chosen.board, chosen.player, chosen.news
    readers = answering_board(call, board, call.work.readers.of([player]).values())
    write = BoardLetters(board, news, call.server, call.at)
    reader = readers[player]
    if is_answered_elsewhere(call, reader):
        return to_players(call, {}, lambda: write.to(player), {})
    letters = {player: write.to(player, reader.zone, reader.reply_to, link_to(call, board, reader.play))}
    return to_players(call, letters, lambda: write.to(player), readers)


@letters_of.register
def of_removal(removed: Removed, call: Call) -> list[Letter]:
    """To the players and the watchers of a board that is gone."""
    board, what = removed.board, (removed.turn, removed.comment, removed.intervention)
    letter = removed_letter(board, *what)
    letters = {player: removed_letter(board, *what, player, removed.earlier.get(player)) for player in board.players}
    watchers = [watcher for watcher in removed.watchers if watcher not in letters]
    letters |= dict.fromkeys(watchers, letter)
    told = {watcher: removed.earlier[watcher] for watcher in watchers if watcher in removed.earlier}
    letters |= {watcher: removed_letter(board, *what, earlier=earlier) for watcher, earlier in told.items()}
    readers = answering_chat(call, board, call.work.readers.of(letters).values())
    readers |= ending(call, Kind.WATCHING, [readers[watcher] for watcher in watchers], board)
    return to_players(call, letters, lambda: letter, readers)


@letters_of.register
def of_reminder(reminded: Reminded, call: Call) -> list[Letter]:
    """To each player who has been reminded."""
    board = reminded.board
    news = BoardNews("nag", intervention=reminded.intervention)
    usual = BoardLetters(board, news, call.server, call.at)
    readers = answering_board(call, board, call.work.readers.of(reminded.players).values())
    write = {
        player: BoardLetters(board, with_earlier(news, earlier), call.server, call.at)
        for player, earlier in reminded.earlier.items()
    }
    letters = {
        player: write.get(player, usual).to(player, reader.zone, reader.reply_to, link_to(call, board, reader.play))
        for player, reader in readers.items()
    }
    return to_players(call, letters, readers=readers)


@letters_of.register
def of_submitted(submitted: Submitted, call: Call) -> list[Letter]:
    """To the player who has submitted a move."""
    player, ahead, news = submitted.player, submitted.ahead, submitted.news
    reply_to = address_to_say_yes(call, submitted.board, player, submitted.move, Answer.SUBMITTED)
    write = BoardLetters(ahead, news, call.server, call.at)
    return to_players(call, {player: write.to(player, reply_to=reply_to)}, instead=lambda: write.to(player))


@letters_of.register
def of_preview(previewed: Previewed, call: Call) -> list[Letter]:
    """To who has asked."""
    return [to_sender(call, board_letter(previewed.ahead, None, previewed.news, call.server, call.at))]


@letters_of.register
def of_analysis(analysed: Analysed, call: Call) -> list[Letter]:
    """To the player, who sees own hidden things."""
    player = analysed.player
    return to_players(call, {player: board_letter(analysed.ahead, player, analysed.news, call.server, call.at)})


@letters_of.register
def of_record(recorded: Recorded, call: Call) -> list[Letter]:
    """To who has asked."""
    # Imported by those few who ask for one: to write a record needs all that can read it again.
    from pbmserv.commands.writing.game_file import attached_game_file
    from pbmserv.commands.writing.picture import attached_picture
    from pbmserv.letters.record import record_letter

    pictures = attached_picture(recorded.board, call.sender.signed_in)
    return [to_sender(call, record_letter(recorded.board, (*attached_game_file(recorded.board), *pictures)))]


@letters_of.register
def of_shown_boards(shown: BoardsShown, call: Call) -> list[Letter]:
    """To who has asked, each board in a letter of its own, as many as there is room and time for."""
    letters: list[Letter] = []
    missing: list[str] = []
    zone = asker_as_reader(call).zone
    room = AnswerRoom(call)
    left = len(shown.boards) + shown.left_out
    for each in shown.boards:
        if letters and (call.visit.patience.is_over or room.is_used_up):
            break
        left -= 1
        if isinstance(each, str):
            missing.append(each)
            continue
        asker = asker_answering(call, each.board, each.then)
        write = BoardLetters(each.board, each.news, call.server, call.at, each.then)
        link = link_to(call, each.board, asker.play if asker else "")
        letter = write.to(shown.viewer, zone, asker.reply_to if asker else None, link)
        letters.append(replace(letter, pictures=len(shown.boards) <= MOST_WITH_PICTURES))
        room.add(letters[-1:])
    if left:
        too = "is too much" if room.is_used_up else "takes too long"
        missing.append(f"The rest {too} for one letter: ask again for the last {left}.")
    if missing:
        sentences = wrapped("\n".join(dict.fromkeys(missing)))
        letters[-1] = replace(letters[-1], text=in_one([letters[-1].text, f"{sentences}\n"]))
    return [to_sender(call, letter) for letter in letters]


@letters_of.register
def of_boards_of_a_player(found: BoardsOf, call: Call) -> list[Letter]:
    """To who has asked: a list, and below it the boards, as many as there is room and time for."""
    texts = [list_of_boards(found.lines, found.more, call)]
    zone = asker_as_reader(call).zone
    for board in found.boards:
        drawn = board_letter(board, None, SHOWN, call.server, call.at, zone).text if board else ""
        if sum(map(len, texts)) + len(drawn) > MOST_CHARACTERS or call.visit.patience.is_over:
            break
        texts.append(drawn)
    if left := found.lines[len(texts) - 1 :]:
        texts.append(_left_out(left))
    return [to_sender(call, Letter(f"Boards of {found.player.userid}", in_one(texts)))]


def link_to(call: Call, board: Board, play: str = "") -> str:
    """The address of a board for browsers, to which its letters lead; empty where the server has no page.

    With the token `play`, its reader can play there without a password.
    """
    token = f"?{PLAY_PARAMETER}={play}" if play else ""
    return f"{call.web_url}/{board.game.word}/{board.number}{token}" if call.web_url else ""


def _left_out(lines: Sequence[Line]) -> str:
    by_game: dict[str, list[str]] = {}
    for line in lines:
        by_game.setdefault(line.game, []).append(str(line.number))
    commands = [f"{game} show {' '.join(numbers[:MOST_BOARDS])}" for game, numbers in by_game.items()]
    return text_of("left_out", commands=commands)
