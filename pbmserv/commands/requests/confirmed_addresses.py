"""When an address is known to be a player's, and what an account may do before that.

An address is confirmed by a code that was sent there, or by what the player does from there; an account by one such
address.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from pbmserv.commands.requests.budgets import note_answered
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message, has_text, text_of
from pbmserv.play.board import Player
from pbmserv.play.bots import thinks_here
from pbmserv.storage.players import key_of

if TYPE_CHECKING:
    from pbmserv.commands.requests.outcome import Outcome

CONFIRM = "confirm"
"""The purpose of codes that confirm addresses."""


def is_shown(call: Call) -> bool:
    """Whether the address in From is verified by envelope or mail server."""
    return call.credential.is_envelope or call.is_proven


def confirm_by_use(call: Call, player: Player, address: str) -> None:
    """Confirm a waiting address from which the player has written, or at which they have read a letter."""
    if call.work.addresses.waits(address, player):
        about = [json.loads(each) for each in codes_for(call, player, address).values()]
        confirm_address_of(call, player, address, [old for each in about for old in each["replaces"]])


def confirm_address_of(call: Call, player: Player, address: str, replaced: Sequence[str]) -> None:
    """Confirm an address and remove those it replaces."""
    # An address may have been sent several codes: any of them does it all.
    call.work.codes.drop(codes_for(call, player, address))
    note_answered(call, address)
    call.work.addresses.add(player, [address], confirmed_at=call.at)
    remove_addresses(call, player, replaced)


def remove_addresses(call: Call, player: Player, addresses: Collection[str]) -> None:
    """Remove addresses, and revoke whatever may have been mailed to them.

    Letters went only to confirmed ones; without these, no letter can be answered any more, and links to boards and
    what they have opened end.
    """
    if addresses:
        known = call.work.addresses.of([player])[player]
        if any(each.confirmed and each.address in addresses for each in known):
            call.work.replies.forget(player)
            call.work.sessions.end_on_boards(player)
        call.work.addresses.remove(player, addresses)
        call.work.codes.forget(player, but=call.work.codes.of(player, CONFIRM))
        call.work.web_links.forget(player)


def no_longer_replaced(call: Call, player: Player, addresses: Iterable[str]) -> None:
    """Have codes that wait replace none of these addresses, which their player has given since."""
    given = set(map(key_of, addresses))
    for digest, code in call.work.codes.of(player, CONFIRM).items():
        about = json.loads(code.subject)
        staying = [old for old in about["replaces"] if key_of(old) not in given]
        if staying != about["replaces"]:
            call.work.codes.change(digest, json.dumps({**about, "replaces": staying}))


def codes_for(call: Call, player: Player, address: str) -> dict[str, str]:
    codes = call.work.codes.of(player, CONFIRM)
    return {
        digest: code.subject
        for digest, code in codes.items()
        if key_of(json.loads(code.subject)["address"]) == key_of(address)
    }


FEW_BOARDS = 5
"""The limit on an unconfirmed account's boards."""

NO_MORE_BOARDS = Message("You take no more boards until your address is confirmed.")
_CODE_SENT = (
    "Your address is not confirmed yet. Until it is, you can play with bots, and with players who challenge you,"
    " on {number} boards at most. A letter with a code has gone to {address}: answer it with yes. For another one,"
    " write: add {player} PASSWORD {address}"
)
_NO_CODE_SENT = (
    "Your address is not confirmed yet. Until it is, you can play with bots, and with players who challenge you,"
    " on {number} boards at most. To have a letter with a code sent to your address, write:"
    " add {player} PASSWORD ADDRESS"
)
_UNTIL_CONFIRMED = frozenset((text_of(NO_MORE_BOARDS), _CODE_SENT, _NO_CODE_SENT))


class NotConfirmed(Refusal):
    """The command needs a confirmed address."""


def unconfirmed(call: Call, players: Iterable[Player]) -> set[Player]:
    """The players without a confirmed address, except the server's own bots."""
    asked = dict.fromkeys(players)
    writes_from_there = set(call.principal.at_address) if call.credential.writes_mail else set()
    found = call.work.addresses.without_confirmed([player for player in asked if player not in writes_from_there])
    if not found:
        return found
    bots = call.work.players.bots(found)
    return {player for player in found if not thinks_here(bots.get(player))}


def why_not_confirmed(call: Call, player: Player) -> str:
    """What an unconfirmed account can do, and how it is confirmed."""
    waiting = [each.address for each in call.work.addresses.of([player])[player]]
    if waiting:
        return Message(_CODE_SENT, number=FEW_BOARDS, address=waiting[0], player=player.userid)
    return Message(_NO_CODE_SENT, number=FEW_BOARDS, player=player.userid)


def faults_of_unconfirmed(call: Call, players: Iterable[Player]) -> list[str]:
    """A sentence for each unconfirmed player who cannot play with others."""
    return (
        [] if call.credential.is_operator else [why_not_confirmed(call, each) for each in unconfirmed(call, players)]
    )


def check_confirmed(call: Call, player: Player) -> None:
    """Raise `NotConfirmed` unless the player has a confirmed address or the operator acts."""
    for fault in faults_of_unconfirmed(call, [player]):
        raise NotConfirmed(fault)


def check_may_write(call: Call, outcome: Outcome) -> None:
    """Raise `NotConfirmed` if an unconfirmed account causes letters to others.

    Letters of boards at which it sits are allowed.
    """
    player = call.principal.player
    if player is None or not outcome.writes_to_others:
        return
    board = getattr(outcome, "board", None)
    if board is None or player not in board.players:
        check_confirmed(call, player)


def at_few_boards(call: Call, players: Iterable[Player]) -> list[Player]:
    """The unconfirmed players at their limit of boards."""
    few = unconfirmed(call, players)
    return [player for player, boards in call.work.listing.active_boards(few).items() if boards >= FEW_BOARDS]


def addresses_to_confirm(call: Call, words: str) -> tuple[str, ...]:
    """The author's addresses that wait for their codes, if these words refuse something until one is confirmed."""
    player = call.principal.player
    if player is None or not has_text(words, _UNTIL_CONFIRMED):
        return ()
    return tuple(each.address for each in call.work.addresses.of([player])[player] if not each.confirmed)
