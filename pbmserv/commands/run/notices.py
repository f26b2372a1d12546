"""Answers to letters that ask for no answer: help pages, receipts, lists; and leaving, which any letter can be answered with."""

from __future__ import annotations

import re
from contextlib import suppress

from pbmserv.commands.accounts.first_game import game_asked, weakest_bot
from pbmserv.commands.help.actions import page
from pbmserv.commands.leaving.by_answer import ask_all_but_one, watched
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.parser import CommandFields
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.command_spec import Claim
from pbmserv.language.words import Misspelt, NoWords
from pbmserv.letters.subjects import FORGOTTEN, HELP, SEVERAL, subject_of_ours
from pbmserv.play.board import Player
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
        return help_asked(call, reply)
    return CommandFields("challenge", (player.userid, bot), game.word)


def help_asked(call: Call, reply: Reply) -> CommandFields:
    words = re.findall(r"[\w-]+", reply.line.lower().removeprefix("help "))
    if named := [word for word in dict.fromkeys(words) if word in call.catalogue]:
        return CommandFields("help", tuple(named))
    if 0 < len(words) <= _MOST_WORDS_OF_SUBJECT:
        with suppress(Refusal):
            page(words, call.catalogue, call.commands)
            return CommandFields("help", tuple(words))
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
                "A password is not set by an answer, and what you wrote is not quoted here. Write a letter to"
                " {server} with the Subject that stands in the letter which you have answered, and with your new"
                " password in place of NEW.",
                server=call.server,
            )
        )
    if subject in SEVERAL:
        raise Misspelt(
            "It is not clear who you are: your answer did not go to the address that this letter asks for (Reply-To)."
            " Answer the letter itself, or write the whole command as the Subject."
        )
    raise Misspelt(
        "This is the Subject of a letter of ours. An answer to it needs a command as its Subject or in its first"
        " line: this letter either takes no other answer, or the answer did not go to the address that it asks for"
        " (Reply-To)."
    )
