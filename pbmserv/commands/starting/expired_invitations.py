"""Invitations by mail address that nobody has answered: who has invited is told, once, and addresses are forgotten.

The letter says neither who was invited nor who of several has answered: whether an address has been written to at
all, or belongs to a player, is nobody's business.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.starting.invitations import DAYS
from pbmserv.games.base import Game
from pbmserv.play.board import Player


class InvitationLapsed(Outcome, frozen=True):
    """An invitation has not been answered; those who had said yes, where there were several, are told, too."""

    written_by = "starting.invitation_letters:of_lapse"

    inviter: Player | None
    game: Game[object]
    invited_at: datetime
    guests: int
    others: tuple[Player, ...]


def lapse_invitation(call: Call, row: int) -> bool:
    """Have the invitation in that row lapse; gives whether it was still there, and its time was over."""
    invitation = call.work.invitations.take_lapsed(row, call.at)
    if invitation is None:
        return False
    call.work.invitations.end([invitation])
    if invitation.game in call.catalogue:
        call.outcomes.append(
            InvitationLapsed(
                invitation.inviter,
                call.catalogue[invitation.game],
                invitation.expires_at - timedelta(days=DAYS),
                len(invitation.guests),
                tuple(each.player for each in invitation.guests if each.player),
            )
        )
    return True
