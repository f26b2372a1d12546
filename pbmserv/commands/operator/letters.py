"""Letters of the operator, and about mail that could not be carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbmserv.commands.operator.membership import AddressesSet, Announced, Deleted, Readmitted, Suspended
from pbmserv.commands.operator.quarantined_mail import Held, MailAuthor, SetAside
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import TriedOut
from pbmserv.commands.requests.recipients import to_address, to_players, to_reader
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.times import moment
from pbmserv.storage.inbox_order import HOLD_FOR
from pbmserv.storage.recipients import Recipient


def of_suspension(suspended: Suspended, call: Call) -> list[Letter]:
    """To the player."""
    player = suspended.player
    facts: dict[str, Any] = {"userid": player.userid, "reason": suspended.reason}
    return to_players(call, {player: write("suspended", "Your account has been suspended", **facts)})


def of_readmission(readmitted: Readmitted, call: Call) -> list[Letter]:
    """To the player."""
    player = readmitted.player
    facts: dict[str, Any] = {"userid": player.userid, "reason": readmitted.reason}
    return to_players(call, {player: write("readmitted", "Your account is open again", **facts)})


def of_deletion(deleted: Deleted, call: Call) -> list[Letter]:
    """To the player, at the addresses that they had."""
    player = deleted.player
    facts: dict[str, Any] = {"userid": player.userid, "server": call.server, "reason": deleted.reason}
    letter = write("deleted", "Your account has been deleted", **facts)
    return [to_reader(Recipient(player, deleted.addresses), letter)] if deleted.addresses else []


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
    return [to_reader(reader, write("addresses_by_operator", "Your addresses", **facts))]


def of_announcement(announced: Announced, call: Call) -> list[Letter]:
    """To everybody whom letters reach."""
    letter = write("announcement", f"Announcement: {announced.title}", server=call.server, words=announced.words)
    return [to_reader(reader, replace(letter, unasked=True)) for reader in announced.readers.values()]


def of_trial(tried: TriedOut, call: Call) -> list[Letter]:
    """To the address that the operator has named."""
    return [to_address(tried.address, write("test_letter", f"Letter from {call.server}", server=call.server))]


def of_mail_set_aside(aside: SetAside, call: Call) -> list[Letter]:
    """To who wrote it."""
    letter = write(
        "set_aside",
        "Your mail could not be carried out",
        came=moment(aside.came),
        number=aside.number,
        boards=aside.boards,
        days=HOLD_FOR.days,
    )
    return [_to_author(call, aside.author, letter)]


def of_mail_held(held: Held, call: Call) -> list[Letter]:
    """To who wrote it."""
    letter = write("held", "Your mail has to wait", came=moment(held.came), until=moment(held.until))
    return [_to_author(call, held.author, letter)]


def _to_author(call: Call, author: MailAuthor, letter: Letter) -> Letter:
    # Nobody asks the server to fail: such letters are no answers, and are in nobody's budget.
    player = next(iter(call.work.players.at_address(author.address)), None)
    letter = replace(letter, unasked=True, to=(author.address,))
    if player is None:
        return letter
    return to_reader(call.work.recipients.of([player])[player]._replace(addresses=letter.to), letter)
