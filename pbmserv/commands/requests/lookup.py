"""Lookup of players by name, and messages about unknown names and boards."""

from __future__ import annotations

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.words import MASK, either
from pbmserv.play.board import Player, Status


def known_player(call: Call, userid: str) -> Player:
    found = call.work.players.named([userid])
    if not found:
        raise Refusal(no_player(call, userid))
    return next(iter(found.values()))


def no_player(call: Call, userid: str) -> str:
    """The message about an unknown name, with suggestions, if it may be quoted."""
    if call.line is not None and not Quoting(call, call.line).shows(userid):
        return Message(
            "There is no player called {player} here (what may be a password is not repeated).", player=MASK
        )
    # Imported here, since most names are known.
    from pbmserv.storage.directory import near_names

    near = near_names(call.work.connection, userid)
    if not near:
        return Message("There is no player called {player} here.", player=userid)
    return Message(
        "There is no player called {player} here. Did you mean {others}?", player=userid, others=either(near)
    )


def boards_meant(call: Call, number: int, userid: str) -> str:
    """Two sentences for a player who named another game than that of their board.

    Empty if they play on no board with this number, which `all show` tells everybody.
    """
    player = call.work.players.named([userid]).get(userid.lower())
    if player is None:
        return ""
    lines = call.work.listing.lines(numbers=[number], players=[player], status=Status.ACTIVE)
    titles = [f"{call.catalogue[line.game].name} Board {number}" for line in lines if line.game in call.catalogue]
    if not titles:
        return ""
    return Message("Did you mean {boards}? The first word of the command names the game.", boards=either(titles))
