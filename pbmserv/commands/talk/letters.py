from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.list_unsubscribe import Kind, ending
from pbmserv.commands.requests.recipients import answering_author, answering_chat, to_players, to_reader
from pbmserv.commands.talk.actions import BroadcastSent, Chatted, MessageSent
from pbmserv.commands.talk.reporting import Reported
from pbmserv.games.message import Message
from pbmserv.letters.board import thread_of
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.page import ActionLink
from pbmserv.play.view import may_be_played_again


def of_chat(chatted: Chatted, call: Call) -> list[Letter]:
    """To all recipients of the board's letters, including the author."""
    board, author = chatted.board, chatted.author
    readers = call.work.recipients.of([reader for reader in chatted.readers if reader not in chatted.held])
    readers |= answering_chat(call, board, readers.values(), author)
    readers |= ending(
        call, Kind.WATCHING, [readers[each] for each in chatted.only_watching if each in readers], board
    )
    again = board.players if may_be_played_again(board) else ()
    letters = {
        player: _words(
            "talk/chat",
            board.title,
            thread=thread_of(board),
            says="Your words" if player == author else "Chat",
            board=board,
            author=author.userid,
            reader=player.userid,
            words=chatted.words,
            earlier=chatted.earlier.get(player),
            server=call.server,
            can_reply=reader.reply_to is not None,
            may_rematch=reader.reply_to is not None and player in again,
        )
        for player, reader in readers.items()
    }
    return to_players(call, letters, readers=readers)


def of_message(sent: MessageSent, call: Call) -> list[Letter]:
    """To the recipients, and a receipt to the author."""
    author, names = sent.author, [reader.userid for reader in sent.readers]
    readers = call.work.recipients.of(sent.readers)
    readers |= answering_author(call, author, [reader for player, reader in readers.items() if player != author])
    letters = {
        player: _words(
            "talk/message",
            Message("Message from {author}", author=author.userid),
            author=author.userid,
            reader=player.userid,
            readers=names,
            words=sent.words,
            server=call.server,
            can_reply=reader.reply_to is not None,
        )
        for player, reader in readers.items()
    }
    receipt = write(
        "talk/message_sent",
        "Your message",
        readers=names,
        unreached=sent.unreached,
        bots=sent.bots,
        apart=sent.apart,
        words=sent.words,
    )
    return [*to_players(call, letters, readers=readers), *to_players(call, {author: receipt})]


def of_broadcast(sent: BroadcastSent, call: Call) -> list[Letter]:
    """To everybody who wants broadcasts, and a receipt to the author."""
    readers = answering_author(call, sent.author, ending(call, Kind.BROADCASTS, sent.readers.values()).values())
    letter = {can_reply: _broadcast(sent, call, can_reply) for can_reply in (True, False)}
    letters = [to_reader(reader, letter[reader.reply_to is not None]) for reader in readers.values()]
    receipt = write("talk/broadcast_sent", "Your broadcast", count=len(sent.readers), words=sent.words)
    return [*letters, *to_players(call, {sent.author: receipt})]


def of_report(reported: Reported, call: Call) -> list[Letter]:
    letter = write(
        "talk/reported",
        "Your report",
        userid=reported.player.userid,
        author=reported.remark.author.userid,
        board=reported.board.title,
        words=reported.remark.words,
        server=call.server,
    )
    return to_players(call, {reported.player: letter})


def _words(template: str, subject: str, thread: str | None = None, **facts: Any) -> Letter:
    may_answer = facts["can_reply"] and facts.get("reader") != facts["author"]
    offers = [ActionLink("Answer", "")] if may_answer else []
    if facts.get("may_rematch"):
        offers.append(ActionLink("Rematch", "rematch"))
    return replace(write(template, subject, thread, offers, **facts), words_first=True)


def _broadcast(sent: BroadcastSent, call: Call, can_reply: bool) -> Letter:
    letter = _words(
        "talk/broadcast",
        Message("Broadcast from {author}", author=sent.author.userid),
        author=sent.author.userid,
        words=sent.words,
        server=call.server,
        can_reply=can_reply,
    )
    offers = (*letter.body.offers, ActionLink("No letters to all", "change broadcasts off")) if letter.body else ()
    body = replace(letter.body, offers=offers) if letter.body and can_reply else letter.body
    return replace(letter, unasked=True, body=body)
