"""Commands that a letter offers: short ones to answer with, if its reader may answer it, and else whole ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.recipients import answering_as_player, to_players
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.page import ActionLink
from pbmserv.play.board import Player


class Offer(NamedTuple):
    """A command: the label of its button, and its words before and behind the player's name and password."""

    label: str
    before: str
    behind: str = ""

    def line(self, userid: str, can_reply: bool) -> str:
        """What to write: `hex limit none` in an answer, `hex limit alice PASSWORD none` as a Subject."""
        return " ".join(filter(None, [self.before, "" if can_reply else f"{userid} PASSWORD", self.behind]))


def write_offering(
    offers: Sequence[Offer],
    userid: str,
    can_reply: bool,
    template: str,
    subject: str,
    thread: str | None = None,
    says: str = "",
    **facts: Any,
) -> Letter:
    """A letter that offers commands to a player; its template has their lines as `offered`."""
    return write(
        template,
        subject,
        thread,
        [ActionLink(offer.label, offer.line(userid, can_reply)) for offer in offers] if can_reply else (),
        says,
        userid=userid,
        can_reply=can_reply,
        offered=[offer.line(userid, can_reply) for offer in offers],
        **facts,
    )


def to_player_offering(
    call: Call, player: Player, offers: Sequence[Offer], template: str, subject: str, **facts: Any
) -> list[Letter]:
    """Such a letter to a player. From elsewhere than their addresses it cannot be answered."""
    readers = answering_as_player(call, call.work.recipients.of([player]))

    def letter(can_reply: bool) -> Letter:
        return write_offering(offers, player.userid, can_reply, template, subject, **facts)

    reader = readers[player]
    own = letter(can_reply=reader.reply_to is not None and bool(reader.addresses))
    return to_players(call, {player: own}, lambda: letter(can_reply=False), readers)
