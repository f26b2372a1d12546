"""Asking who is named as the sender of a letter whether it is theirs, before anything is started in their name.

Who has to be asked is whoever gives no password, in a letter of which neither the envelope nor our mail server says
that it is from there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pbmserv.commands import questions
from pbmserv.commands.budgets import check_code
from pbmserv.commands.call import Call
from pbmserv.play.board import Player

CHALLENGE = "challenge"
"""The purpose of codes that start a game."""

CODE_DAYS = 7


def ask(call: Call, player: Player, command: str, what: Mapping[str, Any]) -> None:
    """Ask a player whether the challenge in this letter is theirs: `command` as it is shown, `what` as it is kept.

    Raises `OverBudget`.
    """
    address = call.sender.address or ""
    check_code(call, address)
    call.work.players.drop_old_codes(player, CHALLENGE, call.at)
    call.answer(
        questions.ask(
            call,
            player,
            CHALLENGE,
            json.dumps({"address": address, "comment": call.comment, **what}, default=sorted),
            call.at + timedelta(days=CODE_DAYS),
            "challenge_question",
            "Is this challenge yours?",
            address=address,
            game=call.rules.name,
            command=command,
            comment=call.comment,
            days=CODE_DAYS,
        )
    )
