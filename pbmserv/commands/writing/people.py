"""Letters about being a player, and from player to player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbmserv.commands.accounts.actions import (
    AddressAsked,
    AddressConfirmed,
    AddressDeclined,
    AddressesTold,
    PasswordChanged,
    SignedUp,
)
from pbmserv.commands.accounts.forgotten_password import Forgotten
from pbmserv.commands.help.actions import HelpShown
from pbmserv.commands.leaving.actions import LeavingAsked, Left, Stayed
from pbmserv.commands.playing.bots import opponents
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.list_unsubscribe import Kind, ending
from pbmserv.commands.requests.outcome import Asked
from pbmserv.commands.requests.reply_tokens import answering_author, answering_chat, with_help_to_answer
from pbmserv.commands.run.introduction import Introduced
from pbmserv.commands.sessions.links import LinkSent
from pbmserv.commands.starting.challenges import NotChallenged
from pbmserv.commands.starting.forged_challenges import ChallengeAsked
from pbmserv.commands.talk.actions import BroadcastSent, Chatted, MessageSent
from pbmserv.commands.writing.addressing import only_to, to_address, to_players, to_reader, to_sender
from pbmserv.commands.writing.dispatch import letters_of
from pbmserv.letters.board import thread_of
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.paragraphs import fitted
from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.storage.readers import Reader

EXAMPLE = "trichet"
"""The game that newcomers are shown first, where it is installed."""


@letters_of.register
def of_signup(signed_up: SignedUp, call: Call) -> list[Letter]:
    """To the addresses that are asked, and a welcome to the new player, unless that is to wait for an answer."""
    player = signed_up.player
    example = EXAMPLE if EXAMPLE in call.catalogue else next(iter(call.catalogue))
    letter = write(
        "welcome",
        f"Welcome to pbmserv, {player.userid}",
        userid=player.userid,
        server=call.server,
        confirmed=signed_up.confirmed,
        waiting=[each.address for each in signed_up.asked],
        game=example,
        game_name=call.catalogue[example].name,
        bot=next((bot.userid for bot in opponents(call, call.catalogue[example])), ""),
    )
    if signed_up.by_operator:
        return to_players(call, {player: with_help_to_answer(call, letter)})
    questions = [letter for each in signed_up.asked for letter in of_asked_address(each, call)]
    if any(each.before_welcome for each in signed_up.asked):
        return questions
    return [*questions, to_sender(call, with_help_to_answer(call, letter))]


@letters_of.register
def of_asked_address(asked: AddressAsked, call: Call) -> list[Letter]:
    """To the address that is asked."""
    return [to_address(asked.address, _question(asked, call, "confirm", "Is this your address?"))]


@letters_of.register
def of_confirmed_address(confirmed: AddressConfirmed, call: Call) -> list[Letter]:
    """To who has confirmed it."""
    userid = confirmed.player.userid
    return [to_sender(call, write("confirmed", "Address confirmed", userid=userid, addresses=confirmed.addresses))]


@letters_of.register
def of_declined_address(declined: AddressDeclined, call: Call) -> list[Letter]:
    """To who has declined it."""
    userid = declined.player.userid
    return [to_sender(call, write("declined", "No letters for you", userid=userid, address=declined.address))]


@letters_of.register
def of_addresses(told: AddressesTold, call: Call) -> list[Letter]:
    """To the addresses that are asked, and to the player at those that there were."""
    letter = write(
        "addresses",
        "Your addresses",
        userid=told.player.userid,
        server=call.server,
        confirmed=told.confirmed,
        waiting=[each.address for each in told.asked],
        replaced=told.replaced,
        keeps_old=told.keeps_old,
    )
    reader = call.work.readers.of([told.player])[told.player]._replace(addresses=told.told_at)
    summary = to_players(call, {told.player: letter}, lambda: letter, {told.player: reader})
    return [*(letter for each in told.asked for letter in of_asked_address(each, call)), *summary]


@letters_of.register
def of_password(changed: PasswordChanged, call: Call) -> list[Letter]:
    """To the player."""
    player = changed.player
    letter = write("password", "Your password has been changed", userid=player.userid, server=call.server)
    return to_players(call, {player: letter}, instead=None if changed.by_operator else lambda: letter)


@letters_of.register
def of_forgotten_password(forgotten: Forgotten, call: Call) -> list[Letter]:
    """To who has asked, the same whether there is such a player or not; and a code to the player."""
    # The name is not repeated in it, since it may be a password.
    answer = to_sender(call, write("forgot", "Forgotten password"))
    player = forgotten.player
    if player is None:
        return [answer]
    subject = f"A new password for {player.userid}"
    letter = write("forgot_code", subject, userid=player.userid, server=call.server, code=forgotten.code)
    letter = replace(letter, only_mailed=True)
    letters = [to_address(forgotten.address, letter)] if forgotten.address else only_to(call, player, letter)
    if not letters and call.sender.vouched_for and call.has_address(player):
        # Letters have come back from there, but somebody has just written from it, and is answered there anyway.
        letters = [to_address(call.sender.address or "", letter)]
    return [answer, *letters]


@letters_of.register
def of_link(sent: LinkSent, call: Call) -> list[Letter]:
    """To the player, who alone is to have it."""
    player = sent.player
    letter = write("sign_in_link", "Your sign-in link", userid=player.userid, address=sent.address)
    return only_to(call, player, replace(letter, only_mailed=True))


@letters_of.register
def of_challenge_asked(asked: ChallengeAsked, call: Call) -> list[Letter]:
    """To the address that the challenge seems to come from."""
    facts: dict[str, Any] = {
        "address": asked.address,
        "game": asked.game,
        "command": asked.command,
        "comment": asked.comment,
    }
    return [to_sender(call, _question(asked, call, "challenge_question", "Is this challenge yours?", facts))]


@letters_of.register
def of_challenge_declined(declined: NotChallenged, call: Call) -> list[Letter]:
    """To who has said so."""
    return [to_sender(call, write("not_challenged", "No game has been started", userid=declined.player.userid))]


@letters_of.register
def of_leaving_asked(asked: LeavingAsked, call: Call) -> list[Letter]:
    """To the player's addresses, and a word of it to who has asked from elsewhere."""
    letter = _question(asked, call, "signoff", "Do you want to leave?")
    letters = only_to(call, asked.player, letter)
    if not letters:
        # Nobody else can be asked than who knows the password.
        return [to_sender(call, letter)]
    if any(each.answers for each in letters):
        return letters
    return [*letters, to_sender(call, write("signoff_asked", "Do you want to leave?", userid=asked.player.userid))]


@letters_of.register
def of_staying(stayed: Stayed, call: Call) -> list[Letter]:
    """To who has said so."""
    return [to_sender(call, write("stays", "You have not left", userid=stayed.player.userid))]


@letters_of.register
def of_leaving(left: Left, call: Call) -> list[Letter]:
    """To everybody else at the boards, and one to the player, the last."""
    outcomes = [*(outcome for _, outcome in left.given_up), *left.waiting]
    letters = [letter for outcome in outcomes for letter in letters_of(outcome, call)]
    reader = Reader(left.player, left.addresses)
    farewell = write(
        "farewell",
        f"Goodbye, {left.player.userid}",
        userid=left.player.userid,
        server=call.server,
        boards=[title for title, _ in left.given_up],
    )
    return [
        *(letter for letter in letters if letter.player not in {None, left.player}),
        *to_players(call, {left.player: farewell}, lambda: farewell, {left.player: reader}),
    ]


@letters_of.register
def of_chat(chatted: Chatted, call: Call) -> list[Letter]:
    """To all who get the letters of the board, the author among them."""
    board, author = chatted.board, chatted.author
    readers = call.work.readers.of([reader for reader in chatted.readers if reader not in chatted.held])
    # The author cannot answer it: a machine that answers whatever comes would go on with itself for ever.
    readers |= answering_chat(call, board, [reader for player, reader in readers.items() if player != author])
    readers |= ending(
        call, Kind.WATCHING, [readers[each] for each in chatted.only_watching if each in readers], board
    )
    letters = {
        player: _words(
            "chat",
            f"{board.game.name} chat {board.number} {author.userid}",
            thread=thread_of(board),
            board=board,
            author=author.userid,
            reader=player.userid,
            words=chatted.words,
            earlier=chatted.earlier.get(player),
            server=call.server,
            can_reply=reader.reply_to is not None,
        )
        for player, reader in readers.items()
    }
    return to_players(call, letters, readers=readers)


@letters_of.register
def of_message(sent: MessageSent, call: Call) -> list[Letter]:
    """To its readers, and a receipt to its author."""
    author, names = sent.author, [reader.userid for reader in sent.readers]
    readers = call.work.readers.of(sent.readers)
    readers |= answering_author(call, author, [reader for player, reader in readers.items() if player != author])
    letters = {
        player: _words(
            "message",
            f"Message from {author.userid}",
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
        "message_sent", "Your message", readers=names, unreached=sent.unreached, bots=sent.bots, words=sent.words
    )
    return [*to_players(call, letters, readers=readers), *to_players(call, {author: receipt})]


@letters_of.register
def of_broadcast(sent: BroadcastSent, call: Call) -> list[Letter]:
    """To all who want such letters, and a receipt to its author."""
    readers = answering_author(call, sent.author, ending(call, Kind.BROADCASTS, sent.readers.values()).values())
    letter = {can_reply: _broadcast(sent, call, can_reply) for can_reply in (True, False)}
    letters = [to_reader(reader, letter[reader.reply_to is not None]) for reader in readers.values()]
    receipt = write("broadcast_sent", "Your broadcast", count=len(sent.readers), words=sent.words)
    return [*letters, *to_players(call, {sent.author: receipt})]


@letters_of.register
def of_help(shown: HelpShown, call: Call) -> list[Letter]:
    """To who has asked."""
    return [to_sender(call, with_help_to_answer(call, Letter(shown.title, fitted(shown.text))))]


@letters_of.register
def of_introduction(introduced: Introduced, call: Call) -> list[Letter]:
    """To a stranger: what the server is, and how to begin."""
    letter = write("introduction", "Help for pbmserv", server=call.server, games=introduced.games)
    return [to_sender(call, with_help_to_answer(call, letter))]


def _words(template: str, subject: str, thread: str | None = None, **facts: Any) -> Letter:
    """A letter with what a player has written to others."""
    return replace(write(template, subject, thread, **facts), words_first=True)


def _question(
    asked: Asked, call: Call, template: str, subject: str, facts: Mapping[str, Any] | None = None
) -> Letter:
    """A letter that can just be answered with yes or no, or whose code comes back with a command."""
    known: dict[str, Any] = {
        "userid": asked.player.userid,
        "server": call.server,
        "code": asked.code,
        "days": asked.days,
    }
    letter = write(template, subject, **known, **(facts or {}))
    return replace(letter, reply_to=tagged_address(call.server, Tag.CODE, asked.code), only_mailed=True)


def _broadcast(sent: BroadcastSent, call: Call, can_reply: bool) -> Letter:
    letter = _words(
        "broadcast",
        f"Broadcast from {sent.author.userid}",
        author=sent.author.userid,
        words=sent.words,
        server=call.server,
        can_reply=can_reply,
    )
    return replace(letter, unasked=True)
