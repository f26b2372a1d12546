"""In whose time zone times are shown."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, tzinfo

from pbmserv.commands.call import Call
from pbmserv.letters.times import zone_of
from pbmserv.play.board import Player
from pbmserv.store.players import TIMEZONE


def zones(call: Call, readers: Collection[Player]) -> dict[Player, tzinfo]:
    """The time zone of each of these readers: the one they have chosen, else UTC."""
    chosen = call.work.players.chosen(readers, TIMEZONE)
    return {reader: zone_of(chosen.get(reader)) for reader in readers}


def zone_of_asker(call: Call) -> tzinfo:
    """The time zone of whoever sent the command."""
    asker = call.asker
    return zones(call, [asker])[asker] if asker else UTC
