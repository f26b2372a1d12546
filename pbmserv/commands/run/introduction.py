"""What somebody is told who writes to the server as to a person, and has not signed up: what this is."""

from __future__ import annotations

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome


class Introduced(Outcome, frozen=True):
    """What the server is, and which games are played here. Nothing is quoted of what this answers."""

    written_by = "run.letters:of_introduction"

    games: tuple[str, ...]


def is_stranger(call: Call) -> bool:
    """Whether a letter surely comes from an address that belongs to no player."""
    return not call.sender.is_operator and call.sender.vouched_for and not call.at_address


def introduction(call: Call) -> Introduced:
    """What a stranger is told."""
    return Introduced(tuple(game.name for game in call.catalogue.values()))
