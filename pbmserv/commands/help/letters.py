"""The letter with a help page."""

from __future__ import annotations

from pbmserv.commands.help.actions import HelpShown
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.recipients import to_sender, with_help_to_answer
from pbmserv.letters.letter import Letter
from pbmserv.letters.paragraphs import fitted


def of_help(shown: HelpShown, call: Call) -> list[Letter]:
    """To who has asked."""
    return [to_sender(call, with_help_to_answer(call, Letter(shown.title, fitted(shown.text))))]
