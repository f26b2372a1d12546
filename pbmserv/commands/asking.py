"""Asking who is named as the sender of a letter whether it is theirs, before anything is started in their name.

Who has to be asked is whoever gives no password, in a letter of which neither the envelope nor our mail server says
that it is from there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pbmserv.commands.budgets import check_code
from pbmserv.commands.call import Call
from pbmserv.commands.outcome import Asked
from pbmserv.commands.questions import new_question
from pbmserv.play.board import Player

CHALLENGE = "challenge"
"""The purpose of codes that start a game."""

CODE_DAYS = 7


class ChallengeAsked(Asked):
    """A player is asked whether a challenge is theirs that came in a letter from this address."""

    address: str
    game: str
    command: str
    comment: str


def ask(call: Call, player: Player, command: str, what: Mapping[str, Any]) -> ChallengeAsked:
    """Ask a player whether the challenge in this letter is theirs: `command` as it is shown, `what` as it is kept.

    Raises `OverBudget`.
    """
    address = call.sender.address or ""
    check_code(call, address)
    call.work.codes.drop_old(player, CHALLENGE, call.at)
    about = json.dumps({"address": address, "comment": call.comment, **what}, default=sorted)
    code = new_question(call, player, CHALLENGE, about, call.at + timedelta(days=CODE_DAYS))
    return ChallengeAsked(player, code, CODE_DAYS, address, call.rules.name, command, call.comment)
