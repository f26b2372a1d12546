"""What the operator does for players and to them: adds them, keeps them out and lets them in again, changes their
passwords and addresses, writes to them all, deletes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbmserv.commands.accounts import MOST_ADDRESSES, check_not_ours, welcome
from pbmserv.commands.call import Call, Posted
from pbmserv.commands.kinds import MailAddress, NewPassword, NewUserid, check_new_userid
from pbmserv.commands.passwords import new_code
from pbmserv.commands.signing_off import leave
from pbmserv.games.base import Refusal
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Player
from pbmserv.store.players import UseridTaken, key_of


def add(call: Call, userid: str, addresses: Sequence[str], password: str | None = None) -> str:
    """Make somebody a player, whose addresses count as confirmed; returns the password, a new one if none is given.

    The player gets a letter of welcome, without the password. Raises `Refusal`.
    """
    name, checked = NewUserid().read(userid), _checked(call, addresses)
    check_new_userid(name, call.commands, call.catalogue)
    chosen = NewPassword().read(password) if password is not None else new_code()
    try:
        player = call.work.players.add(name, call.passwords.hash(chosen), call.at)
    except UseridTaken:
        raise Refusal(f"The userid {name} is taken, or was once; nobody else can have it.") from None
    call.work.players.add_addresses(player, checked, confirmed_at=call.at)
    _tell(call, player, welcome(call, player, checked))
    return chosen


def change_addresses(call: Call, userid: str, addresses: Sequence[str], reason: str) -> str:
    """Give a player other addresses instead of all that they had; says what has been done.

    They count as confirmed. The player is told at the old ones, too: it may not have been the player who asked the
    operator for it. Raises `Refusal`.
    """
    player, checked = call.known_player(userid), _checked(call, addresses)
    new = set(map(key_of, checked))
    known = call.work.players.addresses([player])[player]
    old = [each for each in known if key_of(each.address) not in new]
    _tell_at(call, player, [each.address for each in old if each.usable], changed=checked, reason=reason)
    call.work.players.remove_addresses(player, [each.address for each in old])
    call.work.players.add_addresses(player, checked, confirmed_at=call.at)
    _tell_at(call, player, checked, changed=checked, reason=reason)
    return f"Letters for {player.userid} go to {', '.join(checked)}."


def confirm_address(call: Call, userid: str, address: str, reason: str) -> str:
    """Have letters go to an address that waits for its code, or that letters came back from; says what has been done.

    Raises `Refusal` for an address that the player does not have, or to which letters go already.
    """
    player = call.known_player(userid)
    known = {key_of(each.address): each for each in call.work.players.addresses([player])[player]}
    found = known.get(key_of(address))
    if found is None:
        have = ", ".join(each.address for each in known.values()) or "none"
        raise Refusal(f"{player.userid} does not have the address {address}. There is: {have}.")
    if found.usable:
        raise Refusal(f"Letters for {player.userid} go to {found.address} already.")
    call.work.players.add_addresses(player, [found.address], confirmed_at=call.at)
    usable = [each.address for each in call.work.players.addresses([player])[player] if each.usable]
    _tell_at(call, player, usable, changed=usable, reason=reason)
    return f"Letters for {player.userid} go to {found.address}."


def announce(call: Call, title: str, words: str) -> str:
    """Write to all players whom letters reach, whatever they have chosen; says to how many.

    Raises `Refusal` where there is nothing to say.
    """
    if not words.strip():
        raise Refusal("There is nothing to announce: what is to be said is read from a file, or standard input.")
    letter = write("announcement", f"Announcement: {' '.join(title.split())}", server=call.server, words=words)
    readers = call.work.players.all_within_reach()
    call.posted += [
        Posted(replace(letter, unasked=True), tuple(addresses), reader) for reader, addresses in readers.items()
    ]
    return f"Announced to {len(readers)} player{'' if len(readers) == 1 else 's'}."


def suspend(call: Call, userid: str, reason: str) -> str:
    """Do not let a player in any more; says what has been done.

    Their password is refused, and nobody can challenge them. Letters still come, and the clocks of their boards run
    on: nobody else's game has to wait for them. Raises `Refusal`.
    """
    player = call.known_player(userid)
    if player in call.work.players.suspended([player]):
        raise Refusal(f"{player.userid} is suspended already.")
    call.work.players.suspend(player, call.at)
    _tell(call, player, write("suspended", "Your account has been suspended", userid=player.userid, reason=reason))
    return f"{player.userid} is suspended."


def readmit(call: Call, userid: str, reason: str) -> str:
    """Let a player in again who was suspended; says what has been done.

    Raises `Refusal`.
    """
    player = call.known_player(userid)
    if player not in call.work.players.suspended([player]):
        raise Refusal(f"{player.userid} is not suspended.")
    call.work.players.suspend(player, None)
    _tell(call, player, write("readmitted", "Your account is open again", userid=player.userid, reason=reason))
    return f"{player.userid} is not suspended any more."


def reset_password(call: Call, userid: str) -> str:
    """Give a player a new password, which is returned and stands nowhere else.

    The player is told that it has been changed, not what it is. Raises `Refusal`.
    """
    player = call.known_player(userid)
    password = new_code()
    call.work.players.set_password(player, call.hash_of(password))
    call.work.replies.forget(player)
    _tell(call, player, write("password", "Your password has been changed", userid=player.userid, server=call.server))
    return password


def delete(call: Call, userid: str, reason: str) -> str:
    """Have a player leave the server, as if they had signed off; says what has been done.

    Raises `Refusal`.
    """
    player = call.known_player(userid)
    letter = write(
        "deleted", "Your account has been deleted", userid=player.userid, server=call.server, reason=reason
    )
    _tell(call, player, letter)
    leave(call, player)
    return f"{player.userid} is deleted; nobody else can have the name."


def _checked(call: Call, addresses: Sequence[str]) -> list[str]:
    checked = list({key_of(address): MailAddress().read(address) for address in addresses}.values())
    check_not_ours(call, checked)
    if len(checked) > MOST_ADDRESSES:
        raise Refusal(f"A player can have {MOST_ADDRESSES} addresses at most.")
    return checked


def _tell_at(call: Call, player: Player, to: Sequence[str], changed: Sequence[str], reason: str) -> None:
    if to:
        letter = write(
            "addresses_by_operator",
            "Your addresses",
            userid=player.userid,
            server=call.server,
            addresses=changed,
            reason=reason,
        )
        call.posted.append(Posted(letter, tuple(to), player))


def _tell(call: Call, player: Player, letter: Letter) -> None:
    call.write_to({player: letter})
