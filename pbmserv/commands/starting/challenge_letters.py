"""Letters about a challenge whose sender is not certain."""

from __future__ import annotations

from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import question_letter
from pbmserv.commands.requests.recipients import to_sender
from pbmserv.commands.starting.challenges import NotChallenged
from pbmserv.commands.starting.forged_challenges import ChallengeAsked
from pbmserv.letters.letter import Letter, write


def of_challenge_asked(asked: ChallengeAsked, call: Call) -> list[Letter]:
    """To the address that the challenge seems to come from."""
    facts: dict[str, Any] = {
        "address": asked.address,
        "game": asked.game,
        "command": asked.command,
        "comment": asked.comment,
    }
    return [to_sender(call, question_letter(asked, call, "challenge_question", "Is this challenge yours?", facts))]


def of_challenge_declined(declined: NotChallenged, call: Call) -> list[Letter]:
    """To who has said so."""
    return [to_sender(call, write("not_challenged", "No game has been started", userid=declined.player.userid))]
