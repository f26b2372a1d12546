"""Whoever sent the command, as the reader of what answers it."""

from __future__ import annotations

from pbmserv.commands.requests.context import Call
from pbmserv.storage.readers import Reader, reader_of
from pbmserv.storage.replies import NOBODY


def asker_as_reader(call: Call) -> Reader:
    """Whoever sent the command, at the address that it came from; a stranger has chosen nothing."""
    player = call.asker or NOBODY
    addresses = (call.sender.address,) if call.sender.address else ()
    # Mostly these settings have been read already, and then nothing is asked for.
    settings = call.work.players.settings([player])[player] if player != NOBODY else {}
    return reader_of(player, addresses, settings)
