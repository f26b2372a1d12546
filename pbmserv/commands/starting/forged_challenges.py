"""Asking who is named as the sender of a letter whether it is theirs, before anything is started in their name.

Who has to be asked is whoever gives no password, in a letter of which neither the envelope nor our mail server says
that it is from there.
"""

from __future__ import annotations

import json
from datetime import timedelta

from pbmserv.commands.requests.budgets import check_code
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import ConfirmationRequested
from pbmserv.commands.requests.questions import new_question
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.play.board import Player
from pbmserv.stored_names import document_of

CHALLENGE = "challenge"
"""The purpose of codes that start a game."""

CODE_DAYS = 7


class ChallengeAsked(ConfirmationRequested, frozen=True):
    """A player is asked whether a challenge is theirs that came in a letter from this address."""

    written_by = "starting.letters:of_challenge_asked"

    address: str
    game: str
    command: str
    comment: str


def ask(call: Call, player: Player, command: str, given: ParsedArgs) -> ChallengeAsked:
    """Ask a player whether the challenge in this letter is theirs: `command` as it is shown, `given` with it.

    Raises `OverBudget`.
    """
    address = call.credential.address or ""
    check_code(call, address)
    call.work.codes.drop_old(player, CHALLENGE, call.at)
    about = {"address": address, "comment": call.comment, "game": call.rules.word, "given": document_of(given)}
    code = new_question(call, player, CHALLENGE, json.dumps(about), call.at + timedelta(days=CODE_DAYS))
    return ChallengeAsked(player, code, CODE_DAYS, address, call.rules.name, command, call.comment)
