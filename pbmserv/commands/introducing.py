"""What somebody gets to read who writes to the server as to a person, and has not signed up: what this is."""

from __future__ import annotations

from pbmserv.commands.call import Call
from pbmserv.commands.reply_to import with_help_to_answer
from pbmserv.letters.letter import Letter, write

SUBJECT = "Help for pbmserv"


def is_stranger(call: Call) -> bool:
    """Whether a letter surely comes from an address that belongs to no player."""
    return not call.sender.is_operator and call.sender.vouched_for and not call.at_address


def introduction(call: Call) -> Letter:
    """The letter that tells what the server is, and how to begin. It quotes nothing of what it answers."""
    names = [game.name for game in call.catalogue.values()]
    return with_help_to_answer(call, write("introduction", SUBJECT, server=call.server, games=names))
