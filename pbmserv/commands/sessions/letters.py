"""The letter with a link that signs its reader in."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.recipients import only_to
from pbmserv.commands.sessions.links import LinkSent
from pbmserv.letters.letter import Letter, write


def of_link(sent: LinkSent, call: Call) -> list[Letter]:
    """To the player, who alone is to have it."""
    player = sent.player
    letter = write("sign_in_link", "Your sign-in link", userid=player.userid, address=sent.address)
    return only_to(call, player, replace(letter, only_mailed=True))
