"""Leaving by an answer to a letter: STOP, unsubscribe, please remove me."""

from __future__ import annotations

from pbmserv.commands.leaving.actions import SIGNOFF, ask
from pbmserv.commands.requests.budgets import answer_nothing, has_had_enough
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.reply import Reply
from pbmserv.games.base import Refusal
from pbmserv.play.board import Player
from pbmserv.play.yes_and_no import asks_to_stop, words_in
from pbmserv.storage.tokens import Answering, Kind

_GIVES_UP = frozenset({"quit", "leave"})
"""Words of who may mean the game alone."""


def says_stop(text: str) -> bool:
    """Whether a text says STOP, unsubscribe, or please remove me, and nothing else."""
    return asks_to_stop(text) and "?" not in text and _GIVES_UP.isdisjoint(words_in(text))


def wants_no_letters(reply: Reply) -> bool:
    """Whether an answer says so in its text, or has no text and says so in its Subject."""
    return says_stop(f"{reply.line} {reply.body}" if reply.line or reply.body else reply.subject)


def ask_all_but_one(call: Call) -> Player:
    """Ask the players whose address this is whether they leave; return the one who is still to be asked.

    Anybody may have written it in their name: who has been asked often enough is not asked again, nor answered.
    """
    to_ask = [each for each in call.principal.at_address if not has_had_enough(call, each.userid, SIGNOFF)]
    if not to_ask:
        answer_nothing(call, "questions whether to leave")
        raise Refusal("You have been asked today whether you want to leave: answer one of those letters.")
    first, *others = to_ask
    call.outcomes.extend(ask(call, player) for player in others)
    call.principal.replier = first
    return first


def watched(call: Call, answering: Answering) -> tuple[str, int] | None:
    """The board of the answered letter, game and number, if its reader only watches it."""
    named = None if answering.kind in {Kind.MESSAGE, Kind.DIGEST} else call.work.boards.named(answering.about)
    if named is None or named[0] not in call.catalogue:
        return None
    return named if answering.player in call.work.watching.who(*named) else None
