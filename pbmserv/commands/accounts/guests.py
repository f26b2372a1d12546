"""Guests, who play against bots before they have signed up: how they come, become players, or are deleted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbmserv.commands.requests.budgets import check_guest_may_come, networks_of_one_operator
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Refusal
from pbmserv.play.board import Player
from pbmserv.play.guests import IDLE, KEPT, MOST

if TYPE_CHECKING:
    from pbmserv.storage.sessions import Session


def new_guest(call: Call) -> Player:
    """Make a guest, who is kept for a day. Raises `Refusal` where there are too many."""
    network = networks_of_one_operator(call.credential.client)
    if call.work.guests.count() >= MOST and not _makes_way(call, network):
        raise Refusal("As many play as guests as this server has room for. Sign up to play: then you play on.")
    check_guest_may_come(call)
    return call.work.guests.add(call.at, call.at + KEPT, network)


def _makes_way(call: Call, network: str) -> bool:
    """Delete the idlest guest of the network from which most have come, so that no network has all the room.

    One of a network without more guests than the newcomer's makes way only after a while without a move. Return
    whether there is room now.
    """
    guests = call.work.guests.by_network()
    largest = next(iter(guests), "")
    found = call.work.guests.idlest(largest)
    if found is None:
        return False
    guest, last_moved_at = found
    has_more = guests[largest] > guests.get(network, 0) + 1
    if not has_more and call.at - last_moved_at < IDLE:
        return False
    return _delete(call, [guest]) == 1


def is_still_guest(call: Call, session: Session) -> bool:
    """Whether a guest's session is open; the guest is held, so that they are not deleted or signed up meanwhile."""
    account = call.work.players.hold(session.player)
    is_open = call.work.sessions.is_open(session.player, session.id, call.at)
    return account is not None and account.is_guest and is_open


def sign_up_guest(call: Call, session: Session, userid: str, password_hash: str) -> Player:
    """Make a player of a guest: the boards stay, and count as others' do. Raises `UseridTaken`."""
    boards = call.work.guests.boards(session.player)
    player = call.work.players.sign_up_guest(session.player, userid, password_hash, call.at)
    for game in sorted({game for game, _ in boards}):
        call.work.game_limits.challenged(game, [player])
    call.work.sessions.end_all(player)
    return player


def drop_guests(call: Call, at_once: int) -> int:
    """Delete guests whose time is over, with all that is theirs; return how many."""
    return _delete(call, call.work.guests.over(call.at, at_once))


def _delete(call: Call, guests: Iterable[Player]) -> int:
    from pbmserv.storage.forgetting import delete_players

    # Who has signed up meanwhile is no guest any more.
    held = [each for each in guests if (account := call.work.players.hold(each)) and account.is_guest]
    if held:
        delete_players(call.work.connection, held)
    return len(held)
