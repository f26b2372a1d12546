"""The command that answers a question which was mailed to somebody; what it was about is known by its code."""

from __future__ import annotations

from collections.abc import Mapping

from pbmserv.commands.accounts import actions as accounts
from pbmserv.commands.leaving import actions as leaving
from pbmserv.commands.requests import proven_addresses
from pbmserv.commands.requests.command import Command
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import digest_of
from pbmserv.commands.requests.questions import Question
from pbmserv.commands.starting import challenges
from pbmserv.games.base import Refusal
from pbmserv.language.argument_types import Code, OneOf
from pbmserv.language.command_spec import Argument, ParsedArgs

QUESTIONS: Mapping[str, Question] = {
    proven_addresses.CONFIRM: Question(accounts.confirm_address, accounts.decline_address),
    challenges.CHALLENGE: Question(challenges.Challenge().carry_out_asked, challenges.decline),
    leaving.SIGNOFF: Question(leaving.confirm_leaving, leaving.stay, is_final=True),
}
"""All questions that are asked by mail, by their purposes."""


class Confirm(Command):
    """Answer a question that was mailed to you.

    It may be whether an address or a challenge is yours, or whether you want to leave. Just answer that letter with
    yes or no; to leave, the whole answer has to be the one word yes. Or write this command, with the code in the
    letter.
    """

    words = ("confirm",)
    arguments = (
        Argument("code", Code()),
        Argument("yes|no", OneOf("answer", "yes", "no"), optional=True),
    )
    about_account = True
    example = "confirm k3m8pwx2vq7rnt4ha"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        for purpose, question in QUESTIONS.items():
            code = call.work.codes.redeem(digest_of(given["code"]), purpose, call.at)
            if code is not None:
                answer = question.declined if given.get("yes|no") == "no" else question.confirmed
                return answer(call, code)
        raise Refusal("This code is not known, has been used already, or is too old.")
