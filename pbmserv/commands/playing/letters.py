"""Letters about boards: what has happened on them, and which of these are not written, since readers want fewer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC

from pbmserv.commands.playing.actions import Submitted
from pbmserv.commands.playing.turns import SeatOffered
from pbmserv.commands.requests.blocking import authors_of, unheard
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import yes_or_no
from pbmserv.commands.requests.list_unsubscribe import Kind, ending
from pbmserv.commands.requests.outcome import BoardChanged, KeptSecretly, Reminded, Removed
from pbmserv.commands.requests.recipients import (
    address_to_say_yes,
    answering_board,
    answering_chat,
    answering_seat,
    is_read,
    link_to,
    to_players,
)
from pbmserv.letters.board import BoardLetters, removed_letter, thread_of
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Board, Player, in_sentence
from pbmserv.play.bot_tasks import bots_on
from pbmserv.play.bots import thinks_here
from pbmserv.play.letter_timing import (
    is_urgent,
    missed_quietly,
    notify_on_turn,
    tells_its_author,
    waits_for_next,
    with_earlier,
    with_missed,
    without_words_of,
)
from pbmserv.play.view import BoardNews
from pbmserv.storage.players import AT_TURNS
from pbmserv.storage.recipients import Recipient
from pbmserv.storage.tokens import Kind as Answer


def _held_back(
    call: Call, happened: BoardChanged, readers: Mapping[Player, Recipient], own_news: Mapping[Player, BoardNews]
) -> frozenset[Player]:
    """The players who are not told at once.

    The author of a mailed command is answered, see `_is_unconfirmed`; authors on a page or by program were answered
    there. Watchers have subscribed and are told.
    """
    held = []
    usually_waits = waits_for_next(happened.board, happened.news)
    for player in happened.players:
        news = own_news.get(player, happened.news)
        wants = readers[player].letters
        is_own = player == call.principal.player
        if player in happened.earlier:
            continue
        waits = usually_waits if news is happened.news else waits_for_next(happened.board, news)
        if waits and player not in happened.board.players_to_move:
            held.append(player)
            continue
        if not _is_answered_elsewhere(call, player) if is_own else wants is None:
            continue
        is_told = notify_on_turn if wants == AT_TURNS and not is_own else is_urgent
        if not is_told(player, happened.board, news):
            held.append(player)
    return frozenset(held)


def _is_answered_elsewhere(call: Call, player: Player) -> bool:
    """Whether a player was answered on a page or by a program."""
    return call.principal.signed_in == player


def _is_unconfirmed(call: Call, board: Board, news: BoardNews, reader: Recipient) -> bool:
    """Whether the reader's own mailed move brings no letter, since all went well.

    It does if they want none, or if a bot of this server moves next, whose move brings one at once: if that does not
    come, the clock writes. A move that came from elsewhere is always confirmed to the player's addresses.
    """
    player = reader.player
    if not call.credential.writes_mail or not call.principal.has_address(player):
        return False
    bots = bots_on(board)
    told_at_once = reader.letters is None or (reader.letters == AT_TURNS and len(board.players) == 2)
    bots_move = told_at_once and all(thinks_here(bots.get(each)) for each in board.players_to_move)
    return (bots_move or not reader.confirms) and not tells_its_author(player, board, news)


def _letters_for(
    call: Call, happened: BoardChanged, reader: Recipient, letters: BoardLetters, news: BoardNews
) -> BoardLetters:
    """The letters for a reader: the shared `letters`, unless there are other `news` for them, or earlier ones."""
    player = reader.player
    earlier = happened.earlier.get(player)
    news = with_earlier(news, earlier) if earlier else news
    plays = player != call.principal.player and player in happened.players
    wants_fewer = reader.letters is not None or missed_quietly(happened.board, player, happened.news)
    if plays and wants_fewer and happened.news.occasion == "turn":
        news = with_missed(happened.board, player, news)
    return letters if news is happened.news else BoardLetters(happened.board, news, call.server, call.at)


def _unheard_among(
    call: Call, news: BoardNews, readers: Mapping[Player, Recipient]
) -> Mapping[Player, frozenset[str]]:
    """Whose words in the news which readers do not get: asked only where anybody may have blocked anybody."""
    has_stranger = not authors_of(news.comments).issubset(player.userid for player in readers)
    may_be = has_stranger or any(reader.has_blocked for reader in readers.values())
    return unheard(call, news.comments, readers) if may_be else {}


def of_what_happened(happened: BoardChanged, call: Call) -> list[Letter]:
    """To all recipients of the board's letters."""
    board = happened.board
    readers = call.work.recipients.of([*happened.players, *happened.watchers, *happened.only_the_end])
    own_news = {
        player: without_words_of(happened.news, authors)
        for player, authors in _unheard_among(call, happened.news, readers).items()
    }
    if held := happened.held | _held_back(call, happened, readers, own_news):
        readers = {player: reader for player, reader in readers.items() if player not in held}
    playing = [each for each in happened.players if each in readers]
    watching = [each for each in happened.watchers if each in readers]
    readers |= answering_board(call, board, [readers[each] for each in (*playing, *watching)])
    readers |= ending(call, Kind.WATCHING, [readers[watcher] for watcher in watching], board)
    readers |= ending(call, Kind.ENDS, [readers[each] for each in happened.only_the_end], board)
    sender = readers.get(call.principal.player) if call.principal.player else None
    author = (
        sender if sender and sender.player in happened.players and sender.player not in happened.earlier else None
    )
    mails_answer = not (author and _is_unconfirmed(call, board, happened.news, author))
    write = BoardLetters(board, happened.news, call.server, call.at)
    letters = {
        player: _letters_for(call, happened, reader, write, own_news.get(player, happened.news)).to(
            player, reader.zone, reader.reply_to, link_to(call, board, reader.play), reader.language
        )
        for player, reader in readers.items()
        if is_read(call, reader, mails_answer)
    }
    zone = sender.zone if sender else UTC
    return to_players(call, letters, lambda: write.to(call.principal.player, zone), readers, mails_answer)


def of_what_was_chosen(chosen: KeptSecretly, call: Call) -> list[Letter]:
    """To the player alone."""
    board, player, news = chosen.board, chosen.player, chosen.news
    readers = answering_board(call, board, call.work.recipients.of([player]).values())
    write = BoardLetters(board, news, call.server, call.at)
    reader = readers[player]
    if _is_answered_elsewhere(call, player):
        return to_players(call, {}, lambda: write.to(player), {})
    mails_answer = not _is_unconfirmed(call, board, news, reader)
    letters = {}
    if is_read(call, reader, mails_answer):
        letters[player] = write.to(player, reader.zone, reader.reply_to, link_to(call, board, reader.play))
    return to_players(call, letters, lambda: write.to(player), readers, mails_answer)


def of_removal(removed: Removed, call: Call) -> list[Letter]:
    """To the players and watchers of a removed board."""
    board, turn, earlier = removed.board, removed.turn, removed.earlier
    watchers = [watcher for watcher in removed.watchers if watcher not in board.players]
    words = [(turn.by.userid, removed.comment)] if turn.by and removed.comment else []
    deaf = unheard(call, words, [*board.players, *watchers])
    readers = answering_chat(call, board, call.work.recipients.of([*board.players, *watchers]).values())
    readers |= ending(call, Kind.WATCHING, [readers[watcher] for watcher in watchers], board)

    def write(reader: Player, player: Player | None) -> Letter:
        comment = "" if reader in deaf else removed.comment
        can_reply = player in readers and readers[player].reply_to is not None
        return removed_letter(board, turn, comment, removed.intervention, player, earlier.get(reader), can_reply)

    letter = removed_letter(board, turn, removed.comment, removed.intervention)
    letters = {player: write(player, player) for player in board.players}
    letters |= {each: write(each, None) if each in deaf or each in earlier else letter for each in watchers}
    return to_players(call, letters, lambda: letter, readers)


def of_reminder(reminded: Reminded, call: Call) -> list[Letter]:
    board, news = reminded.board, reminded.news
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
    player, ahead, news = submitted.player, submitted.ahead, submitted.news
    reply_to = address_to_say_yes(call, submitted.board, player, submitted.move, Answer.SUBMITTED)
    write = BoardLetters(ahead, news, call.server, call.at)
    return to_players(call, {player: write.to(player, reply_to=reply_to)}, instead=lambda: write.to(player))


def of_offer(offered: SeatOffered, call: Call) -> list[Letter]:
    board, to = offered.board, offered.to
    readers = answering_seat(call, board, call.work.recipients.of([to]).values())
    letter = write(
        "playing/seat_offered",
        board.title,
        thread_of(board),
        yes_or_no("Yes, I play on", "No, thank you") if readers[to].reply_to else (),
        says="A seat for you",
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
