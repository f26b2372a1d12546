"""Whoever sent the command, as the reader of what answers it."""

from __future__ import annotations

from pbmserv.commands.requests.context import Call
from pbmserv.storage.recipients import Recipient, recipient_of
from pbmserv.storage.tokens import NOBODY


def asker_as_reader(call: Call) -> Recipient:
    """Whoever sent the command, at the address that it came from; a stranger has chosen nothing."""
    player = call.principal.asker or NOBODY
    addresses = (call.credential.address,) if call.credential.address else ()
    # Mostly these settings have been read already, and then nothing is asked for.
    settings = call.work.players.settings([player])[player] if player != NOBODY else {}
    return recipient_of(player, addresses, settings)
