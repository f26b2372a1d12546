"""Commands about being a player: sign up, addresses, password."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Any

from pbmserv.commands.budgets import check_code, check_signup, is_ours, note_answered
from pbmserv.commands.call import Call
from pbmserv.commands.forgotten import player_with_code
from pbmserv.commands.kinds import MailAddress, NewPassword, NewUserid, Password, Userid, check_new_userid
from pbmserv.commands.language import Argument, Command, Given, Misspelt
from pbmserv.commands.questions import ask
from pbmserv.commands.reply_to import with_help_to_answer
from pbmserv.games.base import Refusal
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Player
from pbmserv.store.players import Code, UseridTaken, key_of

CONFIRM = "confirm"
CODE_DAYS = 14
MOST_ADDRESSES = 8
EXAMPLE = "trichet"
"""The game that newcomers are shown first, where it is installed."""


class Signup(Command):
    """Become a player.

    Choose a name and a password. The password stands in the Subject of commands that need it, so take one that you
    use nowhere else; to move, it is enough to answer a letter. Letters go to the address that you write from, or to
    the addresses that you name; one that is not surely your own gets a letter first which has to be answered.
    """

    words = ("signup",)
    arguments = (
        Argument("userid", NewUserid()),
        Argument("password", NewPassword()),
        Argument("address", MailAddress(), optional=True, repeated=True, most=MOST_ADDRESSES),
    )
    example = "signup alice secret7"

    def carry_out(self, call: Call, given: Given) -> None:
        check_new_userid(given["userid"], call.commands, call.catalogue)
        addresses = _addresses_or_own(call, given)
        _refuse_a_known_word(call, given["password"])
        check_signup(call)
        try:
            player = call.work.players.add(given["userid"], call.hash_of(given["password"]), call.at)
        except UseridTaken:
            userid = given["userid"]
            raise Refusal(
                f"The userid {userid} is taken: choose another one. If it is yours, and you have forgotten your"
                f' password, write "forgot {userid}".'
            ) from None
        confirmed, waiting = _give_addresses(call, player, addresses, is_new=True)
        if not _is_from_one_of(call, waiting):
            call.answer(welcome(call, player, confirmed, waiting))


def welcome(call: Call, player: Player, confirmed: Sequence[str], waiting: Sequence[str] = ()) -> Letter:
    """What a new player gets to read; letters go to the addresses that are `confirmed`."""
    example = EXAMPLE if EXAMPLE in call.catalogue else next(iter(call.catalogue))
    letter = write(
        "welcome",
        f"Welcome to pbmserv, {player.userid}",
        userid=player.userid,
        server=call.server,
        confirmed=confirmed,
        waiting=waiting,
        game=example,
        game_name=call.catalogue[example].name,
    )
    return with_help_to_answer(call, letter)


def confirm_address(call: Call, code: Code) -> None:
    """Have letters go to an address whose owner wants that."""
    address = json.loads(code.subject)["address"]
    # An address may have been sent several codes, and one of them replaces others: any of them does it all.
    others = _codes_for(call, code.player, address)
    replaced = [old for each in (code.subject, *others.values()) for old in json.loads(each)["replaces"]]
    call.work.players.drop_codes(others)
    note_answered(call, address)
    call.work.players.add_addresses(code.player, [address], confirmed_at=call.at)
    call.work.players.remove_addresses(code.player, replaced)
    usable = _usable(call, code.player)
    if json.loads(code.subject).get("welcome"):
        call.answer(welcome(call, code.player, usable))
        return
    call.answer(write("confirmed", "Address confirmed", userid=code.player.userid, addresses=usable))


def decline_address(call: Call, code: Code) -> None:
    """Forget an address whose owner does not want letters there."""
    address = json.loads(code.subject)["address"]
    call.work.players.drop_codes(_codes_for(call, code.player, address))
    known = call.work.players.addresses([code.player])[code.player]
    unconfirmed = [each.address for each in known if not each.confirmed and key_of(each.address) == key_of(address)]
    call.work.players.remove_addresses(code.player, unconfirmed)
    call.answer(write("declined", "No letters for you", userid=code.player.userid, address=address))


class Add(Command):
    """Have your letters sent to more addresses.

    Without an address, the one that you write from is added. An address that is not the one you write from gets a
    letter first which has to be answered.
    """

    words = ("add",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("address", MailAddress(), optional=True, repeated=True, most=MOST_ADDRESSES),
    )
    example = "add alice secret7 alice@work.example"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        addresses = _addresses_or_own(call, given)
        _check_room(call, player, addresses)
        _, waiting = _give_addresses(call, player, addresses)
        _tell_of_addresses(call, player, _usable(call, player), waiting)


class ChangeAddress(Command):
    """Have your letters sent to other addresses from now on.

    The addresses that you name replace all that you had; without any, the one that you write from does. Where none
    of the new ones is confirmed yet, the old ones stay until the first of them is.
    """

    words = ("change address",)
    arguments = Add.arguments
    example = "change address alice secret7 alice@new.example"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        addresses = _addresses_or_own(call, given)
        old = _old_addresses(call, player, keep=addresses)
        confirmed, waiting = _give_addresses(call, player, addresses, replaces=old)
        # Told before the old addresses go: whoever takes over an account should not go unnoticed there.
        usable = confirmed or _usable(call, player)
        _tell_of_addresses(call, player, usable, waiting, replaced=True, keeps_old=bool(old) and not confirmed)
        if confirmed:
            call.work.players.remove_addresses(player, old)


class ChangePassword(Command):
    """Change your password.

    If you have forgotten the old one, the command forgot has a code sent to you
    that stands in for it once.
    """

    words = ("change password",)
    arguments = (
        Argument("userid", Userid()),
        Argument("old", Password()),
        Argument("new", NewPassword()),
    )
    example = "change password alice secret7 better-secret8"

    def carry_out(self, call: Call, given: Given) -> None:
        player = player_with_code(call, given["userid"], given["old"])
        if player is None:
            player = call.authenticate(given["userid"], given["old"])
        _refuse_a_known_word(call, given["new"])
        call.work.players.set_password(player, call.hash_of(given["new"]))
        # Who knew the old password may have letters, too.
        call.work.replies.forget(player)
        letter = write("password", "Your password has been changed", userid=player.userid, server=call.server)
        call.write_to({player: letter}, instead=lambda: letter)


def check_not_ours(call: Call, addresses: Iterable[str]) -> None:
    """Raise `Refusal` for an address of the server's own: it is nobody's."""
    if any(is_ours(address, call.server) for address in addresses):
        raise Refusal("That is an address of this server itself: it cannot be a player's.")


def _refuse_a_known_word(call: Call, password: str) -> None:
    """Raise `Misspelt` for a password that is a word with a meaning, or a name: such words are shown and logged."""
    if call.quoting is not None and call.quoting.means_something(password):
        raise Misspelt("A password cannot be a word of our commands, or the name of a player: please choose another.")


def _addresses_or_own(call: Call, given: Given) -> tuple[str, ...]:
    if addresses := given.get("address"):
        return tuple({key_of(address): address for address in addresses}.values())
    if call.sender.address is None:
        raise Misspelt("The mail address is missing: on the command line there is none that you write from.")
    if not call.sender.vouched_for:
        raise Refusal(
            f"It is not certain that your letter came from {call.sender.address}: name the address in the command,"
            " and a code will be sent there."
        )
    return (MailAddress().read(call.sender.address),)


def _check_room(call: Call, player: Player, addresses: Sequence[str]) -> None:
    have = {key_of(address.address) for address in call.work.players.addresses([player])[player]}
    if len(have | set(map(key_of, addresses))) > MOST_ADDRESSES:
        raise Refusal(f"A player can have {MOST_ADDRESSES} addresses at most.")


def _old_addresses(call: Call, player: Player, keep: Collection[str]) -> list[str]:
    """The confirmed addresses that are to go; all others, and all codes that still wait, are gone already."""
    new = set(map(key_of, keep))
    old = [each for each in call.work.players.addresses([player])[player] if key_of(each.address) not in new]
    call.work.players.remove_addresses(player, [each.address for each in old if not each.confirmed])
    call.work.players.drop_codes(call.work.players.codes(player, CONFIRM))
    return [each.address for each in old if each.confirmed]


def _give_addresses(
    call: Call, player: Player, addresses: Sequence[str], replaces: Sequence[str] = (), is_new: bool = False
) -> tuple[list[str], list[str]]:
    """Give a player addresses; those that are not shown to be the player's own get a letter with a code.

    `replaces` are the addresses that go as soon as the first of the new ones is confirmed. Returns those that are
    confirmed and those that wait. The operator vouches for any. Raises `Refusal` for an address of ours, and where
    too many letters with codes have been sent.
    """
    check_not_ours(call, addresses)
    own = key_of(call.sender.address) if call.sender.address and call.sender.is_envelope else None
    known = {key_of(each.address) for each in call.work.players.addresses([player])[player] if each.confirmed}
    confirmed = [address for address in addresses if call.sender.is_operator or key_of(address) in known | {own}]
    waiting = [address for address in addresses if address not in confirmed]
    call.work.players.add_addresses(player, confirmed, confirmed_at=call.at)
    call.work.players.add_addresses(player, waiting, confirmed_at=None)
    for address in waiting:
        check_code(call, address)
        about: dict[str, Any] = {"address": address, "replaces": [] if confirmed else list(replaces)}
        if is_new and _is_from_one_of(call, [address]):
            # Until it is confirmed, no other letter goes there: the welcome is the answer to the code.
            about["welcome"] = True
        until = call.at + timedelta(days=CODE_DAYS)
        letter = ask(
            call, player, CONFIRM, json.dumps(about), until, "confirm", "Is this your address?", days=CODE_DAYS
        )
        call.write_to_address(address, letter)
    return confirmed, waiting


def _is_from_one_of(call: Call, addresses: Iterable[str]) -> bool:
    """Whether the command seems to come from one of these addresses; anybody can write any From."""
    return key_of(call.sender.address or "") in set(map(key_of, addresses))


def _codes_for(call: Call, player: Player, address: str) -> dict[str, str]:
    """What the player's codes for this address are for, by their digests."""
    codes = call.work.players.codes(player, CONFIRM)
    return {
        digest: code.subject
        for digest, code in codes.items()
        if key_of(json.loads(code.subject)["address"]) == key_of(address)
    }


def _tell_of_addresses(
    call: Call,
    player: Player,
    usable: Sequence[str],
    waiting: Sequence[str],
    replaced: bool = False,
    keeps_old: bool = False,
) -> None:
    letter = write(
        "addresses",
        "Your addresses",
        userid=player.userid,
        server=call.server,
        confirmed=usable,
        waiting=waiting,
        replaced=replaced,
        keeps_old=keeps_old,
    )
    call.write_to({player: letter}, instead=lambda: letter)


def _usable(call: Call, player: Player) -> list[str]:
    return [address.address for address in call.work.players.addresses([player])[player] if address.usable]
