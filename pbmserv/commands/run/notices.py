"""Answers to letters that ask for nothing, as help pages and receipts, and those to any that ask for leaving."""

from __future__ import annotations

import re
from contextlib import suppress

from pbmserv.commands.accounts.first_game import game_asked, weakest_bot
from pbmserv.commands.help.actions import is_subject, page
from pbmserv.commands.leaving.by_answer import ask_all_but_one, watched
from pbmserv.commands.requests.budgets import note_has_answered
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.asking_back import AnsweredInstead
from pbmserv.commands.run.commands_in_own_words import texts_in
from pbmserv.commands.run.meant_moves import ask_about_the_only_move
from pbmserv.commands.run.nothing_asked import Why, what_can_be_answered, why_nothing_is_asked
from pbmserv.commands.run.parser import CommandFields
from pbmserv.commands.run.refusals import INTRODUCED, introduction, invites_a_friend, is_stranger, wants_to_play
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.command_spec import Claim
from pbmserv.language.words import Misspelt, NoWords
from pbmserv.letters.subjects import FORGOTTEN, HELP, SEVERAL, subject_of_ours
from pbmserv.play.board import Player
from pbmserv.play.games_in_sentences import games_named
from pbmserv.play.wishes import wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.storage.invitations import Invitation
from pbmserv.storage.players import folded
from pbmserv.storage.tokens import Answering

_MOST_WORDS_OF_SUBJECT = 3
"""The longest name of a help page in words; more is a sentence."""


def leaving_asked(call: Call) -> CommandFields:
    """The question to each player whose address this is whether they leave."""
    return CommandFields("signoff", claim=Claim(ask_all_but_one(call).userid, None))


def without_letters(call: Call, answering: Answering) -> CommandFields:
    """The end of the letters about a board that somebody only watches; else the question whether they leave."""
    claim = Claim(answering.player.userid, None)
    if board := watched(call, answering):
        return CommandFields("unsubscribe", (str(board[1]),), board[0], claim=claim)
    return CommandFields("signoff", claim=claim)


def first_game_asked(call: Call, reply: Reply, player: Player) -> CommandFields:
    """The game with the server that the answer to a welcome names; else a help page."""
    game = game_asked(call.catalogue, reply.line)
    bot = weakest_bot(call, game) if game else ""
    if game is None or not bot:
        fields = help_asked(call, reply)
        if fields.values or not reply.line.strip() or wish_in(reply.line) is Wish.RULES or call.mail.unanswered:
            return fields
        raise AnsweredInstead(lambda later: what_can_be_answered(later, reply))
    return CommandFields("challenge", (player.userid, bot), game.word)


def help_asked(call: Call, reply: Reply) -> CommandFields:
    words = re.findall(r"[\w-]+", reply.line.lower().removeprefix("help "))
    if named := dict.fromkeys(each.word for each in games_named(reply.line, call.catalogue)):
        return CommandFields("help", tuple(named))
    if 0 < len(words) <= _MOST_WORDS_OF_SUBJECT and is_subject(words, call.catalogue, call.commands):
        with suppress(Refusal):
            page(words, call.catalogue, call.commands)
            return CommandFields("help", tuple(words))
    is_said = why_nothing_is_asked(reply) not in {Why.UNCLEAR, Why.EMPTY}
    is_said = is_said and not (reply.tells_of_absence or call.mail.unanswered)
    _ask_about_a_move(call, reply)
    if is_said and not is_stranger(call):
        # Whoever says thanks wants no help page.
        raise AnsweredInstead(lambda later: what_can_be_answered(later, reply))
    return CommandFields("help")


def answer_to_notice(call: Call, reply: Reply) -> CommandFields:
    """What answers a letter that asks for nothing, or goes to another address."""
    subject = subject_of_ours(reply.subject, call.catalogue, in_an_answer=True)
    if subject in HELP:
        return help_asked(call, reply)
    if subject == FORGOTTEN:
        # What is answered to this may be the new password: it is not quoted.
        raise NoWords(
            Message(
                "Your answer did not go to the address that this letter asks for (Reply-To), so no password has been"
                " set, and what you wrote is not quoted here. Answer the letter itself, or write a letter to {server}"
                " with the Subject that stands in it, and with your new password in place of NEW.",
                server=call.server,
            )
        )
    if subject in SEVERAL:
        raise Misspelt(
            "It is not clear who you are: your answer did not go to the address that this letter asks for (Reply-To)."
            " Answer the letter itself, or write the whole command as the Subject."
        )
    if call.mail.unanswered or reply.tells_of_absence:
        raise Misspelt("This is the Subject of a letter of ours. An answer to it needs a command as its Subject.")
    _ask_about_a_move(call, reply)
    raise AnsweredInstead(lambda later: what_can_be_answered(later, reply))


def _ask_about_a_move(call: Call, reply: Reply) -> None:
    """Ask about a move that needs no board to be named, as only one waits for it."""
    players = call.principal.at_address
    if len(players) == 1 and not (reply.tells_of_absence or call.mail.unanswered):
        ask_about_the_only_move(call, next(iter(players)), reply.line, reply.subject)


def another_game_wanted(
    call: Call, reply: Reply, invitation: Invitation, answer: str | None
) -> AnsweredInstead | None:
    """What asks about the game with a friend that answers the offer of a first game, as one in a first mail."""
    if not is_stranger(call) or call.mail.unanswered or reply.tells_of_absence:
        return None
    texts = list(texts_in(call, reply))
    is_named = answer in call.catalogue
    if not (invites_a_friend(call, texts) if is_named else answer is None and wants_to_play(call, texts)):
        return None
    offered = call.catalogue.get(invitation.game)

    def asked_about(later: Call) -> Outcome:
        if not later.mail.reads_only:
            note_has_answered(later, folded(later.credential.address or ""), INTRODUCED)
        return introduction(later, reply.line, texts=texts, offered=offered)

    return AnsweredInstead(asked_about)


def offer_is_over(reply: Reply) -> AnsweredInstead:
    """What is told of an answer to the offer of a first game that has been taken, or is too old."""
    return AnsweredInstead(lambda call: what_can_be_answered(call, reply, Why.OVER))
