"""The letter about how much of a game a player wants."""

from __future__ import annotations

from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.recipients import to_players
from pbmserv.commands.starting.limits import LimitsTold
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.open_challenges import lines_of


def of_limits(told: LimitsTold, call: Call) -> list[Letter]:
    """To the player."""
    game, userid = told.game, told.player.userid
    subject = f"{game.name} limits of {userid}"
    facts: dict[str, Any] = {"wish": told.wish, "active": told.active, "waiting": lines_of(told.waiting)}
    first = told.waiting[0].number if told.waiting else None
    facts["is_matched"] = bool(told.wish.seeking) and not call.work.players.bots([told.player])
    letter = write("limits", subject, game=game, userid=userid, first=first, **facts)
    return to_players(call, {told.player: letter})
