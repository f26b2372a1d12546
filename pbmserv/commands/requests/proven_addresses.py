"""When an address is known to be a player's: by a code that was sent there, or by what the player does from there."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pbmserv.commands.requests.budgets import note_answered
from pbmserv.commands.requests.context import Call
from pbmserv.play.board import Player
from pbmserv.storage.players import key_of

CONFIRM = "confirm"
"""What the codes are for by which addresses are confirmed."""


def is_shown(call: Call) -> bool:
    """Whether a mail comes from the address in From by what its envelope says, or our mail server has found."""
    return call.sender.is_envelope or (call.proves_senders and call.sender.proven)


def confirm_by_use(call: Call, player: Player, address: str) -> None:
    """Confirm an address of a player that waits for it: the player has written from there, or read a letter there."""
    if call.work.addresses.waits(address, player):
        about = [json.loads(each) for each in codes_for(call, player, address).values()]
        confirm_address_of(call, player, address, [old for each in about for old in each["replaces"]])


def confirm_address_of(call: Call, player: Player, address: str, replaced: Sequence[str]) -> None:
    """Have letters for a player go to an address, and none to those that it has replaced."""
    # An address may have been sent several codes: any of them does it all.
    call.work.codes.drop(codes_for(call, player, address))
    note_answered(call, address)
    call.work.addresses.add(player, [address], confirmed_at=call.at)
    call.work.addresses.remove(player, replaced)


def codes_for(call: Call, player: Player, address: str) -> dict[str, str]:
    """What the player's codes for this address are for, by their digests."""
    codes = call.work.codes.of(player, CONFIRM)
    return {
        digest: code.subject
        for digest, code in codes.items()
        if key_of(json.loads(code.subject)["address"]) == key_of(address)
    }
