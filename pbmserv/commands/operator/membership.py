"""Operator's actions on players: add, suspend, readmit, change passwords and addresses, announce, delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbmserv.commands.accounts.actions import (
    MOST_ADDRESSES,
    PasswordChanged,
    SignedUp,
    check_not_ours,
    end_sessions,
    shut_out,
)
from pbmserv.commands.leaving.actions import leave
from pbmserv.commands.requests.authentication import hash_of
from pbmserv.commands.requests.confirmed_addresses import CONFIRM, remove_addresses
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import new_code
from pbmserv.commands.requests.recipients import to_players, to_reader
from pbmserv.commands.starting.open_challenges import give_up_seats
from pbmserv.commands.starting.substitutes import end_offers_to
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message, counted
from pbmserv.language.argument_types import MailAddress, NewPassword, NewUserid, check_new_userid
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Player
from pbmserv.play.bots import thinks_here
from pbmserv.storage.players import UseridTaken, key_of
from pbmserv.storage.recipients import Recipient


class ByOperator(Outcome, frozen=True):
    player: Player
    reason: str


class Suspended(ByOperator, frozen=True):
    written_by = "operator.membership:of_suspension"


class Readmitted(ByOperator, frozen=True):
    written_by = "operator.membership:of_readmission"


class Deleted(ByOperator, frozen=True):
    """Deleted, with their former addresses."""

    written_by = "operator.membership:of_deletion"

    addresses: tuple[str, ...]
    language: str = ""


class AddressesSet(ByOperator, frozen=True):
    """New addresses, told at some of them or at the former ones."""

    written_by = "operator.membership:of_set_addresses"

    addresses: tuple[str, ...]
    told_at: tuple[str, ...]


class Announced(Outcome, frozen=True):
    """An announcement to all players whom letters reach."""

    written_by = "operator.membership:of_announcement"

    title: str
    words: str
    readers: Mapping[Player, Recipient]


def add(call: Call, userid: str, addresses: Sequence[str], password: str | None = None) -> str:
    """Create a player with confirmed addresses; return the password, which is random unless given.

    The player gets a welcome without the password. Raises `Refusal`.
    """
    name, checked = NewUserid().read(userid), _checked(call, addresses)
    check_new_userid(name, call.commands, call.catalogue)
    chosen = NewPassword().read(password) if password is not None else new_code()
    try:
        player = call.work.players.add(name, call.passwords.hash(chosen), call.at)
    except UseridTaken:
        raise Refusal(
            Message("The userid {name} is taken, or was once; nobody else can have it.", name=name)
        ) from None
    call.work.addresses.add(player, checked, confirmed_at=call.at)
    call.outcomes.append(SignedUp(player, tuple(checked), by_operator=True))
    return chosen


def change_addresses(call: Call, userid: str, addresses: Sequence[str], reason: str) -> str:
    """Replace a player's addresses by confirmed ones; return what was done.

    The player is told at the old ones, too, as somebody else may have asked for it. Raises `Refusal`.
    """
    player, checked = _person(call, userid), _checked(call, addresses)
    new = set(map(key_of, checked))
    known = call.work.addresses.of([player])[player]
    old = [each for each in known if key_of(each.address) not in new]
    told = tuple(each.address for each in old if each.usable)
    call.work.codes.drop_all(player, CONFIRM)
    remove_addresses(call, player, [each.address for each in old])
    call.work.addresses.add(player, checked, confirmed_at=call.at)
    call.outcomes += [AddressesSet(player, reason, tuple(checked), to) for to in (told, tuple(checked)) if to]
    return Message("Letters for {player} go to {addresses}.", player=player.userid, addresses=", ".join(checked))


def confirm_address(call: Call, userid: str, address: str, reason: str) -> str:
    """Confirm a waiting address or lift its suspension; return what was done.

    Raises `Refusal` if the player lacks the address or letters go there already.
    """
    player = _person(call, userid)
    known = {key_of(each.address): each for each in call.work.addresses.of([player])[player]}
    found = known.get(key_of(address))
    if found is None:
        have = ", ".join(each.address for each in known.values()) or "none"
        raise Refusal(
            Message(
                "{player} does not have the address {address}. There is: {addresses}.",
                player=player.userid,
                address=address,
                addresses=have,
            )
        )
    if found.usable:
        raise Refusal(
            Message("Letters for {player} go to {address} already.", player=player.userid, address=found.address)
        )
    call.work.addresses.add(player, [found.address], confirmed_at=call.at)
    usable = tuple(each.address for each in call.work.addresses.of([player])[player] if each.usable)
    call.outcomes.append(AddressesSet(player, reason, usable, usable))
    return Message("Letters for {player} go to {address}.", player=player.userid, address=found.address)


def announce(call: Call, title: str, words: str) -> str:
    """Write to all players whom letters reach, whatever their settings; return to how many.

    Raises `Refusal` for an empty announcement.
    """
    if not words.strip():
        raise Refusal("There is nothing to announce: what is to be said is read from a file, or standard input.")
    readers = call.work.recipients.within_reach()
    call.outcomes.append(Announced(" ".join(title.split()), words, readers))
    return counted("Announced to {count} player.", "Announced to {count} players.", len(readers))


def suspend(call: Call, userid: str, reason: str) -> str:
    """Suspend a player; return what was done.

    They cannot sign in or be challenged, and their open challenges are removed. Letters still come, and clocks run,
    so that nobody else has to wait. Raises `Refusal`.
    """
    player = _person(call, userid)
    if player in call.work.players.suspended([player]):
        raise Refusal(Message("{player} is suspended already.", player=player.userid))
    call.work.players.suspend(player, call.at)
    end_sessions(call, player)
    call.outcomes += [*give_up_seats(call, player), *end_offers_to(call, player), Suspended(player, reason)]
    return Message("{player} is suspended.", player=player.userid)


def readmit(call: Call, userid: str, reason: str) -> str:
    """Lift a suspension; return what was done.

    Raises `Refusal`.
    """
    player = _person(call, userid)
    if player not in call.work.players.suspended([player]):
        raise Refusal(Message("{player} is not suspended.", player=player.userid))
    call.work.players.suspend(player, None)
    call.outcomes.append(Readmitted(player, reason))
    return Message("{player} is not suspended any more.", player=player.userid)


def reset_password(call: Call, userid: str) -> str:
    """Set and return a new random password, which is stored nowhere else.

    The player is told of the change only. Raises `Refusal`.
    """
    player = _person(call, userid)
    password = new_code()
    call.work.players.set_password(player, hash_of(call, password))
    call.outcomes.append(PasswordChanged(player, shut_out(call, player), by_operator=True))
    return password


def delete(call: Call, userid: str, reason: str) -> str:
    """Delete a player as if they had signed off; return what was done.

    Raises `Refusal`.
    """
    player = _person(call, userid)
    left = leave(call, player)
    call.outcomes += [Deleted(player, reason, left.addresses, left.language), left]
    return Message("{player} is deleted; nobody else can have the name.", player=player.userid)


def _person(call: Call, userid: str) -> Player:
    """The player with this name.

    Raises `Refusal` if there is none, or it is one of the server's own bots.
    """
    player = known_player(call, userid)
    if thinks_here(call.work.players.bots([player]).get(player)):
        raise Refusal(
            Message(
                "{player} is a bot of this server: it has no password and no address, and stays. To have it"
                " take no challenges, type: pbmserv admin bot close",
                player=player.userid,
            )
        )
    return player


def _checked(call: Call, addresses: Sequence[str]) -> list[str]:
    checked = list({key_of(address): MailAddress().read(address) for address in addresses}.values())
    check_not_ours(call, checked)
    if len(checked) > MOST_ADDRESSES:
        raise Refusal(Message("A player can have {most} addresses at most.", most=MOST_ADDRESSES))
    return checked


def of_suspension(suspended: Suspended, call: Call) -> list[Letter]:
    """To the player."""
    player = suspended.player
    facts: dict[str, Any] = {"userid": player.userid, "reason": suspended.reason}
    return to_players(call, {player: write("operator/suspended", "Your account has been suspended", **facts)})


def of_readmission(readmitted: Readmitted, call: Call) -> list[Letter]:
    """To the player."""
    player = readmitted.player
    facts: dict[str, Any] = {"userid": player.userid, "reason": readmitted.reason}
    return to_players(call, {player: write("operator/readmitted", "Your account is open again", **facts)})


def of_deletion(deleted: Deleted, call: Call) -> list[Letter]:
    """To the player's former addresses."""
    player = deleted.player
    facts: dict[str, Any] = {"userid": player.userid, "server": call.server, "reason": deleted.reason}
    letter = write("operator/deleted", "Your account has been deleted", **facts)
    return (
        [to_reader(Recipient(player, deleted.addresses, language=deleted.language), letter)]
        if deleted.addresses
        else []
    )


def of_set_addresses(changed: AddressesSet, call: Call) -> list[Letter]:
    """To the player."""
    player = changed.player
    facts: dict[str, Any] = {
        "userid": player.userid,
        "server": call.server,
        "addresses": changed.addresses,
        "reason": changed.reason,
    }
    reader = call.work.recipients.of([player])[player]._replace(addresses=changed.told_at)
    return [to_reader(reader, write("operator/addresses_by_operator", "Your addresses", **facts))]


def of_announcement(announced: Announced, call: Call) -> list[Letter]:
    """To all players whom letters reach."""
    letter = write(
        "operator/announcement",
        Message("Announcement: {title}", title=announced.title),
        server=call.server,
        words=announced.words,
    )
    return [to_reader(reader, replace(letter, unasked=True)) for reader in announced.readers.values()]
