"""Asking who is named as the sender of a letter whether it is theirs, before anything is started in their name.

Who has to be asked is whoever gives no password, in a letter of which neither the envelope nor our mail server says
that it is from there. The answer is a code, which Confirm takes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pbmserv.commands.budgets import check_code, note_answered
from pbmserv.commands.call import Call
from pbmserv.commands.passwords import digest_of, new_code
from pbmserv.letters.letter import write
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
    code = new_code()
    kept = json.dumps({"address": address, "comment": call.comment, **what}, default=sorted)
    call.work.players.add_code(digest_of(code), player, CHALLENGE, kept, call.at + timedelta(days=CODE_DAYS))
    call.answer(
        write(
            "challenge_question",
            f"confirm {code}",
            address=address,
            userid=player.userid,
            server=call.server,
            game=call.rules.name,
            code=code,
            command=command,
            comment=call.comment,
            days=CODE_DAYS,
        )
    )


def answered(call: Call, code: str) -> Mapping[str, Any] | None:
    """What somebody has been asked with this code, which is used up then; None if it is none of these.

    The player who was asked is known by it from now on, and what was in the letter is the comment again.
    """
    redeemed = call.work.players.redeem_code(digest_of(code), CHALLENGE, call.at)
    if redeemed is None:
        return None
    what: dict[str, Any] = json.loads(redeemed.subject)
    note_answered(call, what["address"])
    call.player, call.comment = redeemed.player, what["comment"]
    return what
