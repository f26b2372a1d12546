"""When an address is known to be a player's, and what an account may do before that: play with bots, and some others.

An address is confirmed by a code that was sent there, or by what the player does from there. Anybody can make any
number of accounts on a page. An account is confirmed by one address that is: by mail it has that from the beginning.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from pbmserv.commands.requests.budgets import note_answered
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Refusal
from pbmserv.play.board import Player
from pbmserv.play.bots import thinks_here
from pbmserv.storage.players import key_of

if TYPE_CHECKING:
    from pbmserv.commands.requests.outcome import Outcome

CONFIRM = "confirm"
"""What the codes are for by which addresses are confirmed."""


def is_shown(call: Call) -> bool:
    """Whether a mail comes from the address in From by what its envelope says, or our mail server has found."""
    return call.credential.is_envelope or (call.setup.proves_senders and call.credential.proven)


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
    remove_addresses(call, player, replaced)


def remove_addresses(call: Call, player: Player, addresses: Collection[str]) -> None:
    """Take addresses away from a player, and what was mailed to get in with: it may have come to one of these."""
    if addresses:
        call.work.addresses.remove(player, addresses)
        call.work.codes.forget(player, but=call.work.codes.of(player, CONFIRM))
        call.work.web_links.forget(player)


def codes_for(call: Call, player: Player, address: str) -> dict[str, str]:
    """What the player's codes for this address are for, by their digests."""
    codes = call.work.codes.of(player, CONFIRM)
    return {
        digest: code.subject
        for digest, code in codes.items()
        if key_of(json.loads(code.subject)["address"]) == key_of(address)
    }


FEW_BOARDS = 5
"""On how many boards at the same time an account plays that is not confirmed."""


class NotConfirmed(Refusal):
    """An account has to have a confirmed address for this."""


def unconfirmed(call: Call, players: Iterable[Player]) -> set[Player]:
    """Those of these players who have no confirmed address; the server's own bots need none."""
    asked = dict.fromkeys(players)
    writes_from_there = set(call.principal.at_address) if call.credential.writes_mail else set()
    found = call.work.addresses.without_confirmed([player for player in asked if player not in writes_from_there])
    if not found:
        return found
    bots = call.work.players.bots(found)
    return {player for player in found if not thinks_here(bots.get(player))}


def why_not_confirmed(call: Call, player: Player) -> str:
    """What an account is told that is not confirmed: what it can do, and how it is confirmed."""
    waiting = [each.address for each in call.work.addresses.of([player])[player]]
    sent = f"A letter with a code has gone to {waiting[0]}: answer it with yes. For another one, write"
    how = sent if waiting else "To have a letter with a code sent to your address, write"
    return (
        "Your address is not confirmed yet. Until it is, you can play with bots, and with players who challenge you,"
        f" on {FEW_BOARDS} boards at most. {how}: add {player.userid} PASSWORD {waiting[0] if waiting else 'ADDRESS'}"
    )


def faults_of_unconfirmed(call: Call, players: Iterable[Player]) -> list[str]:
    """Why those of these players who are not confirmed cannot play with others: a sentence for each."""
    return (
        [] if call.credential.is_operator else [why_not_confirmed(call, each) for each in unconfirmed(call, players)]
    )


def check_confirmed(call: Call, player: Player) -> None:
    """Raise `NotConfirmed` for a player who has no confirmed address, unless the operator wants it so."""
    for fault in faults_of_unconfirmed(call, [player]):
        raise NotConfirmed(fault)


def check_may_write(call: Call, outcome: Outcome) -> None:
    """Raise `NotConfirmed` for letters to others that an account causes which is not confirmed.

    It causes those of boards at which it sits, and no others.
    """
    player = call.principal.player
    if player is None or not outcome.writes_to_others:
        return
    board = getattr(outcome, "board", None)
    if board is None or player not in board.players:
        check_confirmed(call, player)


def at_few_boards(call: Call, players: Iterable[Player]) -> list[Player]:
    """Those of these players who are not confirmed, and play on as many boards as they can until then."""
    few = unconfirmed(call, players)
    return [player for player, boards in call.work.listing.active_boards(few).items() if boards >= FEW_BOARDS]
